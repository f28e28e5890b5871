import { join } from 'node:path'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { type LoadMeasurement, median } from '../measure/closed-loop-load.ts'
import { type BenchmarkRow, ratioText } from '../measure/markdown-table.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { openProductOverHttp, type ProductOverHttp } from '../setup/product-over-http.ts'
import { startBenchProcess } from '../setup/start-bench-process.ts'
import { waitForReadModels } from '../setup/wait-for-read-models.ts'

const READ_CONNECTIONS = 64

/**
 * Measures S6: reads of the product, with session, policy, freshness and its own rows, beside Fastify and pg alone that
 * read the same rows of the same tables, in turn. The users record expenses first, so every page is full.
 */
export async function measureReads(
  { ledger, folder }: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<BenchmarkRow[]> {
  const databaseUrl = await ledger('reads_over_http')
  const http = await openProductOverHttp(databaseUrl, folder, READ_CONNECTIONS)
  try {
    await fillPages(http, databaseUrl)
    const accounts = await busiestAccounts(databaseUrl)
    const env = { DATABASE_URL: databaseUrl, ACCOUNTS: JSON.stringify(accounts) }
    const bare = await startBenchProcess('tests/bench/http/plain-read-server.ts', env, join(folder, 'bare.log'))
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
  http: ProductOverHttp,
  address: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<BenchmarkRow[]> {
  const run = { connections: READ_CONNECTIONS, seconds }
  const rows: BenchmarkRow[] = []
  for (const [name, path, barePath, goal] of [
    ['a balance', '/api/site/balance', '/balance?user=:user', 0.65],
    ['a page of 50 rows', '/api/site/transactions?limit=50', '/page?user=:user', 0.75],
  ] as const) {
    const [peers, own]: [LoadMeasurement[], LoadMeasurement[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      const alone = await http.measurePeer({ ...run, address, path: barePath })
      const ours = await http.measure({ ...run, path })
      process.stderr.write(`S6 ${name}: ${Math.round(ours.perSecond)}/s, alone ${Math.round(alone.perSecond)}/s\n`)
      peers.push(alone)
      own.push(ours)
    }
    const [alone, ours] = [medianReadRun(peers), medianReadRun(own)]
    rows.push({ name: `Fastify and pg alone: ${name}, ${READ_CONNECTIONS} connections`, ...alone })
    rows.push({
      name: `S6: ${name}`,
      ...ours,
      against: ratioText(ours.perSecond, { name: 'alone', perSecond: alone.perSecond }, goal),
    })
  }
  return rows
}

const medianReadRun = (runs: LoadMeasurement[]) => median(runs, (run) => run.perSecond)

/** Records some 100 rows for each user, because each connection records those of one user. */
async function fillPages(http: ProductOverHttp, databaseUrl: string): Promise<void> {
  const db = openDb(databaseUrl)
  try {
    for (let recorded = 0; recorded < READ_CONNECTIONS * 100; )
      recorded += (await http.measure({ connections: READ_CONNECTIONS, seconds: 2 })).operations
    await waitForReadModels(db)
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
    .limit(READ_CONNECTIONS)
    .execute()
  await db.destroy()
  return rows.map(({ account_id }) => account_id)
}

function openDb(databaseUrl: string) {
  const onError = (error: Error) => {
    throw error
  }
  return kyselyOverPool(connectPool(databaseUrl, { name: 'bench', max: 1, onError }))
}
