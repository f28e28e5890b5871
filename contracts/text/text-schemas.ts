import { z } from 'zod'
import { TOO_MANY_MARKS, UNPRINTABLE_CHARACTER, VISIBLE_CHARACTER, withoutInvisible } from './invisible-characters.ts'
import { latinDigits } from './latin-digits.ts'

/** The longest texts that the ledger accepts, in UTF-16 code units. The specification sets no limits (§9). */
export const TEXT_LIMITS = {
  name: 100,
  siteName: 100,
  recipient: 120,
  email: 254,
  password: 128,
  issuer: 500,
  clientId: 255,
}

/** The message for every field of free text, in the server and in the web app's forms. */
export const UNPRINTABLE_TEXT_MESSAGE = 'Please remove characters that cannot be printed'

/**
 * NFC shortens a text to a quarter of its UTF-16 code units at most: U+1F82 replaces four (Unicode's FAQ,
 * Normalization).
 */
const LONGEST_DECOMPOSED = 4

/**
 * A text in NFC, of at most `max` UTF-16 code units. A text that cannot become so short, or that has too many marks in
 * a row, is refused without normalising it: any client may send 16 kB, and normalising that could take a quarter of a
 * second.
 */
const boundedText = (max: number, message?: string) =>
  z
    .string(message === undefined ? {} : { error: message })
    .overwrite((text) =>
      text.length > max * LONGEST_DECOMPOSED || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC'),
    )
    .max(max, { error: `Please use at most ${max} characters`, abort: true })

/** One line, which may be empty. White space around it is removed. */
export const singleLineText = (max: number, message?: string) =>
  boundedText(max, message).refine(isPrintable, UNPRINTABLE_TEXT_MESSAGE).trim()

/**
 * Returns whether every character of a line can be written, printed and seen at its place (api.md, Text). White space
 * around the line is removed anyway, except U+FEFF, which JavaScript treats as white space and Unicode as a zero-width
 * character.
 */
export function isPrintable(value: string): boolean {
  return !value.includes('\ufeff') && !UNPRINTABLE_CHARACTER.test(value.trim()) && !TOO_MANY_MARKS.test(value)
}

/**
 * One line of a form: white space around it is removed, and at least one character must be visible.
 * @param message the sentence for a missing text
 */
export function requiredText(message: string, max: number) {
  return singleLineText(max, message)
    .refine((value) => VISIBLE_CHARACTER.test(value), message)
    .meta({ pattern: String.raw`\S` })
}

/** The same for several lines, with each line break as `\n`: a narration, a message. */
export function requiredMultilineText(message: string, max: number) {
  return boundedText(max, message)
    .overwrite((value) => value.replaceAll(/\r\n?/g, '\n'))
    .refine((value) => isPrintable(value.replaceAll('\n', ' ')), UNPRINTABLE_TEXT_MESSAGE)
    .trim()
    .refine((value) => VISIBLE_CHARACTER.test(value), message)
    .meta({ pattern: String.raw`\S` })
}

/** One line for a field that may be omitted or empty, which then parses as undefined. */
export function optionalText(max: number) {
  return singleLineText(max)
    .nullable()
    .optional()
    .transform((value) => value || undefined)
}

/** One line for a field of an edit form: omitted, it stays unchanged (undefined); empty, it is cleared (null). */
export function clearableText(max: number) {
  return singleLineText(max)
    .nullable()
    .optional()
    .transform((value) => (value === undefined ? undefined : value || null))
}

/** An e-mail address: one line with text on both sides of an @. */
export function emailAddress(message: string) {
  return requiredText(message, TEXT_LIMITS.email).refine(
    (value) => /^[^@\s]+@[^@\s]+$/.test(value),
    'Please enter a valid email address',
  )
}

/** The name of a company. */
export const companyNameSchema = requiredText('A company needs a name', TEXT_LIMITS.name)

/**
 * In UTF-16 code units: longer than any name that the ledger accepts, and short enough to normalise any content
 * quickly.
 */
const LONGEST_NAME = 1000

/**
 * Returns the form in which two spellings of a name are equal: case, white space and invisible characters are ignored
 * (api.md). A text longer than any name, as a browser's field can hold, is only lower-cased, with each run of white
 * space as one space.
 */
export function normalizeName(name: string): string {
  return foldForms(name).toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

/**
 * Returns a text with each character in one form: without invisible characters, and full-width and other compatibility
 * forms as the plain ones. Identity and search share it; only case is left to the caller.
 */
function foldForms(text: string): string {
  // Plain ASCII has no invisible characters and no other normal form. Most names are plain.
  const isPlain = text.length > LONGEST_NAME || PRINTABLE_ASCII.test(text)
  return isPlain ? text : withoutInvisible(text).normalize('NFKC')
}

/**
 * Returns words as a search compares them, in any case: as of `normalizeName`, and with the digits of Devanagari as the
 * Latin ones. Identity keeps these digits apart, because the ids in the log do. The database folds its texts in the
 * same way (projections/queries/search/word-sql.ts), and the case of both.
 */
export function foldForSearch(words: string): string {
  return latinDigits(foldForms(words)).replaceAll(/\s+/gu, ' ').trim()
}
const PRINTABLE_ASCII = /^[ -~]*$/
