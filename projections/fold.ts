import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import type { Projection } from './projection.ts'

/** A projection, what is expected of it so far, and the checkpoint that its tables stand at. */
export interface Fold {
  projection: Projection
  expected: Expected
  salt: Buffer
  position: number
  checkpoint: number
  /** Where the next look at the old rows begins; undefined where every row is looked at. */
  oldFrom: string | undefined
  contradiction?: Error
}

/** Takes an event that is its turn: none beyond the checkpoint, and none after one that contradicts. */
export function takeInto(fold: Fold, event: LedgerEvent): void {
  if (event.position <= fold.position || event.position > fold.checkpoint) return
  // No database is asked here: whatever is thrown, this fold cannot take the event, and the others go on.
  unlessContradicted(fold, () => {
    fold.expected.take(event)
    fold.position = event.position
  })
}

/** Undefined where some events, which it takes together, were none that it can take. */
export const tablesOf = (fold: Fold): ExpectedTable[] | undefined =>
  unlessContradicted(fold, () => fold.expected.tables())

/** What is thrown says that the log cannot have made this read model. @returns undefined then, and ever after */
export function unlessContradicted<Made>(fold: Fold, make: () => Made): Made | undefined {
  if (fold.contradiction) return undefined
  try {
    return make()
  } catch (error) {
    fold.contradiction = error instanceof Error ? error : new Error(String(error))
    return undefined
  }
}
