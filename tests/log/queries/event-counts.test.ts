import { dayOf } from '@ledger/contracts/dates.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { countMatchingEvents } from '@ledger/projections/queries/count-matching-events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/**
 * How many events a filter of the auditors matches, where a period ends within a month: the events of its days are
 * added to months, or subtracted from them.
 */

let ledger: TestLedger
let events: LedgerEvent[]

/** In Asia/Kolkata the second and the third are a day, and a month, apart. */
const MOMENTS = [
  '2090-03-03T06:00:00.000Z',
  '2090-03-31T18:29:59.999Z',
  '2090-03-31T18:30:00.000Z',
  '2090-04-15T06:00:00.000Z',
  '2090-04-27T06:00:00.000Z',
  '2090-05-30T06:00:00.000Z',
]

beforeAll(async () => {
  ledger = await openTestLedger()
  let now = ''
  const log = ledger.openSecondAppendLog(() => now)
  const { asha, bala } = ledger.people
  for (const [at, moment] of MOMENTS.entries()) {
    now = moment
    // Another number on each day.
    for (let n = 0; n <= at; n++) await log.submit(commandEnvelope(expenseCommand(n % 2 === 0 ? asha : bala, 100)))
  }
  await catchUp({ ...ledger, onStopped: (name) => expect.fail(`${name} stopped`) })
  events = await ledger.readLog()
})
afterAll(() => ledger.close())

const DAYS = [
  '2090-03-03',
  '2090-03-16',
  '2090-03-31',
  '2090-04-01',
  '2090-04-15',
  '2090-04-16',
  '2090-04-28',
  '2090-05-30',
]

test.each(DAYS)('a period that begins on %s, to whatever day, and whose events it has', async (from) => {
  const { db, companyId, people } = ledger
  const found: unknown[] = []
  const expected: unknown[] = []
  for (const to of [undefined, ...DAYS.filter((day) => day >= from)])
    for (const actorId of [undefined, people.asha.id, people.bala.id]) {
      const isIn = ({ recordedAt, actor, type }: LedgerEvent) =>
        type === 'DebitRecorded' &&
        dayOf(recordedAt) >= from &&
        (to === undefined || dayOf(recordedAt) <= to) &&
        (actorId === undefined || actor.id === actorId)
      const types = ['DebitRecorded']
      found.push([to, await countMatchingEvents(db, companyId, { from, to, types, actorId })])
      expected.push([to, events.filter(isIn).length])
      // A user spends only from the own account.
      if (actorId === undefined) continue
      found.push([to, await countMatchingEvents(db, companyId, { from, to, types, accountId: actorId })])
      expected.push([to, events.filter(isIn).length])
    }
  expect(found).toEqual(expected)
})
