import { randomUUID } from 'node:crypto'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readCompaniesWithPendingEvents } from '@ledger/projections/projector/companies-with-pending-events.ts'
import { type LogSubscription, subscribeToLogs } from '@ledger/projections/projector/log-subscription.ts'
import { resumeProjections } from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { PoisonEvent, type Projection } from '@ledger/projections/read-models/read-model.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { commandEnvelope, editExpenseCommand, expenseCommand, sendMoneyCommand } from '../command-envelopes.ts'
import { openSecondCompany, openTestLedger, readLogEvents, type TestLedger } from '../test-ledger.ts'

/** One follower for every company of a database. */

let ledger: TestLedger
let other: Awaited<ReturnType<typeof openSecondCompany>>
let follower: LogSubscription | undefined
let stopped: { projection: string; companyId: string }[]
let told: { message: string; companyId: string | undefined }[]
beforeEach(async () => {
  ledger = await openTestLedger()
  other = await openSecondCompany(ledger)
  stopped = []
  told = []
})
afterEach(async () => {
  await follower?.close()
  follower = undefined
  await other.log.close()
  await ledger.close()
  expect(ledger.errors).toEqual([])
})

function start(projections: readonly Projection[] = PROJECTIONS): void {
  const { databaseUrl, db } = ledger
  const onError = (error: Error, companyId: string | undefined) => {
    told.push({ message: error.message, companyId })
    ledger.onError(error)
  }
  const onStopped = (projection: string, _position: number, _error: Error, companyId: string) =>
    stopped.push({ projection, companyId })
  follower = subscribeToLogs({ databaseUrl, db, projections, onError, onStopped })
}

const withNews = async () => [...(await readCompaniesWithPendingEvents(ledger.db)).keys()]

test('brings the read models of all of them to the heads of their logs, and a company that is added later, too', async () => {
  const { db, companyId, people } = ledger
  expect((await withNews()).sort()).toEqual([companyId, other.companyId].sort())
  start()
  await expect.poll(withNews).toEqual([])
  const third = await openSecondCompany(ledger)
  await third.log.submit(commandEnvelope(sendMoneyCommand(third.people.admin, third.people.asha, 5000)))
  await ledger.log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 700)))
  await other.log.submit(commandEnvelope(expenseCommand(other.people.asha, 100)))
  await expect.poll(withNews).toEqual([])
  await third.log.close()
  const all = [companyId, other.companyId, third.companyId]
  for (const one of all) expect(await verifyReadModels(db, one)).toMatchObject({ ok: true })
  const balances = await db.selectFrom('balances').select(['company_id', 'account_id', 'received_paise']).execute()
  const received = (one: string) =>
    balances.filter(({ company_id }) => company_id === one).map((row) => row.received_paise)
  expect(received(third.companyId)).toContain(5000)
  expect(received(companyId)).toContain(700)
  expect(received(other.companyId)).not.toContain(700)
})

test('a company that is far behind keeps no other waiting, whose few events are taken meanwhile', async () => {
  const { admin, asha } = ledger.people
  await ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 10_000_000)))
  for (let at = 0; at < 2500; at += 250)
    await Promise.all(Array.from({ length: 250 }, () => ledger.log.submit(commandEnvelope(expenseCommand(asha, 1)))))
  const pages: number[] = []
  const few = Promise.withResolvers<void>()
  const seen: Projection = {
    name: 'balances',
    tables: [],
    async apply(_into, events) {
      // Its first page ends after the other company's page.
      if (events.length > 100) await few.promise
      else few.resolve()
      pages.push(events.length)
    },
  }
  start([seen])
  await expect.poll(withNews).toEqual([])
  // A round that began before the few events were written folds them once more, and writes nothing.
  const [first = 0, ...others] = pages
  expect(first).toBeLessThan(100)
  expect(others.filter((length) => length !== first)).toHaveLength(3)
})

