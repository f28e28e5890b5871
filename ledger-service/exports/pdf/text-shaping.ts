import { Buffer as Shaping, shape } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import type { LoadedFont } from './fonts.ts'
import { currentFont, type GlyphLayout, type PdfDocument, type PdfKitFont } from './pdfkit-internals.ts'

/** A long file has more words than memory should hold. */
const MAX_CACHED_WORDS = 4000

const shapingBuffer = new Shaping()

const patchedFonts = new WeakSet<PdfKitFont>()

/**
 * Makes HarfBuzz shape the text that the document's current font draws. pdfkit's own shaping (fontkit 2.0.4) throws for
 * ordinary words of Punjabi, Telugu and Malayalam (its issue 367) and for ZWJ, and the text after them was missing.
 * @param own characters whose glyphs stand for themselves. In a PDF the first use of a glyph defines its text for all
 * uses: an L that came first as a part of Ĺ would always be copied as Ĺ
 */
export function patchFontWithHarfBuzz(pdf: PdfDocument, face: LoadedFont, own: string): void {
  const font = currentFont(pdf)
  if (patchedFonts.has(font)) return
  patchedFonts.add(font)
  const words = new LRUCache<string, GlyphLayout>({
    max: MAX_CACHED_WORDS,
    memoMethod: (word) => shapeText(word, face),
  })
  // To draw a text, pdfkit measures it twice before it lays it out.
  let last: { text: string; laid: GlyphLayout } | undefined
  font.layout = (text) => {
    if (last?.text !== text) last = { text, laid: layOutWords(text) }
    return last.laid
  }
  for (const character of own) font.encode(character)

  function layOutWords(text: string): GlyphLayout {
    const laid = text.split(/(?<= )/).map((word) => words.memo(word))
    return {
      glyphs: laid.flatMap((word) => word.glyphs),
      positions: laid.flatMap((word) => word.positions),
      advanceWidth: laid.reduce((sum, word) => sum + word.advanceWidth, 0),
    }
  }
}

/** Shapes letters that one face draws. */
export function shapeText(word: string, { font, unitsPerEm }: LoadedFont): GlyphLayout {
  shapingBuffer.reset()
  shapingBuffer.addText(word)
  shapingBuffer.guessSegmentProperties()
  shape(font, shapingBuffer)
  const scale = 1000 / unitsPerEm
  const infos = shapingBuffer.getGlyphInfos()
  const ends = [...new Set(infos.map(({ cluster }) => cluster)), word.length].toSorted((a, b) => a - b)
  const written = new Set<number>()
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    // Where letters become several glyphs together, the first glyph has their text.
    const said = written.has(cluster) ? '' : word.slice(cluster, ends[ends.indexOf(cluster) + 1])
    written.add(cluster)
    return {
      id,
      advanceWidth: font.glyphHAdvance(id),
      codePoints: Array.from(said, (letter) => letter.codePointAt(0) ?? 0),
    }
  })
  const positions = shapingBuffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
  }))
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}
