import { addCounts, type EventCount } from '@ledger/projections/counts.ts'
import { EVERYBODY } from '@ledger/projections/periods.ts'
import { JoinedRows } from '@ledger/projections/read-table.ts'
import { expect, it } from 'vitest'
import { ASHA, credit, debit, RAVI, recorded, transfer, uuid } from '../domain/people.ts'
import { deleted, page } from './page.ts'

const ID = uuid(100)
/** In Asia/Kolkata these two are a day, and a month, apart. */
const TIMES = ['2026-03-31T18:29:59.999Z', '2026-03-31T18:30:00.000Z', '2026-04-01T06:30:00.000Z']

it('counts each event by day and month, by its actor, and by each account that it is about', () => {
  const events = page(
    recorded(ID, credit(ASHA, 500)),
    recorded(ID, transfer(ASHA, RAVI, 250)),
    deleted(ID, debit(ASHA, 3)),
  )
  const names: Record<string, string> = { [EVERYBODY]: 'all', [ASHA.id]: 'asha', [RAVI.id]: 'ravi' }
  const counted = new JoinedRows<EventCount>()
  addCounts(
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
