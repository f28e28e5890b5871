import { z } from 'zod'
import type { LabelsByLanguage, Language } from './languages.ts'
import { PAYMENT_MODE, paymentMode } from './payment-modes.ts'
import { requiredMultilineText, requiredText } from './text-schemas.ts'
import { type DisplayLabel, PAYMENT_MODE_LABELS } from './transaction-labels.ts'

/** The longest texts of an entry, in UTF-16 code units. The specification sets no limits (§9). */
export const ENTRY_TEXT_LIMITS = { purpose: 200, narration: 1000 }

interface EntryField {
  /** Its column of `read.ledger_rows`, of type text. */
  readonly column: string
  /** The rule of a request, with the sentences of §5. */
  readonly request: z.ZodType
  /** Its value in events, answers and rows. A text that may be missing is nullable. */
  readonly stored: z.ZodType<string | null>
  /** For the API's description. */
  readonly description: string
  readonly label: DisplayLabel
  /** Its name in the edit log, in small letters. */
  readonly editLogName: string
  /** The width of its column in a spreadsheet, in characters. */
  readonly sheetWidth: number
}

/**
 * The fields of an entry that a person fills in and the ledger only stores, in the order of every list, file and
 * dialog. Requests, events, answers, read model, search, edit log, files and screens derive from this table. Amount,
 * date, account, payee and bills are not here: the ledger computes with them, so each has code of its own.
 */
export const ENTRY_FIELDS = {
  purpose: {
    column: 'purpose',
    request: requiredText('Purpose is required', ENTRY_TEXT_LIMITS.purpose),
    stored: z.string(),
    description: 'The reason for the payment, in a few words',
    label: { en: 'Purpose', hi: 'किस लिए' },
    editLogName: 'purpose',
    sheetWidth: 25,
  },
  paymentMode: {
    column: 'payment_mode',
    request: z.enum(paymentMode.options, { error: 'Payment mode is required' }),
    stored: paymentMode,
    description: PAYMENT_MODE,
    label: { en: 'Payment Mode', hi: 'भुगतान का तरीका' },
    editLogName: 'payment mode',
    sheetWidth: 15,
  },
  narration: {
    column: 'narration',
    request: requiredMultilineText('Narration is required', ENTRY_TEXT_LIMITS.narration),
    stored: z.string(),
    description: 'The whole story in free text, with line breaks',
    label: { en: 'Narration', hi: 'विवरण' },
    editLogName: 'narration',
    sheetWidth: 30,
  },
} as const satisfies Record<string, EntryField>

type Fields = typeof ENTRY_FIELDS
export type EntryFieldName = keyof Fields

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as EntryFieldName[]

/** The values of the fields as events, answers and rows have them. */
export type EntryFieldValues = { [Name in EntryFieldName]: z.infer<Fields[Name]['stored']> }
/** The same by the names of the columns. */
export type EntryColumns = { [Name in EntryFieldName as Fields[Name]['column']]: EntryFieldValues[Name] }
/** The same as a request gives them: a text that may be missing may be left out. */
export type EntryFieldInput = z.infer<z.ZodObject<typeof ENTRY_REQUEST_SHAPE>>

/** Returns an object with a value for each field, in their order. */
export function mapEntryFields<Value>(makeValue: (name: EntryFieldName) => Value): Record<EntryFieldName, Value>
export function mapEntryFields(makeValue: (name: EntryFieldName) => unknown): Record<string, unknown> {
  return Object.fromEntries(ENTRY_FIELD_NAMES.map((name) => [name, makeValue(name)]))
}

/** Returns the schemas of the fields, with their descriptions, as a part of an object's shape. */
function shapeOf<Part extends 'request' | 'stored'>(part: Part): { [Name in EntryFieldName]: Fields[Name][Part] }
function shapeOf(part: 'request' | 'stored'): Record<string, z.ZodType> {
  return mapEntryFields((name) => ENTRY_FIELDS[name][part].describe(ENTRY_FIELDS[name].description))
}
export const ENTRY_REQUEST_SHAPE = shapeOf('request')
export const ENTRY_STORED_SHAPE = shapeOf('stored')

/** Returns the values of a request as an event stores them: a text that was left out is null. */
export function toStoredFields(given: EntryFieldInput): EntryFieldValues
export function toStoredFields(given: Partial<Record<EntryFieldName, string | null>>): Record<string, unknown> {
  return mapEntryFields((name) => given[name] ?? null)
}

export const ENTRY_FIELD_LABELS: LabelsByLanguage<EntryFieldName> = {
  en: mapEntryFields((name) => ENTRY_FIELDS[name].label.en),
  hi: mapEntryFields((name) => ENTRY_FIELDS[name].label.hi),
}

/** Returns a value as people read it; empty where there is none. A purpose stays as it is stored. */
export function entryFieldText(values: EntryFieldValues, name: EntryFieldName, language: Language): string {
  return name === 'paymentMode' ? PAYMENT_MODE_LABELS[values.paymentMode][language] : (values[name] ?? '')
}
