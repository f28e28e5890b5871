import type { Day } from '@ledger/contracts/dates.ts'
import type { NewEvent, SiteAssignment } from '@ledger/contracts/events/event-schemas.ts'
import { type AccountState, type DecisionState, partyOf } from '../account-and-transaction-states.ts'
import { closedUpTo, isInClosedBooks } from '../closings/closings-state.ts'
import type { AssignmentChange } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'

type AssignedSupervisor = Pick<AccountState, 'id' | 'role' | 'profile' | 'assignment'>

/**
 * Decides at which site a supervisor works from a day on. Another site begins today where no day is given. The same
 * site with another day moves the day. The same again, or no site where there never was one, appends nothing.
 * Another incharge that is unknown or closed is `not_found`. In closed books no day gets another site: `books_closed`.
 * @param today the day of the command
 */
export function decideAssignment(
  state: DecisionState,
  account: AssignedSupervisor,
  { site, from }: AssignmentChange,
  today: Day,
): AcceptedDecision | RefusedDecision {
  const before = account.assignment ?? null
  const siteBefore = before?.site?.id ?? null
  const siteAfter = site === undefined ? siteBefore : site
  if (siteAfter === siteBefore) {
    if (before === null || from === undefined || from === before.from) return accept()
    return inOpenBooks(state, assignmentOf(account, before, { ...before, from }))
  }
  const incharge = siteAfter === null ? null : state.account(siteAfter)
  if (incharge === undefined || (incharge && !isOpenIncharge(incharge))) return refuse('not_found')
  const after = { site: incharge && partyOf(incharge), from: from ?? today }
  return inOpenBooks(state, assignmentOf(account, before, after))
}

function inOpenBooks({ folded: { closings } }: DecisionState, event: NewEvent): AcceptedDecision | RefusedDecision {
  const last = closedUpTo(closings)
  return last !== null && isInClosedBooks(closings, event)
    ? { ...refuse('books_closed'), closedUpTo: last }
    : accept(event)
}

const isOpenIncharge = ({ role, status }: AccountState) => role === 'site_incharge' && status !== 'closed'

const assignmentOf = (account: AssignedSupervisor, before: SiteAssignment | null, after: SiteAssignment): NewEvent => ({
  type: 'SupervisorAssigned',
  data: { account: partyOf(account), before, after },
})
