import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_CHANNEL } from '@ledger/database/notification-channels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { openSharedListener } from '@ledger/projections/log/notification-listener.ts'
import { type ChangeFeed, openChangeFeed } from '@ledger/projections/notifications/change-feed.ts'
import { openReadBarrier, type ReadBarrier } from '@ledger/projections/notifications/read-your-writes.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { commandEnvelope, expenseCommand, renameAccountCommand, sendMoneyCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** A round of the feed begins with the pause after which the next one may begin, in ms. */
const ROUND_MS = 200
const rounds = vi.hoisted(() => ({ begun: 0 }))
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original()
  const counting: typeof timers.setTimeout = (ms, ...others) => {
    if (ms === ROUND_MS) rounds.begun++
    return timers.setTimeout(ms, ...others)
  }
  return { ...timers, setTimeout: counting }
})

if (isFullRun)
  test('looks ever more rarely for read models that do not come, and tells as soon as they have', async () => {
    const ledger = await openTestLedger()
    onTestFinished(ledger.close)
    const { databaseUrl, db, companyId, people, log } = ledger
    await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 5000)))
    const freshness = openReadBarrier(db, companyId)
    let looks = 0
    const readShownPosition: ReadBarrier['readShownPosition'] = (...names) => {
      looks++
      return freshness.readShownPosition(...names)
    }
    const onError = (error: Error) => expect.unreachable(error.message)
    const changes = openChangeFeed({
      ...{ listen: openSharedListener(databaseUrl, onError), db, companyId, onError },
      freshness: { ...freshness, readShownPosition },
    })
    const ear = await changes.subscribe({ accountId: people.asha.id, role: 'site_incharge' })
    await sleep(1500)
    // A check each five milliseconds would have been some two hundred.
    expect(looks).toBeLessThan(40)
    await catchUp({ ...ledger, onStopped: (name) => expect.unreachable(`${name} stopped`) })
    expect((await ear.next(AbortSignal.timeout(15_000))).what).toContain('balance')
    ear.close()
    await changes.close()
  })

test('looks back once for all who come back together, however many they are, and tells each what it missed', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { people, log } = ledger
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 5000)))
  const before = await shown(ledger)
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.bala, 5000)))
  const after = await shown(ledger)
  const { db, statements } = counting(ledger.db)
  const changes = openChangesOf(ledger, db)
  const reconnect = ({ id }: { id: string }, since: number) =>
    changes.subscribe({ accountId: id, role: 'site_incharge' }, since)
  const phones = Array.from({ length: 500 }, () => [reconnect(people.asha, before), reconnect(people.bala, before)])
  const ears = await Promise.all(phones.flat())
  // A page of the log.
  expect(statements()).toBe(1)
  const signal = AbortSignal.timeout(40_000)
  const heard = new Set((await Promise.all(ears.map((ear) => ear.next(signal)))).map(({ what }) => what.join()))
  expect(heard).toEqual(new Set(['balance,transactions,beneficiaries', 'balance,transactions']))
  // Changes that were delivered since are known without a query.
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  await shown(ledger)
  await ears[0]?.next(signal)
  const looked = statements()
  expect(await (await reconnect(people.asha, after)).next(signal)).toMatchObject({ position: after + 1 })
  expect(await (await reconnect(people.sonu, -1)).next(signal)).toMatchObject({ what: { length: 6 } })
  expect(statements()).toBe(looked)
  await changes.close()
})

test('tells those who come back after a time without readers what was recorded meanwhile', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { people, log, db, companyId, onError } = ledger
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 5000)))
  const before = await shown(ledger)
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  const seen = await shown(ledger)
  let wake: () => void = () => undefined
  const changes = openChangeFeed({
    ...{ db, companyId, onError, freshness: openReadBarrier(db, companyId) },
    listen(_company, hint) {
      wake = hint
      return { close: async () => undefined }
    },
  })
  const reconnect = (since: number) => changes.subscribe({ accountId: people.asha.id, role: 'site_incharge' }, since)
  // The first one makes the feed look back. A round without readers forgets what was found.
  const first = await reconnect(before)
  first.close()
  const { begun } = rounds
  wake()
  await expect.poll(() => rounds.begun).toBeGreaterThan(begun)
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  await shown(ledger)
  const ear = await reconnect(seen)
  expect((await ear.next(AbortSignal.timeout(15_000))).what).toContain('transactions')
  ear.close()
  await changes.close()
})

