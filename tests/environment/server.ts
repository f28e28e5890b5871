import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** One connection to a server for a few statements. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Drops every database whose name begins with the prefix, and the connections that are still open to them. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await dropDatabase(client, datname)
  })
}

/** Tries again while the server's own vacuum is in it, which nobody but a superuser may end. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await untilLeft(client, name)
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

/** A pool says that it has ended before the server has let go of its connections, and tells of one that is cut off meanwhile as of a fault. Not for ever: some are left open. */
async function untilLeft(client: pg.Client, name: string): Promise<void> {
  for (let look = 1; look <= 20; look++) {
    const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name])
    if (rows.length === 0) return
    await sleep(25)
  }
}
