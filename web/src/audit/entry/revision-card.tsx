import type { History } from '@ledger/contracts/audit.ts'
import { countText, dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { whoText } from '../../shared/language/who.ts'
import { useWords } from '../../shared/language/words.ts'
import { changedFields, entryFields } from '../sentences/entry-fields.ts'
import { readEntry } from '../sentences/read-event.ts'
import { words } from './words.ts'

type Revision = History['revisions'][number]

/** One revision: the change, its author, its time, its address and its request. */
export function RevisionCard({ revision }: { revision: Revision }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { actor, meta, recordedAt, position, before, after } = revision
  const what = before === null ? t.recorded : after === null ? t.removed : t.edited
  return (
    <article className="overflow-hidden rounded-sheet border border-rule bg-sheet">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 font-heavy md:px-5">
        <span className={after === null ? 'text-debit' : ''}>{what}</span>
        <span className="font-normal text-ink-soft text-small">{t.revision(countText(revision.revision))}</span>
      </h3>
      {/* Words and amounts are not broken; a reference without a space may be wider than a phone. */}
      <div className="overflow-x-auto">
        <Difference revision={revision} />
      </div>
      <dl className="grid gap-x-4 gap-y-2 border-rule border-t bg-ground/60 px-4 py-3 text-small md:grid-cols-2 md:px-5">
        <Line label={t.by} value={whoText(actor, language)} />
        {typeof meta.enteredAt === 'string' ? (
          <Line label={t.entered} value={`${dateText(meta.enteredAt, language)}, ${timeText(meta.enteredAt)}`} />
        ) : null}
        <Line label={t.when} value={`${dateText(recordedAt, language)}, ${timeText(recordedAt)}`} />
        <Line label={t.address} value={typeof meta.ip === 'string' ? meta.ip : t.unknown} />
        <Line label={t.position} value={countText(position)} />
        <Line label={t.request} value={typeof meta.requestId === 'string' ? meta.requestId : t.unknown} isMono />
      </dl>
    </article>
  )
}

function Line({ label, value, isMono = false }: { label: string; value: string; isMono?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className={isMono ? 'break-all font-[family-name:ui-monospace,monospace]' : 'break-words'}>{value}</dd>
    </div>
  )
}

/** The changed fields, each with both values; all fields of a creation or a deletion. */
function Difference({ revision }: { revision: Revision }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [before, after] = [readEntry(revision.before), readEntry(revision.after)]
  const rows =
    before !== undefined && after !== undefined
      ? changedFields(before, after, language)
      : [
          ...(before === undefined ? [] : entryFields(before, language)).map(({ label, value }) => ({
            label,
            before: value,
            after: '',
          })),
          ...(after === undefined ? [] : entryFields(after, language)).map(({ label, value }) => ({
            label,
            before: '',
            after: value,
          })),
        ]
  return (
    <table className="my-2 w-full border-collapse text-left">
      <thead className="text-ink-soft text-small">
        <tr>
          <th scope="col" className="w-[30%] py-1 pr-2 pl-4 font-normal md:pl-5">
            {t.field}
          </th>
          {before === undefined ? null : (
            <th scope="col" className="py-1 pr-2 font-normal">
              {t.before}
            </th>
          )}
          {after === undefined ? null : (
            <th scope="col" className="py-1 pr-4 font-normal md:pr-5">
              {t.after}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} className="border-rule border-t align-top">
            <th scope="row" className="py-2 pr-2 pl-4 font-normal text-ink-soft md:pl-5">
              {row.label}
            </th>
            {before === undefined ? null : (
              <td className="break-words py-2 pr-2 text-debit">
                <del>{row.before}</del>
              </td>
            )}
            {after === undefined ? null : (
              <td className={`break-words py-2 pr-4 md:pr-5 ${before === undefined ? '' : 'font-strong text-credit'}`}>
                {row.after}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
