import type { Day } from '@ledger/contracts/dates.ts'
import type { Entry, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { postingsOf } from '@ledger/ledger-service/domain/money/postings.ts'
import { SealFold } from '@ledger/ledger-service/proof/seals/seal-fold.ts'
import { describe, expect, it } from 'vitest'
import {
  ASHA,
  BALA,
  everyAccountOpened,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'

const noonOf = (day: Day) => `${day}T06:30:00.000Z`
const [AUGUST, SEPTEMBER] = ['2026-08-31', '2026-09-30']

const before = (day: Day, paise: number) => sampleDebit(ASHA, paise, SAMPLE_BENEFICIARY, { date: noonOf(day) })
const edited = (transaction: string, from: Entry, to: Entry): NewEvent => ({
  type: 'TransactionEdited',
  data: { transaction, revision: 2, before: from, after: to, postings: postingsOf(to), reason: null },
})
const deleted = (transaction: string, entry: Entry): NewEvent => ({
  type: 'TransactionDeleted',
  data: { transaction, revision: 2, before: entry, postings: postingsOf(entry), reason: null },
})

/** August, with an edit and a deletion before its closing. */
const august: NewEvent[] = [
  ...everyAccountOpened,
  transactionRecorded(sampleUuid(1), sampleCredit(ASHA, 500_000, { date: noonOf('2026-08-03') })),
  transactionRecorded(sampleUuid(2), before('2026-08-10', 7_000)),
  edited(sampleUuid(2), before('2026-08-10', 7_000), before('2026-08-12', 9_000)),
  transactionRecorded(sampleUuid(3), before('2026-08-20', 1_000)),
  deleted(sampleUuid(3), before('2026-08-20', 1_000)),
  transactionRecorded(sampleUuid(4), sampleTransfer(ASHA, RAVI, 20_000, { date: noonOf('2026-08-31') })),
]
/** September; its first entry was recorded before August was closed, and is changed afterwards. */
const september: NewEvent[] = [
  transactionRecorded(sampleUuid(5), before('2026-09-01', 3_000)),
  transactionRecorded(sampleUuid(6), sampleDebit(RAVI, 400, OTHER_SAMPLE_BENEFICIARY, { date: noonOf('2026-09-05') })),
  edited(sampleUuid(5), before('2026-09-01', 3_000), before('2026-09-02', 3_500)),
  transactionRecorded(sampleUuid(7), sampleCredit(BALA, 90_000, { date: noonOf('2026-09-30') })),
  transactionRecorded(sampleUuid(8), before('2026-10-01', 5)),
]

const applied = (fold: SealFold, events: readonly NewEvent[]): SealFold => {
  for (const event of events) fold.apply(event)
  return fold
}

describe('a fold that adds up the entries of closed days', () => {
  it('seals the next month as one that keeps them all', () => {
    const keeping = applied(new SealFold(), [...august, ...september])
    const adding = applied(new SealFold(), [...august, ...september.slice(0, 1)])
    adding.sumUpTo(AUGUST)
    applied(adding, september.slice(1))
    const sealed = adding.balances(SEPTEMBER, AUGUST)
    expect(sealed).toEqual(keeping.balances(SEPTEMBER, AUGUST))
    expect(sealed.find(({ account }) => account === ASHA.id)).toMatchObject({
      opening: 500_000 - 9_000 - 20_000,
      spent: 3_500,
      entries: 1,
    })
  })

  it('has the balances of the first month before it adds it up, and takes a second sum', () => {
    const fold = applied(new SealFold(), august)
    expect(fold.balances(AUGUST, null).find(({ account }) => account === RAVI.id)).toMatchObject({
      opening: 0,
      received: 20_000,
      entries: 1,
    })
    fold.sumUpTo(AUGUST)
    applied(fold, september)
    fold.sumUpTo(SEPTEMBER)
    const october = applied(new SealFold(), [...august, ...september]).balances('2026-10-31', SEPTEMBER)
    expect(fold.balances('2026-10-31', SEPTEMBER)).toEqual(october)
    expect(fold.balances('2026-10-31', SEPTEMBER)).toEqual(october)
  })
})

it('seals the same where only the days of the digest are hashed', () => {
  const isDigested = (day: Day) => day > AUGUST && day <= SEPTEMBER
  const hashing = applied(new SealFold({ isDigested }), [...august, ...september])
  const all = applied(new SealFold(), [...august, ...september])
  expect(hashing.balances(SEPTEMBER, AUGUST)).toEqual(all.balances(SEPTEMBER, AUGUST))
})

it('returns the texts of one account in the order of its digest, without closed days', () => {
  const fold = applied(new SealFold({ account: ASHA.id }), august)
  fold.sumUpTo(AUGUST)
  applied(fold, september)
  expect(fold.entriesOfAccount(SEPTEMBER, AUGUST).map(({ date, paise }) => [date, paise])).toEqual([
    [noonOf('2026-09-02'), 3_500],
  ])
})
