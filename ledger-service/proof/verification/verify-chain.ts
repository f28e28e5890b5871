import { type ChainedEvent, StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { eventHash, GENESIS_HASH } from '../../event-store/integrity/hash-chain.ts'

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

export const CHAIN_START: ChainEnd = { position: 0, hash: GENESIS_HASH, recordedAt: '' }

/**
 * Returns the first event of a page that does not follow the one before, or whose bytes differ from the hashed ones;
 * undefined where there is none.
 */
export function findFirstBadEvent(end: ChainEnd, events: readonly ChainedEvent[]): BadEvent | undefined {
  let before = end
  for (const event of events) {
    const reason = findChainFault(before, event)
    if (reason) return { position: Math.min(event.position, before.position + 1), reason }
    before = event
  }
  return undefined
}

function findChainFault(before: ChainEnd, event: ChainedEvent): string | undefined {
  if (event.position !== before.position + 1) return `position ${before.position + 1} is missing`
  if (!event.prevHash.equals(before.hash)) return 'it does not follow the event before it'
  if (!hasValidEventHash(event)) return 'its content is not what was hashed'
  if (event.recordedAt < before.recordedAt) return 'it was recorded before the event before it'
  return undefined
}

function hasValidEventHash(event: ChainedEvent): boolean {
  return event instanceof StoredEvent ? event.hasValidHash() : eventHash(event).equals(event.hash)
}
