import { createRequire } from 'node:module'
import { codePointNotation, printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import type { Bidi } from 'bidi-js'
import { type FontName, fontFor } from './fonts.ts'

/** A part of a line that one face draws, from left to right. */
export interface FontRun {
  readonly face: FontName
  readonly text: string
}

/** Emoji selectors choose between two pictures of a character; no face here has either. */
const EMOJI_SELECTORS = /[\ufe0e\ufe0f]/g
const PLAIN_ASCII = /^[ -~]*$/
const LETTER = /[\p{L}\p{M}\p{N}]/u
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** Characters that isolate a value's direction (UAX 9, FSI and PDI); printable() removes them from outside texts. */
const [ISOLATE_START, ISOLATE_END] = ['\u2068', '\u2069']
const ISOLATES = /[\u2068\u2069]/g

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Its types declare a default export; the module is the function itself.
const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

/**
 * Returns a text of several parts that can be set: on one line, with every character in some face; a character without
 * a face becomes `[U+1F3D7]`. Where some of the text runs from right to left, each part is isolated.
 */
export function toDrawableText(parts: readonly string[]): string {
  const whole = parts.map((part) => withoutMissingGlyphs(printableLine(part)))
  return whole.some((part) => RIGHT_TO_LEFT.test(part))
    ? whole.map((part) => `${ISOLATE_START}${part}${ISOLATE_END}`).join('')
    : whole.join('')
}

function withoutMissingGlyphs(text: string): string {
  if (PLAIN_ASCII.test(text)) return text
  return graphemesOf(text.replaceAll(EMOJI_SELECTORS, ''))
    .map((cluster) => (fontFor(cluster) ? cluster : Array.from(cluster, characterOrCodePoint).join('')))
    .join('')
}

/**
 * Returns the visible form of a character. A joiner is removed, because it joins nothing where the letters beside it
 * stand as numbers.
 */
function characterOrCodePoint(character: string): string {
  if (character === '\u200c' || character === '\u200d') return ''
  return fontFor(character) ? character : codePointNotation(character)
}

/**
 * Returns the characters that a reader sees as single letters: neither a line's end nor a change of the face splits
 * them.
 */
export function graphemesOf(text: string): string[] {
  return PLAIN_ASCII.test(text) ? [...text] : Array.from(clusters.segment(text), ({ segment }) => segment)
}

/** Returns whether a line is plain ASCII: most lines are, and skip the steps below. */
export const isPlainAscii = (text: string) => PLAIN_ASCII.test(text)

/** All characters of a plain line. */
export const ASCII_CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
).join('')

/** Returns a line that setable() made, as it is read and copied. */
export const withoutIsolates = (line: string) => line.replaceAll(ISOLATES, '')

/** Returns the runs of a line that setable() made, in the order from left to right. */
export function fontRunsOf(line: string): FontRun[] {
  if (isPlainAscii(line)) return line === '' ? [] : [{ face: 'latin', text: line }]
  if (!RIGHT_TO_LEFT.test(line)) return splitByFont(withoutIsolates(line))
  const embedded = bidi.getEmbeddingLevels(line, 'ltr')
  const order = bidi.getReorderedIndices(line, embedded)
  return visualRanges(order, embedded.levels).flatMap(({ from, to, isReversed }) => {
    const runs = splitByFont(withoutIsolates(line.slice(from, to)))
    return isReversed ? runs.toReversed().map(reversedRun) : runs.flatMap(splitArabicCharacters)
  })
}

/** Returns neighbours in both orders, in visual order. */
function visualRanges(order: readonly number[], levels: Uint8Array) {
  const found: { from: number; to: number; isReversed: boolean }[] = []
  for (const index of order) {
    const last = found.at(-1)
    const isReversed = (levels[index] ?? 0) % 2 === 1
    if (last?.isReversed && isReversed && index === last.from - 1) last.from = index
    else if (last && !last.isReversed && !isReversed && index === last.to) last.to = index + 1
    else found.push({ from: index, to: index + 1, isReversed })
  }
  return found
}

function splitByFont(text: string): FontRun[] {
  const runs: { face: FontName; text: string }[] = []
  // Where two parts meet, a mark may stand on a letter of another face: then each is drawn by its own.
  const drawn = graphemesOf(text).flatMap((cluster) => (fontFor(cluster) ? [cluster] : [...cluster]))
  for (const cluster of drawn) {
    const last = runs.at(-1)
    // Signs and spaces look alike in all lines, and separate the words that a face shapes.
    const face = fontFor(cluster, LETTER.test(cluster) ? last?.face : 'latin')
    if (face === undefined) throw new RangeError('A text was not made settable before it was set')
    if (last?.face === face) last.text += cluster
    else runs.push({ face, text: cluster })
  }
  return runs
}

/**
 * Returns the characters of a run from right to left, with mirrored brackets. Shaping turns Arabic letters, so they
 * stay as they are.
 */
function reversedRun({ face, text }: FontRun): FontRun {
  if (face === 'arabic') return { face, text }
  const mirrored = graphemesOf(text).map((cluster) => bidi.getMirroredCharacter(cluster) ?? cluster)
  return { face, text: mirrored.toReversed().join('') }
}

/** Splits digits of Arabic, which run from left to right, because shaping would turn them with the letters. */
function splitArabicCharacters(run: FontRun): FontRun[] {
  return run.face === 'arabic' ? graphemesOf(run.text).map((text): FontRun => ({ face: 'arabic', text })) : [run]
}
