import type { LedgerEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { expect, test } from 'vitest'
import { ReplayedState } from './replayed-state.ts'
import {
  accountClosed,
  everyAccountOpened,
  MEERA,
  RAVI,
  SAMPLE_TIME,
  sampleActor,
  sampleUuid,
} from './sample-events.ts'

/** Returns an event as an imported log holds it. */
function roleChanged(account: Party, newRole: string): LedgerEvent {
  const at = { position: 9, eventId: sampleUuid(90), schemaVersion: 1, recordedAt: SAMPLE_TIME, date: SAMPLE_TIME }
  const event = { type: 'AccountRoleChanged', data: { account, newRole }, actor: sampleActor(MEERA), meta: {}, ...at }
  return event as unknown as LedgerEvent
}

test('an imported change of a role is for an open account of head office, and to a role of head office', () => {
  const before = ReplayedState.from(everyAccountOpened)
  expect(findRuleViolation(roleChanged(MEERA, 'auditor'), before)).toBeUndefined()
  expect(findRuleViolation(roleChanged(RAVI, 'auditor'), before)).toMatch(/who works on a site/)
  expect(findRuleViolation(roleChanged(MEERA, 'supervisor'), before)).toMatch(/no AccountRoleChanged/)
  const closed = ReplayedState.from([...everyAccountOpened, accountClosed(MEERA)])
  expect(findRuleViolation(roleChanged(MEERA, 'auditor'), closed)).toMatch(/not open/)
})
