import { randomUUID } from 'node:crypto'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { chainEvent, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'

/** Returns this many events of a log in memory, each chained to the one before it, at the times that `at` returns. */
export function chainedEventsInMemory(
  companyId: string,
  count: number,
  { report = 'log', at = () => '2026-04-01T06:30:00.000Z' }: { report?: string; at?: (index: number) => string } = {},
): ChainedEvent[] {
  const events: ChainedEvent[] = []
  let [position, hash]: [number, Buffer] = [0, GENESIS_HASH]
  for (let index = 0; index < count; index++) {
    const event = { type: 'ReportExported', data: { report, format: 'ndjson', rows: index } } as const
    const by = { actor: SYSTEM_ACTOR, meta: {}, eventId: randomUUID() }
    const sealed = chainEvent(companyId, { position, hash, recordedAt: at(index) }, event, by)
    events.push(sealed)
    ;({ position, hash } = sealed)
  }
  return events
}
