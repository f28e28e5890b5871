import { kolkataClock } from '@ledger/contracts/dates.ts'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import {
  EDIT_LOG_ACTION_LABELS,
  EDIT_LOG_FIELD_LABELS,
  EDIT_LOG_SUBJECT_LABELS,
} from '@ledger/contracts/labels/edit-log-labels.ts'
import { ROLE_LABELS } from '@ledger/contracts/labels/role-labels.ts'
import { cancelledVoucher } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { billCells } from '@ledger/contracts/spreadsheets/bill-count-and-link-columns.ts'
import { COLUMN_HEADERS } from './edit-log-texts.ts'
import { formatFieldValue } from './format-values.ts'

/** The columns of the edit log as a table, left to right: one line for each field that was set, changed or removed. */
const EDIT_LOG_COLUMNS = [
  ...([['position', 9] as const, ['recordedAt', 18], ['action', 9], ['what', 26], ['site', 16]] as const),
  ...([['id', 38] as const, ['by', 16], ['role', 12], ['from', 15]] as const),
  ...([['field', 12] as const, ['before', 28], ['after', 28], ['voucher', 18]] as const),
  ...([['bills', 8] as const, ['billLinks', 40]] as const),
] as const
const AMOUNT_COLUMNS: readonly string[] = ['before', 'after']

export function editLogColumns(language: Language): { header: string; width: number }[] {
  return EDIT_LOG_COLUMNS.map(([name, width]) => ({ header: COLUMN_HEADERS[language][name], width }))
}

/** Returns whether the numbers of a column, counted from 0, are rupees. */
export const isAmountColumn = (column: number) => AMOUNT_COLUMNS.includes(EDIT_LOG_COLUMNS[column]?.[0] ?? '')

/** The last column that is printed, counted from 1: a link is of no use on paper. */
export const LAST_PRINTED_COLUMN = EDIT_LOG_COLUMNS.findIndex(([name]) => name === 'billLinks')

/** A cell of the file. A date has the clock of India in its UTC fields: a spreadsheet's date-time has no zone. */
export type EditLogCell = string | number | Date

/** The language and the links of a file. */
export interface EditLogFileOptions {
  language: Language
  /** The origin of the links to bills, such as `https://books.example`. */
  origin: string
}

/**
 * Returns the lines of one change, amounts in rupees, times as dates; `written` makes texts safe for the file.
 */
export function editLogFileLines(
  row: EditLogRow,
  { language, origin }: EditLogFileOptions,
  written: (text: string) => string,
): EditLogCell[][] {
  const { position, recordedAt, action, subjectKind, subjectName, site, subjectId, actor, from, fields } = row
  const what = written(EDIT_LOG_SUBJECT_LABELS[language][subjectKind](subjectName))
  const start = [
    position,
    kolkataClock(recordedAt),
    EDIT_LOG_ACTION_LABELS[language][action],
    what,
    written(site ?? ''),
  ]
  const by = [written(subjectId), written(actor.name), ROLE_LABELS[language][actor.role], written(from ?? '')]
  const end = [shownVoucher(row, language), ...billCells(row.bills, origin).map((cell) => cell ?? '')]
  if (fields.length === 0) return [[...start, ...by, '', '', '', ...end]]
  return fields.map(({ field, before, after }) => {
    const cell = (value: string | null): EditLogCell => {
      if (value !== null && field === 'amount') return Number(value)
      if (value !== null && field === 'date') return kolkataClock(value)
      return written(formatFieldValue(field, value, language) ?? '')
    }
    return [...start, ...by, EDIT_LOG_FIELD_LABELS[language][field], cell(before), cell(after), ...end]
  })
}

/** Returns the voucher number of a line's entry, which is cancelled where the line deletes it; empty without one. */
export function shownVoucher({ voucher, action }: EditLogRow, language: Language): string {
  if (voucher === null) return ''
  return action === 'deleted' ? cancelledVoucher(voucher, language) : voucher
}