/** Applies all logs up to their heads, and closes the follower. */
async function catchAllUp(projections?: readonly Projection[]): Promise<void> {
  start(projections)
  await expect.poll(withNews).toEqual([])
  await follower?.close()
}

const spend = (one: Pick<typeof other, 'log' | 'people'>, paise: number) =>
  one.log.submit(commandEnvelope(expenseCommand(one.people.asha, paise)))

/** Returns, by company, the transactions that last moved its checkpoints. */
async function movedBy(): Promise<Map<string, string[]>> {
  const { rows } = await ledger.sql.query<{ company_id: string; moved: string[] }>(
    'SELECT company_id, array_agg(DISTINCT xmin::text) AS moved FROM read.checkpoints GROUP BY company_id',
  )
  return new Map(rows.map(({ company_id, moved }) => [company_id, moved]))
}

// On Citus each company applies its pages alone.
test.skipIf(inject('servers').length > 1)(
  'takes what is new in several of them in one transaction, edits and all',
  async () => {
    const { db, companyId, log, people } = ledger
    const third = await openSecondCompany(ledger)
    const all = [{ companyId, log, people }, other, third]
    await catchAllUp()
    for (const [index, one] of all.entries()) {
      const { admin, asha } = one.people
      const id = randomUUID()
      await one.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 100_000 + index)))
      await one.log.submit(commandEnvelope(expenseCommand(asha, 300 + index, 'Sharma Traders', id)))
      await spend(one, 10 + index)
      if (one !== other) await one.log.submit(commandEnvelope(editExpenseCommand(asha, id, 50 + index)))
    }
    await catchAllUp()
    const moved = await movedBy()
    expect(new Set(all.flatMap((one) => moved.get(one.companyId))).size).toBe(1)
    for (const one of all) expect(await verifyReadModels(db, one.companyId)).toMatchObject({ ok: true })
    await third.log.close()
  },
)

