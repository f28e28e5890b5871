import type { Language } from '../languages.ts'
import type { PaymentMode } from '../payment-modes.ts'
import type { BilingualLabel } from './bilingual-label.ts'
import { GENERATED_PURPOSE_LABELS } from './generated-purposes.ts'

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

/** The values that are shown in other words than they are stored in, and whose words match a search. */
export interface LabelMatches {
  readonly headOffice: boolean
  readonly transfers: boolean
  readonly modes: readonly string[]
  readonly purposes: readonly string[]
}

/**
 * Returns the labels that contain the words, in either language. Case and the nukta, which many people omit, are
 * ignored.
 * @param words at least one character that is not white space
 */
export function findLabelMatches(words: string): LabelMatches {
  const wanted = foldForLabelSearch(words.trim())
  const has = ({ en, hi }: BilingualLabel) => [en, hi].some((text) => foldForLabelSearch(text).includes(wanted))
  const keysOf = (shown: Iterable<[string, BilingualLabel]>) =>
    [...shown].filter(([key, each]) => has(each) || foldForLabelSearch(key).includes(wanted)).map(([key]) => key)
  return {
    headOffice: has(HEAD_OFFICE_LABEL),
    transfers: has(TRANSFER_LABEL),
    modes: keysOf(Object.entries(PAYMENT_MODE_LABELS)),
    purposes: keysOf(GENERATED_PURPOSE_LABELS),
  }
}

const foldForLabelSearch = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('़', '')
