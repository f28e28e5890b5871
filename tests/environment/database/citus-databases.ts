import type pg from 'pg'
import { dropDatabase, withServerConnection } from './server-connection.ts'

/** Enough shards for companies at both of two nodes, and few enough to clone quickly. */
const SHARDS = 4

/**
 * Returns the workers of the Citus cluster that the server coordinates, with the same user and password: those that the
 * given database names. Returns none for a server without Citus, and then every database of the run is an ordinary one.
 */
export async function citusWorkerUrls(serverUrl: string): Promise<string[]> {
  return withServerConnection(serverUrl, async (client) => {
    const { rows: citus } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
    if (citus.length === 0) return []
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND isactive ORDER BY nodeid',
    )
    return rows.map(({ host, port }) => {
      const url = new URL(serverUrl)
      url.hostname = host
      url.port = String(port)
      return url.href
    })
  })
}

/** Creates a database of this name on every server, each a clone of that server's template. */
export async function createDatabaseOnEveryNode(
  servers: readonly string[],
  name: string,
  template: string,
): Promise<void> {
  await Promise.all(
    servers.map((url) =>
      withServerConnection(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)),
    ),
  )
}

export async function dropDatabaseOnEveryNode(servers: readonly string[], name: string): Promise<void> {
  // Starts with the coordinator, which would otherwise reopen connections to the workers.
  for (const url of servers) await withServerConnection(url, (client) => dropDatabase(client, name))
}

/**
 * Joins the databases of one name into a cluster.
 * @param servers the coordinator and its workers
 */
export async function joinIntoCluster(servers: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = servers.map((server) => databaseUrlOn(server, name))
  for (const url of [coordinator, ...workers])
    await withServerConnection(url, (client) => client.query('CREATE EXTENSION citus'))
  await withServerConnection(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator)
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const url of workers)
      await client.query('SELECT citus_add_node($1, $2)', [new URL(url).hostname, Number(new URL(url).port)])
    await client.query(`ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`)
  })
}

/** Ends Citus' own connections to the database, because a database with open connections cannot be cloned. */
export async function closeCitusConnections(servers: readonly string[], name: string): Promise<void> {
  for (const url of servers) await withServerConnection(url, (client) => waitUntilUnconnected(client, name))
}

async function waitUntilUnconnected(client: pg.Client, name: string): Promise<void> {
  for (let left = 1; left > 0; ) {
    const { rows } = await client.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1',
      [name],
    )
    left = rows.length
  }
}

function databaseUrlOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
