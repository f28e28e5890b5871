import type { EventType, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { TestService } from './test-service.ts'

/** Returns the last position of the log. */
export async function logEnd({ sql, company: { companyId } }: TestService): Promise<number> {
  const { rows } = await sql.query<{ position: number }>('SELECT position FROM log_heads WHERE company_id = $1', [
    companyId,
  ])
  return rows[0]?.position ?? 0
}

/** Returns the events after a position in order, optionally only of some types. */
export async function eventsAfter(
  { sql, company: { companyId } }: TestService,
  after: number,
  ...types: EventType[]
): Promise<LedgerEvent[]> {
  const { rows } = await sql.query<Record<string, string>>(
    `SELECT position, type, recorded_at, date, actor, data, meta FROM events
    WHERE company_id = $1 AND position > $2 ORDER BY position`,
    [companyId, after],
  )
  const events = rows.map(
    ({ actor, data, meta, recorded_at: recordedAt, ...row }) =>
      ({
        ...row,
        recordedAt,
        actor: JSON.parse(actor ?? ''),
        data: JSON.parse(data ?? ''),
        meta: JSON.parse(meta ?? ''),
      }) as unknown as LedgerEvent,
  )
  return types.length === 0 ? events : events.filter((event) => types.includes(event.type))
}
