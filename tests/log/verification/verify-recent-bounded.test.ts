import { randomUUIDv7 } from 'node:crypto'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { verifyRecentChanges } from '@ledger/projections/verification/verify-read-models.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { commandEnvelope, expenseCommand, sendMoneyCommand } from '../command-envelopes.ts'
import { createEmptyCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The reads of the hourly verification do not grow with the log: rows are counted, not time. */

/** Each in the middle of a thousand events, enough that the server looks rows up by their keys. */
const YOUNG = 2000
const OLD = 8000
/** Eight a day, so that each day, and each month, has the same number. */
const EVERY_MS = 3 * 3_600_000
const LAST = Date.parse('2026-03-31T00:00:00.000Z')
const OLD_ROWS = 200
const NEW = 20
const AT_ONCE = 500
const isCluster = inject('servers').length > 1
let ledger: TestLedger
let made = 0

beforeAll(async () => {
  ledger = await openTestLedger()
  await submit(sendMoneyCommand(ledger.people.admin, ledger.people.asha, 90_000_000))
})
afterAll(() => ledger.close())

const submit = (...commands: Parameters<typeof commandEnvelope>[0][]) =>
  Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))

/** Adds expenses, each for a payee of its own: everything that has a row for each payee grows with the log. */
async function growTo(entries: number): Promise<void> {
  while (made < entries) {
    const most = Math.min(AT_ONCE, entries - made)
    await submit(
      ...Array.from({ length: most }, () => expenseOn(LAST - (OLD + NEW - made) * EVERY_MS, `Payee ${made++}`)),
    )
  }
  await catchUp({ ...ledger, onStopped: (name, position, error) => expect.unreachable(`${name} ${position} ${error}`) })
}

function expenseOn(ms: number, payee: string): Command {
  const time = ms.toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
  const command = expenseCommand(ledger.people.asha, 100, payee, id)
  if (!('details' in command)) throw new TypeError('An expense has details')
  return { ...command, details: { ...command.details, date: new Date(ms).toISOString() } }
}

/**
 * Returns the rows that the server reads for one verification, from tables and by indexes, without those of the
 * catalogue.
 */
async function rowsRead(): Promise<number> {
  await ledger.sql.query('ANALYZE')
  const before = await counted()
  // The server reports the reads of a connection at the latest when it ends.
  const db = kyselyOverPool(connectPool(ledger.databaseUrl, { name: 'look', max: 1, onError: ledger.onError }))
  const name = isCluster ? await nameAtNodes(db) : 'look'
  try {
    expect(await verifyRecentChanges(db, ledger.companyId, OLD_ROWS)).toMatchObject({ ok: true })
  } finally {
    await db.destroy()
  }
  await expect.poll(() => total(`SELECT count(*) FROM pg_stat_activity WHERE application_name = '${name}'`)).toBe(0)
  return (await counted()) - before
}

/** Returns the name of the connections that it has at the nodes of a cluster. */
async function nameAtNodes(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT 'citus_internal gpid=' || citus_backend_gpid() AS name`.execute(
    db,
  )
  return rows[0]?.name ?? ''
}

/** Returns a number of the server, or the sum over all nodes of a cluster, where the rows are. */
async function total(query: string): Promise<number> {
  await ledger.sql.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await ledger.sql.query<{ total: number }>(
    isCluster
      ? `SELECT sum(result::integer)::integer AS total FROM run_command_on_workers($$${query}$$)`
      : `SELECT (${query})::integer AS total`,
  )
  return rows[0]?.total ?? Number.NaN
}

const counted = () => total('SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables')

/** Returns the rows read by a verification of some new events, after one of everything. */
async function readAt(entries: number): Promise<number> {
  await growTo(entries)
  await ledger.sql.query('DELETE FROM read.kept_folds')
  await rowsRead()
  await growTo(entries + NEW)
  return rowsRead()
}

it('reads as much of an old log as of a young one', async () => {
  const young = await readAt(YOUNG)
  const old = await readAt(OLD)
  expect(young).toBeGreaterThan(NEW)
  // Without a bound it is four times as much.
  expect(old, `${young} rows at ${YOUNG} entries`).toBeLessThan(young * 1.3)
}, 120_000)

it('reads nothing of other companies, however many people those have', async () => {
  const alone = await readAt(made)
  await ledger.sql.query(
    `INSERT INTO read.directory (company_id, account_id, role, status, first_name, last_name, opened_position)
    SELECT $1, gen_random_uuid(), 'supervisor', 'active', 'Asha', 'Devi', n FROM generate_series(1, 5000) AS n`,
    [await createEmptyCompany(ledger.sql)],
  )
  const beside = await readAt(made)
  expect(alone).toBeGreaterThan(NEW)
  expect(beside, `${alone} rows alone`).toBeLessThan(alone * 1.3)
}, 120_000)
