import { randomUUIDv7 } from 'node:crypto'
import { formatVoucherNumber, voucherSeriesOf } from '@ledger/contracts/voucher-number.ts'
import { readEventPage } from '@ledger/projections/log/read-event-pages.ts'
import { subscribeToLogs } from '@ledger/projections/projector/log-subscription.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { createUpsertWriter } from '@ledger/projections/projector/upsert-writer.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { vouchersReadModel } from '@ledger/projections/read-models/vouchers.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  commandEnvelope,
  editExpenseCommand,
  expenseCommand,
  sendMoneyCommand,
  transferCommand,
} from '../command-envelopes.ts'
import {
  createEmptyCompany,
  openSecondCompany,
  openTestLedger,
  readLogEvents,
  type TestLedger,
} from '../test-ledger.ts'

/** The voucher numbers of entries: running and without a gap in each series, however the events reach the table. */

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const onStopped = (name: string) => expect.fail(`${name} stopped`)
const onError = (error: Error) => expect.fail(error.message)
const VOUCHERS = PROJECTIONS.filter(({ name }) => name === 'vouchers')

/** A company with a supervisor, who can be sent money, or without. */
type Company = Pick<TestLedger, 'log'> & {
  people: Pick<TestLedger['people'], 'admin' | 'asha'> & { ravi?: TestLedger['people']['ravi'] }
}

/** Records entries of each kind, changes some and deletes one, all at the same time. */
async function recordEntries({ log, people: { admin, asha, ravi } }: Company, count: number): Promise<void> {
  await log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 10_000_000)))
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  await Promise.all(
    ids.flatMap((id, at) => [
      log.submit(commandEnvelope(expenseCommand(asha, 100 + at, 'Sharma Traders', id))),
      ...(ravi && at % 3 === 0 ? [log.submit(commandEnvelope(transferCommand(asha, ravi, 10 + at)))] : []),
      ...(at % 4 === 0 ? [log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 10 + at)))] : []),
    ]),
  )
  const [first = '', second = ''] = ids
  await log.submit(commandEnvelope(editExpenseCommand(asha, first, 7)))
  const by = { by: { account: asha.id, epoch: asha.epoch }, now: '2026-04-02T06:30:00.000Z' }
  const row = { transaction: second, side: 'own' } as const
  await log.submit(commandEnvelope({ type: 'DeleteTransaction', row, desk: 'field', ...by }))
}

/** Returns the numbers of a company's transactions as the table has them. */
async function storedNumbers(companyId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; series: string; number: number }>`
    SELECT transaction_id AS id, series, number FROM vouchers WHERE company_id = ${companyId} ORDER BY position`.execute(
    ledger.db,
  )
  return new Map(rows.map(({ id, ...voucher }) => [id, formatVoucherNumber(voucher)]))
}

/** Returns the numbers that the log gives: counted by hand, in the order of its events. */
async function numbersOfLog(companyId: string): Promise<Map<string, string>> {
  const last = new Map<string, number>()
  const numbers = new Map<string, string>()
  for (const { type, data } of await readLogEvents(ledger.sql, companyId)) {
    if (type !== 'CreditRecorded' && type !== 'DebitRecorded' && type !== 'TransferRecorded') continue
    const series = voucherSeriesOf(data.entry)
    const number = (last.get(series) ?? 0) + 1
    last.set(series, number)
    numbers.set(data.transaction, formatVoucherNumber({ series, number }))
  }
  return numbers
}

async function expectNumbersOfLog(companyId: string): Promise<void> {
  const numbers = await numbersOfLog(companyId)
  expect(numbers.size).toBeGreaterThan(0)
  expect(await storedNumbers(companyId)).toEqual(numbers)
}

test('several companies in one page, beside their writers, have numbers of their own', async () => {
  const { db, databaseUrl } = ledger
  const others = [await openSecondCompany(ledger), await openSecondCompany(ledger)]
  const all = [ledger, ...others]
  const follower = subscribeToLogs({ databaseUrl, db, onError, onStopped })
  await Promise.all(all.map((one) => recordEntries(one, 40)))
  const isCurrent = async () =>
    (await Promise.all(all.map(({ companyId }) => verifyReadModels(db, companyId)))).every(({ ok }) => ok)
  await expect
    .poll(async () => (await Promise.all(all.map(({ companyId }) => storedNumbers(companyId)))).map(({ size }) => size))
    .toEqual((await Promise.all(all.map(({ companyId }) => numbersOfLog(companyId)))).map(({ size }) => size))
  await follower.close()
  for (const { companyId } of all) await expectNumbersOfLog(companyId)
  expect(await isCurrent()).toBe(true)
  for (const { log } of others) await log.close()
})

test('pages of any length give the same numbers, and one that is applied again gives none', async () => {
  const { db, sql: owner } = ledger
  await recordEntries(ledger, 20)
  const numbers = [...(await numbersOfLog(ledger.companyId)).values()]
  const events = await readEventPage(db, ledger.companyId, 0, 1000)
  const cuts = fc.array(fc.nat(events.length), { maxLength: 4 })
  const numbered = fc.asyncProperty(cuts, fc.boolean(), async (places, isRepeated) => {
    const companyId = await createEmptyCompany(owner)
    const into = createUpsertWriter(db, companyId)
    const ends = [...places.toSorted((a, b) => a - b), events.length]
    for (const [at, end] of ends.entries()) {
      await vouchersReadModel.apply(into, events.slice(ends[at - 1] ?? 0, end))
      if (isRepeated) await vouchersReadModel.apply(into, events.slice(ends[at - 2] ?? 0, end))
    }
    expect([...(await storedNumbers(companyId)).values()]).toEqual(numbers)
  })
  await fc.assert(numbered, { numRuns: 20 })
})

test('a rebuild gives the same numbers, by new tables and in place, and mends those that were changed', async () => {
  const { db, companyId, databaseUrl } = ledger
  await recordEntries(ledger, 1200)
  await catchUp({ db, companyId, onStopped })
  await expectNumbersOfLog(companyId)
  await rebuildProjections({ databaseUrl, companyId, projections: VOUCHERS, onError })
  await expectNumbersOfLog(companyId)

  // With another company in the table the rows are replaced, a thousand at a time.
  const other = await openSecondCompany(ledger)
  await recordEntries(other, 3)
  await catchUp({ db, companyId: other.companyId, onStopped })
  const inSeries = sql`company_id = ${companyId} AND series = 'P/26-27'`
  await sql`DELETE FROM vouchers WHERE ${inSeries} AND number IN (2, 1199, 1200)`.execute(db)
  await sql`UPDATE vouchers SET number = 5000 WHERE ${inSeries} AND number = 3`.execute(db)
  let over = false
  const writing = (async () => {
    while (!over) {
      await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 100)))
      await catchUp({ db, companyId, onStopped })
    }
  })()
  await rebuildProjections({ databaseUrl, companyId, projections: VOUCHERS, onError }).finally(() => {
    over = true
  })
  await writing
  await catchUp({ db, companyId, onStopped })
  await expectNumbersOfLog(companyId)
  await expectNumbersOfLog(other.companyId)
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  await other.log.close()
}, 60_000)
