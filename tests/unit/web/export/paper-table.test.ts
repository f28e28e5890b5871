import type { SheetLine } from '@ledger/web/src/shared/export/file/sheet-model.ts'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { toPaperTable } = await import('@ledger/web/src/shared/export/print/paper-table.ts')
const { periodText } = await import('@ledger/web/src/shared/language/period-text.ts')

const column = (header: string, kind: 'day' | 'instant' | 'money' | 'text' | 'count', onPaper = true) => ({
  ...{ header, kind, onPaper },
  width: 10,
})
const SHEET = {
  name: 'Ledger',
  columns: [
    ...[column('Date', 'day'), column('Credit', 'money'), column('Debit', 'money'), column('Party', 'text')],
    ...[column('Type', 'text', false), column('Deleted', 'text'), column('Balance', 'money')],
  ],
}
const NEWEST_FIRST: SheetLine[] = [
  ['2026-04-03', null, 12_50, 'Tea', 'Expense Made', null, -99_999_999_99],
  ['2026-04-01', 1_23_456_50, null, 'Head Office', 'Money Received', null, 1_23_456_50],
]
const content = {
  sheet: SHEET,
  lines: {
    async *read({ oldestFirst }: { oldestFirst: boolean }) {
      yield oldestFirst ? NEWEST_FIRST.toReversed() : NEWEST_FIRST
    },
  },
  ending: {
    oldestFirst: true,
    top: [null, null, null, 'Opening Balance', null, null, 0],
    bottom: ['2026-04-30', null, null, 'Closing Balance', null, null, 5],
    summary: [['Total', -5]] as const,
  },
}

it('has every row for paper, amounts at the right with both digits of paise, and no column without a cell', async () => {
  expect(await toPaperTable(content, 'en')).toEqual({
    columns: [0, 3, 1, 2, 6].map((index) => SHEET.columns[index]),
    rows: [
      { isEdge: true, cells: ['', 'Opening Balance', '', '', '0.00'] },
      { isEdge: false, cells: ['1 Apr 2026', 'Head Office', '1,23,456.50', '', '1,23,456.50'] },
      { isEdge: false, cells: ['3 Apr 2026', 'Tea', '', '12.50', '−9,99,99,999.99'] },
      { isEdge: true, cells: ['30 Apr 2026', 'Closing Balance', '', '', '0.05'] },
    ],
    summary: [['Total', '−0.05']],
  })
  const [, row] = (await toPaperTable(content, 'hi')).rows
  expect(row?.cells[0]).toBe('1 अप्रैल 2026')
})

it('says a period in the language of its reader, up to today where it has no end', () => {
  const period = { from: '2026-04-01', to: '2026-04-30' }
  expect(periodText(period, 'en')).toBe('1 Apr 2026 to 30 Apr 2026')
  expect(periodText(period, 'hi')).toBe('1 अप्रैल 2026 से 30 अप्रैल 2026 तक')
  expect(periodText({ from: '', to: '' }, 'en', '2026-11-22')).toBe('Up to 22 Nov 2026')
  expect(periodText({ ...period, to: '' }, 'hi', '2026-11-22')).toBe('1 अप्रैल 2026 से 22 नवंबर 2026 तक')
})
