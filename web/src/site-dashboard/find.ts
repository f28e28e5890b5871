import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'

export interface Filter {
  /** Searched in recipient, purpose, narration, amount and payment mode, whatever the case (§2). */
  readonly text: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive; "" for no bound. */
  readonly from: string
  readonly to: string
}

export const NO_FILTER: Filter = { text: '', from: '', to: '' }

/** @param extra more words of a row that its reader sees, such as "Head Office" or the payment mode in Hindi */
export function matches(row: Transaction, filter: Filter, extra: readonly string[]): boolean {
  const day = dayOf(row.date)
  if (filter.from !== '' && day < filter.from) return false
  if (filter.to !== '' && day > filter.to) return false
  const wanted = filter.text.trim().toLowerCase()
  const searched = [row.recipient, row.purpose, row.narration, row.amount, row.paymentMode, ...extra]
  return wanted === '' || searched.some((text) => text.toLowerCase().includes(wanted))
}
