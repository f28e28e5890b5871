import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import {
  EDIT_LOG_ACTION_LABELS,
  EDIT_LOG_FIELD_LABELS,
  EDIT_LOG_SUBJECT_LABELS,
} from '@ledger/contracts/labels/edit-log-labels.ts'
import { cancelledVoucher } from '@ledger/contracts/labels/transaction-labels.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { linesAtHand, type OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import { type SheetLine, textColumn } from '../../shared/export/file/sheet-model.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { type EditLogSelection, readEditLogPage } from '../api/audit-queries.ts'
import { formatEditLogValue } from './format-field-value.ts'
import { words } from './screen-texts.ts'

/**
 * Reads the edit log to its end for paper, as the screen has it: a line for each field of a change.
 * @param onRead called with the number of lines so far
 * @returns undefined where there is no change
 */
export async function readPrintedEditLog(
  asked: EditLogSelection,
  language: Language,
  onRead: OnRowsRead,
): Promise<SheetContent | undefined> {
  const lines: SheetLine[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof readEditLogPage>> = await readEditLogPage(asked, after)
    lines.push(...page.rows.flatMap((row) => linesOf(row, language)))
    onRead(lines.length)
    after = page.next
  }
  if (lines.length === 0) return undefined
  const t = words[language]
  return {
    sheet: {
      name: 'Edit log',
      columns: [t.when, t.what, t.by, t.field, t.before, t.after].map((header) => textColumn(header, 20)),
    },
    lines: linesAtHand(lines),
    ending: {},
  }
}

function linesOf(row: EditLogRow, language: Language): SheetLine[] {
  const subject = EDIT_LOG_SUBJECT_LABELS[language][row.subjectKind](printableLine(row.subjectName))
  const voucher =
    row.action === 'deleted' && row.voucher !== null ? cancelledVoucher(row.voucher, language) : row.voucher
  const start = [
    [`${dateText(row.recordedAt, language)}, ${timeText(row.recordedAt)}`, `#${countText(row.position)}`],
    [
      `${subject} ${EDIT_LOG_ACTION_LABELS[language][row.action]}`,
      row.site === null ? null : printableLine(row.site),
      voucher,
    ],
    [personAndRole(row.actor, language), row.from],
  ].map((texts) => texts.filter((text) => text !== null).join('\n'))
  if (row.fields.length === 0) return [[...start, null, null, null]]
  return row.fields.map(({ field, before, after }, index) => [
    // A change of several fields is named once.
    ...(index === 0 ? start : [null, null, null]),
    EDIT_LOG_FIELD_LABELS[language][field],
    formatEditLogValue(field, before, language),
    formatEditLogValue(field, after, language),
  ])
}
