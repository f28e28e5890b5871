import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { CopyCursor } from '../binary/copy-cursor.ts'
import type { Database } from '../tables/database-schema.ts'
import { autoPreparingPool, type PreparedScope } from './auto-prepare.ts'

/**
 * What the app may do: INSERT and SELECT events, never UPDATE or DELETE them. It does not sign in: each installation has a
 * login of its own, which is a member of it and of nothing else (migrations/app-login.ts).
 */
export const APP_ROLE = 'ledger_app'

/** On it the write side says, after a commit, that there is something to read. */
export const LOG_CHANNEL = 'ledger'
/** On it an export asks the signer for a checkpoint, and by this name it sees that the signer listens. */
export const SIGN_CHANNEL = 'sign'
export const SIGNER_LISTENS = 'site-ledger signer listen'

export interface ConnectionSettings {
  /** Shown in pg_stat_activity. */
  name: string
  /** A schema whose tables come before the others of the same name: a rebuild works in its own. */
  schema?: string
  /** Server settings for every session of it, `-c name=value …`. */
  options?: string
  /** Its process gives way to every other: for a minute, not 5 s, it waits to be connected, be it for the server or for a processor. */
  isLowPriority?: boolean
}

export interface PoolSettings extends ConnectionSettings {
  max: number
  onError: (error: Error) => void
}

/** int8 as a number (refused beyond 2^53), timestamptz as ISO 8601 in UTC, json as the bytes that were stored. */
const COLUMN_PARSERS: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return parseInt8
    if (oid === pg.types.builtins.TIMESTAMPTZ) return parseTimestamptz
    if (oid === pg.types.builtins.JSON) return keepStoredText
    return pg.types.getTypeParser(oid, format)
  },
}

const keepStoredText = (text: string) => text
const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/

/** PostgreSQL writes an instant in UTC almost as ISO 8601 does; a page of a list has a hundred of them. */
export function parseTimestamptz(text: string): string {
  if (!UTC_TIMESTAMP.test(text)) return new Date(text).toISOString()
  const thousandths = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${thousandths}Z`
}

/** @throws RangeError for one that a number cannot hold exactly */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers that sums here are exact for`)
  return value
}

/**
 * The settings of one connection. Time limits are the server's own, so that a process that hangs in the middle of a
 * transaction cannot keep the head of the log locked.
 */
export function clientSettings(databaseUrl: string, connection: ConnectionSettings): pg.ClientConfig {
  const searchPath = [connection.schema, 'public', 'read'].filter(Boolean).join(',')
  const limits = `-c statement_timeout=60000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c search_path=${searchPath}`
  return {
    connectionString: databaseUrl,
    application_name: connection.name,
    options: `${limits} ${connection.options ?? ''}`,
    connectionTimeoutMillis: connection.isLowPriority ? 60_000 : 5000,
    keepAlive: true,
    types: COLUMN_PARSERS,
  }
}

/** A pool whose lost connections are reported and never end the process. */
export function connectPool(databaseUrl: string, { max, onError, ...connection }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({ ...clientSettings(databaseUrl, connection), max, idleTimeoutMillis: 30_000 })
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return pool
}

/** Typed queries over a pool; what is streamed is copied (see CopyCursor). */
export function kyselyOverPool(pool: pg.Pool, prepared: PreparedScope = 'nothing'): Kysely<Database> {
  const dialect = new PostgresDialect({ pool: autoPreparingPool(pool, prepared), cursor: CopyCursor })
  return new Kysely<Database>({ dialect })
}
