import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { billCells } from '@ledger/contracts/bill-files.ts'
import { ACTION_WORDS, FIELD_WORDS, SUBJECT_WORDS } from '@ledger/contracts/edit-log-words.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { ROLE_WORDS } from '@ledger/contracts/role-words.ts'
import { inKolkata, valueText } from './values.ts'
import { HEADERS } from './words.ts'

/** The columns of the edit log as a table, left to right: one line for each field that was set, changed or removed. */
const COLUMNS = [
  ...([['position', 10] as const, ['recordedAt', 22], ['action', 10], ['what', 34], ['site', 20]] as const),
  ...([['id', 38] as const, ['by', 22], ['role', 14], ['from', 18]] as const),
  ...([['field', 16] as const, ['before', 30], ['after', 30]] as const),
  ...([['bills', 8] as const, ['billLinks', 40]] as const),
] as const
const AMOUNTS: readonly string[] = ['before', 'after']

export function columnsIn(language: Language): { header: string; width: number }[] {
  return COLUMNS.map(([name, width]) => ({ header: HEADERS[language][name], width }))
}

/** Returns whether the numbers of a column, counted from 0, are rupees. */
export const holdsAmounts = (column: number) => AMOUNTS.includes(COLUMNS[column]?.[0] ?? '')

/** The language and the links of a file. */
export interface FileOf {
  language: Language
  /** The origin of the links to bills, such as `https://books.example`. */
  origin: string
}

/**
 * Returns the lines of one change, each cell a text or a number, amounts in rupees; `written` makes texts safe for the
 * file.
 */
export function linesOf(
  row: EditLogRow,
  { language, origin }: FileOf,
  written: (text: string) => string,
): (string | number)[][] {
  const { position, recordedAt, action, subjectKind, subjectName, site, subjectId, actor, from, fields } = row
  const what = written(SUBJECT_WORDS[language][subjectKind](subjectName))
  const start = [position, inKolkata(recordedAt, language), ACTION_WORDS[language][action], what, written(site ?? '')]
  const by = [written(subjectId), written(actor.name), ROLE_WORDS[language][actor.role], written(from ?? '')]
  const bills = billCells(row.bills, origin).map((cell) => cell ?? '')
  if (fields.length === 0) return [[...start, ...by, '', '', '', ...bills]]
  return fields.map(({ field, before, after }) => {
    const cell = (value: string | null) =>
      field === 'amount' && value !== null ? Number(value) : written(valueText(field, value, language) ?? '')
    return [...start, ...by, FIELD_WORDS[language][field], cell(before), cell(after), ...bills]
  })
}
