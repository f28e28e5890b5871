import type {
  CancelledVoucher,
  Statement,
  StatementKind,
  StatementRow,
} from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { ComponentProps } from 'react'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { dateOfDayText, dateText, isZero, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { describeStatementRow } from './describe-statement-row.ts'
import { words } from './screen-texts.ts'

interface Props {
  statement: Statement
  /** The rows of all pages that are read, the oldest first. */
  rows: readonly StatementRow[]
  /** The vouchers of deleted entries, once the last page is read. */
  cancelled: readonly CancelledVoucher[]
  query: ComponentProps<typeof LoadMoreButton>['query']
}

/** The rows of a statement between its opening and its closing balance; a phone folds each row. */
export function StatementTable({ statement, rows, cancelled, query }: Props) {
  const t = useWords(words)
  const { kind, name } = statement.of
  if (rows.length === 0 && cancelled.length === 0 && isZero(statement.opening))
    return (
      <div className="border-rule border-t">
        <EmptyState title={t.none}>{t.noneText}</EmptyState>
      </div>
    )
  const last = rows.at(-1)
  return (
    <>
      <table className="w-full border-separate border-spacing-0 border-rule border-t md:[&_tr>*]:border-rule md:[&_tr>*]:border-b md:[&_tfoot_tr:last-child>*]:border-b-0">
        <caption className="sr-only">{t.caption(name ?? (kind === 'company' ? t.company : t.headOffice))}</caption>
        <Head />
        <tbody>
          <StatementBalanceRow label={t.opening} balance={statement.opening} />
          {rows.length === 0 ? <StayedRow /> : null}
          {rows.map((row, index) => (
            // Carried cash has no id; its place in the statement never changes.
            <StatementEntryRow key={row.transactionId ?? index} row={row} kind={kind} />
          ))}
        </tbody>
        <tfoot className="print:table-row-group">
          {query.hasNextPage && last !== undefined ? (
            <StatementBalanceRow label={t.carriedForward} balance={last.balance} />
          ) : (
            <StatementBalanceRow label={t.closing} balance={statement.closing} isTotal />
          )}
        </tfoot>
      </table>
      <LoadMoreButton query={query} />
      {cancelled.length === 0 ? null : <CancelledVouchers cancelled={cancelled} />}
    </>
  )
}

/** The numbers that no row has, at the end as in the files. */
function CancelledVouchers({ cancelled }: Pick<Props, 'cancelled'>) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  return (
    <section className="border-rule border-t px-4 py-3 md:px-5">
      <h3 className="font-strong">{t.cancelled}</h3>
      <ul className="text-ink-soft text-small">
        {cancelled.map(({ day, voucher }) => (
          <li key={voucher} className="flex gap-3 py-1">
            <span className="figures">{dateOfDayText(day, language)}</span>
            <span className="whitespace-nowrap">{voucher}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Head() {
  const t = useWords(words)
  const text = 'px-2 py-2 text-left font-normal first:pl-5'
  const figure = 'px-2 py-2 text-right font-normal last:pr-5'
  return (
    <thead className="max-md:sr-only md:[&_th]:sticky md:[&_th]:top-0 md:[&_th]:bg-sheet">
      <tr className="border-rule border-b bg-sheet text-ink-soft text-small">
        <th scope="col" className={text}>
          {t.date}
        </th>
        <th scope="col" className={text}>
          {t.voucher}
        </th>
        <th scope="col" className={text}>
          {t.particulars}
        </th>
        <th scope="col" className={text}>
          {t.mode}
        </th>
        <th scope="col" className={figure}>
          {t.received}
        </th>
        <th scope="col" className={figure}>
          {t.paid}
        </th>
        <th scope="col" className={figure}>
          {t.balance}
        </th>
      </tr>
    </thead>
  )
}

function StatementEntryRow({ row, kind }: { row: StatementRow; kind: StatementKind }) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const details = describeStatementRow(row, kind, language)
  return (
    <tr className="border-rule border-b align-top max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2.5">
      <td className="figures px-2 py-2 text-ink-soft text-small first:pl-5 max-md:p-0! max-md:whitespace-normal!">
        {dateText(row.date, language)}
      </td>
      <td className="whitespace-nowrap px-2 py-2 text-ink-soft text-small max-md:col-start-1 max-md:row-start-4 max-md:p-0">
        {row.voucher}
        {row.mode === null ? null : <span className="md:hidden">{` ${modes[row.mode]}`}</span>}
      </td>
      <td className="w-full max-w-0 px-2 py-2 max-md:col-span-2 max-md:row-start-2 max-md:max-w-none max-md:p-0">
        <span className="block break-words font-strong">{row.party ?? t.sender}</span>
        {details === '' ? null : <span className="block break-words text-ink-soft text-small">{details}</span>}
      </td>
      <td className="whitespace-nowrap px-2 py-2 text-ink-soft text-small max-md:hidden">
        {row.mode === null ? null : modes[row.mode]}
      </td>
      <AmountCell amount={row.in} sign="+" tone="text-credit" />
      <AmountCell amount={row.out} sign="−" tone="text-debit" />
      <td
        className={`figures px-2 py-2 text-right font-strong last:pr-5 max-md:row-start-4 max-md:p-0! max-md:text-small ${row.balance.startsWith('-') ? 'text-debit' : ''}`}
      >
        <span className="font-normal text-ink-soft md:hidden">{t.balance} </span>
        {rupees(row.balance)}
      </td>
    </tr>
  )
}

/** An amount. It has no sign under the head of its column; a phone has no heads, so it has a sign there. */
function AmountCell({ amount, sign, tone }: { amount: string; sign: string; tone: string }) {
  return (
    <td
      className={`figures px-2 py-2 text-right max-md:col-start-2 max-md:row-start-1 max-md:p-0 max-md:font-heavy max-md:empty:hidden ${tone}`}
    >
      {isZero(amount) ? null : (
        <>
          <span className="md:hidden">{sign}</span>
          {rupees(amount)}
        </>
      )}
    </td>
  )
}

function StatementBalanceRow({
  label,
  balance,
  isTotal = false,
}: {
  label: string
  balance: string
  isTotal?: boolean
}) {
  return (
    <tr className="border-rule border-b last:border-b-0 max-md:flex max-md:justify-between max-md:px-4 max-md:py-2.5">
      <td className="max-md:hidden" />
      <td className="max-md:hidden" />
      <th scope="row" className="px-2 py-2 text-left font-heavy max-md:p-0" colSpan={4}>
        {label}
      </th>
      <td
        className={`px-2 py-2 text-right font-heavy last:pr-5 max-md:p-0! ${balance.startsWith('-') ? 'text-debit' : ''}`}
      >
        <span className={`figures ${isTotal ? 'total-line' : ''}`}>{rupees(balance)}</span>
      </td>
    </tr>
  )
}

/** The row that stands where the period has no entries. */
function StayedRow() {
  const t = useWords(words)
  return (
    <tr className="border-rule border-b max-md:block">
      <td colSpan={7} className="px-5 py-2 text-ink-soft max-md:block max-md:px-4">
        {t.stayed}
      </td>
    </tr>
  )
}
