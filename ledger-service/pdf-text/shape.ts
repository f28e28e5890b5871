import { Buffer as Shaping, shape } from 'harfbuzzjs'
import type { OpenFace } from './faces.ts'
import type { Pdf } from './lines.ts'

/**
 * The result that pdfkit expects from a font's layout: glyphs, and the position of each, in thousandths of the size.
 */
export interface Laid {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }[]
  advanceWidth: number
}
interface Embedded {
  layout(text: string): Laid
  /** Adds its glyphs to the file. */
  encode(text: string): unknown
}

const MOST_WORDS = 20_000
const shaping = new Shaping()
const shapedBy = new WeakSet<Embedded>()

/**
 * Makes HarfBuzz shape the text that the document's current font draws. pdfkit's own shaping (fontkit 2.0.4) throws for
 * ordinary words of Punjabi, Telugu and Malayalam (its issue 367) and for ZWJ, and the text after them was missing.
 * @param own characters whose glyphs stand for themselves. In a PDF the first use of a glyph defines its text for all
 * uses: an L that came first as a part of Ĺ would always be copied as Ĺ
 */
export function shapeWith(pdf: Pdf, face: OpenFace, own: string): void {
  const font: Embedded = Reflect.get(pdf, '_font')
  if (shapedBy.has(font)) return
  shapedBy.add(font)
  const words = new Map<string, Laid>()
  // To draw a text, pdfkit measures it twice before it lays it out.
  let last: { text: string; laid: Laid } | undefined
  font.layout = (text) => {
    if (last?.text !== text) last = { text, laid: layOutWords(text) }
    return last.laid
  }
  for (const character of own) font.encode(character)

  function layOutWords(text: string): Laid {
    const laid = text.split(/(?<= )/).map((word) => {
      const known = words.get(word) ?? layOut(word, face)
      // A long file has more words than memory should hold.
      if (words.size >= MOST_WORDS) words.clear()
      words.set(word, known)
      return known
    })
    return {
      glyphs: laid.flatMap((word) => word.glyphs),
      positions: laid.flatMap((word) => word.positions),
      advanceWidth: laid.reduce((sum, word) => sum + word.advanceWidth, 0),
    }
  }
}

/** Shapes letters that one face draws. */
export function layOut(word: string, { font, unitsPerEm }: OpenFace): Laid {
  shaping.reset()
  shaping.addText(word)
  shaping.guessSegmentProperties()
  shape(font, shaping)
  const scale = 1000 / unitsPerEm
  const infos = shaping.getGlyphInfos()
  const ends = [...new Set(infos.map(({ cluster }) => cluster)), word.length].toSorted((a, b) => a - b)
  const told = new Set<number>()
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    // Where letters become several glyphs together, the first glyph has their text.
    const said = told.has(cluster) ? '' : word.slice(cluster, ends[ends.indexOf(cluster) + 1])
    told.add(cluster)
    return {
      id,
      advanceWidth: font.glyphHAdvance(id),
      codePoints: Array.from(said, (letter) => letter.codePointAt(0) ?? 0),
    }
  })
  const positions = shaping.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
  }))
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}
