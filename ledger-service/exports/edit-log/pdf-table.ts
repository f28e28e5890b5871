import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import {
  EDIT_LOG_ACTION_LABELS,
  EDIT_LOG_FIELD_LABELS,
  EDIT_LOG_SUBJECT_LABELS,
} from '@ledger/contracts/labels/edit-log-labels.ts'
import { ROLE_LABELS } from '@ledger/contracts/labels/role-labels.ts'
import { billUrl } from '@ledger/contracts/spreadsheets/bill-count-and-link-columns.ts'
import { LRUCache } from 'lru-cache'
import { formatKolkataTime } from '../formats/dates-and-rupees.ts'
import { drawRule, PAGE_MARGIN } from '../pdf/draw-rules-and-text-lines.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import { breakIntoLines, type TextLine, type TextStyle } from '../pdf/text-lines.ts'
import { type EditLogFileOptions, shownVoucher } from './columns-and-lines.ts'
import { COLUMN_HEADERS, PAGE_WORDS } from './edit-log-texts.ts'
import { formatFieldValue, shortBillHash } from './format-values.ts'

/** The columns and their widths, in points: together the width of A4 landscape without its margins. */
const COLUMN_WIDTHS = {
  ...{ position: 44, recordedAt: 92, action: 46, what: 110, by: 98 },
  ...{ field: 76, before: 117, after: 118, bills: 60 },
}
type PdfTableColumn = keyof typeof COLUMN_WIDTHS
const PDF_TABLE_COLUMNS = Object.keys(COLUMN_WIDTHS) as PdfTableColumn[]
const COLUMN_GAP = 8

const PLAIN_TEXT_STYLE: TextStyle = { weight: 500, size: 7.5 }
const BOLD_TEXT_STYLE: TextStyle = { weight: 700, size: 7.5 }
const COLUMN_STYLES: Record<PdfTableColumn, TextStyle> = {
  ...{ position: BOLD_TEXT_STYLE, recordedAt: PLAIN_TEXT_STYLE, action: BOLD_TEXT_STYLE, what: PLAIN_TEXT_STYLE },
  ...{
    by: PLAIN_TEXT_STYLE,
    field: PLAIN_TEXT_STYLE,
    before: PLAIN_TEXT_STYLE,
    after: BOLD_TEXT_STYLE,
    bills: PLAIN_TEXT_STYLE,
  },
}
/** The space between two changes. */
const ROW_PADDING = 3
/** The limit of cached cells; most cells repeat the ones above them. */
const MAX_CACHED_CELLS = 2000

/** One measured change: lines of text across all columns, each as high as the others. */
interface MeasuredRow {
  lines: number
  height: number
  drawLine(line: number): void
}

