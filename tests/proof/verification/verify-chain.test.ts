import { randomUUID } from 'node:crypto'
import { CHAIN_START, findFirstBadEvent } from '@ledger/ledger-service/proof/verification/verify-chain.ts'
import { expect, test } from 'vitest'
import { chainedEventsInMemory } from '../chained-events.ts'

const companyId = randomUUID()
const minute = (index: number) => `2026-04-01T06:${String(30 + index).padStart(2, '0')}:00.000Z`

test('events that follow one another are in order, also at one and the same time', () => {
  expect(findFirstBadEvent(CHAIN_START, chainedEventsInMemory(companyId, 5, { at: minute }))).toBeUndefined()
  expect(findFirstBadEvent(CHAIN_START, chainedEventsInMemory(companyId, 5))).toBeUndefined()
})

test('one that was recorded before the one before it is bad, however well it is hashed and chained', () => {
  const events = chainedEventsInMemory(companyId, 5, { at: (index) => minute(index === 3 ? 1 : index) })
  const reason = 'it was recorded before the event before it'
  expect(findFirstBadEvent(CHAIN_START, events)).toEqual({ position: 4, reason })
  const [first, second, third, ...rest] = events
  if (!first || !second || !third) throw new Error('There are five')
  // Also where a page begins with it.
  expect(findFirstBadEvent(third, rest)).toEqual({ position: 4, reason })
})

test('one that names another one before it is bad, and so is one that is missing', () => {
  const [events, others] = [
    chainedEventsInMemory(companyId, 4),
    chainedEventsInMemory(companyId, 4, { report: 'another' }),
  ]
  const mixed = [...events.slice(0, 2), ...others.slice(2)]
  expect(findFirstBadEvent(CHAIN_START, mixed)).toEqual({
    position: 3,
    reason: 'it does not follow the event before it',
  })
  const short = events.filter(({ position }) => position !== 2)
  expect(findFirstBadEvent(CHAIN_START, short)).toEqual({ position: 2, reason: 'position 2 is missing' })
})
