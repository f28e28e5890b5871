import type { ColumnType } from 'kysely'

/** Stored as Postgres `json`, which keeps the bytes: read as text, written as text. */
export type JsonTextColumn = string
export type TimestampColumn = ColumnType<string, string | Date, string | Date>
export type DefaultedTimestampColumn = ColumnType<string, string | undefined, string>
