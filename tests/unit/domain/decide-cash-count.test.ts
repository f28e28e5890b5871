import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { expect, test } from 'vitest'
import { eventPage } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import { ASHA, accountClosed, askedByAccount, everyAccountOpened, MEERA, RAVI } from './sample-events.ts'

const figures = { countedPaise: 0, expectedPaise: -250, comparedAt: 4 }
const counted = (account: typeof ASHA) => ({ type: 'CashCounted', data: { account, ...figures } }) as const

test.each([ASHA, RAVI])('$name counts the own cash, also twice the same', (who) => {
  const command = { type: 'CountCash', ...figures, ...askedByAccount(who) } as const
  given(...everyAccountOpened)
    .when(command)
    .thenRecords(counted(who))
  given(...everyAccountOpened, counted(who))
    .when(command)
    .thenRecords(counted(who))
  given(...everyAccountOpened, accountClosed(who))
    .when(command)
    .thenRefuses('unauthorized')
})

test('head office has no drawer', () => {
  given(...everyAccountOpened)
    .when({ type: 'CountCash', ...figures, ...askedByAccount(MEERA) })
    .thenRefuses('unauthorized')
})

test('an imported count is of an open account, not negative, and compared with earlier events', () => {
  const state = ReplayedState.from(everyAccountOpened)
  const violation = (changed: object) => {
    const [, , , , , event] = eventPage(...everyAccountOpened, counted(ASHA))
    return event && findRuleViolation({ ...event, data: { ...event.data, ...changed } } as typeof event, state)
  }
  expect(violation({})).toBeUndefined()
  expect(violation({ comparedAt: 6 })).toBe('it compares with later events')
  expect(violation({ countedPaise: -1 })).toMatch(/CashCounted/)
  expect(violation({ account: { ...ASHA, id: RAVI.id.replace(/.$/, '9') } })).toMatch(/is not open/)
})
