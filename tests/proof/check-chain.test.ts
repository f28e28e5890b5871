import { randomUUID } from 'node:crypto'
import { BEGINNING, firstBad } from '@ledger/ledger-service/proof/check-chain.ts'
import { expect, test } from 'vitest'
import { chained } from './chained.ts'

const companyId = randomUUID()
const minute = (index: number) => `2026-04-01T06:${String(30 + index).padStart(2, '0')}:00.000Z`

test('events that follow one another are in order, also at one and the same time', () => {
  expect(firstBad(BEGINNING, chained(companyId, 5, { at: minute }))).toBeUndefined()
  expect(firstBad(BEGINNING, chained(companyId, 5))).toBeUndefined()
})

test('one that was recorded before the one before it is bad, however well it is hashed and chained', () => {
  const events = chained(companyId, 5, { at: (index) => minute(index === 3 ? 1 : index) })
  const reason = 'it was recorded before the event before it'
  expect(firstBad(BEGINNING, events)).toEqual({ position: 4, reason })
  const [first, second, third, ...rest] = events
  if (!first || !second || !third) throw new Error('There are five')
  // Also where a page begins with it.
  expect(firstBad(third, rest)).toEqual({ position: 4, reason })
})

test('one that names another one before it is bad, and so is one that is missing', () => {
  const [events, others] = [chained(companyId, 4), chained(companyId, 4, { report: 'another' })]
  const mixed = [...events.slice(0, 2), ...others.slice(2)]
  expect(firstBad(BEGINNING, mixed)).toEqual({ position: 3, reason: 'it does not follow the event before it' })
  const short = events.filter(({ position }) => position !== 2)
  expect(firstBad(BEGINNING, short)).toEqual({ position: 2, reason: 'position 2 is missing' })
})
