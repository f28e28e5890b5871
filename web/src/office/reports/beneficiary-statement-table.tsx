import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { HistoryLink } from '../../shared/entry/list/history-link.tsx'
import { dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { words } from './screen-texts.ts'

interface Props {
  name: string
  /** The rows, the oldest first. */
  rows: readonly CompanyTransaction[]
  /** The total of the whole period, a decimal; undefined while it is loading. */
  total: string | undefined
  /** The last day of the period, as it is shown; undefined where it has no end. */
  until: string | undefined
}

/** A statement's payments by day, with the total on the double line. On a phone a row folds to two columns. */
export function BeneficiaryStatementTable({ name, rows, total, until }: Props) {
  const t = useWords(words)
  const head = 'px-3 py-2 text-left font-normal'
  return (
    <table className="w-full border-collapse border-rule border-t">
      <caption className="sr-only">{t.statementOf(name)}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-rule border-b text-ink-soft text-small">
          <th scope="col" className={`${head} md:pl-5`}>
            {t.date}
          </th>
          <th scope="col" className={head}>
            {t.paidBy}
          </th>
          <th scope="col" className={head}>
            {t.particulars}
          </th>
          <th scope="col" className={head}>
            {t.mode}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {t.paidColumn}
          </th>
          <th scope="col">
            <span className="sr-only">{t.history}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PaymentRow key={row.id} row={row} />
        ))}
      </tbody>
      <tfoot className="print:table-row-group">
        <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_44px]">
          <td className="max-md:hidden" />
          <th scope="row" colSpan={3} className="px-3 py-4 text-left font-heavy max-md:pl-4">
            {until === undefined ? t.paid : t.paidUntil(until)}
          </th>
          <td className="px-3 py-4 text-right font-heavy max-md:pr-0">
            <span className="figures total-line pb-0.5">{total === undefined ? '' : rupees(total)}</span>
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

function PaymentRow({ row }: { row: CompanyTransaction }) {
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const cell = 'px-3 py-2 max-md:col-span-2 max-md:col-start-1 max-md:py-0 max-md:pr-0 max-md:pl-4'
  return (
    <tr className="border-rule border-b align-top max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:py-2.5">
      <td className="figures px-3 py-2 text-ink-soft text-small max-md:py-0 max-md:pr-1 max-md:whitespace-normal max-md:pl-4 md:pl-5">
        {dateText(row.date, language)}
      </td>
      <td className={`break-words md:min-w-40 ${cell}`}>
        <span className="block font-strong">{row.accountName}</span>
        {row.siteName === null ? null : <span className="block text-ink-soft text-small">{row.siteName}</span>}
      </td>
      <td className={`break-words text-small md:w-1/2 ${cell}`}>{describeEntryPurpose(row)}</td>
      <td className={`text-ink-soft text-small md:whitespace-nowrap ${cell}`}>{modes[row.paymentMode]}</td>
      <td className="figures px-3 py-2 text-right font-heavy max-md:col-start-2 max-md:row-start-1 max-md:py-0 max-md:pr-0">
        {rupees(row.amount)}
      </td>
      <td className="pr-3 max-md:col-start-3 max-md:row-span-4 max-md:row-start-1 max-md:pr-1 md:pt-0.5">
        <HistoryLink id={row.id} who={row.accountName} amount={rupees(row.amount)} />
      </td>
    </tr>
  )
}
