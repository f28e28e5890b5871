import { randomBytes } from 'node:crypto'
import { APP_ROLE } from '@ledger/database/connect.ts'
import pg from 'pg'
import { dropDatabase, onServer } from '../environment/server.ts'
import { startLocalCluster } from './local-cluster.ts'

/** So many servers have to be given: a coordinator, two nodes, and a third that joins later. */
const SERVERS = 4
/** Tests of one cluster take turns: the roles are those of whole servers. */
const TURN = 7_310_529

export interface GivenCluster {
  /** As superusers, in the database `postgres`: the coordinator first. */
  servers: [string, string, string, string]
  /** Names that nobody else uses there. */
  database: string
  owner: string
  appLogin: string
  /** Drops what the test has made, on all of them: then they are as they were given. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** The servers of TEST_CLUSTER (docs/scale.md): their addresses, or the folder of the programs with which to start some here. */
export async function openCluster(): Promise<GivenCluster> {
  const given = process.env.TEST_CLUSTER ?? ''
  const local = given.startsWith('/') ? await startLocalCluster(given, SERVERS) : undefined
  const [coordinator, first, second, third] = local?.servers ?? given.split(',')
  if (!coordinator || !first || !second || !third)
    throw new Error(`TEST_CLUSTER names fewer than ${SERVERS} servers: ${given}`)
  const servers: GivenCluster['servers'] = [coordinator, first, second, third]
  const turn = new pg.Client({ connectionString: coordinator })
  await turn.connect()
  await turn.query('SELECT pg_advisory_lock($1)', [TURN])
  const hadAppRole = await Promise.all(servers.map((url) => onServer(url, hasAppRole)))
  const prefix = `cluster_test_${randomBytes(3).toString('hex')}`
  const clear = async () => {
    // The coordinator first, which else would open connections to the others again.
    for (const url of servers) await dropSubscriptionsAt(url, prefix)
    for (const url of servers) await onServer(url, (client) => dropDatabasesOf(client, prefix))
    for (const [index, url] of servers.entries())
      await onServer(url, (client) => dropRolesOf(client, prefix, hadAppRole[index] === true))
  }
  return {
    servers,
    database: prefix,
    owner: `${prefix}_owner`,
    appLogin: `${prefix}_app`,
    clear,
    async close() {
      try {
        // Those that were started for it go with all that is in them.
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

/** A move that was broken off leaves one, and a database that has one cannot be dropped. */
async function dropSubscriptionsAt(url: string, prefix: string): Promise<void> {
  for (const database of await onServer(url, (client) => databasesOf(client, prefix)))
    await onServer(databaseAt(url, database), async (client) => {
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

/** `host:port`, as the cluster knows the node. */
export function nodeOf(server: string): string {
  return new URL(server).host
}

/** The database of the given name there. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
