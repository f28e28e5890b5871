import { accumulateEventCounts, type EventCountRow } from '@ledger/projections/read-models/event-counts.ts'
import { ALL_ACCOUNTS } from '@ledger/projections/read-models/period-totals/calendar-periods.ts'
import { RowAccumulator } from '@ledger/projections/read-models/row-accumulator.ts'
import { expect, it } from 'vitest'
import {
  ASHA,
  RAVI,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import { eventPage, transactionDeleted } from './sample-event-page.ts'

const ID = sampleUuid(100)
/** In Asia/Kolkata these two are a day, and a month, apart. */
const TIMES = ['2026-03-31T18:29:59.999Z', '2026-03-31T18:30:00.000Z', '2026-04-01T06:30:00.000Z']

it('counts each event by day and month, by its actor, and by each account that it is about', () => {
  const events = eventPage(
    transactionRecorded(ID, sampleCredit(ASHA, 500)),
    transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 250)),
    transactionDeleted(ID, sampleDebit(ASHA, 3)),
  )
  const names: Record<string, string> = { [ALL_ACCOUNTS]: 'all', [ASHA.id]: 'asha', [RAVI.id]: 'ravi' }
  const counted = new RowAccumulator<EventCountRow>()
  accumulateEventCounts(
    counted,
    events.map((event, at) => ({ ...event, recordedAt: TIMES[at] ?? '' })),
  )
  const found = [...counted.values()].map(
    ({ what, whose, span, period, type, count }) => `${what} ${names[whose]} ${span} ${period} ${type} ${count}`,
  )
  expect(found.sort()).toEqual([
    'account asha month 2026-03 CreditRecorded 1',
    'account asha month 2026-04 TransactionDeleted 1',
    'account asha month 2026-04 TransferRecorded 1',
    'account ravi month 2026-04 TransferRecorded 1',
    'actor asha month 2026-03 CreditRecorded 1',
    'actor asha month 2026-04 TransactionDeleted 1',
    'actor asha month 2026-04 TransferRecorded 1',
    'all all day 2026-03-31 CreditRecorded 1',
    'all all day 2026-04-01 TransactionDeleted 1',
    'all all day 2026-04-01 TransferRecorded 1',
    'all all month 2026-03 CreditRecorded 1',
    'all all month 2026-04 TransactionDeleted 1',
    'all all month 2026-04 TransferRecorded 1',
  ])
})
