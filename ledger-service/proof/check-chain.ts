import { type SealedEvent, StoredEvent } from '@ledger/database/stored-event.ts'
import { GENESIS_HASH, hashOf } from '../event-store/chain.ts'

/** The reason, in words for a person, why an event cannot be the one that was appended. */
export interface BadEvent {
  position: number
  reason: string
}

/** The last event that was checked: the next one must follow it. */
export interface ChainEnd {
  position: number
  hash: Buffer
  recordedAt: string
}

export const BEGINNING: ChainEnd = { position: 0, hash: GENESIS_HASH, recordedAt: '' }

/**
 * Returns the first event of a page that does not follow the one before, or whose bytes differ from the hashed ones;
 * undefined where there is none.
 */
export function firstBad(end: ChainEnd, events: readonly SealedEvent[]): BadEvent | undefined {
  let before = end
  for (const event of events) {
    const reason = whyBad(before, event)
    if (reason) return { position: Math.min(event.position, before.position + 1), reason }
    before = event
  }
  return undefined
}

function whyBad(before: ChainEnd, event: SealedEvent): string | undefined {
  if (event.position !== before.position + 1) return `position ${before.position + 1} is missing`
  if (!event.prevHash.equals(before.hash)) return 'it does not follow the event before it'
  if (!isIntact(event)) return 'its content is not what was hashed'
  if (event.recordedAt < before.recordedAt) return 'it was recorded before the event before it'
  return undefined
}

function isIntact(event: SealedEvent): boolean {
  return event instanceof StoredEvent ? event.isIntact() : hashOf(event).equals(event.hash)
}
