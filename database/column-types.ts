import type { ColumnType } from 'kysely'

/** Stored as Postgres `json`, which keeps the bytes: read as text, written as text. */
export type Json = string
export type Instant = ColumnType<string, string | Date, string | Date>
export type InstantByDefault = ColumnType<string, string | undefined, string>
