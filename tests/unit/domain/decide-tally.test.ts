import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { compareDateAndOrder } from '@ledger/ledger-service/domain/money/entry-order.ts'
import { describe, expect, test } from 'vitest'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { MEERA, everyAccountOpened } = p
const CEMENT = { kind: 'purpose', id: 'Cement', name: 'Cement' } as const
const MATERIAL = { ledger: 'Building Material', group: 'Purchase Accounts' } as const
const INDIRECT = { ledger: 'Building Material', group: 'Indirect Expenses' } as const
const STONE = { ledger: 'Stone', group: 'Indirect Expenses' } as const

type Line = typeof CEMENT & { target: typeof MATERIAL | typeof INDIRECT | typeof STONE | null }
const change = (lines: Line[], useDefaults?: boolean) =>
  ({ type: 'ChangeTallyMap', lines, useDefaults, ...p.askedByAccount(MEERA) }) as const
const changed = (
  before: Line['target'],
  after: Line['target'],
  defaults = { before: true, after: true },
): NewEvent => ({
  type: 'TallyMapChanged',
  data: { lines: [{ ...CEMENT, before, after }], defaults },
})

describe('the map to Tally', () => {
  test('has what a line was before, and what it is from now on', () => {
    given(...everyAccountOpened)
      .when(change([{ ...CEMENT, target: MATERIAL }]))
      .thenRecords(changed(null, MATERIAL))
    given(...everyAccountOpened, changed(null, MATERIAL))
      .when(change([{ ...CEMENT, target: INDIRECT }]))
      .thenRecords(changed(MATERIAL, INDIRECT))
    given(...everyAccountOpened, changed(null, MATERIAL))
      .when(change([{ ...CEMENT, target: null }]))
      .thenRecords(changed(MATERIAL, null))
  })

  test('is changed by another ledger of the same group', () => {
    given(...everyAccountOpened, changed(null, INDIRECT))
      .when(change([{ ...CEMENT, target: STONE }]))
      .thenRecords(changed(INDIRECT, STONE))
  })

  test('knows a line by its kind and its id', () => {
    const other = { ...CEMENT, id: 'Sand', name: 'Sand' }
    given(...everyAccountOpened, changed(null, MATERIAL))
      .when({ ...change([]), lines: [{ ...other, target: MATERIAL }] })
      .thenRecords({
        type: 'TallyMapChanged',
        data: { lines: [{ ...other, before: null, after: MATERIAL }], defaults: { before: true, after: true } },
      })
  })

  test('has no line for a choice that was taken back', () => {
    const { tallyMap } = ReplayedState.from([changed(null, MATERIAL), changed(MATERIAL, null)]).folded
    expect([...tallyMap.lines]).toEqual([])
  })

  test('is not changed by a line that stays as it is, nor by none', () => {
    given(...everyAccountOpened, changed(null, MATERIAL))
      .when(change([{ ...CEMENT, target: MATERIAL }]))
      .thenRecords()
    given(...everyAccountOpened, changed(null, MATERIAL), changed(MATERIAL, null))
      .when(change([{ ...CEMENT, target: null }], true))
      .thenRecords()
    given(...everyAccountOpened)
      .when(change([]))
      .thenRecords()
  })

  test('gives what has no line a ledger of its own name, until the office says otherwise', () => {
    const without: NewEvent = {
      type: 'TallyMapChanged',
      data: { lines: [], defaults: { before: true, after: false } },
    }
    given(...everyAccountOpened)
      .when(change([], false))
      .thenRecords(without)
    given(...everyAccountOpened, without)
      .when(change([], false))
      .thenRecords()
    given(...everyAccountOpened, without)
      .when(change([{ ...CEMENT, target: MATERIAL }]))
      .thenRecords(changed(null, MATERIAL, { before: false, after: false }))
  })
})

test('a file for Tally is history each time that it is made, and leaves the map as it is', () => {
  const file = {
    ...({ from: '2026-03-01', to: '2026-03-31', format: 'xml', layout: 4, after: 0, position: 9 } as const),
    ...{ vouchers: 12, altered: 1, cancelled: 0, closedUpTo: null, bytes: 2048, sha256: 'ab'.repeat(32) },
  }
  const made: NewEvent = { type: 'TallyExported', data: file }
  given(...everyAccountOpened)
    .when({ type: 'ExportToTally', file, ...p.askedByAccount(MEERA) })
    .thenRecords(made)
  given(...everyAccountOpened, changed(null, MATERIAL), made)
    .when({ type: 'ExportToTally', file, ...p.askedByAccount(MEERA) })
    .thenRecords(made)
  given(...everyAccountOpened, changed(null, MATERIAL), made)
    .when(change([{ ...CEMENT, target: MATERIAL }]))
    .thenRecords()
})

test('entries are in the order of their dates, and of one date as they were recorded', () => {
  const entries = [
    { date: '2026-04-02', order: 1 },
    { date: '2026-04-01', order: 3 },
    { date: '2026-04-01', order: 2 },
  ]
  expect(entries.toSorted(compareDateAndOrder)).toEqual(entries.toReversed())
  expect(entries.toReversed().toSorted(compareDateAndOrder)).toEqual(entries.toReversed())
})
