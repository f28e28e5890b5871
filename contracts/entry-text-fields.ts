import type { BilingualLabel } from './labels/bilingual-label.ts'
import { PAYMENT_MODE_LABELS } from './labels/transaction-labels.ts'
import type { LabelsByLanguage, Language } from './languages.ts'
import type { PaymentMode } from './payment-modes.ts'

/** The longest texts of an entry, in UTF-16 code units. The specification sets no limits (§9). */
export const ENTRY_TEXT_LIMITS = { purpose: 200, narration: 1000, reference: 40 }

interface EntryField {
  /** Its column of `read.ledger_rows`, of type text. */
  readonly column: string
  readonly label: BilingualLabel
  /** Its name in the edit log, in small letters. */
  readonly editLogName: string
  /** The width of its column in a spreadsheet, in characters. */
  readonly sheetWidth: number
}

/**
 * The fields of an entry that a person fills in and the ledger only stores, in the order of every list, file and
 * dialog. Read model, search, edit log, files and screens derive from this table; requests, events and answers from the
 * schemas of contracts/entry-text-field-schemas.ts. A list needs no schema, so the two are apart. Amount, date,
 * account, beneficiary and bills are not here: the ledger computes with them, so each has code of its own.
 */
export const ENTRY_TEXT_FIELDS = {
  purpose: {
    column: 'purpose',
    label: { en: 'Purpose', hi: 'किस लिए' },
    editLogName: 'purpose',
    sheetWidth: 25,
  },
  paymentMode: {
    column: 'payment_mode',
    label: { en: 'Payment Mode', hi: 'भुगतान का तरीका' },
    editLogName: 'payment mode',
    sheetWidth: 15,
  },
  narration: {
    column: 'narration',
    label: { en: 'Narration', hi: 'विवरण' },
    editLogName: 'narration',
    sheetWidth: 30,
  },
  reference: {
    column: 'reference',
    label: { en: 'Reference', hi: 'रेफ़रेंस' },
    editLogName: 'reference',
    sheetWidth: 20,
  },
} as const satisfies Record<string, EntryField>

export type EntryFieldName = keyof typeof ENTRY_TEXT_FIELDS

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_TEXT_FIELDS) as EntryFieldName[]

/** Returns an object with a value for each field, in their order. */
export function mapEntryTextFields<Value>(makeValue: (name: EntryFieldName) => Value): Record<EntryFieldName, Value>
export function mapEntryTextFields(makeValue: (name: EntryFieldName) => unknown): Record<string, unknown> {
  return Object.fromEntries(ENTRY_FIELD_NAMES.map((name) => [name, makeValue(name)]))
}

export const ENTRY_FIELD_LABELS: LabelsByLanguage<EntryFieldName> = {
  en: mapEntryTextFields((name) => ENTRY_TEXT_FIELDS[name].label.en),
  hi: mapEntryTextFields((name) => ENTRY_TEXT_FIELDS[name].label.hi),
}

type ShownFields = Record<EntryFieldName, string | null> & { paymentMode: PaymentMode }

/** Returns a value as people read it; empty where there is none. A purpose stays as it is stored. */
export function entryFieldText(values: ShownFields, name: EntryFieldName, language: Language): string {
  return name === 'paymentMode' ? PAYMENT_MODE_LABELS[values.paymentMode][language] : (values[name] ?? '')
}
