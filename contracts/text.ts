import { z } from 'zod'

/** The longest texts that the ledger takes, in UTF-16 code units. The specification sets none (§9). */
export const LIMITS = {
  name: 100,
  siteName: 100,
  recipient: 120,
  purpose: 200,
  narration: 1000,
  email: 254,
  password: 128,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * One line of a form: white space around it is dropped, and it must not be blank.
 * @param message what a person reads when it is missing
 */
export function text(message: string, max: number) {
  return trimmed(max, message)
    .refine((value) => value !== '', message)
    .meta({ pattern: String.raw`\S` })
}

function trimmed(max: number, message?: string) {
  return z
    .string(message === undefined ? {} : { error: message })
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), 'Please remove characters that cannot be printed')
    .transform((value) => value.trim())
}

/** The same for a field that may be left out or left empty; out comes undefined then. */
export function optionalText(max: number) {
  return trimmed(max)
    .nullable()
    .optional()
    .transform((value) => value || undefined)
}

/** The same for a field of an edit form: left out it stays (undefined), left empty it is cleared (null). */
export function clearableText(max: number) {
  return trimmed(max)
    .nullable()
    .optional()
    .transform((value) => (value === undefined ? undefined : value || null))
}

/** The form in which two spellings of a beneficiary are one: case and white space do not count (api.md). */
export function sameName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}
