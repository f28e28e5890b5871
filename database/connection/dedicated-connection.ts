import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientBase } from 'pg'
import { CopyCursor } from '../binary/copy-cursor.ts'
import type { Database } from '../tables/database-schema.ts'
import { autoPreparingQuery, type PreparedScope, StatementNames } from './auto-prepare.ts'
import { type ConnectionSettings, clientSettings } from './connection-pool.ts'

export interface DedicatedConnectionSettings extends ConnectionSettings {
  prepared?: PreparedScope
  onError: (error: Error) => void
}

/**
 * Returns typed queries over one connection that is never replaced, for state that must end with the session, such as
 * advisory locks. After the connection is lost every query fails. Runs one query or transaction at a time.
 */
export async function openDedicatedConnection(
  databaseUrl: string,
  { onError, prepared, ...connection }: DedicatedConnectionSettings,
): Promise<Kysely<Database>> {
  const client = new Client(clientSettings(databaseUrl, connection))
  client.on('error', onError)
  await client.connect()
  return kyselyOverClient(client, () => client.end(), prepared)
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