test.skipIf(inject('servers').length > 1)(
  'one whose checkpoint somebody holds keeps no other from what is new, be it near or far behind',
  async () => {
    const third = await openSecondCompany(ledger)
    const id = randomUUID()
    for (const one of [other, third])
      await one.log.submit(commandEnvelope(expenseCommand(one.people.asha, 9, 'Sharma Traders', id)))
    await catchAllUp()
    await spend(other, 10)
    // With an edit the rows of all of them are several statements.
    for (const one of [other, third]) await one.log.submit(commandEnvelope(editExpenseCommand(one.people.asha, id, 8)))
    await ledger.log.submit(commandEnvelope(sendMoneyCommand(ledger.people.admin, ledger.people.asha, 10_000_000)))
    await Promise.all(Array.from({ length: 150 }, () => spend(ledger, 1)))
    await spend(third, 10)
    const client = await ledger.sql.connect()
    await client.query('BEGIN')
    // Locks the checkpoint of one company, as a rebuild does.
    await client.query(
      `SELECT FROM read.checkpoints WHERE company_id IN ($1, $2) AND projection = 'balances' FOR UPDATE`,
      [ledger.companyId, other.companyId],
    )
    try {
      start()
      await expect.poll(withNews).not.toContain(third.companyId)
      await ledger.untilBlocked('test app', 2)
      await spend(third, 20)
      await expect.poll(withNews).not.toContain(third.companyId)
      expect((await withNews()).sort()).toEqual([ledger.companyId, other.companyId].sort())
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    await expect.poll(withNews).toEqual([])
    await third.log.close()
  },
)

if (isFullRun)
  test('of several that are taken together each is tried by itself where one cannot be taken', async () => {
    const { companyId } = ledger
    const third = await openSecondCompany(ledger)
    const broken = new Map<string, 'stops' | 'fails'>()
    const seen: Projection = {
      name: 'balances',
      tables: [],
      async apply(into, events) {
        const how = events.map(({ eventId }) => broken.get(eventId)).find(Boolean)
        if (how === 'stops') throw new PoisonEvent('not this one')
        const table = {
          name: 'no_table' as keyof Database,
          columns: { position: 'bigint' },
          key: [],
          mergeRules: {},
        } as const
        if (how === 'fails') await into.insert(table, [{ position: 1 }])
      },
    }
    await catchAllUp([seen])
    for (const one of [ledger, other, third]) await spend(one, 10)
    const lastOf = async (one: string) => (await readLogEvents(ledger.sql, one)).at(-1)?.eventId ?? expect.unreachable()
    broken.set(await lastOf(companyId), 'stops').set(await lastOf(other.companyId), 'fails')
    start([seen])
    await expect.poll(() => stopped).toEqual([{ projection: 'balances', companyId }])
    await expect
      .poll(() => ledger.errors.map(({ message }) => message))
      .toContainEqual(expect.stringMatching(/no_table/))
    await expect.poll(withNews).toEqual([other.companyId])
    // The healthy companies continue together.
    await spend(third, 20)
    await expect.poll(withNews).toEqual([other.companyId])
    broken.clear()
    await expect.poll(withNews).toEqual([])
    await follower?.close()
    ledger.errors.length = 0
    await third.log.close()
  })

test('a projection that stops at one company goes on at the others, and after the next start tries again', async () => {
  const { db, companyId } = ledger
  let isBroken = true
  const [first] = await readLogEvents(ledger.sql, other.companyId)
  const picky: Projection = {
    ...{ name: 'balances', tables: [] },
    apply: async (_into, events) => {
      if (isBroken && events.some(({ eventId }) => eventId === first?.eventId)) throw new PoisonEvent('not this one')
    },
  }
  start([picky])
  await expect.poll(() => stopped).toEqual([{ projection: 'balances', companyId: other.companyId }])
  await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 100)))
  const at = async () => {
    const rows = await db
      .selectFrom('checkpoints')
      .select(['company_id', 'position'])
      .where('projection', '=', 'balances')
      .execute()
    return new Map(rows.map((row) => [row.company_id, row.position]))
  }
  const head = (await ledger.readLog()).length
  await expect.poll(async () => (await at()).get(companyId)).toBe(head)
  expect((await at()).get(other.companyId)).toBe(0)
  // The follower does not check it again: it is far from its head, and no notification is pending.
  expect(await withNews()).toEqual([])
  await follower?.close()
  isBroken = false
  await resumeProjections(ledger)
  start([picky])
  await expect.poll(async () => (await at()).get(other.companyId)).toBeGreaterThan(0)
})

if (isFullRun)
  test('what fails for two companies is told of both, with whose it is, and a third goes on', async () => {
    const third = await openSecondCompany(ledger)
    const broken = new Map<string | undefined, keyof Database>()
    for (const [companyId, table] of [
      [ledger.companyId, 'no_table_of_one'],
      [other.companyId, 'no_table_of_two'],
    ] as const)
      broken.set((await readLogEvents(ledger.sql, companyId))[0]?.eventId, table as keyof Database)
    const seen: Projection = {
      name: 'balances',
      tables: [],
      async apply(into, events) {
        const name = broken.get(events[0]?.eventId)
        if (name)
          await into.insert({ name, columns: { position: 'bigint' }, key: [], mergeRules: {} }, [{ position: 1 }])
      },
    }
    start([seen])
    const toldOf = (name: string) => [
      ...new Set(told.flatMap((one) => (one.message.includes(name) ? one.companyId : []))),
    ]
    await expect.poll(() => toldOf('no_table_of_one')).toEqual([ledger.companyId])
    await expect.poll(() => toldOf('no_table_of_two')).toEqual([other.companyId])
    await expect.poll(withNews).not.toContain(third.companyId)
    await follower?.close()
    ledger.errors.length = 0
    await third.log.close()
  })
