import { sheetText } from '@ledger/contracts/printable.ts'
import { rupeeFormat } from '@ledger/contracts/rupee-format.ts'
import { type Look, openStyles } from './cell-styles.ts'
import type { KeptLines } from './kept-lines.ts'
import type { Ending, Line, Sheet } from './sheet.ts'
import { escaped } from './xml.ts'
import { zip } from './zip.ts'

/**
 * Returns a workbook of one sheet (ECMA-376, SpreadsheetML). It is written while its lines are read, so that memory
 * holds no more than a page of them, and each distinct text once. Amounts become numbers and days become dates. Every
 * text is a string cell, so that none can become a formula.
 */
export function workbookOf({ name, columns }: Sheet, lines: KeptLines, ending: Ending): Promise<Blob> {
  const { company, oldestFirst = false, top, bottom, summary = [] } = ending
  const styles = openStyles()
  const texts = new Map<string, number>()
  const looks = {
    head: styles.idOf({ font: 'head' }),
    bold: styles.idOf({ font: 'bold' }),
    day: styles.idOf({ format: DATE_FORMAT, align: 'left' }),
    // Excel's Text format: a text that begins with = is no formula even after it was edited.
    text: styles.idOf({ format: '@' }),
    count: styles.idOf({ format: '0' }),
  }
  let rows = 0

  function rowOf(cells: readonly (Cell | undefined)[]): string {
    rows += 1
    const written = cells.map((cell, column) => (cell === undefined ? '' : cellAt(cell, column)))
    return `<row r="${rows}">${written.join('')}</row>`
  }

  function cellAt({ value, look }: Cell, column: number): string {
    const head = `<c r="${String.fromCharCode(65 + column)}${rows}" s="${look}"`
    return typeof value === 'number' ? `${head}><v>${value}</v></c>` : `${head} t="s"><v>${textId(value)}</v></c>`
  }

  function textId(text: string): number {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, texts.size)
    return texts.size - 1
  }

  const money = (paise: number, look: Look = {}): Cell => ({
    value: paise / 100,
    look: styles.idOf({ ...look, format: rupeeFormat(paise) }),
  })

  function cellOf(value: Line[number], column: number): Cell | undefined {
    if (value === null || value === '') return undefined
    switch (columns[column]?.kind) {
      case 'day':
        return { value: serialOf(String(value)), look: looks.day }
      case 'money':
        return money(Number(value))
      case 'count':
        return { value: Number(value), look: looks.count }
      default:
        return { value: sheetText(String(value)), look: looks.text }
    }
  }

  const lineOf = (line: Line) => rowOf(line.map(cellOf))

  async function* sheet() {
    yield `${XML}<worksheet ${MAIN}>${PRINTED}${FROZEN}${widthsOf(columns)}<sheetData>`
    yield rowOf(columns.map(({ header }) => ({ value: sheetText(header), look: looks.head })))
    if (top !== undefined) yield lineOf(top)
    for await (const some of lines.read({ oldestFirst })) yield some.map(lineOf).join('')
    if (bottom !== undefined) yield lineOf(bottom)
    if (summary.length > 0) yield rowOf([]) + rowOf([{ value: 'SUMMARY', look: looks.bold }])
    for (const [label, paise] of summary)
      yield rowOf([{ value: label, look: looks.bold }, undefined, undefined, money(paise, { font: 'bold' })])
    yield `</sheetData>${PAGE_SETUP}${company === undefined ? '' : headOf(company, name)}</worksheet>`
  }

  async function* sharedTexts() {
    yield `${XML}<sst ${MAIN} uniqueCount="${texts.size}">`
    let some = ''
    for (const text of texts.keys()) {
      some += `<si><t xml:space="preserve">${escaped(text)}</t></si>`
      if (some.length < ENOUGH) continue
      yield some
      some = ''
    }
    yield `${some}</sst>`
  }

  async function* styleSheet() {
    yield `${XML}<styleSheet ${MAIN}>${styles.xml()}</styleSheet>`
  }

  const titles = `'${name}'!$1:$1`
  return zip([
    { name: '[Content_Types].xml', content: encoded(once(CONTENT_TYPES)) },
    { name: '_rels/.rels', content: encoded(once(ROOT)) },
    { name: 'xl/workbook.xml', content: encoded(once(bookXml(name, titles))) },
    { name: 'xl/_rels/workbook.xml.rels', content: encoded(once(PARTS)) },
    { name: 'xl/worksheets/sheet1.xml', content: encoded(sheet()) },
    // These two list what the sheet has used, so they are written after it.
    { name: 'xl/sharedStrings.xml', content: encoded(sharedTexts()) },
    { name: 'xl/styles.xml', content: encoded(styleSheet()) },
  ])
}

/** §3: the Indian English date, 1/4/2026. */
const DATE_FORMAT = 'd/m/yyyy'

interface Cell {
  readonly value: string | number
  /** The number of its style. */
  readonly look: number
}

/** The number of characters of XML that are encoded together. */
const ENOUGH = 100_000

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** A spreadsheet's day is a whole number, counted from the end of 1899. */
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`
const OF_BOOK = `${SCHEMAS}/officeDocument/2006/relationships`

/** On A4 in landscape, all columns on one page. */
const PRINTED = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const PAGE_SETUP = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
/**
 * Returns the head of each printed page. In its syntax an ampersand begins a code, and a digit right behind one is a
 * font size.
 */
function headOf(left: string, right: string): string {
  const written = (text: string) => sheetText(text).replaceAll('&', '&&')
  return `<headerFooter><oddHeader>${escaped(`&L ${written(left)}&R ${written(right)}`)}</oddHeader></headerFooter>`
}
/** The head stays visible while the sheet is scrolled. */
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

function widthsOf(columns: Sheet['columns']): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `<cols>${widths.join('')}</cols>`
}

/** @param titles the rows repeated on each printed page */
function bookXml(name: string, titles: string): string {
  const sheets = `<sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets>`
  const printed = `<definedName name="_xlnm.Print_Titles" localSheetId="0">${escaped(titles)}</definedName>`
  return `${XML}<workbook ${MAIN} xmlns:r="${OF_BOOK}">${sheets}<definedNames>${printed}</definedNames></workbook>`
}

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OF_BOOK}/${kind}" Target="${target}"/>`
const relations = (...all: string[]) =>
  `${XML}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${all.join('')}</Relationships>`
const ROOT = relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))
const PARTS = relations(
  relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
  relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
  relation('rId3', 'styles', 'styles.xml'),
)

const typed = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
const CONTENT_TYPES = [
  `${XML}<Types xmlns="${SCHEMAS}/package/2006/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  typed('workbook', 'sheet.main'),
  typed('worksheets/sheet1', 'worksheet'),
  typed('sharedStrings', 'sharedStrings'),
  typed('styles', 'styles'),
  '</Types>',
].join('')
