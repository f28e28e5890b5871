import {
  ENTRY_TEXT_STORED_SHAPE,
  type EntryColumns,
  type EntryFieldValues,
} from '@ledger/contracts/entry-text-field-schemas.ts'
import { ENTRY_FIELD_NAMES, ENTRY_TEXT_FIELDS } from '@ledger/contracts/entry-text-fields.ts'

/**
 * The columns of `ledger_rows` for the fields of contracts/entry-text-fields.ts, in the order of these.
 */

type EntryColumn = keyof EntryColumns
type EntryText = string | null

const FIELDS = ENTRY_FIELD_NAMES.map((name) => {
  const { column } = ENTRY_TEXT_FIELDS[name]
  return { name, column, nullable: ENTRY_TEXT_STORED_SHAPE[name].safeParse(null).success }
})
export const ENTRY_COLUMNS = FIELDS.map(({ column }) => column)
export const NULLABLE_ENTRY_COLUMNS = FIELDS.flatMap(({ column, nullable }) => (nullable ? [column] : []))

/** The types of the columns in PostgreSQL. */
export const ENTRY_COLUMN_TYPES = entryColumnTypes()
function entryColumnTypes(): Record<EntryColumn, 'text'>
function entryColumnTypes(): Record<string, 'text'> {
  return Object.fromEntries(ENTRY_COLUMNS.map((column) => [column, 'text']))
}

export function entryToColumns(entry: EntryFieldValues): EntryColumns
export function entryToColumns(entry: Record<string, EntryText>): Record<string, EntryText> {
  const columns: Record<string, EntryText> = {}
  for (const { name, column } of FIELDS) columns[column] = entry[name] ?? null
  return columns
}

/**
 * Returns an SQL expression that joins columns of text by spaces, without those that are null.
 * @throws Error where the first column is nullable: the result would be null
 */
export function joinedTextSql(columns: readonly string[]): string {
  const nullable: ReadonlySet<string> = new Set(NULLABLE_ENTRY_COLUMNS)
  if (nullable.has(columns[0] ?? '')) throw new Error(`${columns[0]} may be null, and cannot come first`)
  return columns
    .map((column, at) =>
      at === 0 ? column : nullable.has(column) ? `coalesce(' ' || ${column}, '')` : `' ' || ${column}`,
    )
    .join(' || ')
}
