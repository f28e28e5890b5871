import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { subscribeToLogs } from '@ledger/projections/projector/log-subscription.ts'
import {
  catchUp,
  type ProjectorSettings,
  projectOnePage,
  resumeProjections,
} from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import type { Projection } from '@ledger/projections/read-models/read-model.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { openByteCuttingProxy } from '../../environment/network/byte-cutting-proxy.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand, transferCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
let opened: Kysely<Database>[]
beforeEach(async () => {
  ledger = await openTestLedger()
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((db) => db.destroy()))
  await ledger.close()
})

/** A projector with connections of its own, as another process has. */
function projector(name: string, projections?: readonly Projection[]): ProjectorSettings {
  const onError = (error: Error) => ledger.errors.push(error)
  const db = kyselyOverPool(connectPool(ledger.databaseUrl, { name, max: 2, onError }))
  opened.push(db)
  const onStopped = (projection: string, position: number) => expect.fail(`${projection} stopped at ${position}`)
  return { db, companyId: ledger.companyId, onStopped, ...(projections ? { projections } : {}) }
}

async function record(count: number): Promise<void> {
  const { admin, asha, bala, ravi } = ledger.people
  const command = (n: number) =>
    n % 4 === 0
      ? sendMoneyCommand(admin, asha, 1000)
      : n % 4 === 1
        ? transferCommand(asha, ravi, 7)
        : expenseCommand(n % 4 === 2 ? asha : bala, n)
  await Promise.all(Array.from({ length: count }).map((_, n) => ledger.log.submit(commandEnvelope(command(n)))))
}

const positions = async () =>
  (await ledger.db.selectFrom('checkpoints').select('position').execute()).map(({ position }) => position)
/** Returns the sum of all amounts ever received, in paise. */
const received = async () =>
  (await sql<{ paise: number }>`SELECT sum(received_paise)::bigint AS paise FROM balances`.execute(ledger.db)).rows[0]
    ?.paise

async function expectWhole(): Promise<void> {
  const events = await ledger.readLog()
  const paise = events.flatMap(({ data }) => ('postings' in data ? data.postings : []))
  expect(await positions()).toEqual(PROJECTIONS.map(() => events.length))
  expect(await received()).toBe(
    paise.reduce((sum, posting) => sum + (posting.side === 'received' ? posting.paise : 0), 0),
  )
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: true })
}

/** Returns a projection that waits in the middle of its page, when its checkpoint is moved and not committed. */
function paused(projection: Projection): { projection: Projection; reached: Promise<void>; goOn: () => void } {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const apply: Projection['apply'] = async (...given) => {
    reached.resolve()
    await gate.promise
    await projection.apply(...given)
  }
  return { projection: { ...projection, apply }, reached: reached.promise, goOn: gate.resolve }
}

function withPaused(name: Projection['name']) {
  const found = PROJECTIONS.find((projection) => projection.name === name)
  if (!found) throw new Error(`There is no projection ${name}`)
  const pause = paused(found)
  return { ...pause, projections: PROJECTIONS.map((each) => (each === found ? pause.projection : each)) }
}

test('takes a log of several pages whole, and the same once more changes nothing', async () => {
  await record(1100)
  expect(await catchUp(projector('one'))).toBe((await ledger.readLog()).length)
  await expectWhole()
  expect(await catchUp(projector('another'))).toBe(0)
  await expectWhole()
})

test('says of a page whether more wait behind it', async () => {
  await record(1050)
  const settings = projector('one')
  const length = (await ledger.readLog()).length
  expect(await projectOnePage(settings)).toEqual({ applied: 1000, isFull: true })
  expect(await projectOnePage(settings)).toEqual({ applied: length - 1000, isFull: false })
  expect(await projectOnePage(settings)).toEqual({ applied: 0, isFull: false })
  await expectWhole()
})

