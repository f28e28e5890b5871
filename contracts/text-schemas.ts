import { z } from 'zod'
import { TOO_MANY_MARKS, UNPRINTABLE_CHARACTER, VISIBLE_CHARACTER, withoutInvisible } from './invisible-characters.ts'

/** The longest texts that the ledger takes, in UTF-16 code units. The specification sets none (§9). */
export const TEXT_LIMITS = {
  name: 100,
  siteName: 100,
  recipient: 120,
  purpose: 200,
  narration: 1000,
  email: 254,
  password: 128,
  issuer: 500,
  clientId: 255,
}

/** Said of every field that takes free text, by the server and by the web app's forms. */
export const UNPRINTABLE_TEXT_MESSAGE = 'Please remove characters that cannot be printed'

/** NFC writes no text in less than a quarter of its UTF-16 code units: U+1F82 stands for four (Unicode's FAQ, Normalization). */
const LONGEST_DECOMPOSED = 4

/**
 * A text in NFC, of at most `max` UTF-16 code units. One that cannot become so short, or has more marks in a row than can be
 * printed, is refused as it came: anybody may send 16 kB, and normalising them could take a quarter of a second.
 */
const boundedText = (max: number, message?: string) =>
  z
    .string(message === undefined ? {} : { error: message })
    .overwrite((text) =>
      text.length > max * LONGEST_DECOMPOSED || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC'),
    )
    .max(max, { error: `Please use at most ${max} characters`, abort: true })

/** One line that may be empty. White space around it is dropped. */
export const singleLineText = (max: number, message?: string) =>
  boundedText(max, message).refine(isPrintable, UNPRINTABLE_TEXT_MESSAGE).trim()

/**
 * Whether every character of a line can be written, printed and seen where it stands (api.md, Text). White space around it is
 * dropped anyway, but for U+FEFF, which JavaScript takes for white space and Unicode for a zero-width character.
 */
export function isPrintable(value: string): boolean {
  return !value.includes('\ufeff') && !UNPRINTABLE_CHARACTER.test(value.trim()) && !TOO_MANY_MARKS.test(value)
}

/**
 * One line of a form: white space around it is dropped, and something of it must be seen.
 * @param message what a person reads when it is missing
 */
export function requiredText(message: string, max: number) {
  return singleLineText(max, message)
    .refine((value) => VISIBLE_CHARACTER.test(value), message)
    .meta({ pattern: String.raw`\S` })
}

/** The same with line breaks, each `\n`: a narration, a message. */
export function requiredMultilineText(message: string, max: number) {
  return boundedText(max, message)
    .overwrite((value) => value.replaceAll(/\r\n?/g, '\n'))
    .refine((value) => isPrintable(value.replaceAll('\n', ' ')), UNPRINTABLE_TEXT_MESSAGE)
    .trim()
    .refine((value) => VISIBLE_CHARACTER.test(value), message)
    .meta({ pattern: String.raw`\S` })
}

/** The same for a field that may be left out or left empty; out comes undefined then. */
export function optionalText(max: number) {
  return singleLineText(max)
    .nullable()
    .optional()
    .transform((value) => value || undefined)
}

/** The same for a field of an edit form: left out it stays (undefined), left empty it is cleared (null). */
export function clearableText(max: number) {
  return singleLineText(max)
    .nullable()
    .optional()
    .transform((value) => (value === undefined ? undefined : value || null))
}

/** An e-mail address: one line, and something on both sides of an @. */
export function emailAddress(message: string) {
  return requiredText(message, TEXT_LIMITS.email).refine(
    (value) => /^[^@\s]+@[^@\s]+$/.test(value),
    'Please enter a valid email address',
  )
}

/** What a company may be called. */
export const companyNameSchema = requiredText('A company needs a name', TEXT_LIMITS.name)

/** In UTF-16 code units: longer than any name that the ledger takes, and short enough to be normalised whatever it is made of. */
const LONGEST_NAME = 1000

/**
 * The form in which two spellings of a name are one: case, white space and what cannot be seen do not count (api.md). What is longer
 * than any name, as a browser's field can be, has the form in which it was written.
 */
export function normalizeName(name: string): string {
  // Nothing of these is unseen, or has another form: most names need no more than this.
  const isPlain = name.length > LONGEST_NAME || PRINTABLE_ASCII.test(name)
  const compatible = isPlain ? name : withoutInvisible(name).normalize('NFKC')
  return compatible.toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

const PRINTABLE_ASCII = /^[ -~]*$/
