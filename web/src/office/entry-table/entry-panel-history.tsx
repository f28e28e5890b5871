import type { TransactionRevision } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, ReceiptText } from 'lucide-react'
import { entryHistoryQuery } from '../../audit/api/audit-queries.ts'
import { changedEntryFields } from '../../audit/sentences/entry-fields.ts'
import { parseEntryJson } from '../../audit/sentences/parse-event.ts'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import type { EntryTableRow } from './entry-columns.tsx'
import { words } from './screen-texts.ts'

/** The number of changes in the panel. The others are in the whole history. */
const SHOWN_REVISIONS = 5

/** The last changes of an entry, the newest first, with the links to its whole history and to its receipt. */
export function EntryPanelHistory({ row: { id, revision } }: { row: Pick<EntryTableRow, 'id' | 'revision'> }) {
  const t = useWords(words)
  // The panel goes along while an arrow key is held, and asks for the entry at which the reader stops.
  const settled = useDebouncedText(id)
  const { data, error } = useQuery({ ...entryHistoryQuery(id, revision), enabled: settled === id })
  const shown = data?.revisions.slice(-SHOWN_REVISIONS).toReversed()
  const earlier = (data?.revisions.length ?? 0) - (shown?.length ?? 0)
  const link = `${buttonLook('quiet')} text-small`
  return (
    <section aria-labelledby={`history-${id}`} className="col-span-full mt-3 border-rule border-t pt-4">
      <h3 id={`history-${id}`} className="mb-2 font-heavy">
        {t.history}
      </h3>
      {shown === undefined ? (
        error === null ? (
          <SkeletonBar className="h-10 w-full" />
        ) : (
          <p className="text-ink-soft text-small">{t.noHistory}</p>
        )
      ) : (
        <ol className="grid gap-3 text-small">
          {shown.map((revision) => (
            <RevisionLines key={revision.position} revision={revision} />
          ))}
        </ol>
      )}
      {earlier > 0 ? <p className="mt-2 text-ink-soft text-small">{t.earlier(countText(earlier))}</p> : null}
      <div className="mt-2 -ml-3 flex flex-wrap">
        <Link to="/admin/audit/entry/$id" params={{ id }} className={link}>
          <History className="size-4" aria-hidden="true" />
          {t.wholeHistory}
        </Link>
        <Link to="/admin/audit/receipt/$id" params={{ id }} className={link}>
          <ReceiptText className="size-4" aria-hidden="true" />
          {t.receipt}
        </Link>
      </div>
    </section>
  )
}

function RevisionLines({
  revision: { before, after, actor, recordedAt, review, reason },
}: {
  revision: TransactionRevision
}) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [was, is] = [parseEntryJson(before), parseEntryJson(after)]
  const changes = was === undefined || is === undefined ? [] : changedEntryFields(was, is, language)
  return (
    <li>
      <p>
        <span className={`font-strong ${after === null ? 'text-debit' : ''}`}>
          {review !== undefined ? t[review] : before === null ? t.recorded : after === null ? t.removed : t.edited}
        </span>
        <span className="text-ink-soft">
          {DOT_SEPARATOR}
          {dateText(recordedAt, language)}, {timeText(recordedAt)}
          {DOT_SEPARATOR}
          {personAndRole(actor, language)}
        </span>
      </p>
      {reason ? <p className="break-words">{reason}</p> : null}
      {changes.map((change) => (
        <p key={change.label} className="break-words">
          <span className="text-ink-soft">{change.label}: </span>
          <del className="text-ink-soft">{change.before}</del> → {change.after}
        </p>
      ))}
    </li>
  )
}
