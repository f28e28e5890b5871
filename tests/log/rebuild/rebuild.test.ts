import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { openBalanceLoader } from '@ledger/projections/queries/balance-loader.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { ShadowRebuild } from '@ledger/projections/rebuild/shadow-rebuild.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { skipOnCluster } from '../../environment/database/skip-on-cluster.ts'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand } from '../command-envelopes.ts'
import { openSecondCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
const stopped: string[] = []
const onStopped = (projection: string) => void stopped.push(projection)
const onError = (error: Error) => void stopped.push(error.message)

beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** Repeats something until `ended`, and returns how often; `onTurn` is called after each time. */
async function until(ended: () => boolean, work: () => Promise<void>, onTurn = () => {}): Promise<number> {
  let times = 0
  for (; !ended(); times++) {
    await work()
    onTurn()
  }
  return times
}

/** Returns tables, indexes and their definitions, as readers see them. */
async function shape(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT c.relname, c.reloptions, pg_get_indexdef(i.indexrelid) AS index, i.indisprimary
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_index i ON i.indrelid = c.oid
    WHERE n.nspname = 'read' AND c.relkind = 'r' ORDER BY 1, 3`.execute(ledger.db)
  return rows
}

test('a rebuild of everything, while it is written and read, loses nothing and shows nothing older (R12)', async () => {
  const { db, companyId, databaseUrl, log, people } = ledger
  const { admin, asha } = people
  await log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 10_000_000)))
  for (let at = 0; at < 300; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => log.submit(commandEnvelope(expenseCommand(asha, 1 + at + index)))),
    )
  await catchUp({ db, companyId, onStopped })
  const before = await shape()

  let over = false
  const ended = () => over
  let spent = Number((await openBalanceLoader(db, companyId)(asha.id)).totalSpent)
  let seen = 0
  const writing = until(ended, async () => void (await log.submit(commandEnvelope(expenseCommand(asha, 100)))))
  // Like the worker, with statements that were prepared for the tables that are dropped.
  const writer = kyselyOverPool(connectPool(databaseUrl, { name: 'test worker', max: 2, onError }), 'everything')
  const projecting = until(ended, async () => void (await catchUp({ db: writer, companyId, onStopped })))
  const reading = until(ended, async () => {
    const now = Number((await openBalanceLoader(db, companyId)(asha.id)).totalSpent)
    expect(now).toBeGreaterThanOrEqual(spent)
    spent = now
    const { rows } = await sql<{ rows: number }>`SELECT count(*)::integer AS rows FROM ledger_rows`.execute(db)
    expect(rows[0]?.rows).toBeGreaterThanOrEqual(seen)
    seen = rows[0]?.rows ?? 0
  })
  let verifications = 0
  const verifying = until(
    ended,
    async () => {
      expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
    },
    () => verifications++,
  )
  let rebuilds = 0
  try {
    for (; rebuilds < 1 || verifications < (isFullRun ? 2 : 1); rebuilds++)
      await rebuildProjections({ databaseUrl, companyId, projections: PROJECTIONS, onError })
  } finally {
    over = true
  }
  const [written, , read, verified] = await Promise.all([writing, projecting, reading, verifying])
  const beside = `${written} writes, ${read} reads and ${verified} verifications`
  console.log(`R12: ${rebuilds} rebuilds beside ${beside}, 0 of them failed or went back`)
  expect(Math.min(written, read)).toBeGreaterThan(1)
  expect(verified).toBeGreaterThan(0)
  await catchUp({ db: writer, companyId, onStopped })
  await writer.destroy()
  expect(stopped).toEqual([])
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  expect(await shape()).toEqual(before)
}, 60_000)

test('a read model takes the place of the live one when it is at the head, so that nobody waits for what is left', async () => {
  const { db, companyId, databaseUrl, log, people } = ledger
  // With this many events the rebuild needs more than one page to come near.
  await Promise.all(Array.from({ length: 1100 }, () => log.submit(commandEnvelope(expenseCommand(people.asha, 100)))))
  await catchUp({ db, companyId, onStopped })
  let reached = { events: 0, of: 0 }
  const onProgress = (done: typeof reached) => {
    reached = done
  }
  const projections = PROJECTIONS.filter(({ name }) => name === 'balances')
  const events = await rebuildProjections({ databaseUrl, companyId, projections, onProgress, onError })
  expect(reached).toEqual({ events, of: events })
}, 60_000)

test('a stopped projection goes on from where it was rebuilt to, and rows that somebody changed are right again', async () => {
  const { db, companyId, databaseUrl } = ledger
  await sql`UPDATE read.balances SET spent_paise = spent_paise + 1`.execute(db)
  await sql`UPDATE read.checkpoints SET stopped_because = 'somebody' WHERE projection = 'balances'`.execute(db)
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: false })
  const balances = PROJECTIONS.filter(({ name }) => name === 'balances')
  await rebuildProjections({ databaseUrl, companyId, projections: balances, onError })
  const row = await db.selectFrom('checkpoints').selectAll().where('projection', '=', 'balances').executeTakeFirst()
  expect(row?.stopped_because).toBeNull()
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
})

// Nothing is swapped on Citus: rows are replaced, which waits for no reader.
skipOnCluster(
  'a swap that cannot be had yet holds nobody up: readers, writers and the live projection go on',
  async () => {
    const { db, companyId, databaseUrl, log, people } = ledger
    const balances = PROJECTIONS.filter(({ name }) => name === 'balances')
    const spentNow = async () => Number((await openBalanceLoader(db, companyId)(people.asha.id)).totalSpent)
    // Like a long report, and like a verification.
    for (const inUse of firstUnlessFullRun([
      'SELECT FROM read.balances',
      'LOCK TABLE read.balances IN ROW SHARE MODE',
    ])) {
      const reader = await ledger.sql.connect()
      await reader.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
      await reader.query(inUse)
      let over = false
      const rebuilding = rebuildProjections({ databaseUrl, companyId, projections: balances, onError }).finally(() => {
        over = true
      })
      // The new table is built from a few hundred events, and then the swap is tried several times a second.
      const until = Date.now() + 700
      for (let n = 0; n < 5 || Date.now() < until; n++) {
        await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
        const before = await spentNow()
        await catchUp({ db, companyId, onStopped })
        expect(await spentNow()).toBe(before + 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(over).toBe(false)
      await reader.query('COMMIT')
      reader.release(true)
      await rebuilding
      expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
    }
    expect(stopped).toEqual([])
  },
  60_000,
)

skipOnCluster('the tables are not dropped where another company’s first rows came into them meanwhile', async () => {
  const { db, companyId, databaseUrl, sql: pool } = ledger
  const [balances] = PROJECTIONS.filter(({ name }) => name === 'balances')
  if (!balances) throw new Error('There is no projection balances')
  const others = async (what: string) =>
    (await pool.query(`${what} FROM read.balances WHERE company_id <> $1`, [companyId])).rowCount
  await catchUp({ db, companyId, onStopped })
  const builder = await ShadowRebuild.begin(databaseUrl, companyId, balances, onError)
  const holder = await pool.connect()
  try {
    await builder.finish()
    await holder.query('BEGIN')
    await holder.query("SELECT FROM read.checkpoints WHERE projection = 'balances' FOR UPDATE")
    const swapping = builder.swap(0, 30_000)
    // It has looked whether the company is alone, and waits for the live projection.
    await expect.poll(() => connectionsWaitingForLock(pool, 'site-ledger rebuild')).toHaveLength(1)
    await pool.query(`INSERT INTO read.balances SELECT (jsonb_populate_record(b, jsonb_build_object('company_id',
      gen_random_uuid()))).* FROM read.balances b LIMIT 1`)
    await holder.query('COMMIT')
    expect(await swapping).toBeUndefined()
    expect(await others('SELECT')).toBe(1)
    // The next attempt replaces the rows of this company alone.
    expect(await builder.swap(0, 30_000)).toBe(await readHeadPosition(db, companyId))
    expect(await others('SELECT')).toBe(1)
    expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  } finally {
    holder.release(true)
    await builder.close()
    await others('DELETE')
  }
})

test('a rebuild that lost its connection, and the lock with it, writes nothing more and swaps nothing in', async () => {
  const { db, companyId, databaseUrl, people, log } = ledger
  const [balances] = PROJECTIONS.filter(({ name }) => name === 'balances')
  if (!balances) throw new Error('There is no projection balances')
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: typeof balances = {
    ...balances,
    async apply(...given) {
      begun.resolve()
      await goOn.promise
      return balances.apply(...given)
    },
  }
  const lost: string[] = []
  const first = rebuildProjections({
    databaseUrl,
    companyId,
    projections: [slow],
    onError: (error) => void lost.push(error.message),
  })
  const failed = expect(first).rejects.toThrow()
  await begun.promise
  await ledger.sql.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'site-ledger rebuild' AND datname = current_database()",
  )
  const second = rebuildProjections({ databaseUrl, companyId, projections: [balances], onError })
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  await catchUp({ db, companyId, onStopped })
  await second
  goOn.resolve()
  await failed
  expect(lost).not.toEqual([])
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
})

test('a rebuild of one company’s rows leaves those of another where they are, and its projection goes on', async () => {
  const { db, companyId, databaseUrl, log, people } = ledger
  const { admin, asha } = people
  const another = await openSecondCompany(ledger)
  const { companyId: other, log: othersLog } = another
  const { admin: head, asha: incharge } = another.people
  await othersLog.submit(commandEnvelope(sendMoneyCommand(head, incharge, 700_000)))
  await log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 500_000)))
  for (const one of [companyId, other]) await catchUp({ db, companyId: one, onStopped })
  const rowsOfOther = async () =>
    (await sql`SELECT ctid::text, r::text AS row FROM ledger_rows r WHERE company_id = ${other}`.execute(db)).rows
  const [before, tables] = [await rowsOfOther(), await shape()]
  expect(before.length).toBeGreaterThan(0)
  // A fault in the rows of both companies is repaired in the rebuilt one alone.
  await sql`UPDATE balances SET received_paise = received_paise + 1`.execute(db)
  let over = false
  const writing = until(
    () => over,
    async () => {
      await othersLog.submit(commandEnvelope(expenseCommand(incharge, 100)))
      await catchUp({ db, companyId: other, onStopped })
    },
  )
  try {
    await rebuildProjections({ databaseUrl, companyId, projections: PROJECTIONS, onError })
  } finally {
    over = true
  }
  expect(await writing).toBeGreaterThan(0)
  // In place, row by row: no table was swapped under them.
  expect(await rowsOfOther()).toEqual(expect.arrayContaining(before))
  expect(await shape()).toEqual(tables)
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  expect((await verifyReadModels(db, other)).ok).toBe(false)
  await rebuildProjections({ databaseUrl, companyId: other, projections: PROJECTIONS, onError })
  for (const one of [companyId, other]) expect(await verifyReadModels(db, one)).toMatchObject({ ok: true })
  await othersLog.close()
  expect(stopped).toEqual([])
}, 60_000)

/** More than are replaced at a time. */
const SEVERAL_PARTS = 2500

test('where others have rows, some are replaced at a time: what is right is not touched, and whoever lost the lock writes nothing more', async () => {
  const { db, companyId, databaseUrl, log, people } = ledger
  await bringAnotherCompany()
  const ledgerRows = async (where = sql`true`) => {
    const rows = sql<{ id: string; place: string }>`SELECT row_id::text AS id, ctid::text AS place FROM ledger_rows
      WHERE company_id = ${companyId} AND ${where} ORDER BY row_id`
    return (await rows.execute(db)).rows
  }
  const isWrong = sql`narration = 'wrong'`
  const wrong = async () => (await ledgerRows(isWrong)).map(({ id }) => id)
  const missing = SEVERAL_PARTS - (await ledgerRows()).length
  await Promise.all(
    Array.from({ length: missing }, () => log.submit(commandEnvelope(expenseCommand(people.asha, 100)))),
  )
  await catchUp({ db, companyId, onStopped })
  const before = new Map((await ledgerRows()).map(({ id, place }) => [id, place]))
  const ids = [...before.keys()]
  const [first = '', second = '', last = ''] = [ids[0], ids[1], ids.at(-1)]
  await sql`DELETE FROM ledger_rows WHERE company_id = ${companyId} AND row_id = ${second}`.execute(db)
  await sql`UPDATE ledger_rows SET ${isWrong} WHERE company_id = ${companyId} AND row_id IN (${first}, ${last})`.execute(
    db,
  )
  const ledgerCheckpoint = sql`company_id = ${companyId} AND projection = 'ledger'`
  await sql`UPDATE checkpoints SET stopped_because = 'somebody' WHERE ${ledgerCheckpoint}`.execute(db)

  // The lock on the last row blocks the last chunk; the chunks before it are written by then.
  const holder = await ledger.sql.connect()
  await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
  await holder.query('SELECT FROM read.ledger_rows WHERE company_id = $1 AND row_id = $2 FOR UPDATE', [companyId, last])
  const projections = PROJECTIONS.filter(({ name }) => name === 'ledger')
  const cut = rebuildProjections({ databaseUrl, companyId, projections, onError: () => undefined })
  const failed = expect(cut).rejects.toThrow()
  await expect.poll(wrong, { timeout: 30_000 }).toEqual([last])
  await ledger.sql.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'site-ledger rebuild' AND datname = current_database()",
  )
  await failed
  await holder.query('COMMIT')
  holder.release(true)
  expect(await wrong()).toEqual([last])

  await rebuildProjections({ databaseUrl, companyId, projections, onError })
  const { rows } = await sql`SELECT stopped_because FROM checkpoints WHERE ${ledgerCheckpoint}`.execute(db)
  expect(rows).toEqual([{ stopped_because: null }])
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  const moved = (await ledgerRows()).filter(({ id, place }) => before.get(id) !== place)
  expect(moved.map(({ id }) => id)).toEqual([first, second, last])
}, 60_000)

if (isFullRun)
  test('where others have rows, a projection that nobody moves is replaced as well, and goes on from where it was rebuilt to', async () => {
    const { db, companyId, databaseUrl, log, people } = ledger
    await bringAnotherCompany()
    await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
    const tables = await shape()
    const projections = PROJECTIONS.filter(({ name }) => name === 'sums')
    const table = async () => (await sql`SELECT 'read.sums'::regclass::oid AS id`.execute(db)).rows
    const before = await table()
    const events = await rebuildProjections({ databaseUrl, companyId, projections, onError })
    expect(await table()).toEqual(before)
    expect(events).toBe(await readHeadPosition(db, companyId))
    const checkpoint = db.selectFrom('checkpoints').select('position').where('company_id', '=', companyId)
    expect(await checkpoint.where('projection', '=', 'sums').executeTakeFirst()).toEqual({ position: events })
    await catchUp({ db, companyId, onStopped })
    expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
    expect(await shape()).toEqual(tables)
    expect(stopped).toEqual([])
  }, 60_000)

/** Adds a company with rows in every read model that a rebuild reads. */
async function bringAnotherCompany(): Promise<void> {
  const { db } = ledger
  const { companyId, log, people } = await openSecondCompany(ledger)
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 700_000)))
  await log.close()
  for (const one of [companyId, ledger.companyId]) await catchUp({ db, companyId: one, onStopped })
}
