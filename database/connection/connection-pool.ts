import { Kysely, PostgresDialect } from 'kysely'
import type { ClientBase } from 'pg'
import pg from 'pg'
import { CopyCursor } from '../binary/run-copy.ts'
import type { Database } from '../tables/database-schema.ts'
import { autoPreparingPool, autoPreparingQuery, type PreparedScope, StatementNames } from './auto-prepare.ts'
import { bindIntoOneBuffer } from './bind-into-one-buffer.ts'

/** Milliseconds after which an idle connection is closed: the server holds some 8 MB for each. */
export const CLOSE_IDLE_AFTER_MS = 30_000

export interface ConnectionSettings {
  /** Shown in pg_stat_activity. */
  name: string
  /** A schema that precedes the others in the search path; a rebuild works in its own. */
  schema?: string
  /** Server settings for every session of the connection, `-c name=value …`. */
  options?: string
  /**
   * The process has low priority: it waits up to a minute, not 5 s, to connect, whether for the server or for a
   * processor.
   */
  isLowPriority?: boolean
}

export interface PoolSettings extends ConnectionSettings {
  max: number
  onError: (error: Error) => void
}

/** Parses int8 as a number (refused beyond 2^53), timestamptz as ISO 8601 in UTC, json as the stored text. */
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

/**
 * Converts an instant in PostgreSQL's text form to ISO 8601. The two forms are almost the same in UTC, and a page of a
 * list has a hundred instants, so the usual form is converted without a Date.
 */
export function parseTimestamptz(text: string): string {
  if (!UTC_TIMESTAMP.test(text)) return new Date(text).toISOString()
  const thousandths = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${thousandths}Z`
}

/**
 * Parses an int8.
 * @throws RangeError for a number that is not exact
 */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers that sums here are exact for`)
  return value
}

/**
 * Returns the settings of one connection. The time limits are enforced by the server, so that a process that hangs in a
 * transaction cannot hold the lock on the head of the log.
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

/** Opens a pool that reports lost connections; they never end the process. */
export function connectPool(databaseUrl: string, { max, onError, ...connection }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({ ...clientSettings(databaseUrl, connection), max, idleTimeoutMillis: CLOSE_IDLE_AFTER_MS })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    bindIntoOneBuffer(client)
  })
  return pool
}

/** Returns typed queries over a pool; streamed rows are copied (see CopyCursor). */
export function kyselyOverPool(pool: pg.Pool, prepared: PreparedScope = 'nothing'): Kysely<Database> {
  const dialect = new PostgresDialect({ pool: autoPreparingPool(pool, prepared), cursor: CopyCursor })
  return new Kysely<Database>({ dialect })
}

/**
 * Returns typed queries over an open connection, for a caller that holds one and would otherwise wait for a second from
 * the same pool.
 */
export function kyselyOverClient(
  client: ClientBase,
  end = async (): Promise<void> => undefined,
  prepared: PreparedScope = 'nothing',
): Kysely<Database> {
  const leased = { query: autoPreparingQuery(client, new StatementNames(prepared)), release: () => undefined }
  const pool = { connect: async () => leased, end, options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: CopyCursor }) })
}
