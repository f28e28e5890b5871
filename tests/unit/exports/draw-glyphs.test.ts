import { drawEncodedText, encodeText } from '@ledger/ledger-service/exports/pdf/draw-glyphs.ts'
import type { GlyphLayout } from '@ledger/ledger-service/exports/pdf/pdfkit-internals.ts'
import { expect, test } from 'vitest'

type Position = GlyphLayout['positions'][number]

/** Returns a document whose font shapes every text to these glyphs, and what is drawn on its page. */
function documentWith(glyphs: string[], positions: Position[]) {
  const drawn: string[] = []
  const font = { id: 'F1', encode: () => [glyphs, positions], ref: () => ({}) }
  const pdf = { _font: font, page: { fonts: {} }, addContent: (text: string) => drawn.push(text) }
  return { pdf: pdf as never, drawn }
}

/** A letter as wide as half its size, and a mark without a width of its own; in thousandths of the size. */
const LETTER = { xAdvance: 500, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 500 }
const mark = (yOffset: number) => ({ xAdvance: 0, yAdvance: 0, xOffset: -200, yOffset, advanceWidth: 0 })

test.each([
  ['above', 300, 97],
  ['below', -200, 102],
])('a mark that is shaped %s its letter is drawn there', (_where, yOffset, baseline) => {
  const { pdf, drawn } = documentWith(['01', '02', '01'], [LETTER, mark(yOffset), LETTER])
  drawEncodedText(pdf, encodeText(pdf, 'text', 10), 20, 100)
  // The y axis of a page points downwards, that of a font upwards.
  const [first, second, third] = [
    '1 0 0 -1 20 100 Tm [<01> ] TJ',
    `1 0 0 -1 23 ${baseline} Tm [<02> ] TJ`,
    '1 0 0 -1 25 100 Tm [<01> ] TJ',
  ]
  expect(drawn).toEqual([`BT /F1 10 Tf ${first} ${second} ${third} ET`])
})

test('letters that stand closer than their widths are drawn so, as one piece', () => {
  const { pdf, drawn } = documentWith(['01', '02'], [{ ...LETTER, xAdvance: 450 }, LETTER])
  drawEncodedText(pdf, encodeText(pdf, 'text', 10), 20, 100)
  expect(drawn).toEqual(['BT /F1 10 Tf 1 0 0 -1 20 100 Tm [<01> 50 <02> ] TJ ET'])
})
