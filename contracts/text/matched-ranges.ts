import { paiseOf } from '../money.ts'
import { parseDisplayedDate } from '../parse-displayed-date.ts'
import { formatVoucherNumber, parseVoucherNumber } from '../voucher-number.ts'
import { parseAmountRange } from './amount-range.ts'
import { splitSearchWords } from './search-words.ts'
import { soundsLikeTyped, wordReadings } from './sound/word-sound.ts'
import { foldForSearch } from './text-schemas.ts'

/** A part of a text, in UTF-16 code units, as of `String.slice`. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/**
 * Returns the parts of a shown text that the words of a search match, in order and without overlaps: each word as it is
 * written, or where it is not, the words that sound like it in either script; a comparison or a range matches a text
 * that is an amount. A day and a voucher number are found as a whole, so they match as a whole or not at all. A part
 * begins and ends between characters as a reader sees them: a consonant is never cut off its vowel sign or its
 * conjunct.
 * @param query as the user typed it
 */
export function findMatchedRanges(text: string, query: string): TextRange[] {
  const words = splitSearchWords(query)
  if (words.length === 0) return []
  const whole = readWhole(text)
  if (whole !== undefined)
    return words.some((word) => readWhole(word) === whole) ? [{ start: 0, end: text.length }] : []
  const folded = foldByCharacter(text, isAmount(text) ? /[,₹]/g : undefined)
  return mergeRanges(words.flatMap((word) => rangesOfWord(text, folded, word.toLowerCase())))
}

/** Reads a text that is a day or a voucher number in one of its spellings; undefined for any other text. */
function readWhole(text: string): string | undefined {
  const voucher = parseVoucherNumber(text)
  return voucher === undefined ? parseDisplayedDate(text) : formatVoucherNumber(voucher)
}

function rangesOfWord(text: string, folded: FoldedText, word: string): TextRange[] {
  const amounts = parseAmountRange(word)
  if (amounts !== undefined) {
    const paise = isAmount(text) ? paiseOf(text.replaceAll(/[^\d.]/g, '')) : -1
    return paise >= amounts.fromPaise && paise <= amounts.toPaise ? [{ start: 0, end: text.length }] : []
  }
  const written = word.split(' ').flatMap((part) => exactRanges(folded, isAmount(part) ? plainNumber(part) : part))
  return written.length > 0 ? written : soundRanges(text, word)
}

const AMOUNT_TEXT = /^[+−-]?\s*₹?\s*\d[\d,]*(?:\.\d*)?$/
const isAmount = (text: string) => AMOUNT_TEXT.test(text)
const plainNumber = (amount: string) => amount.replaceAll(/[^\d.]/g, '')

/** A text in the form of a search, with the place in the text that each of its code units comes from. */
interface FoldedText {
  readonly folded: string
  readonly places: readonly TextRange[]
}

/** @param ignored characters that the searched words do not have either */
function foldByCharacter(text: string, ignored = /(?!)/g): FoldedText {
  let folded = ''
  const places: TextRange[] = []
  for (const { segment, index } of charactersOf(text)) {
    const form = segment.trim() === '' ? ' ' : foldForSearch(segment).toLowerCase().replaceAll(ignored, '')
    folded += form
    for (let unit = 0; unit < form.length; unit++) places.push({ start: index, end: index + segment.length })
  }
  return { folded, places }
}

/** Returns the characters as a search has them: an invisible one does not part a letter from its mark. */
function charactersOf(text: string): { segment: string; index: number }[] {
  const characters: { segment: string; index: number }[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const character = { segment, index }
    while (/^\p{M}/u.test(character.segment) || isInvisible(character.segment)) {
      const before = characters.pop()
      if (before === undefined) break
      character.segment = before.segment + character.segment
      character.index = before.index
    }
    characters.push(character)
  }
  return characters
}

const isInvisible = (segment: string) => segment.trim() !== '' && foldForSearch(segment) === ''

function exactRanges({ folded, places }: FoldedText, word: string): TextRange[] {
  const found: TextRange[] = []
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
    const [first, last] = [places[at], places[at + word.length - 1]]
    if (first !== undefined && last !== undefined) found.push({ start: first.start, end: last.end })
  }
  return found
}

const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu

function soundRanges(text: string, typed: string): TextRange[] {
  const readings = wordReadings(typed)
  if (readings.length === 0) return []
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    soundsLikeTyped(wordReadings(foldForSearch(word).toLowerCase()), readings)
      ? [wholeCharacters(text, index, index + word.length)]
      : [],
  )
}

/** Returns the range that begins and ends between characters. */
function wholeCharacters(text: string, start: number, end: number): TextRange {
  const segments = graphemes.segment(text)
  const last = segments.containing(end - 1)
  return { start: segments.containing(start)?.index ?? start, end: last ? last.index + last.segment.length : end }
}

function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push(range)
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end }
  }
  return merged
}
