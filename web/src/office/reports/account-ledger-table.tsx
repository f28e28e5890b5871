import type { AccountLedger } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { adminQuery } from '../../shared/api/office-queries.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { ScrollAnchoredRows } from '../../shared/design/scroll-anchored-rows.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { Badge } from '../../shared/entry/list/badge.tsx'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { HistoryLink } from '../../shared/entry/list/history-link.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, isZero, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { LEDGER_COLUMNS } from '../entry-table/column-ids.ts'
import { ColumnMenu } from '../entry-table/column-menu.tsx'
import { EntryTable } from '../entry-table/entry-table.tsx'
import { BalanceFigure } from '../statements/statement-figures.tsx'
import { words } from './screen-texts.ts'

type LedgerTableRow = AccountLedger['rows'][number]

interface Props {
  name: string
  /**
   * The pages of one ledger, the newest first, all of one state. The opening and closing balances and the sums in each
   * are those of the whole period.
   */
  ledgers: readonly AccountLedger[]
  /** The query of these pages: whether there are older ones, and how to read them. */
  query: ComponentProps<typeof LoadMoreButton>['query']
  /** Returns the files and the printed form of the book at a desk, with what stands in them in words. */
  outputs(count: number, total: ReactNode): ReactNode
}

/**
 * An account's book: the balance brought forward on top, the oldest row first, the closing balance on the double line.
 */
export function AccountLedgerTable({ name, ledgers, query, outputs }: Props) {
  const t = useWords(words)
  const isDesk = useIsDesk()
  const { data: admin } = useQuery(adminQuery)
  const [newest] = ledgers
  const rows = useMemo(() => ledgers.flatMap((ledger) => ledger.rows).reverse(), [ledgers])
  if (newest === undefined) return null
  const { openingBalance, closingBalance, received, spent, credits, debits } = newest
  const count = t.count(countText(credits), countText(debits))
  const isEmpty = rows.length === 0 && isZero(openingBalance)
  return (
    <>
      <dl className="grid grid-cols-2 tiny:grid-cols-1 gap-x-4 gap-y-3 border-rule border-t px-4 py-3 md:grid-cols-4 md:px-5">
        <BalanceFigure label={t.opening} figure={openingBalance} />
        <BalanceFigure label={t.received} figure={received} tone="text-credit" />
        <BalanceFigure label={t.spentAndPassed} figure={spent} tone="text-debit" />
        <BalanceFigure label={t.closing} figure={closingBalance} isTotal />
      </dl>
      {isDesk ? (
        <div className="flex items-center gap-2 px-4 pb-2">
          <p className="min-w-0 flex-1 text-ink-soft text-small">{count}</p>
          <ColumnMenu columns={LEDGER_COLUMNS} />
          {outputs(
            credits + debits,
            <>
              {t.entryCount(countText(credits + debits))}
              {DOT_SEPARATOR}
              {t.closing} {rupees(closingBalance)}
            </>,
          )}
        </div>
      ) : (
        <p className="px-4 pb-3 text-ink-soft text-small md:px-5">{count}</p>
      )}
      {isEmpty ? (
        <div className="border-rule border-t">
          <EmptyState title={t.noRows}>{t.noRowsText}</EmptyState>
        </div>
      ) : isDesk && admin !== undefined ? (
        <ScrollAnchoredRows label={t.ledgerOf(name)} first={rows[0]?.id}>
          <LoadMoreButton query={query} is="earlier" />
          <EntryTable
            label={t.ledgerOf(name)}
            admin={admin}
            rows={rows}
            columns={LEDGER_COLUMNS}
            top={
              query.hasNextPage
                ? { label: t.broughtForward, figures: { balance: balanceBeforeRow(rows[0]) } }
                : { label: t.opening, figures: { balance: openingBalance } }
            }
            bottom={{ label: t.closing, figures: { in: received, out: spent, balance: closingBalance } }}
          />
          {rows.length === 0 ? <p className="px-4 py-2 text-ink-soft">{t.balanceStayed}</p> : null}
        </ScrollAnchoredRows>
      ) : (
        <ScrollAnchoredRows label={t.ledgerOf(name)} first={rows[0]?.id}>
          <LoadMoreButton query={query} is="earlier" />
          <table className="w-full border-separate border-spacing-0 border-rule border-t md:[&_tr>*]:border-rule md:[&_tr>*]:border-b md:[&_tfoot_tr:last-child>*]:border-b-0">
            <caption className="sr-only">{t.ledgerOf(name)}</caption>
            <LedgerTableHead />
            <tbody>
              {!query.hasNextPage ? (
                <LedgerBalanceRow label={t.opening} balance={openingBalance} />
              ) : (
                <LedgerBalanceRow label={t.broughtForward} balance={balanceBeforeRow(rows[0])} />
              )}
              {rows.length === 0 ? <UnchangedBalanceRow /> : null}
              {rows.map((row) => (
                <LedgerEntryRow key={row.id} row={row} />
              ))}
            </tbody>
            <tfoot className="print:table-row-group">
              <LedgerBalanceRow label={t.closing} balance={closingBalance} isTotal />
            </tfoot>
          </table>
        </ScrollAnchoredRows>
      )}
    </>
  )
}

