import { createRequire } from 'node:module'
import { numbered, printable } from '@ledger/contracts/printable.ts'
import type { Bidi } from 'bidi-js'
import { type Face, faceOf } from './faces.ts'

/** A part of a line that one face draws, from left to right. */
export interface Run {
  readonly face: Face
  readonly text: string
}

/** Emoji selectors choose between two pictures of a character; no face here has either. */
const SELECTORS = /[\ufe0e\ufe0f]/g
const PLAIN = /^[ -~]*$/
const LETTER = /[\p{L}\p{M}\p{N}]/u
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** Characters that isolate a value's direction (UAX 9, FSI and PDI); printable() removes them from outside texts. */
const [ISOLATE, END] = ['\u2068', '\u2069']
const ISOLATES = /[\u2068\u2069]/g

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Its types declare a default export; the module is the function itself.
const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

/**
 * Returns a text of several parts that can be set: on one line, with every character in some face; a character without
 * a face becomes `[U+1F3D7]`. Where some of the text runs from right to left, each part is isolated.
 */
export function setable(parts: readonly string[]): string {
  const whole = parts.map((part) => withFaces(printable(part)))
  return whole.some((part) => RIGHT_TO_LEFT.test(part))
    ? whole.map((part) => `${ISOLATE}${part}${END}`).join('')
    : whole.join('')
}

function withFaces(text: string): string {
  if (PLAIN.test(text)) return text
  return clustersOf(text.replaceAll(SELECTORS, ''))
    .map((cluster) => (faceOf(cluster) ? cluster : Array.from(cluster, shown).join('')))
    .join('')
}

/**
 * Returns the visible form of a character. A joiner is removed, because it joins nothing where the letters beside it
 * stand as numbers.
 */
function shown(character: string): string {
  if (character === '\u200c' || character === '\u200d') return ''
  return faceOf(character) ? character : numbered(character)
}

/**
 * Returns the characters that a reader sees as single letters: neither a line's end nor a change of the face splits
 * them.
 */
export function clustersOf(text: string): string[] {
  return PLAIN.test(text) ? [...text] : Array.from(clusters.segment(text), ({ segment }) => segment)
}

/** Returns whether a line is plain ASCII: most lines are, and skip the steps below. */
export const isPlain = (text: string) => PLAIN.test(text)

/** All characters of a plain line. */
export const PLAIN_CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
).join('')

/** Returns a line that setable() made, as it is read and copied. */
export const readable = (line: string) => line.replaceAll(ISOLATES, '')

/** Returns the runs of a line that setable() made, in the order from left to right. */
export function runsOf(line: string): Run[] {
  if (isPlain(line)) return line === '' ? [] : [{ face: 'latin', text: line }]
  if (!RIGHT_TO_LEFT.test(line)) return byFace(readable(line))
  const embedded = bidi.getEmbeddingLevels(line, 'ltr')
  const order = bidi.getReorderedIndices(line, embedded)
  return stretches(order, embedded.levels).flatMap(({ from, to, isReversed }) => {
    const runs = byFace(readable(line.slice(from, to)))
    return isReversed ? runs.toReversed().map(turned) : runs.flatMap(digitByDigit)
  })
}

/** Returns neighbours in both orders, in visual order. */
function stretches(order: readonly number[], levels: Uint8Array) {
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

function byFace(text: string): Run[] {
  const runs: { face: Face; text: string }[] = []
  // Where two parts meet, a mark may stand on a letter of another face: then each is drawn by its own.
  const drawn = clustersOf(text).flatMap((cluster) => (faceOf(cluster) ? [cluster] : [...cluster]))
  for (const cluster of drawn) {
    const last = runs.at(-1)
    // Signs and spaces look alike in all lines, and separate the words that a face shapes.
    const face = faceOf(cluster, LETTER.test(cluster) ? last?.face : 'latin')
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
function turned({ face, text }: Run): Run {
  if (face === 'arabic') return { face, text }
  const mirrored = clustersOf(text).map((cluster) => bidi.getMirroredCharacter(cluster) ?? cluster)
  return { face, text: mirrored.toReversed().join('') }
}

/** Splits digits of Arabic, which run from left to right, because shaping would turn them with the letters. */
function digitByDigit(run: Run): Run[] {
  return run.face === 'arabic' ? clustersOf(run.text).map((text): Run => ({ face: 'arabic', text })) : [run]
}
