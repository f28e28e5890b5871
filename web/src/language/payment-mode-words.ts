import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { inBothLanguages } from './words.ts'

export const paymentModeWords = inBothLanguages(
  { cash: 'Cash', upi: 'UPI', bank_transfer: 'Bank Transfer', cheque: 'Cheque' } satisfies Record<PaymentMode, string>,
  { cash: 'नकद', upi: 'UPI', bank_transfer: 'बैंक ट्रांसफ़र', cheque: 'चेक' },
)
