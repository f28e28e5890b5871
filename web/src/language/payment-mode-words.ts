import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { inBothLanguages } from './words.ts'

export const paymentModeWords = inBothLanguages(
  { cash: 'Cash', upi: 'UPI', bank_transfer: 'Bank Transfer', cheque: 'Cheque' } satisfies Record<PaymentMode, string>,
  { cash: 'नकद', upi: 'UPI', bank_transfer: 'बैंक ट्रांसफ़र', cheque: 'चेक' },
)

/** A payment mode that was searched for as it is read in Hindi, as the server knows it; all other words as they are. */
export function inServersWords(typed: string): string {
  const words = typed.trim()
  const [mode] = Object.entries(paymentModeWords.hi).find(([, hindi]) => hindi === words) ?? []
  return mode ?? words
}
