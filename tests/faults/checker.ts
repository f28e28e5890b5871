import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'
import { unseal } from '@ledger/database/stored-event.ts'
import type { Verification } from '@ledger/projections/verify.ts'
import { historyBreaches } from './check-history.ts'
import { logBreaches } from './check-log.ts'
import { readBreaches } from './check-reads.ts'
import { type Balances, type KeptStates, stateBreaches } from './check-states.ts'
import type { Call, Read } from './history.ts'

/** Everything that is read after a fault run, once every unknown call is settled. */
export interface Evidence {
  calls: Call[]
  reads: Read[]
  log: SealedEvent[]
  /** The decision states in the tables. */
  kept: KeptStates
  /** The API's answer to each user, by internal id. */
  balances: Balances
  readModels: Verification
}

/**
 * Returns every breach of the ledger's promises (I1 to I10), each as a sentence that begins with its number; an empty
 * list means a run without loss. All fault runs use this checker. It is pure, so that it can be tested itself.
 */
export function breachesOf({ calls, reads, log, kept, balances, readModels }: Evidence): string[] {
  const events = log.map(unseal)
  const positions = positionsByMark(events)
  return [
    ...historyBreaches(calls, positions),
    ...readBreaches(reads, calls, positions, events),
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
    const mark = markOf(event)
    if (mark !== undefined) positions.set(mark, [...(positions.get(mark) ?? []), event.position])
  }
  return positions
}

/**
 * Returns the mark by which a call of the load is found in its event: its key where the body holds text, otherwise the
 * action.
 */
export function markOf(event: LedgerEvent): string | undefined {
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