/** Opens the table: the positions of the columns, and their cells. */
export function createPdfTable(pdf: PdfDocument, { language, origin }: EditLogFileOptions) {
  const left = new Map(
    PDF_TABLE_COLUMNS.map((column, index) => [column, PAGE_MARGIN + sum(PDF_TABLE_COLUMNS.slice(0, index))]),
  )
  const cachedCells = new LRUCache<string, TextLine[]>({ max: MAX_CACHED_CELLS })
  const lineHeight = breakIntoLines(pdf, ['x'], 100, PLAIN_TEXT_STYLE)[0]?.height ?? 0
  const headers = COLUMN_HEADERS[language]

  /** Returns a cell's parts, each with its own direction, on as many lines as they need. */
  function cell(column: PdfTableColumn, parts: readonly string[], style = COLUMN_STYLES[column]): TextLine[] {
    const key = [column, ...parts].join('\u0000')
    const known = cachedCells.get(key)
    if (known) return known
    const lines = breakIntoLines(pdf, parts, COLUMN_WIDTHS[column] - COLUMN_GAP, style)
    cachedCells.set(key, lines)
    return lines
  }

  function cellsOf(row: EditLogRow): Record<PdfTableColumn, TextLine[]> {
    const { position, recordedAt, action, subjectKind, subjectName, site, actor, from } = row
    const voucher = shownVoucher(row, language)
    // The name of the first admin contains no more than the role.
    const isNamed = actor.name !== '' && actor.name !== ROLE_LABELS.en[actor.role]
    const by = [...(isNamed ? [actor.name, ', '] : []), ROLE_LABELS[language][actor.role]]
    return {
      position: cell('position', [String(position)]),
      recordedAt: cell('recordedAt', [formatKolkataTime(recordedAt, language)]),
      action: cell('action', [EDIT_LOG_ACTION_LABELS[language][action]]),
      what: [
        ...cell('what', [EDIT_LOG_SUBJECT_LABELS[language][subjectKind](subjectName)]),
        ...(site ? cell('what', [site]) : []),
        ...(voucher === '' ? [] : cell('what', [voucher])),
      ],
      by: [...cell('by', by), ...(from === null ? [] : cell('by', [from]))],
      ...fieldCells(row.fields),
      bills: row.bills.length === 0 ? [] : [...cell('bills', [String(row.bills.length)]), ...row.bills.map(linked)],
    }
  }

  /** Returns the start of a bill's hash, enough to tell bills apart on paper; on a screen it is a link to the bill. */
  function linked(bill: string): TextLine {
    const [line] = breakIntoLines(pdf, [shortBillHash(bill)], COLUMN_WIDTHS.bills, COLUMN_STYLES.bills)
    if (line === undefined) throw new RangeError('A text has a line at least')
    return {
      ...line,
      draw(left, top) {
        line.draw(left, top)
        pdf.link(left, top, COLUMN_WIDTHS.bills - COLUMN_GAP, line.height, billUrl(bill, origin))
      },
    }
  }

  /** Returns the three columns of the fields, with the lines of one field beside each other. */
  function fieldCells(
    fields: EditLogRow['fields'],
  ): Pick<Record<PdfTableColumn, TextLine[]>, 'field' | 'before' | 'after'> {
    const cells: Record<'field' | 'before' | 'after', TextLine[]> = { field: [], before: [], after: [] }
    const nothing = breakIntoLines(pdf, [''], 100, PLAIN_TEXT_STYLE)
    for (const { field, before, after } of fields) {
      const shown = (value: string | null) => formatFieldValue(field, value, language) || PAGE_WORDS[language].empty
      const lines = {
        field: cell('field', [EDIT_LOG_FIELD_LABELS[language][field]]),
        before: before === null ? [] : cell('before', [shown(before)]),
        after: after === null ? [] : cell('after', [shown(after)]),
      }
      const end = cells.field.length + Math.max(...Object.values(lines).map(({ length }) => length))
      for (const column of ['field', 'before', 'after'] as const) {
        cells[column].push(...lines[column])
        while (cells[column].length < end) cells[column].push(...nothing)
      }
    }
    return cells
  }

  function drawLine(cells: Record<PdfTableColumn, TextLine[]>, line: number): void {
    const top = pdf.y
    for (const column of PDF_TABLE_COLUMNS) cells[column][line]?.draw(left.get(column) ?? 0, top)
    pdf.y = top + lineHeight
  }

  return {
    lineHeight,
    headHeight: 2 * lineHeight + 4,
    head() {
      const cells = Object.fromEntries(
        PDF_TABLE_COLUMNS.map((column) => [
          column,
          breakIntoLines(
            pdf,
            [column === 'by' ? PAGE_WORDS[language].byAndFrom : headers[column]],
            COLUMN_WIDTHS[column] - COLUMN_GAP,
            BOLD_TEXT_STYLE,
          ),
        ]),
      ) as Record<PdfTableColumn, TextLine[]>
      drawRule(pdf, 0.5)
      pdf.y += 2
      const lines = Math.max(...PDF_TABLE_COLUMNS.map((column) => cells[column].length))
      for (let line = 0; line < lines; line++) drawLine(cells, line)
      drawRule(pdf, 0.5)
      pdf.y += ROW_PADDING
    },
    row(row: EditLogRow): MeasuredRow {
      const cells = cellsOf(row)
      const lines = Math.max(...PDF_TABLE_COLUMNS.map((column) => cells[column].length))
      return { lines, height: lines * lineHeight, drawLine: (line) => drawLine(cells, line) }
    },
    rule() {
      pdf.y += 1
      drawRule(pdf, 0.2)
      pdf.y += ROW_PADDING
    },
  }

  function sum(columns: readonly PdfTableColumn[]): number {
    return columns.reduce((width, column) => width + COLUMN_WIDTHS[column], 0)
  }
}
