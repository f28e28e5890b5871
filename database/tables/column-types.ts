import type { ColumnType } from 'kysely'

/** A `json` column of PostgreSQL, which stores the text unchanged: read and written as text. */
export type JsonTextColumn = string
export type TimestampColumn = ColumnType<string, string | Date, string | Date>
export type DefaultedTimestampColumn = ColumnType<string, string | undefined, string>
