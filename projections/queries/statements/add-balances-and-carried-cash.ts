import { type Instant, startOfDay } from '@ledger/contracts/dates.ts'
import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { CASH_BROUGHT_PURPOSE, CASH_TAKEN_PURPOSE } from '@ledger/contracts/labels/generated-purposes.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import type { LoadAccountNames } from '../account-identity-loader.ts'
import type { CarriedCash } from '../sites/opening-and-cash-brought-or-taken.ts'
import { siteOfSupervisor } from '../transactions/row-to-transaction.ts'
import { isMoneyIn, partyOfRow, type StatementSubject } from './statement-subject.ts'
import { inOrOut } from './statement-totals.ts'

type RowWithoutBalance = Omit<StatementRow, 'balance'>

/** A row of cash that a person brought or took. */
export interface CarriedRow {
  at: Instant
  paise: bigint
  row: RowWithoutBalance
}

/** Returns the rows of carried cash, with the current names of the people and of the site. */
export async function toCarriedRows(carried: readonly CarriedCash[], names: LoadAccountNames): Promise<CarriedRow[]> {
  if (carried.length === 0) return []
  const named = await names(carried.map(({ accountId }) => accountId))
  return carried.map(({ accountId, day, paise }) => {
    const { first_name, last_name, sites = [] } = named.get(accountId) ?? {}
    const name = `${first_name ?? ''} ${last_name ?? ''}`.trim()
    const at = startOfDay(day)
    // On the day on which a person leaves, the site is that of the day before.
    const onDay = paise > 0n ? at : new Date(Date.parse(at) - 1).toISOString()
    const amounts = inOrOut(paise)
    const row = {
      ...{ transactionId: null, date: at, voucher: null, account: name, site: siteOfSupervisor(sites, onDay).siteName },
      ...{ party: name, purpose: paise > 0n ? CASH_BROUGHT_PURPOSE : CASH_TAKEN_PURPOSE, narration: '' },
      ...{ mode: null, reference: null, in: formatAmount(amounts.in), out: formatAmount(amounts.out) },
    }
    return { at, paise, row }
  })
}

/** The place after which the rows of a page come: the balance in paise and, except at the start, the date. */
export interface StatementPlace {
  balance: bigint
  after?: Instant | undefined
}

/**
 * Returns the function that gives the rows of a statement their balances, page by page. Cash that was carried on the
 * start of a day comes before the rows of that day, and after the last page where no row follows.
 * @param place the balance without the cash that was carried before the page
 */
export function statementRowsFrom(
  subject: StatementSubject,
  { balance: before, after }: StatementPlace,
  carried: readonly CarriedRow[],
): (rows: readonly CompanyTransaction[], isLastPage: boolean) => StatementRow[] {
  const waiting = carried.filter(({ at }) => after === undefined || at > after)
  let balance = before
  for (const { at, paise } of carried) if (after !== undefined && at <= after) balance += paise
  const withBalance = (row: RowWithoutBalance, paise: bigint): StatementRow => {
    balance += paise
    return { ...row, balance: formatAmount(balance) }
  }
  const carriedUpTo = (date: Instant | undefined): StatementRow[] => {
    const end = date === undefined ? waiting.length : waiting.findIndex(({ at }) => at > date)
    return waiting.splice(0, end === -1 ? waiting.length : end).map(({ row, paise }) => withBalance(row, paise))
  }
  return (rows, isLastPage) => [
    ...rows.flatMap((row) => {
      const isIn = isMoneyIn(subject, row.type)
      const paise = BigInt(paiseOf(row.amount))
      return [...carriedUpTo(row.date), withBalance(toStatementRow(subject, row, isIn), isIn ? paise : -paise)]
    }),
    ...(isLastPage ? carriedUpTo(undefined) : []),
  ]
}

const toStatementRow = (subject: StatementSubject, row: CompanyTransaction, isIn: boolean): RowWithoutBalance => ({
  transactionId: row.id,
  date: row.date,
  voucher: row.voucher,
  account: row.accountName,
  site: row.siteName,
  party: partyOfRow(subject, row),
  purpose: row.purpose,
  narration: row.narration,
  mode: row.paymentMode,
  reference: row.reference,
  in: isIn ? row.amount : '0.00',
  out: isIn ? '0.00' : row.amount,
})
