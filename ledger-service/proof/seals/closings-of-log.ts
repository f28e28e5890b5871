import type { Day } from '@ledger/contracts/dates.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { type Closings, evolveClosings, NEVER_CLOSED } from '../../domain/closings/closings-state.ts'

/** A closing to seal, and the last day of the closing before it. */
export interface SealInput {
  closing: number
  upTo: Day
  after: Day | null
}

export type ClosingEvent = Extract<LedgerEvent, { type: 'BooksClosed' | 'BooksSealed' | 'BooksReopened' }>

/** Reads the events that close, seal and reopen the books, in the order of the log. They are few. */
export async function readClosingEvents(db: Kysely<Database>, companyId: string): Promise<ClosingEvent[]> {
  const positions = await db
    .selectFrom('events')
    .select('position')
    .where('company_id', '=', companyId)
    .where('type', 'in', ['BooksClosed', 'BooksReopened', 'BooksSealed'])
    .orderBy('position')
    .execute()
  if (positions.length === 0) return []
  const stored = await readStoredEvents(db, companyId, { at: positions.map(({ position }) => position) })
  return stored.map(decodeEvent) as ClosingEvent[]
}

/** Returns the closings that hold after these events. */
export const closingsAfter = (events: readonly ClosingEvent[]): Closings => events.reduce(evolveClosings, NEVER_CLOSED)

/** A closing that holds and is sealed. */
export interface ClosingWithSeal {
  closing: SealInput
  event: Extract<ClosingEvent, { type: 'BooksSealed' }>
}

/** Returns the sealed closing that ends on a day, with the event of its seal; undefined where none that holds does. */
export function findSealedClosing(events: readonly ClosingEvent[], upTo: Day): ClosingWithSeal | undefined {
  const closings = closingsAfter(events)
  const index = closings.findIndex((closing) => closing.isSealed && closing.upTo === upTo)
  const position = closings[index]?.position
  const event = events.find((one) => one.type === 'BooksSealed' && one.data.closing === position)
  if (position === undefined || event?.type !== 'BooksSealed') return undefined
  return { closing: { closing: position, upTo, after: closings[index - 1]?.upTo ?? null }, event }
}

/** Returns the closings that hold and are not sealed yet, each with the last day of the one before it. */
export function unsealedClosings(closings: Closings): SealInput[] {
  return closings.flatMap(({ upTo, position, isSealed }, index) =>
    isSealed ? [] : [{ closing: position, upTo, after: closings[index - 1]?.upTo ?? null }],
  )
}
