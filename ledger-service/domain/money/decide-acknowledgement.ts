import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import type { AcknowledgeTransferCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'

/**
 * Decides whether a transfer is acknowledged. Only its receiver may; for any other account it does not exist. Once is
 * enough: again appends nothing. It changes no figure, so closed books take it too.
 */
export function decideAcknowledgement(
  state: DecisionState,
  { row, ifRevision }: AcknowledgeTransferCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  const found = state.transaction(row.transaction)
  if (found?.entry.kind !== 'transfer' || found.entry.counterparty.id !== actor.id) return refuse('not_found')
  if (found.deleted) return refuse('already_deleted')
  if (found.acknowledgedAt !== undefined) return accept()
  const { id: transaction, revision, entry: about } = found
  if (ifRevision !== undefined && ifRevision !== revision) return refuse('revision_changed')
  return accept({ type: 'TransferAcknowledged', data: { transaction, revision, about } })
}