test('two followers on one database count every event once, while it is written', async () => {
  const settings = [projector('first'), projector('second')].map((each) => ({
    ...each,
    databaseUrl: ledger.databaseUrl,
    onError: (error: Error) => ledger.errors.push(error),
  }))
  const followers = settings.map((each) => subscribeToLogs(each))
  for (let round = 0; round < (isFullRun ? 20 : 8); round++) await record(50)
  const { length: head } = await ledger.readLog()
  while (ledger.errors.length === 0 && (await positions()).some((position) => position < head));
  await Promise.all(followers.map((follower) => follower.close()))
  await expectWhole()
  expect(ledger.errors).toEqual([])
})

test('a second projector that read the same page is fenced: it writes nothing', async () => {
  await record(40)
  const { projections, reached, goOn } = withPaused('ledger')
  const first = catchUp(projector('paused', projections))
  await reached
  const second = catchUp(projector('fenced'))
  await ledger.untilBlocked('fenced')
  goOn()
  expect(await first).toBe((await ledger.readLog()).length)
  expect(await second).toBe(0)
  await expectWhole()
})

test('a projector that dies in the middle of a page leaves it to the next one, whole', async () => {
  await record(40)
  const { projections, reached, goOn } = withPaused('directory')
  const dying = catchUp(projector('dying', projections))
  const died = expect(dying).rejects.toThrow()
  await reached
  const next = catchUp(projector('next'))
  await ledger.untilBlocked('next')
  await ledger.sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'dying' AND datname = current_database() AND state = 'idle in transaction'`,
  )
  goOn()
  await died
  expect(await next).toBe((await ledger.readLog()).length)
  await expectWhole()
})

test('a projector that stood still while others went on writes nothing of its old page', async () => {
  await record(40)
  const { projections, reached, goOn } = withPaused('balances')
  const asleep = catchUp(projector('asleep', projections))
  const woken = expect(asleep).rejects.toThrow()
  await reached
  // The server ends its transaction, as for a process that hangs; others continue; then it returns.
  await ledger.sql.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'asleep'")
  await record(40)
  await catchUp(projector('others'))
  goOn()
  await woken
  await expectWhole()
})

test('an event whose notification is lost is found by looking', async () => {
  const settings = { ...projector('polling'), databaseUrl: ledger.databaseUrl }
  const follower = subscribeToLogs({ ...settings, onError: (error) => ledger.errors.push(error) })
  // The log of this test sends no notification.
  await record(3)
  while ((await positions()).length < PROJECTIONS.length || (await positions()).some((position) => position < 13));
  await follower.close()
  await expectWhole()
})

if (isFullRun)
  test('where it cannot listen a follower looks all the same, and keeps no connection that does not listen', async () => {
    const url = new URL(ledger.databaseUrl)
    // A server that accepts the connection and refuses LISTEN, as a standby does.
    const proxy = await openByteCuttingProxy(Number(url.port), () => (_, piece) => {
      const at = piece.indexOf('LISTEN ledger')
      if (at >= 0) piece.write('LISTEX', at)
      return undefined
    })
    url.port = String(proxy.port)
    const refused: string[] = []
    const follower = subscribeToLogs({
      ...projector('deaf'),
      databaseUrl: url.href,
      onError: (error) => void refused.push(error.message),
    })
    await record(3)
    while (refused.length < 4 || (await positions()).length < PROJECTIONS.length)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const { rows } = await ledger.sql.query<{ count: number }>(`SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE application_name = 'site-ledger listen' AND datname = current_database()`)
    expect(rows[0]?.count).toBeLessThan(2)
    await follower.close()
    await proxy.close()
    await catchUp(projector('after'))
    await expectWhole()
  })

test('sums of what has no bill, as they were once kept, are gone after the next start', async () => {
  await record(8)
  const settings = projector('one')
  await catchUp(settings)
  await ledger.sql.query(
    `INSERT INTO read.bill_sums SELECT company_id, whose, 'debits', span, period, 'without', paise, count FROM read.sums
    WHERE what = 'kind' AND span = 'month' AND key = 'debits'`,
  )
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: false })
  await resumeProjections(settings)
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: true })
})
