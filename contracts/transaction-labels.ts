import type { PaymentMode } from './payment-modes.ts'

/**
 * The words that a row shows in place of a stored value, in both languages. The screens show them, and a search finds
 * them, however the entry was recorded (§2, Transaction list behaviour).
 */
export interface DisplayLabel {
  readonly en: string
  readonly hi: string
}

/** The source of money that no field account sent. */
export const HEAD_OFFICE_LABEL: DisplayLabel = { en: 'Head Office', hi: 'हेड ऑफिस' }

/** §2: the badge of a transfer. */
export const TRANSFER_LABEL: DisplayLabel = { en: 'TRANSFER', hi: 'ट्रांसफ़र' }

export const PAYMENT_MODE_LABELS: Readonly<Record<PaymentMode, DisplayLabel>> = {
  cash: { en: 'Cash', hi: 'नकद' },
  upi: { en: 'UPI', hi: 'UPI' },
  bank_transfer: { en: 'Bank Transfer', hi: 'बैंक ट्रांसफ़र' },
  cheque: { en: 'Cheque', hi: 'चेक' },
}

/**
 * The purposes that the ledger writes itself, as stored. No user typed them, so each reader sees them in their own
 * language.
 */
export const MONEY_SENT_PURPOSE = 'Money from Head Office'
export const TRANSFER_PURPOSE = 'Transfer to Supervisor'

const GENERATED_PURPOSE_LABELS: ReadonlyMap<string, DisplayLabel> = new Map([
  [MONEY_SENT_PURPOSE, { en: MONEY_SENT_PURPOSE, hi: 'हेड ऑफिस से मिले पैसे' }],
  [TRANSFER_PURPOSE, { en: TRANSFER_PURPOSE, hi: 'सुपरवाइज़र को ट्रांसफ़र' }],
])

export const isGeneratedPurpose = (purpose: string) => GENERATED_PURPOSE_LABELS.has(purpose)

/** Returns a purpose as the reader sees it. A purpose that a user typed is returned unchanged. */
export function purposeLabel(purpose: string, language: keyof DisplayLabel): string {
  return GENERATED_PURPOSE_LABELS.get(purpose)?.[language] ?? purpose
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
  const has = ({ en, hi }: DisplayLabel) => [en, hi].some((text) => foldForLabelSearch(text).includes(wanted))
  const keysOf = (shown: Iterable<[string, DisplayLabel]>) =>
    [...shown].filter(([kept, each]) => has(each) || foldForLabelSearch(kept).includes(wanted)).map(([kept]) => kept)
  return {
    headOffice: has(HEAD_OFFICE_LABEL),
    transfers: has(TRANSFER_LABEL),
    modes: keysOf(Object.entries(PAYMENT_MODE_LABELS)),
    purposes: keysOf(GENERATED_PURPOSE_LABELS),
  }
}

const foldForLabelSearch = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('़', '')
