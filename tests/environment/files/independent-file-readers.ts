import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import { strFromU8, unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import decodeQr from 'qr/decode.js'
import { SaxesParser } from 'saxes'

/** Reads files with other programs than the one that wrote them, because a file that they refuse is of no use. */

/**
 * Returns every text of a workbook, cell by cell.
 * @throws if a part is no well-formed XML 1.0, by saxes
 */
export function textsOfWorkbook(bytes: Uint8Array): string[] {
  const parts = Object.entries(unzipSync(bytes)).filter(([name]) => /\.(xml|rels)$/.test(name))
  return parts.flatMap(([name, part]) => {
    const texts: string[] = []
    let open: string | undefined
    const parser = new SaxesParser()
    parser.on('error', (error) => {
      throw new Error(`${name}: ${error.message}`)
    })
    parser.on('opentag', (tag) => {
      if (tag.name === 't' || tag.name === 'v') open = ''
    })
    parser.on('text', (text) => {
      if (open !== undefined) open += text
    })
    parser.on('closetag', (tag) => {
      if (tag.name !== 't' && tag.name !== 'v') return
      texts.push(unescaped(open ?? ''))
      open = undefined
    })
    parser.write(strFromU8(part)).close()
    return texts
  })
}

/** Returns the names of the sheets as the file has them: exceljs cuts the long ones that Excel refuses. */
export function sheetNamesOfWorkbook(bytes: Uint8Array): string[] {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'sheet') names.push(String(attributes.name))
  })
  parser.write(strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array())).close()
  return names
}

/** Decodes `_x005F_` and similar escapes (ECMA-376, 22.9.2.19). */
const unescaped = (text: string) =>
  text.replaceAll(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Returns the rows of a CSV file, read by fast-csv. */
export async function rowsOfCsv(text: string): Promise<string[][]> {
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([text]), { map: (value: unknown) => value })
  const rows: string[][] = []
  sheet.eachRow((row) => {
    rows.push(Array.from(row.values as unknown[], (value) => String(value ?? '')).slice(1))
  })
  return rows
}

/** In points. */
interface PdfText {
  x: number
  width: number
  text: string
}

/** Returns the pages of a PDF, each as its pieces of text with their left edge `x` and width, read by pdf.js. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<PdfText[][]> {
  const pdf = await getDocument({ data: bytes, verbosity: 0, stopAtErrors: true }).promise
  const pages: PdfText[][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const texts = items.flatMap((item) => ('str' in item ? [item] : []))
    pages.push(texts.map(({ str, width, transform }) => ({ x: Number(transform[4]), width, text: str })))
  }
  await pdf.destroy()
  return pages
}

/** Returns the CSV that LibreOffice makes of a workbook (Debian: libreoffice-calc-nogui). */
export function csvFromLibreOffice(folder: string, bytes: Uint8Array): string {
  const file = join(folder, 'opened.xlsx')
  writeFileSync(file, bytes)
  const format = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
  const home = `-env:UserInstallation=file://${join(folder, 'office')}`
  return (
    execFileSync('soffice', [home, '--headless', '--convert-to', format, '--outdir', folder, file], {
      encoding: 'utf8',
    }) && execFileSync('cat', [join(folder, 'opened.csv')], { encoding: 'utf8', maxBuffer: 2 ** 30 })
  )
}

/** Returns the text of the QR code on the first page, read from the picture that poppler makes of it. */
export function qrCodeFromPoppler(folder: string, bytes: Uint8Array): string {
  const file = join(folder, 'with-code.pdf')
  writeFileSync(file, bytes)
  const picture = execFileSync('pdftoppm', ['-r', '200', '-gray', '-l', '1', file], { maxBuffer: 2 ** 30 })
  // A portable graymap: its head is three lines of ASCII, then a byte for each pixel.
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 100)) ?? []
  const data = new Uint8Array(4 * (picture.length - head.length))
  picture.subarray(head.length).forEach((gray, pixel) => {
    data.fill(gray, 4 * pixel, 4 * pixel + 4)
  })
  return decodeQr({ width: Number(width), height: Number(height), data }, { timeLimit: 5000 })
}

/** A part of each page, in points from its upper left corner. */
export interface PdfRegion {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the text that poppler reads there, page by page, in drawing order (Debian: poppler-utils). */
export function textFromPoppler(folder: string, bytes: Uint8Array, { x, y, width, height }: PdfRegion): string[] {
  const file = join(folder, 'opened.pdf')
  writeFileSync(file, bytes)
  const there = ['-x', x, '-y', y, '-W', width, '-H', height].map(String)
  return execFileSync('pdftotext', ['-raw', ...there, file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 30 }).split('\f')
}
