import { kolkataClock } from '@ledger/contracts/dates.ts'
import { spreadsheetRowHeight, type WrappedCell } from '@ledger/contracts/spreadsheets/row-height.ts'
import { spreadsheetRupeeFormat } from '@ledger/contracts/spreadsheets/rupee-format.ts'
import { printableCell } from '@ledger/contracts/text/escape-unprintable.ts'
import type { BufferedLines } from '../file/buffered-lines.ts'
import type { Sheet, SheetEnding, SheetHeading, SheetLine } from '../file/sheet-model.ts'
import { escapeXml } from './escape-xml.ts'
import { printedFooter, printedHeader } from './printed-header.ts'
import { type CellLook, createCellStyles } from './xlsx-cell-styles.ts'
import { zip } from './zip.ts'

/**
 * Returns a workbook of one sheet (ECMA-376, SpreadsheetML). It is written while its lines are read, so that memory
 * holds no more than a page of them, and each distinct text once. Amounts become numbers and days become dates. Every
 * text is a string cell, so that none can become a formula.
 */
export function sheetToXlsx(
  { name, columns }: Sheet,
  lines: BufferedLines,
  ending: SheetEnding & { heading: SheetHeading },
): Promise<Blob> {
  const { heading, oldestFirst = false, top, bottom, summary = [] } = ending
  const styles = createCellStyles()
  const texts = new Map<string, number>()
  const looks = {
    head: styles.idOf({ font: 'head', wraps: true }),
    bold: styles.idOf({ font: 'bold' }),
    day: styles.idOf({ format: DATE_FORMAT, align: 'left' }),
    instant: styles.idOf({ format: DATE_TIME_FORMAT, align: 'left' }),
    // Excel's Text format: a text that begins with = is no formula even after it was edited.
    text: styles.idOf({ format: '@', wraps: true }),
    link: styles.idOf({ format: '@' }),
    count: styles.idOf({ format: '0' }),
  }
  let rows = 0

  function rowOf(cells: readonly (XlsxCell | undefined)[]): string {
    rows += 1
    const written = cells.map((cell, column) => (cell === undefined ? '' : cellAt(cell, column)))
    return `<row r="${rows}"${heightOf(cells)}>${written.join('')}</row>`
  }

  function heightOf(cells: readonly (XlsxCell | undefined)[]): string {
    const wrapped = cells.flatMap((cell, column): WrappedCell[] => {
      const isWrapped = cell !== undefined && (cell.look === looks.text || cell.look === looks.head)
      return isWrapped ? [[String(cell.value), columns[column]?.width ?? 1]] : []
    })
    const height = spreadsheetRowHeight(wrapped)
    return height === undefined ? '' : ` ht="${height}" customHeight="1"`
  }

  function cellAt({ value, look }: XlsxCell, column: number): string {
    const head = `<c r="${columnLetter(column)}${rows}" s="${look}"`
    return typeof value === 'number' ? `${head}><v>${value}</v></c>` : `${head} t="s"><v>${textId(value)}</v></c>`
  }

  function textId(text: string): number {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, texts.size)
    return texts.size - 1
  }

  const money = (paise: number, look: CellLook = {}): XlsxCell => ({
    value: paise / 100,
    look: styles.idOf({ ...look, format: spreadsheetRupeeFormat(paise) }),
  })

  function cellOf(value: SheetLine[number], column: number): XlsxCell | undefined {
    if (value === null || value === '') return undefined
    switch (columns[column]?.kind) {
      case 'day':
        return { value: excelDaySerial(String(value)), look: looks.day }
      case 'instant':
        return { value: excelInstantSerial(String(value)), look: looks.instant }
      case 'money':
        return money(Number(value))
      case 'count':
        return { value: Number(value), look: looks.count }
      default:
        return {
          value: printableCell(String(value)),
          look: columns[column]?.onPaper === false ? looks.link : looks.text,
        }
    }
  }

  const lineOf = (line: SheetLine) => rowOf(line.map(cellOf))

  async function* sheet() {
    yield `${XML_DECLARATION}<worksheet ${SPREADSHEET_NAMESPACE}>${FIT_TO_PAGE}${FROZEN_HEADER}${columnWidthsXml(columns)}<sheetData>`
    yield rowOf(columns.map(({ header }) => ({ value: printableCell(header), look: looks.head })))
    if (top !== undefined) yield lineOf(top)
    for await (const some of lines.read({ oldestFirst })) yield some.map(lineOf).join('')
    if (bottom !== undefined) yield lineOf(bottom)
    if (summary.length > 0) yield rowOf([]) + rowOf([{ value: 'SUMMARY', look: looks.bold }])
    for (const [label, paise] of summary)
      yield rowOf([{ value: label, look: looks.bold }, undefined, undefined, money(paise, { font: 'bold' })])
    yield `</sheetData>${PAGE_SETUP}<headerFooter>${printedHeader(heading, name)}${printedFooter(name)}</headerFooter></worksheet>`
  }

  async function* sharedTexts() {
    yield `${XML_DECLARATION}<sst ${SPREADSHEET_NAMESPACE} uniqueCount="${texts.size}">`
    let some = ''
    for (const text of texts.keys()) {
      some += `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`
      if (some.length < XML_BATCH_CHARACTERS) continue
      yield some
      some = ''
    }
    yield `${some}</sst>`
  }

  async function* styleSheet() {
    yield `${XML_DECLARATION}<styleSheet ${SPREADSHEET_NAMESPACE}>${styles.xml()}</styleSheet>`
  }

  async function* workbook() {
    yield workbookXml(name, { rows, lastColumn: columnLetter(columns.findLastIndex(({ onPaper }) => onPaper)) })
  }

  return zip([
    { name: '[Content_Types].xml', content: encodeUtf8(singleText(CONTENT_TYPES)) },
    { name: '_rels/.rels', content: encodeUtf8(singleText(ROOT_RELATIONSHIPS)) },
    { name: 'xl/_rels/workbook.xml.rels', content: encodeUtf8(singleText(WORKBOOK_RELATIONSHIPS)) },
    { name: 'xl/worksheets/sheet1.xml', content: encodeUtf8(sheet()) },
    // These follow from what the sheet has used, so they are written after it.
    { name: 'xl/workbook.xml', content: encodeUtf8(workbook()) },
    { name: 'xl/sharedStrings.xml', content: encodeUtf8(sharedTexts()) },
    { name: 'xl/styles.xml', content: encodeUtf8(styleSheet()) },
  ])
}

