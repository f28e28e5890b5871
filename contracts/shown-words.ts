import type { PaymentMode } from './payment-modes.ts'

/**
 * Words that a row shows in place of what is kept, in both languages: the screens write them, and a search finds them, however
 * the entry was recorded (§2, Transaction list behaviour).
 */
export interface Shown {
  readonly en: string
  readonly hi: string
}

/** Where money came from that nobody of the field sent. */
export const HEAD_OFFICE_SHOWN: Shown = { en: 'Head Office', hi: 'हेड ऑफिस' }

/** §2: the badge of a transfer. */
export const TRANSFER_SHOWN: Shown = { en: 'TRANSFER', hi: 'ट्रांसफ़र' }

export const MODES_SHOWN: Readonly<Record<PaymentMode, Shown>> = {
  cash: { en: 'Cash', hi: 'नकद' },
  upi: { en: 'UPI', hi: 'UPI' },
  bank_transfer: { en: 'Bank Transfer', hi: 'बैंक ट्रांसफ़र' },
  cheque: { en: 'Cheque', hi: 'चेक' },
}

/** The purposes that the ledger writes itself, as they are kept: nobody typed them, so they are read in the reader's language. */
export const SENT_MONEY = 'Money from Head Office'
export const TRANSFER_PURPOSE = 'Transfer to Supervisor'

const PURPOSES_SHOWN: ReadonlyMap<string, Shown> = new Map([
  [SENT_MONEY, { en: SENT_MONEY, hi: 'हेड ऑफिस से मिले पैसे' }],
  [TRANSFER_PURPOSE, { en: TRANSFER_PURPOSE, hi: 'सुपरवाइज़र को ट्रांसफ़र' }],
])

export const isWrittenPurpose = (purpose: string) => PURPOSES_SHOWN.has(purpose)

/** A purpose as it is read: one that somebody typed stays as it is. */
export function purposeShown(purpose: string, language: keyof Shown): string {
  return PURPOSES_SHOWN.get(purpose)?.[language] ?? purpose
}

/** What of a row is shown in other words than it is kept in, and has the words that somebody looks for. */
export interface Found {
  readonly headOffice: boolean
  readonly transfers: boolean
  readonly modes: readonly string[]
  readonly purposes: readonly string[]
}

/** @param words at least one character that is no white space; case and the nukta, which many leave out, do not count */
export function foundInShownWords(words: string): Found {
  const wanted = folded(words.trim())
  const has = ({ en, hi }: Shown) => [en, hi].some((text) => folded(text).includes(wanted))
  const keysOf = (shown: Iterable<[string, Shown]>) =>
    [...shown].filter(([kept, each]) => has(each) || folded(kept).includes(wanted)).map(([kept]) => kept)
  return {
    headOffice: has(HEAD_OFFICE_SHOWN),
    transfers: has(TRANSFER_SHOWN),
    modes: keysOf(Object.entries(MODES_SHOWN)),
    purposes: keysOf(PURPOSES_SHOWN),
  }
}

const folded = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('़', '')
