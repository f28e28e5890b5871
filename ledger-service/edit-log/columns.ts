import type { EditLogRow } from '@ledger/contracts/audit.ts'

/** The columns of the edit log as a table: one line for each field that was set, changed or taken away. */
export const COLUMNS = [
  { header: 'Position', width: 10 },
  { header: 'Recorded at (IST)', width: 20 },
  { header: 'Action', width: 10 },
  { header: 'What', width: 34 },
  { header: 'Id', width: 38 },
  { header: 'By', width: 22 },
  { header: 'Role', width: 14 },
  { header: 'From address', width: 18 },
  { header: 'Field', width: 16 },
  { header: 'Old value', width: 30 },
  { header: 'New value', width: 30 },
] as const

const KOLKATA = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

export const inKolkata = (instant: string) => KOLKATA.format(new Date(instant))

/** The lines of one change, each cell a text or a number. */
export function linesOf(row: EditLogRow): (string | number)[][] {
  const { position, recordedAt, action, subject, subjectId, actor, from, fields } = row
  const start = [position, inKolkata(recordedAt), action, subject, subjectId, actor.name, actor.role, from ?? '']
  const shown = fields.length > 0 ? fields : [{ field: '', before: null, after: null }]
  return shown.map(({ field, before, after }) => [...start, field, before ?? '', after ?? ''])
}
