import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import { type DecisionState, partyOf } from '../account-and-transaction-states.ts'
import type { CashCountCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'

/**
 * Decides a count of cash: each one is recorded, also one that equals the last. It changes no balance, so closed books
 * take it too.
 */
export function decideCashCount(
  state: DecisionState,
  { countedPaise, expectedPaise, comparedAt }: CashCountCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  const account = state.account(actor.id)
  if (!account || !FIELD_ROLES.some((role) => role === account.role)) return refuse('unauthorized')
  return accept({ type: 'CashCounted', data: { account: partyOf(account), countedPaise, expectedPaise, comparedAt } })
}