/** Returns the balance before a row, a decimal. */
function balanceBeforeRow(row: LedgerTableRow | undefined): string {
  if (row === undefined) return '0.00'
  const own = row.type === 'credit' ? paiseOf(row.amount) : -paiseOf(row.amount)
  return formatAmount(paiseOf(row.balance) - own)
}

const isDeficit = (balance: string) => balance.startsWith('-')

function LedgerTableHead() {
  const t = useWords(words)
  const figure = 'px-3 py-2 text-right font-normal'
  return (
    <thead className="max-md:sr-only md:[&_th]:sticky md:[&_th]:top-0 md:[&_th]:bg-sheet">
      <tr className="border-rule border-b bg-sheet text-left text-ink-soft text-small">
        <th scope="col" className="py-2 pr-3 pl-5 font-normal">
          {t.date}
        </th>
        <th scope="col" className="px-3 py-2 font-normal">
          {t.particulars}
        </th>
        <th scope="col" className={figure}>
          {t.received}
        </th>
        <th scope="col" className={figure}>
          {t.spent}
        </th>
        <th scope="col" className={figure}>
          {t.balance}
        </th>
        <th scope="col">
          <span className="sr-only">{t.history}</span>
        </th>
      </tr>
    </thead>
  )
}

/** The row of a balance: opening, brought forward, closing. */
function LedgerBalanceRow({ label, balance, isTotal = false }: { label: string; balance: string; isTotal?: boolean }) {
  return (
    <tr className="border-rule border-b last:border-b-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_44px] max-md:py-2.5">
      <td className="max-md:hidden" />
      <th scope="row" className="px-3 py-2 text-left font-heavy max-md:py-0 max-md:pl-4">
        {label}
      </th>
      <td className="max-md:hidden" />
      <td className="max-md:hidden" />
      <td
        className={`px-3 py-2 text-right font-heavy md:border-rule md:border-l max-md:py-0 max-md:pr-0 ${isDeficit(balance) ? 'text-debit' : ''}`}
      >
        <span className={`figures ${isTotal ? 'total-line' : ''}`}>{rupees(balance)}</span>
      </td>
      <td />
    </tr>
  )
}

/** The row that stands where the period has no entries and the balance is carried on. */
function UnchangedBalanceRow() {
  const t = useWords(words)
  return (
    <tr className="border-rule border-b max-md:block">
      <td className="max-md:hidden" />
      <td colSpan={5} className="px-3 py-2 text-ink-soft max-md:block max-md:px-4">
        {t.balanceStayed}
      </td>
    </tr>
  )
}

/**
 * A row of the book. On a phone it folds: date and amount, the particulars at full width, the balance after it on the
 * right.
 */
function LedgerEntryRow({ row }: { row: LedgerTableRow }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const received = row.type === 'credit'
  const other = received ? (row.transferFrom ?? t.headOffice) : row.recipient
  return (
    <tr className="border-rule border-b align-top max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:py-2.5">
      <td className="figures py-2 pr-3 pl-5 text-ink-soft text-small max-md:col-start-1 max-md:whitespace-normal! max-md:py-0 max-md:pr-0 max-md:pl-4">
        {dateText(row.date, language)}
      </td>
      <td className="w-full max-w-0 px-3 py-2 max-md:contents">
        <span className="block min-w-0 break-words font-strong max-md:col-span-2 max-md:col-start-1 max-md:row-start-2 max-md:pl-4">
          {other}
          {row.isTransfer ? <Badge>{t.transfer}</Badge> : null}
        </span>
        <span className="block break-words text-ink-soft text-small max-md:col-span-2 max-md:col-start-1 max-md:row-start-3 max-md:pl-4">
          {describeEntryPurpose(row)}
        </span>
      </td>
      <AmountCell className="text-credit">{received ? <LedgerAmount row={row} /> : null}</AmountCell>
      <AmountCell className="text-debit">{received ? null : <LedgerAmount row={row} />}</AmountCell>
      <td
        className={`figures px-3 py-2 text-right md:border-rule md:border-l md:font-heavy max-md:col-span-2 max-md:col-start-1 max-md:row-start-4 max-md:py-0 max-md:pr-0 max-md:text-small ${isDeficit(row.balance) ? 'text-debit' : ''}`}
      >
        <span className="text-ink-soft md:hidden">{t.balance} </span>
        {rupees(row.balance)}
      </td>
      <td className="pt-1.5 pr-3 max-md:col-start-3 max-md:row-span-4 max-md:row-start-1 max-md:self-center max-md:p-0 max-md:pr-1">
        <HistoryLink id={row.id} who={other} amount={signedRupees(row.amount, row.type)} />
      </td>
    </tr>
  )
}

function AmountCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <td
      className={`figures px-3 py-2 text-right max-md:col-start-2 max-md:row-start-1 max-md:py-0 max-md:pr-0 max-md:font-heavy max-md:empty:hidden ${className}`}
    >
      {children}
    </td>
  )
}

/** An amount. It has no sign under the head of its column; a phone has no heads, so it has a sign there. */
function LedgerAmount({ row: { type, amount } }: { row: LedgerTableRow }) {
  return (
    <>
      <span className="md:hidden">{signedRupees(amount, type)}</span>
      <span className="max-md:hidden">{rupees(amount)}</span>
    </>
  )
}
