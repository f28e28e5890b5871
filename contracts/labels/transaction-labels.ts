import type { Language } from '../languages.ts'
import type { PaymentMode } from '../payment-modes.ts'
import type { BilingualLabel } from './bilingual-label.ts'

/** The source of money that no field account sent. */
export const HEAD_OFFICE_LABEL: BilingualLabel = { en: 'Head Office', hi: 'हेड ऑफिस' }

/** The head of a column with voucher numbers. */
export const VOUCHER_LABEL: BilingualLabel = { en: 'Voucher number', hi: 'वाउचर नंबर' }

const CANCELLED: BilingualLabel = { en: 'cancelled', hi: 'कैंसिल' }
/** Returns the number of a deleted entry: no other entry gets it. */
export const cancelledVoucher = (voucher: string, language: Language) => `${voucher} (${CANCELLED[language]})`

/** §2: the badge of a transfer. */
export const TRANSFER_LABEL: BilingualLabel = { en: 'TRANSFER', hi: 'ट्रांसफ़र' }

export const PAYMENT_MODE_LABELS: Readonly<Record<PaymentMode, BilingualLabel>> = {
  cash: { en: 'Cash', hi: 'नकद' },
  upi: { en: 'UPI', hi: 'UPI' },
  bank_transfer: { en: 'Bank Transfer', hi: 'बैंक ट्रांसफ़र' },
  cheque: { en: 'Cheque', hi: 'चेक' },
}
