import type { AccountLedger } from '@ledger/contracts/reports.ts'
import { Scrolling } from '../admin-dashboard/scrolling.tsx'
import { HistoryLink } from '../admin-transactions/history-link.tsx'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { countText, dateText, rupees, signedRupees } from '../language/figures.ts'
import { useLanguage } from '../language/language.ts'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

interface Props {
  name: string
  /** Pages of one ledger; opening, closing and sums are those of the whole period in each. */
  ledgers: readonly AccountLedger[]
  onMore: (() => void) | undefined
}

/** A book as it is kept: the closing balance on the double line, the rows above one another, the opening balance below. */
export function LedgerBook({ name, ledgers, onMore }: Props) {
  const t = useWords(words)
  const [first] = ledgers
  if (first === undefined) return null
  const { openingBalance, closingBalance, received, spent, credits, debits } = first
  const rows = ledgers.flatMap((ledger) => ledger.rows)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-rule border-t px-4 py-3 md:grid-cols-4 md:px-5">
        <Sum label={t.opening} figure={rupees(openingBalance)} />
        <Sum label={t.received} figure={signedRupees(received, 'credit')} className="text-credit" />
        <Sum label={t.spent} figure={signedRupees(spent, 'debit')} className="text-debit" />
        <div>
          <dt className="text-ink-soft text-small">{t.closing}</dt>
          <dd className={`font-heavy md:text-lead ${closingBalance.startsWith('-') ? 'text-debit' : ''}`}>
            <span className="figures total-line">{rupees(closingBalance)}</span>
          </dd>
        </div>
      </dl>
      <p className="px-4 pb-3 text-ink-soft text-small md:px-5">{t.count(countText(credits), countText(debits))}</p>
      {rows.length === 0 ? (
        <div className="border-rule border-t">
          <Empty title={t.noRows}>{t.noRowsText}</Empty>
        </div>
      ) : (
        <Scrolling label={t.ledgerOf(name)}>
          <table className="w-full border-collapse border-rule border-t">
            <caption className="sr-only">{t.ledgerOf(name)}</caption>
            <thead className="max-md:sr-only">
              <tr className="border-rule border-b bg-sheet text-left text-ink-soft text-small">
                <th scope="col" className="py-2 pr-3 pl-5 font-normal">
                  {t.date}
                </th>
                <th scope="col" className="px-3 py-2 font-normal">
                  {t.particulars}
                </th>
                <th scope="col" className="px-3 py-2 text-right font-normal">
                  {t.received}
                </th>
                <th scope="col" className="px-3 py-2 text-right font-normal">
                  {t.spent}
                </th>
                <th scope="col" className="px-3 py-2 text-right font-normal">
                  {t.balance}
                </th>
                <th scope="col">
                  <span className="sr-only">{t.history}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <BookRow key={row.id} row={row} />
              ))}
            </tbody>
          </table>
          {onMore === undefined ? null : (
            <div className="p-3 text-center">
              <Button kind="quiet" onClick={onMore}>
                {t.more}
              </Button>
            </div>
          )}
        </Scrolling>
      )}
    </>
  )
}

function Sum({ label, figure, className = '' }: { label: string; figure: string; className?: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className={`figures font-heavy md:text-lead ${className}`}>{figure}</dd>
    </div>
  )
}

/** On a phone a row folds to date and particulars on the left, amount and balance on the right. */
function BookRow({ row }: { row: AccountLedger['rows'][number] }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const received = row.type === 'credit'
  const other = received ? (row.transferFrom ?? t.headOffice) : row.recipient
  const figure = signedRupees(row.amount, row.type)
  const deficit = row.balance.startsWith('-')
  return (
    <tr className="border-rule border-b align-top last:border-b-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:py-2.5">
      <td className="figures py-2 pr-3 pl-5 text-ink-soft text-small max-md:col-start-1 max-md:py-0 max-md:pl-4">
        {dateText(row.date, language)}
      </td>
      <td className="w-full max-w-0 px-3 py-2 max-md:col-start-1 max-md:w-auto max-md:max-w-none max-md:py-0 max-md:pl-4">
        <span className="block font-strong max-md:line-clamp-2 md:truncate">
          {other}
          {row.isTransfer ? (
            <span className="ml-2 inline-block rounded-brick border border-ink px-1.5 font-heavy text-[13px]/5">
              {t.transfer}
            </span>
          ) : null}
        </span>
        <span className="block text-ink-soft text-small max-md:line-clamp-2 md:truncate">
          {received ? row.narration : `${row.purpose}: ${row.narration}`}
        </span>
      </td>
      <td className="figures px-3 py-2 text-right text-credit max-md:col-start-2 max-md:row-start-1 max-md:py-0 max-md:pr-0 max-md:font-heavy max-md:empty:hidden">
        {received ? figure : null}
      </td>
      <td className="figures px-3 py-2 text-right text-debit max-md:col-start-2 max-md:row-start-1 max-md:py-0 max-md:pr-0 max-md:font-heavy max-md:empty:hidden">
        {received ? null : figure}
      </td>
      <td
        className={`figures px-3 py-2 text-right md:border-rule md:border-l md:font-heavy max-md:col-start-2 max-md:row-start-2 max-md:py-0 max-md:pr-0 max-md:text-small ${deficit ? 'text-debit' : ''}`}
      >
        <span className="text-ink-soft md:hidden">{t.balance} </span>
        {rupees(row.balance)}
      </td>
      <td className="pt-1.5 pr-3 max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-md:self-center max-md:p-0 max-md:pr-1">
        <HistoryLink id={row.id} who={other} amount={figure} />
      </td>
    </tr>
  )
}
