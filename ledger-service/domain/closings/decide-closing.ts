import { dayOf } from '@ledger/contracts/dates.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import type { ClosingCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { closedUpTo, closingsUpTo } from './closings-state.ts'

/**
 * Decides whether the books are closed up to a day, sealed, or opened again. A day that is not over cannot be closed,
 * nor one that is closed already. An opening takes back every closing after its day, so that the earlier ones hold. A
 * closing is sealed once, and only while it holds: two processes may have folded it.
 */
export function decideClosing(
  { folded: { closings } }: DecisionState,
  command: ClosingCommand,
): AcceptedDecision | RefusedDecision {
  const before = closedUpTo(closings)
  switch (command.type) {
    case 'CloseBooks': {
      const { upTo } = command
      if (upTo >= dayOf(command.now)) return refuse('day_not_over')
      if (before !== null && upTo <= before) return { ...refuse('closed_before'), closedUpTo: before }
      return accept({ type: 'BooksClosed', data: { upTo, before } })
    }
    case 'ReopenBooks': {
      const { upTo, reason } = command
      if (before === null || upTo >= before) return refuse('nothing_to_reopen')
      const after = closedUpTo(closingsUpTo(closings, upTo))
      return accept({ type: 'BooksReopened', data: { upTo, reason, before, after } })
    }
    case 'SealBooks': {
      const closing = closings.find(({ position }) => position === command.seal.closing)
      if (!closing) return refuse('not_found')
      return closing.isSealed ? accept() : accept({ type: 'BooksSealed', data: command.seal })
    }
  }
}
