import { join } from 'node:path'
import { connect, connectPool } from '@ledger/database/connect.ts'
import type { OverHttp } from './over-http.ts'
import { startProcess } from './processes.ts'
import { type Row, ratio } from './table.ts'

const CONNECTIONS = 64

/**
 * S6: reads of the product, with session, policy, freshness and its own rows, beside Fastify and pg alone that read the same
 * rows of the same tables. The users have recorded expenses before: every page is full.
 */
export async function measureReads(
  http: OverHttp,
  databaseUrl: string,
  folder: string,
  seconds: number,
): Promise<Row[]> {
  const accounts = await busiestAccounts(databaseUrl)
  const env = { DATABASE_URL: databaseUrl, ACCOUNTS: JSON.stringify(accounts) }
  const bare = await startProcess('tests/bench/bare-server.ts', env, join(folder, 'bare.log'))
  try {
    const address = String(bare.said.address)
    const run = { connections: CONNECTIONS, seconds }
    const rows: Row[] = []
    for (const [name, path, barePath, goal] of [
      ['a balance', '/api/site/balance', '/balance?user=:user', 0.65],
      ['a page of 50 rows', '/api/site/transactions?limit=50', '/page?user=:user', 0.75],
    ] as const) {
      const peer = await http.measurePeer({ ...run, address, path: barePath })
      const own = await http.measure({ ...run, path })
      process.stderr.write(`S6 ${name}: ${Math.round(own.perSecond)}/s, alone ${Math.round(peer.perSecond)}/s\n`)
      rows.push({ name: `Fastify and pg alone: ${name}, ${CONNECTIONS} connections`, ...peer })
      rows.push({
        name: `S6: ${name}`,
        ...own,
        against: ratio(own.perSecond, { name: 'alone', perSecond: peer.perSecond }, goal),
      })
    }
    return rows
  } finally {
    await bare.stop()
  }
}

async function busiestAccounts(databaseUrl: string): Promise<string[]> {
  const onError = (error: Error) => {
    throw error
  }
  const db = connect(connectPool(databaseUrl, { name: 'bench', max: 1, onError }))
  const rows = await db
    .selectFrom('ledger_rows')
    .select('account_id')
    .groupBy('account_id')
    .orderBy((rows) => rows.fn.countAll(), 'desc')
    .limit(CONNECTIONS)
    .execute()
  await db.destroy()
  return rows.map(({ account_id }) => account_id)
}
