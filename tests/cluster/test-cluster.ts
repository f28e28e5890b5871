import { randomBytes } from 'node:crypto'
import { APP_ROLE } from '@ledger/database/app-role.ts'
import pg from 'pg'
import { dropDatabase, withServerConnection } from '../environment/database/server-connection.ts'
import { startLocalCluster } from './local-cluster.ts'

/** The number of servers required: a coordinator, two nodes, and a third node that joins later. */
const CLUSTER_SERVERS = 4
/** Tests of one cluster run one at a time, because roles belong to whole servers. */
const CLUSTER_LOCK_KEY = 7_310_529

export interface TestCluster {
  /** Superuser addresses of the database `postgres`, the coordinator first. */
  servers: [string, string, string, string]
  /** Names that no other test uses there. */
  database: string
  owner: string
  appLogin: string
  /** Drops everything that the test created on all servers, so that they are as before. */
  clear(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the servers of TEST_CLUSTER (docs/scale.md): its value holds their addresses, or the folder of the PostgreSQL
 * programs to start local ones with.
 */
export async function openTestCluster(): Promise<TestCluster> {
  const given = process.env.TEST_CLUSTER ?? ''
  const local = given.startsWith('/') ? await startLocalCluster(given, CLUSTER_SERVERS) : undefined
  const [coordinator, first, second, third] = local?.servers ?? given.split(',')
  if (!coordinator || !first || !second || !third)
    throw new Error(`TEST_CLUSTER names fewer than ${CLUSTER_SERVERS} servers: ${given}`)
  const servers: TestCluster['servers'] = [coordinator, first, second, third]
  const turn = new pg.Client({ connectionString: coordinator })
  await turn.connect()
  await turn.query('SELECT pg_advisory_lock($1)', [CLUSTER_LOCK_KEY])
  const hadAppRole = await Promise.all(servers.map((url) => withServerConnection(url, hasAppRole)))
  const prefix = `cluster_test_${randomBytes(3).toString('hex')}`
  const clear = async () => {
    // Starts with the coordinator, which would otherwise reopen connections to the nodes.
    for (const url of servers) await dropSubscriptionsAt(url, prefix)
    for (const url of servers) await withServerConnection(url, (client) => dropDatabasesOf(client, prefix))
    for (const [index, url] of servers.entries())
      await withServerConnection(url, (client) => dropRolesOf(client, prefix, hadAppRole[index] === true))
  }
  return {
    servers,
    database: prefix,
    owner: `${prefix}_owner`,
    appLogin: `${prefix}_app`,
    clear,
    async close() {
      try {
        // Servers that were started for this test are removed with their data.
        if (!local) await clear()
        await turn.end()
      } finally {
        local?.stop()
      }
    },
  }
}

async function hasAppRole(client: pg.Client): Promise<boolean> {
  return (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APP_ROLE])).rows.length > 0
}

async function databasesOf(client: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  return rows.map(({ name }) => name)
}

/** An aborted move leaves a subscription, and a database with a subscription cannot be dropped. */
async function dropSubscriptionsAt(url: string, prefix: string): Promise<void> {
  for (const database of await withServerConnection(url, (client) => databasesOf(client, prefix)))
    await withServerConnection(databaseUrlAt(url, database), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT subname AS name FROM pg_subscription WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = $1)',
        [database],
      )
      for (const { name } of rows) {
        await client.query(`ALTER SUBSCRIPTION ${name} DISABLE`)
        await client.query(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`)
        await client.query(`DROP SUBSCRIPTION ${name}`)
      }
    })
}

async function dropDatabasesOf(client: pg.Client, prefix: string): Promise<void> {
  for (const name of await databasesOf(client, prefix)) {
    await client.query(
      'SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots WHERE database = $1 AND active',
      [name],
    )
    await client.query('SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = $1', [
      name,
    ])
    await dropDatabase(client, name)
  }
}

async function dropRolesOf(client: pg.Client, prefix: string, keepAppRole: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, $1) OR (rolname = $2 AND NOT $3) ORDER BY rolname = $2`,
    [prefix, APP_ROLE, keepAppRole],
  )
  for (const { name } of rows) await client.query(`DROP ROLE ${pg.escapeIdentifier(name)}`)
}

/** Returns `host:port`, the name of the node in the cluster. */
export function nodeAddress(server: string): string {
  return new URL(server).host
}

/** Returns the address of the database with this name on the server. */
export function databaseUrlAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
