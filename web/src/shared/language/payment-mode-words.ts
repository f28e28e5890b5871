import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { MODES_SHOWN } from '@ledger/contracts/shown-words.ts'
import type { Language } from './language.ts'
import { inBothLanguages } from './words.ts'

const modesIn = (language: Language) =>
  ({
    cash: MODES_SHOWN.cash[language],
    upi: MODES_SHOWN.upi[language],
    bank_transfer: MODES_SHOWN.bank_transfer[language],
    cheque: MODES_SHOWN.cheque[language],
  }) satisfies Record<PaymentMode, string>

export const paymentModeWords = inBothLanguages(modesIn('en'), modesIn('hi'))
