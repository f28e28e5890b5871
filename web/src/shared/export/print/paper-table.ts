import type { Paise } from '@ledger/contracts/money.ts'
import { amountWithPaise } from '../../language/amount-with-paise.ts'
import { countText, dateText, timeText } from '../../language/format-money-and-dates.ts'
import type { Language } from '../../language/language-setting.ts'
import type { SheetContent } from '../file/read-sheet-content.ts'
import type { SheetColumn, SheetLine } from '../file/sheet-model.ts'

/** A list as it is printed, every cell as text. */
export interface PaperTable {
  readonly columns: readonly Pick<SheetColumn, 'header' | 'kind'>[]
  /** The rows in order. `edge`: the opening and closing line of a book, and the total of a list. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly isEdge: boolean }[]
  readonly summary: readonly (readonly [label: string, amount: string])[]
}

/** Returns a list for paper. Columns without a cell are left out, and amounts are at the right, as a bank has them. */
export async function toPaperTable({ sheet, lines, ending }: SheetContent, language: Language): Promise<PaperTable> {
  const { oldestFirst = false, top, bottom, summary = [] } = ending
  const middle: SheetLine[] = []
  for await (const some of lines.read({ oldestFirst })) middle.push(...some)
  const rows = [
    ...(top === undefined ? [] : [{ line: top, isEdge: true }]),
    ...middle.map((line) => ({ line, isEdge: false })),
    ...(bottom === undefined ? [] : [{ line: bottom, isEdge: true }]),
  ]
  const shown = sheet.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => column.onPaper && rows.some(({ line }) => isFilled(line[index])))
  const inOrder = [
    ...shown.filter(({ column }) => column.kind !== 'money'),
    ...shown.filter(({ column }) => column.kind === 'money'),
  ]
  return {
    columns: inOrder.map(({ column }) => column),
    rows: rows.map(({ line, isEdge }) => ({
      cells: inOrder.map(({ column, index }) => cellText(line[index], column.kind, language)),
      isEdge,
    })),
    summary: summary.map(([label, paise]) => [label, paiseText(paise)]),
  }
}

const isFilled = (value: SheetLine[number] | undefined) => value !== null && value !== undefined && value !== ''

function cellText(value: SheetLine[number] | undefined, kind: SheetColumn['kind'], language: Language): string {
  if (value === null || value === undefined || value === '') return ''
  switch (kind) {
    case 'day':
      return dateText(`${value}T12:00:00+05:30`, language)
    case 'instant':
      return `${dateText(String(value), language)}, ${timeText(String(value))}`
    case 'money':
      return paiseText(Number(value))
    case 'count':
      return countText(Number(value))
    case 'text':
      return String(value)
  }
}

const paiseText = (paise: Paise) => amountWithPaise(String(paise / 100))
