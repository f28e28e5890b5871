import { dayOf } from '@ledger/contracts/dates.ts'
import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { VOUCHER_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { linesAtHand, type OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import { dayColumn, moneyColumn, type SheetLine, textColumn } from '../../shared/export/file/sheet-model.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { readLedgerAsOf } from '../api/audit-queries.ts'
import { type LedgerAsOfRow, type LedgerRowDifference, ledgerRowDifference } from './ledger-row-difference.ts'
import { words } from './screen-texts.ts'

/** An account's ledger at a position, and the position that it is compared with. */
interface PrintedLedgerOptions {
  readonly account: string
  readonly position: number
  readonly earlier?: number | undefined
  readonly later?: number | undefined
}

/** Reads a whole ledger as it was for paper, the oldest row first; undefined where it has no row. */
export async function readPrintedLedgerAsOf(
  { account, position, earlier, later }: PrintedLedgerOptions,
  language: Language,
  onRead: OnRowsRead,
): Promise<SheetContent | undefined> {
  const t = words[language]
  // Their rows are not printed, so they do not count.
  const after = later === undefined ? undefined : await readLedgerAsOf(account, later, () => onRead(0))
  const there = after && new Set(after.rows.map(({ id }) => id))
  const { rows, received, spent, balance } = await readLedgerAsOf(account, position, onRead)
  if (rows.length === 0) return undefined
  const lines = rows.map((row) => lineOf(row, ledgerRowDifference(row, earlier, there), language)).reverse()
  return {
    sheet: {
      name: 'Ledger as it was',
      columns: [
        dayColumn(t.date, 12),
        textColumn(VOUCHER_LABEL[language], 16),
        textColumn(t.particulars, 40),
        textColumn(t.mode, 14),
        ...[t.received, t.spent, t.balance].map((header) => moneyColumn(header, 15)),
      ],
    },
    lines: linesAtHand(lines),
    ending: { bottom: [null, null, t.total, null, ...[received, spent, balance].map(paiseOf)] },
  }
}

function lineOf(row: LedgerAsOfRow, mark: LedgerRowDifference | undefined, language: Language): SheetLine {
  const t = words[language]
  const party = row.party === HEAD_OFFICE_ACCOUNT ? t.head_office : row.party
  const particulars = [
    mark === undefined ? party : `${party} (${t[mark]})`,
    describeEntryPurpose(row),
    row.revision === 1 ? '' : t.revision(String(row.revision)),
  ]
  const paise = paiseOf(row.amount)
  return [
    dayOf(row.date),
    row.voucher,
    particulars.filter((text) => text !== '').join('\n'),
    paymentModeLabels[language][row.paymentMode],
    ...(row.type === 'credit' ? [paise, null] : [null, paise]),
    paiseOf(row.balance),
  ]
}
