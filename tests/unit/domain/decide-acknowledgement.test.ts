import type { Entry, LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { expect, test } from 'vitest'
import { eventPage, transactionDeleted, transactionEdited } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, RAVI, SONU, everyAccountOpened, sampleUuid } = p
const T = sampleUuid(101)
const TRANSFER = p.sampleTransfer(ASHA, RAVI, 1000)
const recorded = [
  ...everyAccountOpened,
  p.transactionRecorded(sampleUuid(100), p.sampleCredit(ASHA, 5000)),
  p.transactionRecorded(T, TRANSFER),
]
const acknowledged = (about = TRANSFER, revision = 1): NewEvent => ({
  type: 'TransferAcknowledged',
  data: { transaction: T, revision, about },
})
const acknowledge = (who = RAVI, side: 'own' | 'incoming' = 'incoming', ifRevision?: number) =>
  ({
    type: 'AcknowledgeTransfer',
    row: { transaction: T, side },
    ...p.askedByAccount(who),
    ...(ifRevision === undefined ? {} : { ifRevision }),
  }) as const

test('the receiver acknowledges a transfer once, by either of its rows', () => {
  for (const side of ['own', 'incoming'] as const)
    given(...recorded)
      .when(acknowledge(RAVI, side))
      .thenRecords(acknowledged())
  given(...recorded, acknowledged())
    .when(acknowledge())
    .thenRecords()
})

test.each([ASHA, SONU, MEERA])('for $name there is nothing to acknowledge', (who) => {
  given(...recorded)
    .when(acknowledge(who))
    .thenRefuses('not_found')
})

test('an expense, a deleted transfer, none and another revision than the one that was seen are refused', () => {
  given(...everyAccountOpened)
    .when(acknowledge())
    .thenRefuses('not_found')
  given(...everyAccountOpened, p.transactionRecorded(T, p.sampleDebit(RAVI, 1000)))
    .when(acknowledge(RAVI, 'own'))
    .thenRefuses('not_found')
  given(...recorded, transactionDeleted(T, TRANSFER))
    .when(acknowledge())
    .thenRefuses('already_deleted')
  const less = { ...TRANSFER, paise: 900 }
  given(...recorded, transactionEdited(T, TRANSFER, less))
    .when(acknowledge(RAVI, 'incoming', 1))
    .thenRefuses('revision_changed')
  given(...recorded, transactionEdited(T, TRANSFER, less))
    .when(acknowledge(RAVI, 'incoming', 2))
    .thenRecords(acknowledged(less, 2))
})

test.each([
  ['amount', { paise: 900 }, true],
  ['date', { date: '2026-03-30T06:30:00.000Z' }, true],
  ['payment mode', { paymentMode: 'upi' as const }, true],
  ['narration', { narration: 'Wages' }, false],
  ['reference', { reference: 'UTR 1' }, false],
])('an edit of the %s takes the acknowledgement away: %o is %s', (_, changed, isTakenAway) => {
  const after = { ...TRANSFER, ...changed }
  const history = [...recorded, acknowledged(), transactionEdited(T, TRANSFER, after)]
  given(...history)
    .when(acknowledge())
    .thenRecords(...(isTakenAway ? [acknowledged(after, 2)] : []))
  const state = ReplayedState.from(history)
  expect(state.transaction(T)?.acknowledgedAt === undefined).toBe(isTakenAway)
  expect(decide(state, acknowledge(RAVI, 'incoming', 1))).toMatchObject(
    // The person saw the transfer before the edit.
    isTakenAway ? { refused: 'revision_changed' } : { events: [] },
  )
})

test('an imported acknowledgement is by the receiver, once, and of the transfer as it stands', () => {
  const violation = (history: NewEvent[], event: NewEvent, actor = RAVI) => {
    const [placed] = eventPage(event)
    const by = p.sampleActor(actor)
    return findRuleViolation({ ...placed, position: 99, actor: by } as LedgerEvent, ReplayedState.from(history))
  }
  expect(violation(recorded, acknowledged())).toBeUndefined()
  expect(violation(recorded, acknowledged(), SONU)).toMatch(/no transfer to its actor/)
  expect(violation([...recorded, acknowledged()], acknowledged())).toMatch(/once more/)
  const less: Entry = { ...TRANSFER, paise: 900 }
  expect(violation(recorded, acknowledged(less))).toMatch(/another transfer/)
  expect(violation([...recorded, transactionDeleted(T, TRANSFER)], acknowledged())).toMatch(/no transfer/)
})
