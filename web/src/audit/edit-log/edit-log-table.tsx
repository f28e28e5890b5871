import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import {
  EDIT_LOG_ACTION_LABELS,
  EDIT_LOG_FIELD_LABELS,
  EDIT_LOG_SUBJECT_LABELS,
} from '@ledger/contracts/labels/edit-log-labels.ts'
import { cancelledVoucher } from '@ledger/contracts/labels/transaction-labels.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { HistoryLink } from '../../shared/entry/list/history-link.tsx'
import { countText, dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { formatEditLogValue } from './format-field-value.ts'
import { words } from './screen-texts.ts'

const ACTION_COLOURS = { created: 'text-credit', changed: 'text-ink', deleted: 'text-debit' }

/** A change that changed nothing: an entry was saved as it was. */
const NO_FIELD_CHANGE = { before: null, after: null }

/** One block for each change, one line for each field. On a phone the columns fold under each other. */
export function EditLogTable({ rows }: { rows: readonly EditLogRow[] }) {
  const t = useWords(words)
  return (
    <table aria-label={t.table} className="w-full border-collapse text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-rule border-b text-ink-soft text-small">
          {[t.when, t.what, t.by, t.field, t.before, t.after].map((head) => (
            <th key={head} scope="col" className="px-3 py-2 font-normal first:pl-5 last:pr-5">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <EditLogChange key={row.position} row={row} />
      ))}
    </table>
  )
}

function EditLogChange({ row }: { row: EditLogRow }) {
  const language = useLanguage((state) => state.language)
  const fields = row.fields.length > 0 ? row.fields : [undefined]
  const subject = EDIT_LOG_SUBJECT_LABELS[language][row.subjectKind](printableLine(row.subjectName))
  const common = 'align-top max-md:col-span-2 max-md:px-4 max-md:pt-1 md:px-3 md:py-3'
  return (
    <tbody className="border-rule border-b last:border-b-0 max-md:block max-md:py-3">
      {fields.map((changed, index) => {
        const { before, after } = changed ?? NO_FIELD_CHANGE
        const rim = `${index === 0 ? 'md:pt-3' : ''} ${index === fields.length - 1 ? 'md:pb-3' : ''}`
        return (
          <tr key={changed?.field ?? ''} className="max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)]">
            {index > 0 ? null : (
              <>
                <td rowSpan={fields.length} className={`${common} text-small md:pl-5`}>
                  <span className="whitespace-nowrap">{dateText(row.recordedAt, language)}</span>,{' '}
                  <span className="figures">{timeText(row.recordedAt)}</span>
                  <span className="figures block text-ink-soft max-md:ml-3 max-md:inline">
                    #{countText(row.position)}
                  </span>
                </td>
                <td rowSpan={fields.length} className={`${common} max-md:relative max-md:pr-14`}>
                  <span className="font-strong">{subject}</span>{' '}
                  <span className={`font-heavy ${ACTION_COLOURS[row.action]}`}>
                    {EDIT_LOG_ACTION_LABELS[language][row.action]}
                  </span>
                  {row.site === null ? null : (
                    <span className="block text-ink-soft text-small">{printableLine(row.site)}</span>
                  )}
                  {row.voucher === null ? null : (
                    <span className="figures block text-ink-soft text-small">
                      {row.action === 'deleted' ? cancelledVoucher(row.voucher, language) : row.voucher}
                    </span>
                  )}
                  {row.amount === null ? null : (
                    <HistoryLink
                      id={row.subjectId}
                      who={subject}
                      amount={rupees(row.amount)}
                      className="-ml-3 max-md:absolute max-md:top-0 max-md:right-2"
                    />
                  )}
                </td>
                <td rowSpan={fields.length} className={`${common} text-small max-md:pb-2`}>
                  {personAndRole(row.actor, language)}
                  {row.from === null ? null : (
                    <span className="block text-ink-soft max-md:ml-2 max-md:inline">{row.from}</span>
                  )}
                </td>
              </>
            )}
            <td
              className={`px-3 py-1 ${rim} align-top text-ink-soft text-small md:whitespace-nowrap max-md:row-span-2 max-md:pr-2 max-md:pb-0 max-md:pl-4`}
            >
              {changed && EDIT_LOG_FIELD_LABELS[language][changed.field]}
            </td>
            <td
              className={`break-words px-3 py-1 ${rim} align-top text-small max-md:col-start-2 max-md:pr-4 max-md:pb-0 max-md:pl-0 ${before === null ? 'max-md:hidden' : ''}`}
            >
              {changed && formatEditLogValue(changed.field, before, language)}
            </td>
            <td
              className={`break-words px-3 py-1 ${rim} align-top font-strong text-small max-md:col-start-2 max-md:pr-4 max-md:pb-0 max-md:pl-0 md:pr-5 ${after === null ? 'max-md:hidden' : ''} ${before === null ? '' : "max-md:pt-0 max-md:before:content-['→_']"}`}
            >
              {changed && formatEditLogValue(changed.field, after, language)}
            </td>
          </tr>
        )
      })}
    </tbody>
  )
}
