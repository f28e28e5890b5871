import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Font, Face as Shaped } from 'harfbuzzjs'
import { woffToSfnt } from './woff-to-sfnt.ts'

/**
 * The typefaces of a PDF: a file for each script, and none for all scripts. Anek (Latin and Devanagari, as on the
 * screen) and Noto Sans, both under the SIL Open Font License 1.1, from the @fontsource packages, which contain the
 * licence.
 */

export type FontWeight = 500 | 700

const anekFile = (subset: string) => `anek-devanagari/files/anek-devanagari-${subset}`
const notoFile = (script: string, subset = script) => `noto-sans-${script}/files/noto-sans-${script}-${subset}`

/** The order of the search for a character: the first face that has it draws it. */
const FONT_FILES = {
  latin: anekFile('latin'),
  devanagari: anekFile('devanagari'),
  bengali: notoFile('bengali'),
  gujarati: notoFile('gujarati'),
  gurmukhi: notoFile('gurmukhi'),
  kannada: notoFile('kannada'),
  malayalam: notoFile('malayalam'),
  odia: notoFile('oriya'),
  tamil: notoFile('tamil'),
  telugu: notoFile('telugu'),
  arabic: notoFile('arabic'),
  olChiki: notoFile('ol-chiki'),
  meeteiMayek: notoFile('meetei-mayek'),
  symbols: notoFile('arabic', 'symbols'),
  mathematics: notoFile('arabic', 'math'),
  latinExtended: notoFile('tamil', 'latin-ext'),
} as const
export type FontName = keyof typeof FONT_FILES
const FONT_NAMES_IN_ORDER = Object.keys(FONT_FILES) as FontName[]

const require = createRequire(import.meta.url)

/** A face in one weight: its file as a PDF embeds it, and the font that shapes texts with it. */
export interface LoadedFont {
  readonly name: string
  readonly file: Buffer
  readonly font: Font
  readonly unitsPerEm: number
}

const loadedFonts = new Map<string, LoadedFont>()
const charactersByFont = new Map<FontName, Set<number>>()

/** Returns a face; its file is read once in a process, when it is first needed. */
export function loadFont(face: FontName, weight: FontWeight): LoadedFont {
  const name = `${face} ${weight}`
  const known = loadedFonts.get(name)
  if (known) return known
  const file = woffToSfnt(readFileSync(require.resolve(`@fontsource/${FONT_FILES[face]}-${weight}-normal.woff`)))
  const shaped = new Shaped(new Blob(file))
  const opened = { name, file, font: new Font(shaped), unitsPerEm: shaped.upem }
  loadedFonts.set(name, opened)
  charactersByFont.set(face, new Set(shaped.collectUnicodes()))
  return opened
}

function charactersInFont(face: FontName): Set<number> {
  loadFont(face, 500)
  return charactersByFont.get(face) ?? new Set()
}

/** Returns whether a face has every character of a text. */
function hasAllCharacters(face: FontName, text: string): boolean {
  const all = charactersInFont(face)
  for (const character of text) if (!all.has(character.codePointAt(0) ?? 0)) return false
  return true
}

/** Returns the face for characters that stand together, `last` where possible; undefined where no face has them all. */
export function fontFor(text: string, last?: FontName): FontName | undefined {
  if (last && hasAllCharacters(last, text)) return last
  return FONT_NAMES_IN_ORDER.find((face) => hasAllCharacters(face, text))
}