test('tells every kind to whom it cannot tell exactly, because too much was recorded meanwhile', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { people, log, sql } = ledger
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.bala, 5000)))
  const before = await shown(ledger)
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.bala, 5000)))
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  const seen = await shown(ledger)
  // Asha goes on for a thousand events, and the read models are as far.
  const copies = 1000
  await sql.query(
    `INSERT INTO events SELECT company_id, position + n, gen_random_uuid(), type, schema_version, recorded_at, date, actor,
       data, meta, prev_hash, hash FROM events, generate_series(1, $1) n WHERE position = $2`,
    [copies, seen],
  )
  for (const table of ['log_heads', 'checkpoints'])
    await sql.query(`UPDATE ${table} SET position = $1`, [seen + copies])
  const changes = openChangesOf(ledger, ledger.db)
  const told = async (who: { id: string }, since: number) => {
    const ear = await changes.subscribe({ accountId: who.id, role: 'site_incharge' }, since)
    return (await ear.next(AbortSignal.timeout(15_000))).what
  }
  const every = ['balance', 'transactions', 'beneficiaries', 'people', 'questions', 'cashCounts']
  expect(await told(people.bala, before)).toEqual(every)
  expect(await told(people.asha, before)).toEqual(every)
  expect(await told(people.asha, seen)).toEqual(['balance', 'transactions', 'beneficiaries'])
  await changes.close()
})

test('goes on telling where the directory has stopped and does not know who was edited', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { people, log, sql } = ledger
  await shown(ledger)
  await sql.query('DELETE FROM read.directory WHERE account_id = $1', [people.ravi.id])
  await sql.query(`UPDATE checkpoints SET stopped_because = 'of a test' WHERE projection = 'directory'`)
  const changes = openChangesOf(ledger, ledger.db)
  const ear = await changes.subscribe({ accountId: people.asha.id, role: 'site_incharge' })
  await log.submit(commandEnvelope(renameAccountCommand(people.admin, people.ravi, 'Ravindra')))
  await shown(ledger)
  expect((await ear.next(AbortSignal.timeout(15_000))).what).toEqual(['people'])
  ear.close()
  await changes.close()
})

test('tells nothing to whom has left', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { people, log } = ledger
  await shown(ledger)
  const changes = openChangesOf(ledger, ledger.db)
  const subscribe = () => changes.subscribe({ accountId: people.asha.id, role: 'site_incharge' })
  const [gone, here] = [await subscribe(), await subscribe()]
  gone.close()
  await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 5000)))
  await shown(ledger)
  expect((await here.next(AbortSignal.timeout(15_000))).what).toContain('balance')
  // All subscribers are told in one turn.
  await expect(gone.next(AbortSignal.timeout(1))).rejects.toThrow('timeout')
  await changes.close()
})

test('of companies that share a connection one that leaves ends the notifications of no other', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const listen = openSharedListener(ledger.databaseUrl, (error) => expect.unreachable(error.message))
  let heard: string[] = []
  const [one, other] = ['one', 'other'].map((company) => listen(company, () => heard.push(company)))
  // Each is told once as soon as the connection listens.
  await expect.poll(() => heard.toSorted()).toEqual(['one', 'other'])
  await one?.close()
  heard = []
  for (const company of ['one', 'other']) await ledger.sql.query('SELECT pg_notify($1, $2)', [LOG_CHANNEL, company])
  await expect.poll(() => heard).toEqual(['other'])
  await other?.close()
})

/** Waits until the read models show everything. @returns the position */
async function shown(ledger: TestLedger): Promise<number> {
  await catchUp({ ...ledger, onStopped: (name) => expect.unreachable(`${name} stopped`) })
  return (await ledger.readLog()).length
}

function openChangesOf({ databaseUrl, companyId, db }: TestLedger, readingFrom: Kysely<Database>): ChangeFeed {
  const onError = (error: Error) => expect.unreachable(error.message)
  const listen = openSharedListener(databaseUrl, onError)
  return openChangeFeed({
    listen,
    db: readingFrom,
    companyId,
    freshness: openReadBarrier(db, companyId),
    onError,
  })
}

/** Returns the same database, with its statements counted. */
function counting(db: Kysely<Database>): { db: Kysely<Database>; statements(): number } {
  let statements = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counted, statements: () => statements }
}
