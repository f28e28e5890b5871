import { randomUUID } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'
import { GENESIS_HASH, seal } from '@ledger/ledger-service/event-store/chain.ts'

/** So many events of a log in memory, each sealed after the one before it, at the times that `at` gives. */
export function chained(
  companyId: string,
  count: number,
  { report = 'log', at = () => '2026-04-01T06:30:00.000Z' }: { report?: string; at?: (index: number) => string } = {},
): SealedEvent[] {
  const events: SealedEvent[] = []
  let [position, hash]: [number, Buffer] = [0, GENESIS_HASH]
  for (let index = 0; index < count; index++) {
    const event = { type: 'ReportExported', data: { report, format: 'ndjson', rows: index } } as const
    const by = { actor: SYSTEM, meta: {}, eventId: randomUUID() }
    const sealed = seal(companyId, { position, hash, recordedAt: at(index) }, event, by)
    events.push(sealed)
    ;({ position, hash } = sealed)
  }
  return events
}
