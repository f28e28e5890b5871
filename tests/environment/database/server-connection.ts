import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Opens one connection to a server for a few statements. */
export async function withServerConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Drops every database whose name begins with the prefix, with the connections that are still open to them. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  await withServerConnection(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await dropDatabase(client, datname)
  })
}

/** Drops a database; retries while the server's own vacuum works in it, which only a superuser may end. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await waitUntilDisconnected(client, name)
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
      return
    } catch (error) {
      const isVacuumed = error instanceof pg.DatabaseError && error.code === '42501'
      if (!isVacuumed || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/**
 * Waits until the connections to a database have ended: a pool reports its end before the server has closed its
 * connections, and reports a connection that is cut off meanwhile as a fault. Gives up after a while, because some
 * connections stay open.
 */
async function waitUntilDisconnected(client: pg.Client, name: string): Promise<void> {
  for (let look = 1; look <= 20; look++) {
    const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name])
    if (rows.length === 0) return
    await sleep(25)
  }
}
