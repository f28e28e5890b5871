import type { Database } from '@ledger/database/tables.ts'
import { type Follower, follow } from '@ledger/projections/follow.ts'
import { companiesWithNews } from '@ledger/projections/news.ts'
import { CannotTake, type Projection } from '@ledger/projections/projection.ts'
import { PROJECTIONS, resume } from '@ledger/projections/projector.ts'
import { verifyReadModels } from '@ledger/projections/verify.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAnotherCompany, openLedger, readLog, type TestLedger } from './ledger.ts'
import { expense, sendMoney, submission } from './submissions.ts'

/** One follower for every company of a database. */

let ledger: TestLedger
let other: Awaited<ReturnType<typeof openAnotherCompany>>
let follower: Follower | undefined
let stopped: { projection: string; companyId: string }[]
beforeEach(async () => {
  ledger = await openLedger()
  other = await openAnotherCompany(ledger)
  stopped = []
})
afterEach(async () => {
  await follower?.close()
  follower = undefined
  await other.log.close()
  await ledger.close()
  expect(ledger.errors).toEqual([])
})

function start(projections: readonly Projection[] = PROJECTIONS): void {
  const { databaseUrl, db, onError } = ledger
  const onStopped = (projection: string, _position: number, _error: Error, companyId: string) =>
    stopped.push({ projection, companyId })
  follower = follow({ databaseUrl, db, projections, onError, onStopped })
}

const withNews = async () => [...(await companiesWithNews(ledger.db)).keys()]

test('brings the read models of all of them to the heads of their logs, and a company that is added later, too', async () => {
  const { db, companyId, people } = ledger
  expect((await withNews()).sort()).toEqual([companyId, other.companyId].sort())
  start()
  await expect.poll(withNews).toEqual([])
  const third = await openAnotherCompany(ledger)
  await third.log.submit(submission(sendMoney(third.people.admin, third.people.asha, 5000)))
  await ledger.log.submit(submission(sendMoney(people.admin, people.asha, 700)))
  await other.log.submit(submission(expense(other.people.asha, 100)))
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

test('a company that is far behind keeps another from its turn for a page, and no longer', async () => {
  const { admin, asha } = ledger.people
  await ledger.log.submit(submission(sendMoney(admin, asha, 10_000_000)))
  for (let at = 0; at < 2500; at += 250)
    await Promise.all(Array.from({ length: 250 }, () => ledger.log.submit(submission(expense(asha, 1)))))
  const pages: number[] = []
  const seen: Projection = {
    name: 'balances',
    tables: [],
    apply: async (_into, events) => void pages.push(events.length),
  }
  start([seen])
  await expect.poll(withNews).toEqual([])
  const few = pages.findIndex((length) => length < 100)
  expect({ few: few <= 1, pages: pages.length }).toEqual({ few: true, pages: 4 })
})

test('a projection that stops at one company goes on at the others, and after the next start tries again', async () => {
  const { db, companyId } = ledger
  let isBroken = true
  const [first] = await readLog(ledger.sql, other.companyId)
  const picky: Projection = {
    ...{ name: 'balances', tables: [] },
    apply: async (_into, events) => {
      if (isBroken && events.some(({ eventId }) => eventId === first?.eventId)) throw new CannotTake('not this one')
    },
  }
  start([picky])
  await expect.poll(() => stopped).toEqual([{ projection: 'balances', companyId: other.companyId }])
  await ledger.log.submit(submission(expense(ledger.people.asha, 100)))
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
  // Nobody looks at it again: it is far from its head, and waits for nothing.
  expect(await withNews()).toEqual([])
  await follower?.close()
  isBroken = false
  await resume(ledger)
  start([picky])
  await expect.poll(async () => (await at()).get(other.companyId)).toBeGreaterThan(0)
})

test('what fails for two companies is told of both, and a third goes on', async () => {
  const third = await openAnotherCompany(ledger)
  const broken = new Map<string | undefined, keyof Database>()
  for (const [companyId, table] of [
    [ledger.companyId, 'no_table_of_one'],
    [other.companyId, 'no_table_of_two'],
  ] as const)
    broken.set((await readLog(ledger.sql, companyId))[0]?.eventId, table as keyof Database)
  const seen: Projection = {
    name: 'balances',
    tables: [],
    async apply(into, events) {
      const name = broken.get(events[0]?.eventId)
      if (name) await into.insert({ name, columns: { position: 'bigint' }, key: [], joining: {} }, [{ position: 1 }])
    },
  }
  start([seen])
  const told = () => ledger.errors.map(({ message }) => message).join('; ')
  await expect.poll(told).toMatch(/no_table_of_one/)
  await expect.poll(told).toMatch(/no_table_of_two/)
  await expect.poll(withNews).not.toContain(third.companyId)
  await follower?.close()
  ledger.errors.length = 0
  await third.log.close()
})
