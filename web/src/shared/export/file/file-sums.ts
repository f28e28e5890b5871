import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { type Paise, paiseOf } from '@ledger/contracts/money.ts'
import { REPORT_WORDS } from './report-words.ts'

/** The sums of the rows in a file, so that summary and rows always agree; transfers are parts of the other two. */
export interface FileSums {
  received: Paise
  transfersReceived: Paise
  spent: Paise
  transfersGiven: Paise
}

export const emptyFileSums = (): FileSums => ({ received: 0, transfersReceived: 0, spent: 0, transfersGiven: 0 })

export function addToSums(sums: FileSums, { type, amount, isTransfer }: Transaction): void {
  const isCredit = type === 'credit'
  sums[isCredit ? 'received' : 'spent'] += paiseOf(amount)
  if (isTransfer) sums[isCredit ? 'transfersReceived' : 'transfersGiven'] += paiseOf(amount)
}

/** A label and paise. */
type SummaryLine = readonly [label: string, amount: Paise]

/**
 * Returns the two totals of §3, each the sum of a column of amounts in every file, whatever list the file is of: the
 * rows whose Transaction Type is Money Received, and those whose type is Expense Made. A transfer has one of these
 * types too, so the line below a total says how much of it are transfers.
 */
export function totalLines(
  { received, transfersReceived, spent, transfersGiven }: FileSums,
  language: Language,
): SummaryLine[] {
  const t = REPORT_WORDS[language]
  const ofWhich = (label: string, paise: Paise): SummaryLine[] => (paise === 0 ? [] : [[label, paise]])
  return [
    [t.receivedSum, received],
    ...ofWhich(t.receivedByTransfer, transfersReceived),
    [t.spentSum, spent],
    ...ofWhich(t.givenByTransfer, transfersGiven),
  ]
}

/**
 * The figure at the end of a summary. `current`: the rows run up to today; `closing`: the rows end with a period;
 * `net`: the rows are those of one name, and their difference is no balance of the account.
 */
export type SummaryEnd = 'current' | 'closing' | 'net'

/**
 * Returns the SUMMARY block of §3.
 * @param opening the balance before the period, where the rows do not begin at the account's first day: without it the
 * balance would not follow from the sums
 */
export function summaryLines(
  sums: FileSums,
  { opening, end, language }: { opening: Paise | undefined; end: SummaryEnd; language: Language },
): SummaryLine[] {
  const t = REPORT_WORDS[language]
  const balance = (opening ?? 0) + sums.received - sums.spent
  return [
    ...(opening === undefined ? [] : [[t.openingBalance, opening] satisfies SummaryLine]),
    ...totalLines(sums, language),
    [t[`${end}${balance < 0 ? 'Deficit' : 'Surplus'}`], balance],
  ]
}
