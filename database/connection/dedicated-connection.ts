import type { Kysely } from 'kysely'
import { Client } from 'pg'
import type { Database } from '../tables/database-schema.ts'
import type { PreparedScope } from './auto-prepare.ts'
import { type ConnectionSettings, clientSettings, kyselyOverClient } from './connection-pool.ts'

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
