import type { Actor, Meta, NewEvent } from '@ledger/contracts/events.ts'
import { versionOf } from '@ledger/contracts/upcast.ts'
import { sha256 } from '@ledger/database/digests.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'
import { canonical } from './canonical.ts'

/** The hash before the first event of a company. */
export const GENESIS_HASH = Buffer.alloc(32)

/** The end of a company's log. */
export interface Head {
  position: number
  hash: Buffer
  recordedAt: string
  /** The sum of all entries that are not deleted. */
  totalPaise: bigint
}

/** Appends an event after the head: the next position, a time that never falls, and the hash that chains it. */
export function seal(
  companyId: string,
  head: Omit<Head, 'totalPaise'>,
  event: NewEvent,
  by: { actor: Actor; meta: Meta; eventId: string },
): SealedEvent {
  const unsealed = {
    companyId,
    position: head.position + 1,
    eventId: by.eventId,
    type: event.type,
    schemaVersion: versionOf(event.type) ?? 1,
    recordedAt: head.recordedAt,
    date: event.date ?? head.recordedAt,
    actor: canonical(by.actor),
    data: canonical(event.data),
    meta: canonical(by.meta),
    prevHash: head.hash,
  }
  return { ...unsealed, hash: hashOf(unsealed) }
}

/**
 * Returns SHA-256 over "ledger/v1" and the fields, each as `<length in bytes>:<UTF-8>,`, the previous hash in
 * lower-case hex last. The lengths separate fields: text moved from one field into the next changes the hash.
 */
export function hashOf(event: Omit<SealedEvent, 'hash'>): Buffer {
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
