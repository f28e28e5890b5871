import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { closedLoop, type LoadMeasurement } from '../measure/closed-loop-load.ts'
import { BENCH_BENEFICIARY_NAMES, BENCH_EXPENSE_DETAILS, IN_PROCESS_ACCOUNTS } from '../setup/in-process-ledger.ts'

/** Returns an entry for the other stores: a little less than our event, which also has its actor and its postings. */
const peerEntry = () => ({
  account: Math.floor(Math.random() * IN_PROCESS_ACCOUNTS),
  paise: 1 + Math.floor(Math.random() * 5_000_000),
  beneficiary: BENCH_BENEFICIARY_NAMES[0],
  date: new Date().toISOString(),
  ...BENCH_EXPENSE_DETAILS,
})

const PGBENCH_CLIENTS = 32
const PGBENCH = ['/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find((path) => existsSync(path))

/**
 * Measures the limit of one commit for each command: pgbench inserts one event and updates one balance in a
 * transaction, without any order. Takes the better of one statement and a block of two.
 * @returns undefined where the machine has no pgbench
 */
export async function measurePgbench(
  url: string,
  folder: string,
  seconds: number,
): Promise<LoadMeasurement | undefined> {
  if (!PGBENCH) return undefined
  await withServerConnection(url, async (client) => {
    await client.query('DROP TABLE IF EXISTS plain_events, plain_balances')
    await client.query(
      'CREATE TABLE plain_events (position bigserial PRIMARY KEY, account int NOT NULL, data json NOT NULL)',
    )
    await client.query(
      'CREATE TABLE plain_balances (account int PRIMARY KEY, spent bigint NOT NULL) WITH (fillfactor = 50)',
    )
    await client.query(
      `INSERT INTO plain_balances SELECT n, 0 FROM generate_series(0, ${IN_PROCESS_ACCOUNTS - 1}) AS n`,
    )
  })
  const event = `INSERT INTO plain_events (account, data) VALUES (:account, '${JSON.stringify(peerEntry())}')`
  const balance = 'UPDATE plain_balances SET spent = spent + 1 WHERE account = :account'
  const runs: LoadMeasurement[] = []
  for (const [name, body] of [
    ['block', `BEGIN;\n${event};\n${balance};\nCOMMIT;\n`],
    ['one-statement', `WITH event AS (${event}) ${balance};\n`],
  ]) {
    const script = join(folder, `${name}.sql`)
    writeFileSync(script, `\\set account random(0, ${IN_PROCESS_ACCOUNTS - 1})\n${body}`)
    runs.push(await pgbench(url, script, seconds))
  }
  return runs.reduce((best, run) => (run.perSecond > best.perSecond ? run : best))
}

function pgbench(url: string, script: string, seconds: number): Promise<LoadMeasurement> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const args = ['--no-vacuum', '--protocol=prepared', `--client=${PGBENCH_CLIENTS}`, '--jobs=2', `--time=${seconds}`]
  const child = spawn(
    PGBENCH ?? '',
    [...args, '--file', script, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
      const mean = Number(/^latency average = ([\d.]+)/m.exec(output)?.[1])
      if (perSecond > 0) resolve({ perSecond, p50: mean, p99: Number.NaN })
      else reject(new Error(`pgbench did not run: ${output.trim()}`))
    })
  })
}

/**
 * Measures emmett-postgresql, which appends one event to a stream. Each loop has its own streams, because two appends
 * to one stream at the same time conflict there.
 */
export async function measureEmmett(url: string, seconds: number): Promise<LoadMeasurement> {
  const store = getPostgreSQLEventStore(url)
  const streamsOfLoop = Math.floor(IN_PROCESS_ACCOUNTS / PGBENCH_CLIENTS)
  try {
    await store.schema.migrate()
    return await closedLoop({ inFlight: PGBENCH_CLIENTS, seconds, warmUpSeconds: 1 }, async (loop) => {
      const stream = `account-${loop}-${Math.floor(Math.random() * streamsOfLoop)}`
      await store.appendToStream(stream, [{ type: 'DebitRecorded', data: peerEntry() }])
    })
  } finally {
    await store.close()
  }
}
