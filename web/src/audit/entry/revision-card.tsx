import type { TransactionRevision } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { revisionFields, revisionKind } from './revision-texts.ts'
import { words } from './screen-texts.ts'

/** One revision: the change, its author, its reason, its time, its address and its request. */
export function RevisionCard({ revision }: { revision: TransactionRevision }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { actor, meta, recordedAt, position, after, reason, review } = revision
  return (
    <article className="overflow-hidden rounded-sheet border border-rule bg-sheet">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 font-heavy md:px-5">
        <span className={after === null ? 'text-debit' : ''}>{revisionKind(revision, language)}</span>
        <span className="font-normal text-ink-soft text-small">{t.revision(countText(revision.revision))}</span>
      </h3>
      {/* Words and amounts are not broken; a reference without a space may be wider than a phone. */}
      {review === undefined ? (
        <div className="overflow-x-auto">
          <RevisionDifference revision={revision} />
        </div>
      ) : (
        <p className="px-4 py-3 text-ink-soft md:px-5">{t.nothingChanged}</p>
      )}
      <dl className="grid gap-x-4 gap-y-2 border-rule border-t bg-ground/60 px-4 py-3 text-small md:grid-cols-2 md:px-5">
        <RevisionLine label={t.by} value={personAndRole(actor, language)} />
        {reason === null ? null : <RevisionLine label={t.reason} value={printableLine(reason)} />}
        {typeof meta.enteredAt === 'string' ? (
          <RevisionLine
            label={t.entered}
            value={`${dateText(meta.enteredAt, language)}, ${timeText(meta.enteredAt)}`}
          />
        ) : null}
        <RevisionLine label={t.when} value={`${dateText(recordedAt, language)}, ${timeText(recordedAt)}`} />
        <RevisionLine label={t.address} value={typeof meta.ip === 'string' ? meta.ip : t.unknown} />
        <RevisionLine label={t.position} value={countText(position)} />
        <RevisionLine
          label={t.request}
          value={typeof meta.requestId === 'string' ? meta.requestId : t.unknown}
          isMono
        />
      </dl>
    </article>
  )
}

function RevisionLine({ label, value, isMono = false }: { label: string; value: string; isMono?: boolean }) {
  return (
    <div className={isMono ? 'col-span-full min-w-0' : 'min-w-0'}>
      <dt className="text-ink-soft">{label}</dt>
      <dd className={isMono ? 'break-all font-[family-name:ui-monospace,monospace]' : 'break-words'}>{value}</dd>
    </div>
  )
}

/** The changed fields, each with both values; all fields of a creation or a deletion. */
function RevisionDifference({ revision }: { revision: TransactionRevision }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { before, after } = revision
  return (
    <table className="my-2 w-full border-collapse text-left">
      <thead className="text-ink-soft text-small">
        <tr>
          <th scope="col" className="w-[30%] py-1 pr-2 pl-4 font-normal md:pl-5">
            {t.field}
          </th>
          {before === null ? null : (
            <th scope="col" className="py-1 pr-2 font-normal">
              {t.before}
            </th>
          )}
          {after === null ? null : (
            <th scope="col" className="py-1 pr-4 font-normal md:pr-5">
              {t.after}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {revisionFields(revision, language).map((row) => (
          <tr key={row.label} className="border-rule border-t align-top">
            <th scope="row" className="py-2 pr-2 pl-4 font-normal text-ink-soft md:pl-5">
              {row.label}
            </th>
            {before === null ? null : (
              <td className="break-words py-2 pr-2 text-debit">
                <del>{row.before}</del>
              </td>
            )}
            {after === null ? null : (
              <td className={`break-words py-2 pr-4 md:pr-5 ${before === null ? '' : 'font-strong text-credit'}`}>
                {row.after}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
