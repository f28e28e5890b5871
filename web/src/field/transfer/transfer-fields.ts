import type { Day } from '@ledger/contracts/dates.ts'
import { TRANSFER_ERROR_TITLES } from '@ledger/contracts/http/entry-requests.ts'
import { ERROR_CATALOGUE } from '@ledger/contracts/http/error-catalogue.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { paiseOf, parseAmount } from '@ledger/contracts/money.ts'

/** The form as typed. The contract's `transferBody` validates it. No mode is preselected (§5). */
export type TransferFields = {
  toUserId: string
  amount: string
  paymentMode: string
  narration: string
  reference: string
  date: string
}

/** @param date today */
export function blankTransfer(date: Day): TransferFields {
  return { toUserId: '', amount: '', paymentMode: '', narration: '', reference: '', date }
}

/** The fields that must be filled before the form can be sent, in the order of §5. */
export const REQUIRED_TRANSFER_FIELDS = ['toUserId', 'amount', 'paymentMode', 'narration'] as const

/** Returns the title of a message. §5: the sentences of a transfer have titles of their own. */
export function transferErrorTitle(message: string): string {
  const titles: Readonly<Record<string, string>> = TRANSFER_ERROR_TITLES
  return titles[message] ?? 'Error'
}

/**
 * Tells whether the amount exceeds the balance as it was last read (§5, the last check). The ledger checks it again.
 */
export function exceedsBalance(amount: string, balance: Balance | undefined): boolean {
  const paise = parseAmount(amount)
  return paise !== undefined && balance !== undefined && paise > paiseOf(balance.currentBalance)
}

export const INSUFFICIENT_BALANCE = ERROR_CATALOGUE.insufficient_balance
