import { randomBytes } from 'node:crypto'
import { APP_ROLE } from '@ledger/database/app-role.ts'
import { urlWithLogin } from '@ledger/migrations/app-login.ts'
import { inject } from 'vitest'
import { createDatabaseOnEveryNode, dropDatabaseOnEveryNode } from './citus-databases.ts'
import { withServerConnection } from './server-connection.ts'

/** A test's own database, migrated and empty. */
export type TestDatabase = {
  /** The address with the app's login. */
  url: string
  /** The owner's address, for actions that the app may not perform: migrating, and tampering. */
  ownerUrl: string
  name: string
  drop(): Promise<void>
}

/** Selects the logins that npm start or npm run setup has granted access. */
const OWN_LOGINS_QUERY = `SELECT a.grantee::regrole::text AS login FROM pg_database, aclexplode(datacl) a
  WHERE datname = $1 AND a.privilege_type = 'CONNECT' AND a.grantee NOT IN (0, datdba) AND a.grantee <> $3::regrole
    AND pg_has_role(a.grantee, $2, 'MEMBER')`

/**
 * Clones the migrated template (about 50 ms; on a cluster every node's), or creates an empty database if `isBare`. The
 * caller drops it; the end of the run drops forgotten ones.
 */
export async function createTestDatabase({ isBare = false } = {}): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `${inject('databasePrefix')}_${randomBytes(4).toString('hex')}`
  const [template, servers] = isBare ? ['template1', [serverUrl]] : [inject('templateDatabase'), inject('servers')]
  await createDatabaseOnEveryNode(servers, name, template)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: urlWithLogin(url.href, inject('appLogin')),
    ownerUrl: url.href,
    async drop() {
      await withServerConnection(serverUrl, async (client) => {
        const { rows } = await client.query<{ login: string }>(OWN_LOGINS_QUERY, [
          ...[name, APP_ROLE, inject('appLogin').user],
        ])
        await dropDatabaseOnEveryNode(servers, name)
        for (const { login } of rows) await client.query(`DROP ROLE IF EXISTS ${login}`)
      })
    },
  }
}
