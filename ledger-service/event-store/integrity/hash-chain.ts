import type { Actor, EventMeta, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { currentVersionOf } from '@ledger/contracts/events/upcasters.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import { canonicalJson } from './canonical-json.ts'

/** The hash before the first event of a company. */
export const GENESIS_HASH = Buffer.alloc(32)

/** The end of a company's log. */
export interface LogHead {
  position: number
  hash: Buffer
  recordedAt: string
  /** The sum of all entries that are not deleted. */
  totalPaise: bigint
}

/** Appends an event after the head: the next position, a time that never falls, and the hash that chains it. */
export function chainEvent(
  companyId: string,
  head: Omit<LogHead, 'totalPaise'>,
  event: NewEvent,
  by: { actor: Actor; meta: EventMeta; eventId: string },
): ChainedEvent {
  const withoutHash = {
    companyId,
    position: head.position + 1,
    eventId: by.eventId,
    type: event.type,
    schemaVersion: currentVersionOf(event.type) ?? 1,
    recordedAt: head.recordedAt,
    date: event.date ?? head.recordedAt,
    actor: canonicalJson(by.actor),
    data: canonicalJson(event.data),
    meta: canonicalJson(by.meta),
    prevHash: head.hash,
  }
  return { ...withoutHash, hash: eventHash(withoutHash) }
}

/**
 * Returns SHA-256 over "ledger/v1" and the fields, each as `<length in bytes>:<UTF-8>,`, the previous hash in
 * lower-case hex last. The lengths separate fields: text moved from one field into the next changes the hash.
 */
export function eventHash(event: Omit<ChainedEvent, 'hash'>): Buffer {
  const fields = [
    'ledger/v1',
    event.companyId,
    String(event.position),
    event.eventId,
    event.type,
    String(event.schemaVersion),
    event.recordedAt,
    event.date,
    event.actor,
    event.meta,
    event.data,
    event.prevHash.toString('hex'),
  ]
  let text = ''
  for (const field of fields) text += `${Buffer.byteLength(field)}:${field},`
  return sha256(text)
}
