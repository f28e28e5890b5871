import { join } from 'node:path'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { untilCaughtUp } from './caught-up.ts'
import { type Measured, median } from './load.ts'
import { type OverHttp, openOverHttp } from './over-http.ts'
import { startProcess } from './processes.ts'
import type { BenchServer } from './server.ts'
import { type Row, ratio } from './table.ts'

const CONNECTIONS = 64

/**
 * Measures S6: reads of the product, with session, policy, freshness and its own rows, beside Fastify and pg alone that
 * read the same rows of the same tables, in turn. The users record expenses first, so every page is full.
 */
export async function measureReads(
  { ledger, folder }: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const databaseUrl = await ledger('reads_over_http')
  const http = await openOverHttp(databaseUrl, folder, CONNECTIONS)
  try {
    await fillPages(http, databaseUrl)
    const accounts = await busiestAccounts(databaseUrl)
    const env = { DATABASE_URL: databaseUrl, ACCOUNTS: JSON.stringify(accounts) }
    const bare = await startProcess('tests/bench/bare-server.ts', env, join(folder, 'bare.log'))
    try {
      return await measureBoth(http, String(bare.said.address), { seconds, rounds })
    } finally {
      await bare.stop()
    }
  } finally {
    await http.close()
  }
}

async function measureBoth(
  http: OverHttp,
  address: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const run = { connections: CONNECTIONS, seconds }
  const rows: Row[] = []
  for (const [name, path, barePath, goal] of [
    ['a balance', '/api/site/balance', '/balance?user=:user', 0.65],
    ['a page of 50 rows', '/api/site/transactions?limit=50', '/page?user=:user', 0.75],
  ] as const) {
    const [peers, own]: [Measured[], Measured[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      const alone = await http.measurePeer({ ...run, address, path: barePath })
      const ours = await http.measure({ ...run, path })
      process.stderr.write(`S6 ${name}: ${Math.round(ours.perSecond)}/s, alone ${Math.round(alone.perSecond)}/s\n`)
      peers.push(alone)
      own.push(ours)
    }
    const [alone, ours] = [middle(peers), middle(own)]
    rows.push({ name: `Fastify and pg alone: ${name}, ${CONNECTIONS} connections`, ...alone })
    rows.push({
      name: `S6: ${name}`,
      ...ours,
      against: ratio(ours.perSecond, { name: 'alone', perSecond: alone.perSecond }, goal),
    })
  }
  return rows
}

const middle = (runs: Measured[]) => median(runs, (run) => run.perSecond)

/** Records some 100 rows for each user, because each connection records those of one user. */
async function fillPages(http: OverHttp, databaseUrl: string): Promise<void> {
  const db = openDb(databaseUrl)
  try {
    for (let recorded = 0; recorded < CONNECTIONS * 100; )
      recorded += (await http.measure({ connections: CONNECTIONS, seconds: 2 })).operations
    await untilCaughtUp(db)
  } finally {
    await db.destroy()
  }
}

async function busiestAccounts(databaseUrl: string): Promise<string[]> {
  const db = openDb(databaseUrl)
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

function openDb(databaseUrl: string) {
  const onError = (error: Error) => {
    throw error
  }
  return connect(connectPool(databaseUrl, { name: 'bench', max: 1, onError }))
}
