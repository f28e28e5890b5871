import { UNPRINTABLE_CHARACTER } from './invisible-characters.ts'

/**
 * Escapes texts for output. Old events can hold characters that the ledger accepted in the past: zero-width and
 * direction-changing characters, noncharacters, line breaks in names. Files and terminals show each as its number,
 * `[U+202E]`, so that it is visible and has no effect.
 */

const ALL_UNPRINTABLE = new RegExp(UNPRINTABLE_CHARACTER.source, 'gu')
const ALL_BUT_LINE_ENDS = new RegExp(String.raw`(?!\n)${UNPRINTABLE_CHARACTER.source}`, 'gu')
const ALL_LINE_ENDS = /\r\n?|\n/g

/** Most texts are plain ASCII, and this test is cheaper than a look at each character. */
const PLAIN_ASCII_TEXT = /^[ -~]*$/

/** Returns the text as one line; each line break becomes ¶. */
export function printableLine(text: string): string {
  if (PLAIN_ASCII_TEXT.test(text)) return text
  return text.replaceAll(ALL_LINE_ENDS, '¶').replaceAll(ALL_UNPRINTABLE, codePointNotation)
}

/** Returns the text escaped as in `printableLine`, but with its line breaks, each as `\n`. */
export function printableLines(text: string): string {
  if (PLAIN_ASCII_TEXT.test(text)) return text
  return text.replaceAll(ALL_LINE_ENDS, '\n').replaceAll(ALL_BUT_LINE_ENDS, codePointNotation)
}

/**
 * Returns the text as `printableLines` does, for a cell of a workbook, in which `_x0041_` would be read as the letter A
 * (ECMA-376, 22.9.2.19).
 */
export function printableCell(text: string): string {
  const lines = printableLines(text)
  return lines.includes('_') ? lines.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_') : lines
}

/** Returns a value as JSON that a terminal can show: unprintable characters are escaped, and parsing restores them. */
export function printableJson(value: object): string {
  return JSON.stringify(value).replaceAll(ALL_UNPRINTABLE, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(''),
  )
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')

/** Returns a character as its number, the way people write characters that they cannot type. */
export function codePointNotation(character: string): string {
  return `[U+${hex(character.codePointAt(0) ?? 0)}]`
}
