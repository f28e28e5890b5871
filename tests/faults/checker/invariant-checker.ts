import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { ReadModelVerification } from '@ledger/projections/verification/verify-read-models.ts'
import type { RecordedBalanceRead, RecordedCall } from './call-history.ts'
import { acknowledgedCommandBreaches } from './check-acknowledged-commands.ts'
import { balanceReadBreaches } from './check-balance-reads.ts'
import { logBreaches } from './check-log.ts'
import { type ShownBalances, type StoredStates, stateBreaches } from './check-states-and-balances.ts'

/** Everything that is read after a fault run, once every unknown call is settled. */
export interface FaultRunEvidence {
  calls: RecordedCall[]
  reads: RecordedBalanceRead[]
  log: ChainedEvent[]
  /** The decision states in the tables. */
  kept: StoredStates
  /** The API's answer to each user, by internal id. */
  balances: ShownBalances
  readModels: ReadModelVerification
}

/**
 * Returns every breach of the ledger's promises (I1 to I10), each as a sentence that begins with its number; an empty
 * list means a run without loss. All fault runs use this checker. It is pure, so that it can be tested itself.
 */
export function findInvariantBreaches({ calls, reads, log, kept, balances, readModels }: FaultRunEvidence): string[] {
  const events = log.map(decodeEvent)
  const positions = positionsByMark(events)
  return [
    ...acknowledgedCommandBreaches(calls, positions),
    ...balanceReadBreaches(reads, calls, positions, events),
    ...logBreaches(log, events),
    ...stateBreaches(events, kept, balances),
    ...readModels.projections
      .filter((projection) => projection.result !== 'equal' || projection.position !== events.length)
      .map(
        (projection) => `I6: ${projection.name} at ${projection.position} of ${events.length} is ${projection.result}`,
      ),
  ]
}

function positionsByMark(events: LedgerEvent[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const event of events) {
    const mark = commandMark(event)
    if (mark !== undefined) positions.set(mark, [...(positions.get(mark) ?? []), event.position])
  }
  return positions
}

/**
 * Returns the mark by which a call of the load is found in its event: its key where the body holds text, otherwise the
 * action.
 */
export function commandMark(event: LedgerEvent): string | undefined {
  switch (event.type) {
    case 'CreditRecorded':
    case 'DebitRecorded':
    case 'TransferRecorded':
      return event.data.entry.narration
    case 'TransactionEdited':
      return event.data.after.narration
    case 'TransactionDeleted':
      return `deleted ${event.data.transaction}`
    case 'AccountEdited':
      return event.data.after.lastName
    default:
      return undefined
  }
}