/** §3: the Indian English date, 1/4/2026. */
const DATE_FORMAT = 'd/m/yyyy'
const DATE_TIME_FORMAT = `${DATE_FORMAT} hh:mm:ss`

/** A sheet has fewer columns than the alphabet letters. */
const columnLetter = (column: number) => String.fromCharCode(65 + column)

interface XlsxCell {
  readonly value: string | number
  /** The number of its style. */
  readonly look: number
}

/** The number of characters of XML that are encoded together. */
const XML_BATCH_CHARACTERS = 100_000

async function* encodeUtf8(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

async function* singleText(text: string): AsyncGenerator<string> {
  yield text
}

/** A spreadsheet's day is a whole number, counted from the end of 1899. */
const excelSerial = (ms: number) => ms / 86_400_000 + 25_569
const excelDaySerial = (day: string) => excelSerial(Date.parse(`${day}T00:00:00Z`))
const excelInstantSerial = (instant: string) => excelSerial(kolkataClock(instant).getTime())

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OPEN_XML_SCHEMAS = 'http://schemas.openxmlformats.org'
const SPREADSHEET_NAMESPACE = `xmlns="${OPEN_XML_SCHEMAS}/spreadsheetml/2006/main"`
const RELATIONSHIP_NAMESPACE = `${OPEN_XML_SCHEMAS}/officeDocument/2006/relationships`

/** On A4 in landscape, all columns on one page. */
const FIT_TO_PAGE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
/** In inches. The head of a page has two lines, above the first row. */
const PAGE_SETUP =
  '<pageMargins left="0.4" right="0.4" top="0.9" bottom="0.65" header="0.35" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
/** The head stays visible while the sheet is scrolled. */
const FROZEN_HEADER =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

function columnWidthsXml(columns: Sheet['columns']): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `<cols>${widths.join('')}</cols>`
}

/**
 * @param rows the number of rows; the first is repeated on each printed page
 * @param lastColumn the last column that is printed
 */
function workbookXml(name: string, { rows, lastColumn }: { rows: number; lastColumn: string }): string {
  const sheets = `<sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets>`
  const defined = (what: string, cells: string) =>
    `<definedName name="_xlnm.${what}" localSheetId="0">${escapeXml(`'${name}'!${cells}`)}</definedName>`
  const names = defined('Print_Area', `$A$1:$${lastColumn}$${rows}`) + defined('Print_Titles', '$1:$1')
  return `${XML_DECLARATION}<workbook ${SPREADSHEET_NAMESPACE} xmlns:r="${RELATIONSHIP_NAMESPACE}">${sheets}<definedNames>${names}</definedNames></workbook>`
}

const relationshipXml = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONSHIP_NAMESPACE}/${kind}" Target="${target}"/>`
const relationshipsXml = (...all: string[]) =>
  `${XML_DECLARATION}<Relationships xmlns="${OPEN_XML_SCHEMAS}/package/2006/relationships">${all.join('')}</Relationships>`
const ROOT_RELATIONSHIPS = relationshipsXml(relationshipXml('rId1', 'officeDocument', 'xl/workbook.xml'))
const WORKBOOK_RELATIONSHIPS = relationshipsXml(
  relationshipXml('rId1', 'worksheet', 'worksheets/sheet1.xml'),
  relationshipXml('rId2', 'sharedStrings', 'sharedStrings.xml'),
  relationshipXml('rId3', 'styles', 'styles.xml'),
)

const contentTypeXml = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
const CONTENT_TYPES = [
  `${XML_DECLARATION}<Types xmlns="${OPEN_XML_SCHEMAS}/package/2006/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  contentTypeXml('workbook', 'sheet.main'),
  contentTypeXml('worksheets/sheet1', 'worksheet'),
  contentTypeXml('sharedStrings', 'sharedStrings'),
  contentTypeXml('styles', 'styles'),
  '</Types>',
].join('')
