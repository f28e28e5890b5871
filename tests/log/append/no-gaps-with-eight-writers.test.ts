import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { type LogSubscription, subscribeToLogs } from '@ledger/projections/projector/log-subscription.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import type { Projection } from '@ledger/projections/read-models/read-model.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { distributeTable } from '../../environment/database/distribute-table.ts'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'
import { missedAndRepeatedPositions } from './missed-positions.ts'

const RUN_MS = isFullRun ? 10_000 : 2000
/** The test of the test ends as soon as an event was missed. */
const MISSED_WITHIN_MS = 20_000

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
  await ledger.sql.query('CREATE TABLE followed (company_id uuid, position bigint NOT NULL)')
  await ledger.sql.query('GRANT INSERT, SELECT ON followed TO ledger_app')
  await distributeTable(ledger.sql, 'followed')
})
afterAll(() => ledger.close())

/** A table of the test, typed as one of the product's. */
const name = 'followed' as 'activity'
const FOLLOWED = { name, columns: { position: 'bigint' }, key: ['position'], mergeRules: {} } as const

/** Stores the positions that it gets, in the transaction that moves its checkpoint. */
const followed: Projection = {
  name: 'balances',
  tables: [],
  apply: (into, events) =>
    into.insert(
      FOLLOWED,
      events.map(({ position }) => ({ position })),
    ),
}

function startFollower(
  projections: readonly Projection[],
  errors: Error[],
): LogSubscription & { end(): Promise<void> } {
  const { databaseUrl } = ledger
  const onError = (error: Error) => errors.push(error)
  const db = kyselyOverPool(connectPool(databaseUrl, { name: 'test follower', max: 2, onError }))
  const onStopped = (_projection: string, _position: number, error: Error) => errors.push(error)
  const follower = subscribeToLogs({ databaseUrl, db, projections, onError, onStopped })
  return {
    ...follower,
    async end() {
      await follower.close()
      await db.destroy()
    },
  }
}

/** Waits until every checkpoint is at the head of the log. */
async function untilAtHead(): Promise<void> {
  for (;;) {
    const { rows } = await ledger.sql.query(
      `SELECT 1 FROM log_heads h WHERE NOT EXISTS (SELECT 1 FROM checkpoints c WHERE c.company_id = h.company_id AND c.position < h.position)`,
    )
    if (rows.length > 0) return
  }
}

const report = z.union([z.object({ answered: z.int() }), z.object({ failed: z.string() })])

test('eight writers in two processes leave no gap, and a follower misses none (I7)', async () => {
  const errors: Error[] = []
  const { databaseUrl, companyId, people } = ledger
  const accounts = [people.asha, people.bala, people.ravi, people.sonu].map(({ id }) => id)
  const spy: Projection = {
    ...followed,
    apply: async (...given) => {
      await followed.apply(...given)
      await PROJECTIONS.find(({ name }) => name === 'balances')?.apply(...given)
    },
  }
  const follower = startFollower([spy, ...PROJECTIONS.filter(({ name }) => name !== 'balances')], errors)
  const writers = [0, 1].map(() =>
    fork(new URL('./writer-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const answered = writers.map((writer) => untilDone(writer))
  for (const writer of writers) writer.send({ databaseUrl, companyId, accounts })
  setTimeout(() => writers.map((writer) => writer.send('stop')), RUN_MS)
  const counts = await Promise.all(answered)
  await untilAtHead()
  await follower.end()

  const events = await ledger.readLog()
  const recorded = events.filter(({ type }) => type === 'DebitRecorded').length
  expect(recorded).toBe(counts.reduce((sum, count) => sum + count, 0))
  expect(Math.min(...counts), 'both processes wrote').toBeGreaterThan(0)
  const { rows } = await ledger.sql.query<{ position: number }>('SELECT position FROM followed')
  const given = rows.map(({ position }) => position)
  expect(
    missedAndRepeatedPositions(
      given,
      events.map((event: LedgerEvent) => event.position),
    ),
  ).toEqual({ missed: [], twice: [] })
  expect(await verifyReadModels(ledger.db, companyId)).toMatchObject({ ok: true })
  expect(errors).toEqual([])
  console.log(`eight writers: ${recorded} events in ${RUN_MS / 1000} s`)
}, 60_000)

async function untilDone(writer: ChildProcess): Promise<number> {
  const told = new Promise<number>((resolve, reject) => {
    writer.on('message', (message) => {
      const said = report.parse(message)
      if ('answered' in said) resolve(said.answered)
      else reject(new Error(said.failed))
    })
    writer.on('error', reject)
    writer.on('exit', (code) => reject(new Error(`A writer ended with ${code}`)))
  })
  return told.finally(() => (writer.exitCode === null ? once(writer, 'exit') : undefined))
}

/**
 * The test of the test, with a log whose order is a sequence. Numbers are assigned at the INSERT and visible at the
 * COMMIT, so a reader that continues after the largest number that it saw misses those not committed yet.
 */
test('a reader that follows a bigserial does miss events under eight writers: the check above would find it', async () => {
  await ledger.sql.query('CREATE TABLE numbered (id bigserial PRIMARY KEY)')
  const pool = ownerPool(ledger.ownerUrl, 9)
  let isStopping = false
  const write = async (writer: number) => {
    for (let n = writer; !isStopping; n++) {
      // Transactions of varying length, as a batch of one and a batch of hundreds are.
      const wait = (n % 8) / 1000
      const client = await pool.connect()
      await client.query('BEGIN')
      await client.query('INSERT INTO numbered DEFAULT VALUES')
      await client.query('SELECT pg_sleep($1)', [wait])
      await client.query('COMMIT')
      client.release()
    }
  }
  const seen: number[] = []
  const read = async () => {
    const last = seen.at(-1) ?? 0
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM numbered WHERE id > $1 ORDER BY id', [last])
    seen.push(...rows.map(({ id }) => Number(id)))
  }
  const written = async () =>
    (await pool.query<{ id: string }>('SELECT id FROM numbered')).rows.map(({ id }) => Number(id))
  const writers = Array.from({ length: 8 }).map((_, writer) => write(writer))
  const until = Date.now() + MISSED_WITHIN_MS
  let missed: number[] = []
  while (missed.length === 0 && Date.now() < until) {
    for (let page = 0; page < 100; page++) await read()
    // A written number below the last number seen that was not returned never will be.
    const [all, last] = [await written(), seen.at(-1) ?? 0]
    missed = missedAndRepeatedPositions(
      seen,
      all.filter((id) => id <= last),
    ).missed
  }
  isStopping = true
  await Promise.all(writers)
  const total = (await written()).length
  await pool.end()
  expect(missed.length).toBeGreaterThan(0)
  console.log(`a bigserial: ${missed.length} of ${total} missed`)
}, 60_000)
