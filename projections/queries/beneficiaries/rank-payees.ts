import { DAY_MS } from '@ledger/contracts/dates.ts'
import type { FrequentPayee } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'

type PaidRow = Pick<
  Transaction,
  'recipient' | 'purpose' | 'paymentMode' | 'amount' | 'date' | 'narration' | 'isTransfer'
>

const MAX_PAYEES = 12
const MAX_NARRATIONS = 3
/** An expense of a week ago counts half as much as one of today. */
const HALF_WEIGHT_DAYS = 7

/**
 * Returns the beneficiaries of expenses, the likeliest to be paid next first: each expense counts, a recent one more
 * than an old one. Transfers are left out.
 * @param rows debits, the newest first
 * @param now ISO 8601 in UTC
 */
export function rankPayees(rows: readonly PaidRow[], now: string): FrequentPayee[] {
  const paid = Map.groupBy(
    rows.filter(({ isTransfer }) => !isTransfer),
    ({ recipient }) => recipient,
  )
  return [...paid]
    .map(([name, expenses]) => ({ name, expenses, weight: sumOfWeights(expenses, now) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_PAYEES)
    .flatMap(({ name, expenses }) => {
      const [last] = expenses
      if (last === undefined) return []
      const narrations = countedTexts(expenses.map(({ narration }) => narration)).slice(0, MAX_NARRATIONS)
      return {
        name,
        purpose: countedTexts(expenses.map(({ purpose }) => purpose))[0]?.text ?? last.purpose,
        paymentMode: countedTexts(expenses.map(({ paymentMode }) => paymentMode))[0]?.text ?? last.paymentMode,
        amount: last.amount,
        date: last.date,
        narrations,
      }
    })
}

function sumOfWeights(expenses: readonly PaidRow[], now: string): number {
  return expenses.reduce((sum, { date }) => {
    const days = Math.max(0, (Date.parse(now) - Date.parse(date)) / DAY_MS)
    return sum + HALF_WEIGHT_DAYS / (HALF_WEIGHT_DAYS + days)
  }, 0)
}

/** Returns each text with its count, the most frequent first; of equal counts the one that came first. */
function countedTexts<Text extends string>(texts: readonly Text[]): { text: Text; times: number }[] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, same]) => ({ text, times: same.length }))
    .sort((a, b) => b.times - a.times)
}
