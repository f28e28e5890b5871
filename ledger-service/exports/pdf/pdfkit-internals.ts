import type PDFDocument from 'pdfkit'

/** The one part of pdfkit that its types do not declare: the fonts of a document. */

export type PdfDocument = InstanceType<typeof PDFDocument>

/**
 * The result that pdfkit expects from a font's layout: glyphs, and the position of each, in thousandths of the size.
 */
export interface GlyphLayout {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }[]
  advanceWidth: number
}

export interface PdfKitFont {
  /** The name of the font in the resources of a page. */
  readonly id: string
  layout(text: string): GlyphLayout
  /** Adds the glyphs of a text to the file. */
  encode(text: string): [glyphs: string[], positions: GlyphLayout['positions']]
  /** Returns the font's object in the file. */
  ref(): object
}

/** Returns the font of the texts that are drawn next. */
export const currentFont = (pdf: PdfDocument): PdfKitFont => Reflect.get(pdf, '_font')
