import { PAGE_MARGIN } from './draw-rules-and-text-lines.ts'
import { currentFont, type PdfDocument } from './pdfkit-internals.ts'
import { breakIntoLines, selectFont, TEXT_BASELINE, type TextStyle, textWidth } from './text-lines.ts'

/** The widest number of pages that a place is left for. */
const WIDEST_COUNT = '00000'
/** The name of the object in the resources of a page. */
const OBJECT_NAME = 'PageCount'

/**
 * Opens the pages of a document, which have numbers. How many there are is known only at the end: a page is sent before
 * the next one is made, so every page draws the same object, whose content is written last.
 */
export function openNumberedPages(pdf: PdfDocument, style: TextStyle) {
  const data: Record<string, unknown> = { Type: 'XObject', Subtype: 'Form', FormType: 1 }
  const object = pdf.ref(data)
  const place = textWidth(pdf, WIDEST_COUNT, style)
  let number = 0

  return {
    begin(): void {
      pdf.addPage()
      number++
      pdf.y = PAGE_MARGIN
    },
    /** Draws a text, such as "Page 3 of ", and behind it the number of pages, at the right of the current height. */
    drawNumber(pageOf: (number: string) => string): void {
      const top = pdf.y
      const text = pageOf(String(number))
      const left = pdf.page.width - PAGE_MARGIN - place
      const [line] = breakIntoLines(pdf, [text], pdf.page.width, style)
      line?.draw(left - textWidth(pdf, text, style), top)
      pdf.page.xobjects[OBJECT_NAME] = object
      // The y axis of the object points upwards from the baseline.
      pdf.save().transform(1, 0, 0, -1, left, top + style.size * TEXT_BASELINE)
      pdf.addContent(`/${OBJECT_NAME} Do`)
      pdf.restore()
      pdf.y = top
    },
    /** Writes the number of pages. Called once, after the last one is drawn. */
    writeCount(): void {
      selectFont(pdf, 'latin', style)
      const font = currentFont(pdf)
      const [glyphs] = font.encode(String(number))
      data.BBox = [0, -style.size, place, style.size * 2]
      data.Resources = { Font: { [font.id]: font.ref() } }
      object.write(`BT /${font.id} ${style.size} Tf <${glyphs.join('')}> Tj ET`)
      object.end(undefined)
    },
  }
}
