import type { Entry, LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { RowAccumulator } from '@ledger/projections/read-models/row-accumulator.ts'
import { accumulateAlikeEntries } from '@ledger/projections/read-models/worklists/alike-entries.ts'
import { accumulateAmountCounts, amountBucketOf } from '@ledger/projections/read-models/worklists/amount-counts.ts'
import { accumulateSharedBills } from '@ledger/projections/read-models/worklists/shared-bills.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  BALA,
  RAVI,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import { eventPage, transactionDeleted, transactionEdited } from './sample-event-page.ts'

const bill = (digit: string) => ({ id: digit.repeat(64), type: 'image/jpeg', width: 3, height: 4 }) as const

function rowsOf<Row>(add: (rows: RowAccumulator<Row>, events: LedgerEvent[]) => void, events: LedgerEvent[]): Row[] {
  const rows = new RowAccumulator<Row>()
  add(rows, events)
  return [...rows.values()]
}
const notDuplicate = (transaction: string, reviewed: Entry): NewEvent => ({
  type: 'EntryReviewed',
  data: { transaction, revision: 1, as: 'not_duplicate', reason: null, reviewed },
})

describe('entries that are alike', () => {
  const [one, two] = [sampleUuid(1), sampleUuid(2)]
  const paid = sampleDebit(ASHA, 300)
  const alike = (events: NewEvent[]) =>
    rowsOf(accumulateAlikeEntries, eventPage(...events)).map(
      ({ paise, party, entries, joined_position, dismissed_position }) => [
        ...[paise, party, entries],
        ...[joined_position, dismissed_position],
      ],
    )

  test('are counted, joined by the last one, and dismissed by a word', () => {
    expect(alike([transactionRecorded(one, paid), transactionRecorded(two, paid)])).toEqual([
      [300, 'b:sharma traders', 2, 2, 0],
    ])
    expect(alike([transactionRecorded(one, paid), transactionRecorded(two, paid), notDuplicate(two, paid)])).toEqual([
      [300, 'b:sharma traders', 2, 2, 3],
    ])
  })

  test('are not joined by an edit of other fields, and left by one of these', () => {
    const told = { ...paid, narration: 'Other words' }
    const more = { ...paid, paise: 301 }
    expect(alike([transactionRecorded(one, paid), transactionEdited(one, paid, told)])).toEqual([
      [300, 'b:sharma traders', 1, 1, 0],
    ])
    expect(alike([transactionRecorded(one, paid), transactionEdited(one, paid, more)])).toEqual([
      [300, 'b:sharma traders', 0, 1, 0],
      [301, 'b:sharma traders', 1, 2, 0],
    ])
    expect(alike([transactionRecorded(one, paid), transactionDeleted(one, paid)])).toEqual([
      [300, 'b:sharma traders', 0, 1, 0],
    ])
  })

  test('a transfer has the account of its receiver as its party, whatever name this one has', () => {
    const renamed = { ...RAVI, name: 'Ravindra Kumar' }
    const namesake = { ...RAVI, id: sampleUuid(77) }
    const given = (to: typeof RAVI, paise = 5) => sampleTransfer(ASHA, to, paise)
    expect(
      alike([
        transactionRecorded(one, given(RAVI)),
        transactionRecorded(two, given(namesake)),
        transactionRecorded(sampleUuid(3), given(renamed)),
      ]),
    ).toEqual([
      [5, `to:${RAVI.id}`, 2, 3, 0],
      [5, `to:${namesake.id}`, 1, 2, 0],
    ])
  })

  test('a transfer counts once, for its giver, and money sent has no other party', () => {
    expect(
      alike([transactionRecorded(one, sampleTransfer(ASHA, RAVI, 5)), transactionRecorded(two, sampleCredit(BALA, 6))]),
    ).toEqual([
      [5, `to:${RAVI.id}`, 1, 1, 0],
      [6, '', 1, 2, 0],
    ])
  })
})

test('a bill is shared by the entries that name it, each once, until it is taken off', () => {
  const [one, two] = [sampleUuid(1), sampleUuid(2)]
  const first = { ...sampleDebit(ASHA, 300), bills: [bill('a'), bill('a')] }
  const second = { ...sampleDebit(BALA, 400), bills: [bill('a'), bill('b')] }
  const shared = (events: NewEvent[]) =>
    Object.fromEntries(
      rowsOf(accumulateSharedBills, eventPage(...events)).map(({ bill_id, ...row }) => [
        bill_id.slice(0, 1),
        [row.entries, row.joined_position, row.dismissed_position],
      ]),
    )
  const both = [transactionRecorded(one, first), transactionRecorded(two, second)]
  expect(shared(both)).toEqual({ a: [2, 2, 0], b: [1, 2, 0] })
  expect(shared([...both, notDuplicate(two, second)])).toEqual({ a: [2, 2, 3], b: [1, 2, 3] })
  const without = { ...second, bills: [bill('b')] }
  expect(shared([...both, transactionEdited(two, second, without)])).toEqual({ a: [1, 2, 0], b: [1, 2, 0] })
  expect(shared([...both, transactionDeleted(two, second)])).toEqual({ a: [1, 2, 0], b: [0, 2, 0] })
})

describe('counts by amount', () => {
  test('a bucket holds what begins with its three digits, and none is passed over', () => {
    const paise = fc.integer({ min: 1, max: 99_999_999_999 })
    fc.assert(
      fc.property(paise, paise, (one, two) => {
        expect(amountBucketOf(one)).toBeLessThanOrEqual(one)
        expect(amountBucketOf(amountBucketOf(one))).toBe(amountBucketOf(one))
        expect(String(amountBucketOf(one)).slice(0, 3)).toBe(String(one).slice(0, 3))
        if (one < two) expect(amountBucketOf(one)).toBeLessThanOrEqual(amountBucketOf(two))
      }),
    )
  })

  test('an edit moves an entry, a bill takes it off those without, and a deletion off both', () => {
    const id = sampleUuid(1)
    const paid = sampleDebit(ASHA, 123_456)
    const proven = { ...paid, paise: 999, bills: [bill('a')] }
    const counted = (events: NewEvent[]) =>
      rowsOf(accumulateAmountCounts, eventPage(...events))
        .filter(({ count }) => count !== 0)
        .map(({ what, bucket, count }) => [what, bucket, count])
    const recorded = [transactionRecorded(id, paid), transactionRecorded(sampleUuid(2), sampleCredit(BALA, 123_999))]
    expect(counted(recorded)).toEqual([
      ['entries', 123_000, 2],
      ['without_bill', 123_000, 1],
    ])
    expect(counted([...recorded, transactionEdited(id, paid, proven)])).toEqual([
      ['entries', 123_000, 1],
      ['entries', 999, 1],
    ])
    expect(counted([...recorded, transactionDeleted(id, paid)])).toEqual([['entries', 123_000, 1]])
  })
})
