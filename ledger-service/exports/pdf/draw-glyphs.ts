import { currentFont, type PdfDocument, type PdfKitFont } from './pdfkit-internals.ts'

/**
 * Draws shaped text on a page without pdfkit's own function for text, which measures each text three times and searches
 * it for line ends: a long file took twice the time.
 */

/** Glyphs that follow one another on the baseline, as an operand of TJ, and where they begin; in points. */
interface GlyphPiece {
  readonly right: number
  readonly up: number
  readonly operand: string
}

/** A text in one face and size, encoded once and drawn as often as it stands in the file. */
export interface EncodedText {
  readonly font: PdfKitFont
  readonly size: number
  readonly pieces: readonly GlyphPiece[]
}

/** Encodes a text in the document's current font. */
export function encodeText(pdf: PdfDocument, text: string, size: number): EncodedText {
  const font = currentFont(pdf)
  const [glyphs, positions] = font.encode(text)
  const pieces: GlyphPiece[] = []
  let [x, hex, parts, start] = [0, '', '', 0]
  const endPart = (gap: number) => {
    if (hex !== '') parts += `<${hex}>${gap === 0 ? '' : ` ${rounded(-gap)}`} `
    hex = ''
  }
  const endPiece = (up: number) => {
    endPart(0)
    if (parts !== '') pieces.push({ right: start, up, operand: parts })
    parts = ''
  }
  positions.forEach(({ xAdvance, xOffset, yOffset, advanceWidth }, index) => {
    const hasOffset = xOffset !== 0 || yOffset !== 0
    if (hasOffset) endPiece(0)
    if (hasOffset || (hex === '' && parts === '')) start = x + (xOffset * size) / 1000
    hex += glyphs[index] ?? ''
    x += (xAdvance * size) / 1000
    if (hasOffset) endPiece((yOffset * size) / 1000)
    else if (xAdvance !== advanceWidth) endPart(xAdvance - advanceWidth)
  })
  endPiece(0)
  return { font, size, pieces }
}

/** Draws an encoded text from `left`; `baseline` is from the top of the page, whose y axis points downwards. */
export function drawEncodedText(pdf: PdfDocument, { font, size, pieces }: EncodedText, left: number, baseline: number) {
  const fonts: Record<string, object> = pdf.page.fonts
  fonts[font.id] ??= font.ref()
  const drawn = pieces.map(
    ({ right, up, operand }) => `1 0 0 -1 ${rounded(left + right)} ${rounded(baseline - up)} Tm [${operand}] TJ`,
  )
  pdf.addContent(`BT /${font.id} ${size} Tf ${drawn.join(' ')} ET`)
}

const rounded = (points: number) => Math.round(points * 1000) / 1000
