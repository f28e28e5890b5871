import { UNPRINTABLE_CHARACTER } from './invisible-characters.ts'

/**
 * Texts on their way out. Old events hold what was once taken: zero-width and direction-changing characters, noncharacters, line
 * breaks in names. Each stands in files and on terminals as its number, `[U+202E]`, so that it is seen and does nothing.
 */

const ALL_UNPRINTABLE = new RegExp(UNPRINTABLE_CHARACTER.source, 'gu')
const ALL_BUT_LINE_ENDS = new RegExp(String.raw`(?!\n)${UNPRINTABLE_CHARACTER.source}`, 'gu')
const ALL_LINE_ENDS = /\r\n?|\n/g

/** Most texts are plain, and telling so is cheaper than looking at each of their characters. */
const PLAIN_ASCII_TEXT = /^[ -~]*$/

/** The text as one line; a line's end in it stands as ¶. */
export function printableLine(text: string): string {
  if (PLAIN_ASCII_TEXT.test(text)) return text
  return text.replaceAll(ALL_LINE_ENDS, '¶').replaceAll(ALL_UNPRINTABLE, codePointNotation)
}

/** The same with its lines kept, each ended by `\n`. */
export function printableLines(text: string): string {
  if (PLAIN_ASCII_TEXT.test(text)) return text
  return text.replaceAll(ALL_LINE_ENDS, '\n').replaceAll(ALL_BUT_LINE_ENDS, codePointNotation)
}

/** The same for a cell of a workbook, where `_x0041_` would be read as the letter A (ECMA-376, 22.9.2.19). */
export function printableCell(text: string): string {
  const lines = printableLines(text)
  return lines.includes('_') ? lines.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_') : lines
}

/** JSON of a value that a terminal shows as it is: what cannot be printed stands escaped, and reads back as it was. */
export function printableJson(value: object): string {
  return JSON.stringify(value).replaceAll(ALL_UNPRINTABLE, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(''),
  )
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')

/** A character by its number, as people write about characters that they cannot type. */
export function codePointNotation(character: string): string {
  return `[U+${hex(character.codePointAt(0) ?? 0)}]`
}
