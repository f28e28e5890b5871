import { createRequire } from 'node:module'
import { numbered, printable } from '@ledger/contracts/printable.ts'
import type { Bidi } from 'bidi-js'
import { type Face, faceOf } from './faces.ts'

/** A part of a line that one face draws, from left to right. */
export interface Run {
  readonly face: Face
  readonly text: string
}

/** Emoji selectors choose between two pictures of a character, of which no face here has either. */
const SELECTORS = /[\ufe0e\ufe0f]/g
const PLAIN = /^[ -~]*$/
const LETTER = /[\p{L}\p{M}\p{N}]/u
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** They keep a value's direction to itself (UAX 9, FSI and PDI); printable() lets none of them through from outside. */
const [ISOLATE, END] = ['\u2068', '\u2069']
const ISOLATES = /[\u2068\u2069]/g

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Its types say that a default is exported; what is there is the function itself.
const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

/**
 * A text of several parts as it can be set: on one line, and every character in some face; one that no face has stands as
 * `[U+1F3D7]`. Where some of it runs from right to left, each part keeps its direction to itself.
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

/** A joiner joins nothing where the letters beside it stand as numbers. */
function shown(character: string): string {
  if (character === '\u200c' || character === '\u200d') return ''
  return faceOf(character) ? character : numbered(character)
}

/** What a reader takes for single letters: never parted, neither by a line's end nor by a face. */
export function clustersOf(text: string): string[] {
  return PLAIN.test(text) ? [...text] : Array.from(clusters.segment(text), ({ segment }) => segment)
}

/** Plain ASCII: most lines are, and need none of what follows. */
export const isPlain = (text: string) => PLAIN.test(text)

/** All that a plain line can hold. */
export const PLAIN_CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
).join('')

/** A line that setable() made, as it is read and copied. */
export const readable = (line: string) => line.replaceAll(ISOLATES, '')

/** The runs of a line that setable() made, in the order in which they stand from left to right. */
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

/** Neighbours in both orders, in the order in which they are seen. */
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
    // Signs and spaces look alike in all lines, and part the words that a face shapes.
    const face = faceOf(cluster, LETTER.test(cluster) ? last?.face : 'latin')
    if (face === undefined) throw new RangeError('A text was not made settable before it was set')
    if (last?.face === face) last.text += cluster
    else runs.push({ face, text: cluster })
  }
  return runs
}

/** Letters of Arabic are turned where they are shaped; all else is turned here, brackets in mirror image. */
function turned({ face, text }: Run): Run {
  if (face === 'arabic') return { face, text }
  const mirrored = clustersOf(text).map((cluster) => bidi.getMirroredCharacter(cluster) ?? cluster)
  return { face, text: mirrored.toReversed().join('') }
}

/** Digits of Arabic run from left to right, but shaping would turn them with the letters. */
function digitByDigit(run: Run): Run[] {
  return run.face === 'arabic' ? clustersOf(run.text).map((text): Run => ({ face: 'arabic', text })) : [run]
}
