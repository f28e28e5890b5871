import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import type { CancelledVoucher, StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { linesAtHand, type OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import { dayColumn, moneyColumn, type SheetLine, textColumn } from '../../shared/export/file/sheet-model.ts'
import { isZero } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { describeStatementRow } from './describe-statement-row.ts'
import { words } from './screen-texts.ts'
import { fetchWholeStatement, type ReadStatement, type StatementSelection } from './statement-queries.ts'

/**
 * Reads a whole statement for paper: the columns of the screen, the opening balance above the rows, the vouchers of
 * deleted entries and the closing balance below them.
 * @returns undefined where there is no row and no balance
 */
export async function readPrintedStatement(
  asked: StatementSelection,
  language: Language,
  onRead: OnRowsRead,
): Promise<SheetContent | undefined> {
  const statement = await fetchWholeStatement(asked, onRead)
  const { rows, cancelled, opening, closing, totals } = statement
  if (rows.length + cancelled.length === 0 && isZero(opening)) return undefined
  const t = words[language]
  const lines = [
    ...rows.map((row) => rowLine(row, statement, language)),
    ...cancelled.map((voucher) => cancelledLine(voucher, t.cancelledEntry)),
  ]
  return {
    sheet: { name: 'Statement', columns: columnsIn(language) },
    lines: linesAtHand(lines.length === 0 ? [[null, null, t.stayed, null, null, null, null]] : lines),
    ending: {
      top: balanceLine(asked.from || null, t.opening, opening),
      bottom: balanceLine(asked.to || null, t.closing, closing),
      summary: [
        [t.opening, paiseOf(opening)],
        [t.received, paiseOf(totals.in)],
        [t.paid, paiseOf(totals.out)],
        [t.closing, paiseOf(closing)],
      ],
    },
  }
}

function columnsIn(language: Language) {
  const t = words[language]
  return [
    dayColumn(t.date, 12),
    textColumn(t.voucher, 16),
    textColumn(t.particulars, 40),
    textColumn(t.mode, 14),
    ...[t.received, t.paid, t.balance].map((header) => moneyColumn(header, 15)),
  ]
}

function rowLine(row: StatementRow, { of }: ReadStatement, language: Language): SheetLine {
  const party = row.party ?? words[language].sender
  const details = describeStatementRow(row, of.kind, language)
  return [
    dayOf(row.date),
    row.voucher && unbroken(row.voucher),
    details === '' ? party : `${party}\n${details}`,
    row.mode && paymentModeLabels[language][row.mode],
    ...[row.in, row.out].map((amount) => (isZero(amount) ? null : paiseOf(amount))),
    paiseOf(row.balance),
  ]
}

/** Joins the parts of a number such as P/26-27/000123, which stays on one line. */
const unbroken = (voucher: string) => voucher.replaceAll('-', '-\u2060')

/** Returns the line of a number that no row has, as the files have it. */
const cancelledLine = ({ day, voucher }: CancelledVoucher, text: string): SheetLine => [
  day,
  unbroken(voucher),
  text,
  null,
  null,
  null,
  null,
]

const balanceLine = (day: Day | null, label: string, balance: string): SheetLine => [
  day,
  null,
  label,
  null,
  null,
  null,
  paiseOf(balance),
]
