import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Font, Face as Shaped } from 'harfbuzzjs'
import { sfntOf } from './sfnt.ts'

/**
 * The typefaces of a PDF: a file for each script, and none for all scripts. Anek (Latin and Devanagari, as on the
 * screen) and Noto Sans, both under the SIL Open Font License 1.1, from the @fontsource packages, which contain the
 * licence.
 */

export type Weight = 500 | 700

const anek = (subset: string) => `anek-devanagari/files/anek-devanagari-${subset}`
const noto = (script: string, subset = script) => `noto-sans-${script}/files/noto-sans-${script}-${subset}`

/** The order of the search for a character: the first face that has it draws it. */
const FILES = {
  latin: anek('latin'),
  devanagari: anek('devanagari'),
  bengali: noto('bengali'),
  gujarati: noto('gujarati'),
  gurmukhi: noto('gurmukhi'),
  kannada: noto('kannada'),
  malayalam: noto('malayalam'),
  odia: noto('oriya'),
  tamil: noto('tamil'),
  telugu: noto('telugu'),
  arabic: noto('arabic'),
  olChiki: noto('ol-chiki'),
  meeteiMayek: noto('meetei-mayek'),
  symbols: noto('arabic', 'symbols'),
  mathematics: noto('arabic', 'math'),
  latinExtended: noto('tamil', 'latin-ext'),
} as const
export type Face = keyof typeof FILES
const FACES = Object.keys(FILES) as Face[]

const require = createRequire(import.meta.url)

/** A face in one weight: its file as a PDF embeds it, and the font that shapes texts with it. */
export interface OpenFace {
  readonly name: string
  readonly file: Buffer
  readonly font: Font
  readonly unitsPerEm: number
}

const faces = new Map<string, OpenFace>()
const characters = new Map<Face, Set<number>>()

/** Returns a face; its file is read once in a process, when it is first needed. */
export function openFace(face: Face, weight: Weight): OpenFace {
  const name = `${face} ${weight}`
  const known = faces.get(name)
  if (known) return known
  const file = sfntOf(readFileSync(require.resolve(`@fontsource/${FILES[face]}-${weight}-normal.woff`)))
  const shaped = new Shaped(new Blob(file))
  const opened = { name, file, font: new Font(shaped), unitsPerEm: shaped.upem }
  faces.set(name, opened)
  characters.set(face, new Set(shaped.collectUnicodes()))
  return opened
}

function charactersOf(face: Face): Set<number> {
  openFace(face, 500)
  return characters.get(face) ?? new Set()
}

/** Returns whether a face has every character of a text. */
function has(face: Face, text: string): boolean {
  const all = charactersOf(face)
  for (const character of text) if (!all.has(character.codePointAt(0) ?? 0)) return false
  return true
}

/** Returns the face for characters that stand together, `last` where possible; undefined where no face has them all. */
export function faceOf(text: string, last?: Face): Face | undefined {
  if (last && has(last, text)) return last
  return FACES.find((face) => has(face, text))
}
