import { PAYMENT_MODE_LABELS } from '@ledger/contracts/labels/transaction-labels.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { inBothLanguages } from './in-both-languages.ts'
import type { Language } from './language-setting.ts'

const paymentModesIn = (language: Language) =>
  ({
    cash: PAYMENT_MODE_LABELS.cash[language],
    upi: PAYMENT_MODE_LABELS.upi[language],
    bank_transfer: PAYMENT_MODE_LABELS.bank_transfer[language],
    cheque: PAYMENT_MODE_LABELS.cheque[language],
  }) satisfies Record<PaymentMode, string>

export const paymentModeLabels = inBothLanguages(paymentModesIn('en'), paymentModesIn('hi'))
