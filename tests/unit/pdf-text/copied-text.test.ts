import { buffer } from 'node:stream/consumers'
import { linesOf } from '@ledger/ledger-service/pdf-text/lines.ts'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { pagesOfPdf } from '../../environment/second-programs.ts'

it.each([
  ['L\u0301', 'toLocale'],
  ['e\u0304x\u0301', 'Mixed steel'],
])('after %j a plain line is copied as it was written: %j', async (first, plain) => {
  const pdf = new PDFDocument({ size: 'A4' })
  const made = buffer(pdf as unknown as NodeJS.ReadableStream)
  for (const [index, text] of [first, plain].entries())
    for (const line of linesOf(pdf, [text], 400, { weight: 500, size: 10 })) line.draw(40, 40 + index * 20)
  pdf.end()
  const [page] = await pagesOfPdf(new Uint8Array(await made))
  expect(page?.map(({ text }) => text).join(' ')).toContain(plain)
})
