import { dayOf } from '@ledger/contracts/dates.ts'
import {
  type Entry,
  HEAD_OFFICE_ACCOUNT,
  type LedgerEvent,
  type NewEvent,
} from '@ledger/contracts/events/event-schemas.ts'
import {
  type Closings,
  closedUpTo,
  evolveClosings,
  NEVER_CLOSED,
} from '@ledger/ledger-service/domain/closings/closings-state.ts'
import { SealFold } from '@ledger/ledger-service/proof/seals/seal-fold.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'
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
import { eventPage, transactionDeleted, transactionEdited } from '../projections/sample-event-page.ts'

/** A fold that adds up closed days seals what one that keeps every entry seals. */

const dayNumber = (n: number) => `2026-04-${String(n).padStart(2, '0')}`
const step = fc.record({
  what: fc.constantFrom(...(['record', 'record', 'record', 'edit', 'edit', 'delete', 'close', 'reopen'] as const)),
  entry: fc.constantFrom(...(['credit', 'debit', 'party', 'transfer'] as const)),
  day: fc.integer({ min: 1, max: 20 }),
  paise: fc.integer({ min: 1, max: 1000 }),
  of: fc.nat(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function entryOf({ entry, day, paise }: Step): Entry {
  const date = { date: `${dayNumber(day)}T06:30:00.000Z` }
  const parties = { debit: SAMPLE_BENEFICIARY, party: OTHER_SAMPLE_BENEFICIARY }
  if (entry === 'credit') return sampleCredit(ASHA, paise, date)
  return entry === 'transfer' ? sampleTransfer(ASHA, RAVI, paise, date) : sampleDebit(BALA, paise, parties[entry], date)
}

/** Returns a log that keeps closed books as they are. */
function logOf(steps: readonly Step[]): LedgerEvent[] {
  const events: NewEvent[] = [...everyAccountOpened]
  const standing = new Map<string, Entry>()
  let closings: Closings = NEVER_CLOSED
  const append = (event: NewEvent) => {
    events.push(event)
    closings = evolveClosings(closings, { ...event, position: events.length })
  }
  for (const [index, asked] of steps.entries()) {
    const isClosed = (entry: Entry) => dayOf(entry.date) <= (closedUpTo(closings) ?? '')
    const after = entryOf(asked)
    const [id, before] = [...standing][asked.of % Math.max(standing.size, 1)] ?? []
    const upTo = dayNumber(asked.day)
    if (asked.what === 'record' && !isClosed(after)) {
      standing.set(sampleUuid(500 + index), after)
      append(transactionRecorded(sampleUuid(500 + index), after))
    } else if (
      asked.what === 'edit' &&
      id &&
      before &&
      before.kind === after.kind &&
      !isClosed(before) &&
      !isClosed(after)
    ) {
      standing.set(id, after)
      append(transactionEdited(id, before, after))
    } else if (asked.what === 'delete' && id && before && !isClosed(before)) {
      standing.delete(id)
      append(transactionDeleted(id, before))
    } else if (asked.what === 'close' && upTo > (closedUpTo(closings) ?? ''))
      append({ type: 'BooksClosed', data: { upTo, before: closedUpTo(closings) } })
    else if (asked.what === 'reopen' && upTo < (closedUpTo(closings) ?? '')) {
      const left = closings.filter((closing) => closing.upTo <= upTo)
      const before = closedUpTo(closings) ?? ''
      append({ type: 'BooksReopened', data: { upTo, before, after: closedUpTo(left), reason: 'A bill came late' } })
    }
  }
  return eventPage(...events)
}

test('the seals of random logs, with closings that were taken back, are those of a fold that keeps every entry', () => {
  const [closed, reopened, addedUp] = [new Set<number>(), new Set<number>(), new Set<number>()]
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 120 }), (steps) => {
      const events = logOf(steps)
      const lasting = new Set(events.reduce(evolveClosings, NEVER_CLOSED).map(({ position }) => position))
      const accounts = [ASHA.id, BALA.id, RAVI.id, HEAD_OFFICE_ACCOUNT, SAMPLE_BENEFICIARY.id]
      const [adding, ...keeping] = [new SealFold(), ...accounts.map((account) => new SealFold({ account }))]
      const withTexts = accounts.map((account) => new SealFold({ account }))
      let closings: Closings = NEVER_CLOSED
      for (const event of events) {
        for (const fold of [adding, ...keeping, ...withTexts]) fold.apply(event)
        const after = closedUpTo(closings)
        closings = evolveClosings(closings, event)
        if (event.type === 'BooksReopened') reopened.add(events.length * 1000 + event.position)
        if (event.type !== 'BooksClosed') continue
        const { upTo } = event.data
        const balances = keeping[0]?.balances(upTo, after)
        expect(adding.balances(upTo, after)).toEqual(balances)
        expect(withTexts.map((fold) => fold.entriesOfAccount(upTo, after))).toEqual(
          keeping.map((fold) => fold.entriesOfAccount(upTo, after)),
        )
        closed.add(events.length * 1000 + event.position)
        if (!lasting.has(event.position)) continue
        for (const fold of [adding, ...withTexts]) fold.sumUpTo(upTo)
        addedUp.add(events.length * 1000 + event.position)
      }
    }),
    { seed: randomSeed, numRuns: 200 },
  )
  for (const cases of [closed, reopened, addedUp]) expect(cases.size).toBeGreaterThan(5)
})
