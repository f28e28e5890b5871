import { z } from 'zod'
import {
  type ENTRY_TEXT_FIELDS,
  ENTRY_TEXT_LIMITS,
  type EntryFieldName,
  mapEntryTextFields,
} from './entry-text-fields.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from './payment-modes.ts'
import { clearableText, requiredMultilineText, requiredText } from './text/text-schemas.ts'

/** The descriptions of the fields in the API's document. */
const PURPOSE = 'The reason for the payment, in a few words'
export const NARRATION = 'The whole story in free text, with line breaks'
const REFERENCE = 'The number of the payment elsewhere: a UTR, a cheque or a challan'

/** The reference of a request. An edit that leaves it out keeps it, and an empty one clears it. */
export const REFERENCE_OF_REQUEST = clearableText(ENTRY_TEXT_LIMITS.reference).meta({
  description: REFERENCE,
  examples: ['UTR N123456789012'],
})

/** The rules of a request for the fields of entry-text-fields.ts, with the sentences of §5. */
export const ENTRY_TEXT_REQUEST_SHAPE = {
  purpose: requiredText('Purpose is required', ENTRY_TEXT_LIMITS.purpose).describe(PURPOSE),
  paymentMode: z.enum(paymentMode.options, { error: 'Payment mode is required' }).describe(PAYMENT_MODE_DESCRIPTION),
  narration: requiredMultilineText('Narration is required', ENTRY_TEXT_LIMITS.narration).describe(NARRATION),
  reference: REFERENCE_OF_REQUEST,
} satisfies Record<EntryFieldName, z.ZodType>
/** The values of a request. A text that may be missing may be left out. */
export type EntryFieldInput = z.input<z.ZodObject<typeof ENTRY_TEXT_REQUEST_SHAPE>>

/** The values in events and answers. A text that may be missing is nullable. */
export const ENTRY_TEXT_STORED_SHAPE = {
  purpose: z.string().describe(PURPOSE),
  paymentMode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION),
  narration: z.string().describe(NARRATION),
  reference: z.string().nullable().describe(REFERENCE),
} satisfies Record<EntryFieldName, z.ZodType<string | null>>
export type EntryFieldValues = z.infer<z.ZodObject<typeof ENTRY_TEXT_STORED_SHAPE>>

/** The same values by the names of their columns. */
export type EntryColumns = {
  [Name in EntryFieldName as (typeof ENTRY_TEXT_FIELDS)[Name]['column']]: EntryFieldValues[Name]
}

/** Returns the values of a request as an event stores them: a text that was left out is null. */
export function toStoredFields(given: EntryFieldInput): EntryFieldValues
export function toStoredFields(
  given: { [Name in EntryFieldName]?: string | null | undefined },
): Record<string, unknown> {
  return mapEntryTextFields((name) => given[name] ?? null)
}
