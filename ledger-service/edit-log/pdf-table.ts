import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { billLink } from '@ledger/contracts/bill-files.ts'
import { ACTION_WORDS, FIELD_WORDS, SUBJECT_WORDS } from '@ledger/contracts/edit-log-words.ts'
import { ROLE_WORDS } from '@ledger/contracts/role-words.ts'
import { type Line, linesOf, type Pdf, type Style } from '../pdf-text/lines.ts'
import type { FileOf } from './columns.ts'
import { MARGIN, rule } from './pdf-pages.ts'
import { inKolkata, shortBill, valueText } from './values.ts'
import { HEADERS, PAGE_WORDS } from './words.ts'

/** The columns and their widths, in points: together the width of A4 landscape without its margins. */
const WIDTHS = {
  ...{ position: 44, recordedAt: 92, action: 46, what: 110, by: 98 },
  ...{ field: 76, before: 117, after: 118, bills: 60 },
}
type Column = keyof typeof WIDTHS
const COLUMNS = Object.keys(WIDTHS) as Column[]
const GAP = 8

const PLAIN: Style = { weight: 500, size: 7.5 }
const BOLD: Style = { weight: 700, size: 7.5 }
const STYLES: Record<Column, Style> = {
  ...{ position: BOLD, recordedAt: PLAIN, action: BOLD, what: PLAIN },
  ...{ by: PLAIN, field: PLAIN, before: PLAIN, after: BOLD, bills: PLAIN },
}
/** The space between two changes. */
const PADDING = 3
/** The limit of cached cells; most cells repeat the ones above them. */
const MOST_KEPT = 2000

/** One measured change: lines of text across all columns, each as high as the others. */
interface MeasuredRow {
  lines: number
  height: number
  drawLine(line: number): void
}

/** Opens the table: the positions of the columns, and their cells. */
export function openTable(pdf: Pdf, { language, origin }: FileOf) {
  const left = new Map(COLUMNS.map((column, index) => [column, MARGIN + sum(COLUMNS.slice(0, index))]))
  const kept = new Map<string, Line[]>()
  const lineHeight = linesOf(pdf, ['x'], 100, PLAIN)[0]?.height ?? 0
  const headers = HEADERS[language]

  /** Returns a cell's parts, each with its own direction, on as many lines as they need. */
  function cell(column: Column, parts: readonly string[], style = STYLES[column]): Line[] {
    const key = [column, ...parts].join('\u0000')
    const known = kept.get(key)
    if (known) return known
    const lines = linesOf(pdf, parts, WIDTHS[column] - GAP, style)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, lines)
    return lines
  }

  function cellsOf(row: EditLogRow): Record<Column, Line[]> {
    const { position, recordedAt, action, subjectKind, subjectName, site, actor, from } = row
    // The name of the first admin contains no more than the role.
    const isNamed = actor.name !== '' && actor.name !== ROLE_WORDS.en[actor.role]
    const by = [...(isNamed ? [actor.name, ', '] : []), ROLE_WORDS[language][actor.role]]
    return {
      position: cell('position', [String(position)]),
      recordedAt: cell('recordedAt', [inKolkata(recordedAt, language)]),
      action: cell('action', [ACTION_WORDS[language][action]]),
      what: [
        ...cell('what', [SUBJECT_WORDS[language][subjectKind](subjectName)]),
        ...(site ? cell('what', [site]) : []),
      ],
      by: [...cell('by', by), ...(from === null ? [] : cell('by', [from]))],
      ...fieldCells(row.fields),
      bills: row.bills.length === 0 ? [] : [...cell('bills', [String(row.bills.length)]), ...row.bills.map(linked)],
    }
  }

  /** Returns the start of a bill's hash, enough to tell bills apart on paper; on a screen it is a link to the bill. */
  function linked(bill: string): Line {
    const [line] = linesOf(pdf, [shortBill(bill)], WIDTHS.bills, STYLES.bills)
    if (line === undefined) throw new RangeError('A text has a line at least')
    return {
      height: line.height,
      draw(left, top) {
        line.draw(left, top)
        pdf.link(left, top, WIDTHS.bills - GAP, line.height, billLink(bill, origin))
      },
    }
  }

  /** Returns the three columns of the fields, with the lines of one field beside each other. */
  function fieldCells(fields: EditLogRow['fields']): Pick<Record<Column, Line[]>, 'field' | 'before' | 'after'> {
    const cells: Record<'field' | 'before' | 'after', Line[]> = { field: [], before: [], after: [] }
    const nothing = linesOf(pdf, [''], 100, PLAIN)
    for (const { field, before, after } of fields) {
      const shown = (value: string | null) => valueText(field, value, language) || PAGE_WORDS[language].empty
      const lines = {
        field: cell('field', [FIELD_WORDS[language][field]]),
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

  function drawLine(cells: Record<Column, Line[]>, line: number): void {
    const top = pdf.y
    for (const column of COLUMNS) cells[column][line]?.draw(left.get(column) ?? 0, top)
    pdf.y = top + lineHeight
  }

  return {
    lineHeight,
    headHeight: 2 * lineHeight + 4,
    head() {
      const cells = Object.fromEntries(
        COLUMNS.map((column) => [column, linesOf(pdf, [headers[column]], WIDTHS[column] - GAP, BOLD)]),
      ) as Record<Column, Line[]>
      rule(pdf, 0.5)
      pdf.y += 2
      const lines = Math.max(...COLUMNS.map((column) => cells[column].length))
      for (let line = 0; line < lines; line++) drawLine(cells, line)
      rule(pdf, 0.5)
      pdf.y += PADDING
    },
    row(row: EditLogRow): MeasuredRow {
      const cells = cellsOf(row)
      const lines = Math.max(...COLUMNS.map((column) => cells[column].length))
      return { lines, height: lines * lineHeight, drawLine: (line) => drawLine(cells, line) }
    },
    rule() {
      pdf.y += 1
      rule(pdf, 0.2)
      pdf.y += PADDING
    },
  }

  function sum(columns: readonly Column[]): number {
    return columns.reduce((width, column) => width + WIDTHS[column], 0)
  }
}
