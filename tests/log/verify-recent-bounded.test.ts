import { randomUUIDv7 } from 'node:crypto'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import { verifyRecent } from '@ledger/projections/verify.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLedger, type TestLedger } from './ledger.ts'
import { expense, sendMoney, submission } from './submissions.ts'

/** What the hourly look reads does not grow with the log: rows are counted, not time. */

/** Enough that the server looks rows up by their keys. */
const YOUNG = 2000
const OLD = 8000
const OLD_ROWS = 200
const NEW = 20
let ledger: TestLedger
let made = 0

beforeAll(async () => {
  ledger = await openLedger()
  await submit(sendMoney(ledger.people.admin, ledger.people.asha, 90_000_000))
})
afterAll(() => ledger.close())

const submit = (...commands: Parameters<typeof submission>[0][]) =>
  Promise.all(commands.map((command) => ledger.log.submit(submission(command))))

/** Expenses, each for a payee of its own, and four in a quarter of an hour. */
async function growTo(entries: number): Promise<void> {
  const { asha } = ledger.people
  const begun = Date.now() - OLD * 2 * 225_000
  const commands = Array.from({ length: entries - made }, () => {
    const time = (begun + made * 225_000).toString(16).padStart(12, '0')
    return expense(asha, 100, `Payee ${made++}`, `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`)
  })
  await submit(...commands)
  await catchUp({ ...ledger, onStopped: (name, position, error) => expect.unreachable(`${name} ${position} ${error}`) })
}

/** The rows that the server reads for one look, of tables and by indexes, without those of the catalogue. */
async function rowsRead(): Promise<number> {
  await ledger.sql.query('VACUUM ANALYZE')
  const before = await counted()
  // What a connection has read is known at the latest when it ends.
  const db = connect(connectPool(ledger.databaseUrl, { name: 'look', max: 1, onError: ledger.onError }))
  try {
    expect(await verifyRecent(db, ledger.companyId, OLD_ROWS)).toMatchObject({ ok: true })
  } finally {
    await db.destroy()
  }
  await expect.poll(looks).toBe(0)
  return (await counted()) - before
}

async function looks(): Promise<number> {
  const { rows } = await ledger.sql.query("SELECT FROM pg_stat_activity WHERE application_name = 'look'")
  return rows.length
}

async function counted(): Promise<number> {
  await ledger.sql.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await ledger.sql.query<{ read: number }>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_user_tables',
  )
  return rows[0]?.read ?? Number.NaN
}

/** Of a look at some new events, after one that has brought everything to the end. */
async function readAt(entries: number): Promise<number> {
  await growTo(entries)
  await rowsRead()
  await growTo(entries + NEW)
  return rowsRead()
}

it('reads as much of an old log as of a young one', async () => {
  const young = await readAt(YOUNG)
  const old = await readAt(OLD)
  expect(young).toBeGreaterThan(NEW)
  // Index pages and the like aside; without a bound it is three to four times as much.
  expect(old, `${young} rows at ${YOUNG} entries`).toBeLessThan(young * 1.3)
})
