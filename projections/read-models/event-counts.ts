import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { accountIdsIn, countIndexedEvents } from './event-index.ts'
import {
  ALL_ACCOUNTS,
  DAYS_AND_MONTHS,
  inPeriodRangeSql,
  instantsOfRange,
  type PeriodRange,
  periodOfInstant,
} from './period-totals/calendar-periods.ts'
import { coverWithMonthsAndDays, coverWithPeriods } from './period-totals/cover-with-periods.ts'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import { RowAccumulator } from './row-accumulator.ts'

/**
 * The numbers of recorded events of each type: of all events, by day and month; of each account and each actor, by
 * month. The lists of auditors show their length by these.
 */
export const eventCountsReadModel: ReadModel = {
  tables: ['event_counts'],
  apply: (into, events) => into.upsert(EVENT_COUNTS_TABLE, (counts) => accumulateEventCounts(counts, events)),
}

export type EventCountRow = RowOf<'event_counts'>
type CountSubject = EventCountRow['what']

export const EVENT_COUNTS_TABLE = defineReadModelTable(
  'event_counts',
  { what: 'text', whose: 'uuid', span: 'text', period: 'text', type: 'text', count: 'integer' },
  ['what', 'whose', 'span', 'period', 'type'],
  { count: 'sum' },
)

/** Adds a page to the counts. */
export function accumulateEventCounts(counts: RowAccumulator<EventCountRow>, events: readonly LedgerEvent[]): void {
  const days = new RowAccumulator<EventCountRow>()
  for (const event of events) {
    const { type, actor, recordedAt } = event
    const day = periodOfInstant('day', recordedAt)
    const month = day.slice(0, 7)
    addEventCount(days, 'all', ALL_ACCOUNTS, 'day', day, type)
    addEventCount(counts, 'actor', actor.id, 'month', month, type)
    for (const account of accountIdsIn(event)) addEventCount(counts, 'account', account, 'month', month, type)
  }
  // Once for each day, not for each event.
  for (const { what, whose, period, type, count } of days.values()) {
    addEventCount(counts, what, whose, 'day', period, type, count)
    addEventCount(counts, what, whose, 'month', period.slice(0, 7), type, count)
  }
}

function addEventCount(
  counts: RowAccumulator<EventCountRow>,
  what: CountSubject,
  whose: string,
  span: EventCountRow['span'],
  period: string,
  type: string,
  count = 1,
): void {
  const name = `${what} ${whose} ${period} ${type}`
  const row = counts.get(name)
  if (row) row.count += count
  else counts.set(name, { what, whose, span, period, type, count })
}

/** Days are of India, both ends inclusive. Ids are inner ones. */
export interface EventCountFilter extends PeriodQuery {
  types?: readonly string[] | undefined
  accountId?: string | undefined
  actorId?: string | undefined
}

/**
 * Returns how many events a filter matches: of an account, by an actor, or all. Where only months are stored, the
 * events of days at the ends of a period are counted one by one.
 */
export async function countMatchingEvents(
  db: Kysely<Database>,
  companyId: string,
  filter: EventCountFilter,
): Promise<number> {
  const { types, accountId, actorId } = filter
  const [what, whose]: [CountSubject, string] =
    accountId !== undefined
      ? ['account', accountId]
      : actorId !== undefined
        ? ['actor', actorId]
        : ['all', ALL_ACCOUNTS]
  const stored = (range: PeriodRange) => sumStoredCounts(db, companyId, { what, whose, types, range })
  const { months, ends } =
    what === 'all' ? { months: coverWithPeriods(filter, DAYS_AND_MONTHS), ends: [] } : coverWithMonthsAndDays(filter)
  const counted = await Promise.all([
    ...months.map(stored),
    ...ends.map(async ({ days, sign }) => {
      const count = await countIndexedEvents(db, companyId, { types, accountId, actorId, ...instantsOfRange(days) })
      return sign * count
    }),
  ])
  return counted.reduce((all, each) => all + each, 0)
}

interface StoredCountQuery {
  what: CountSubject
  whose: string
  types: readonly string[] | undefined
  range: PeriodRange
}

async function sumStoredCounts(
  db: Kysely<Database>,
  companyId: string,
  { what, whose, types, range }: StoredCountQuery,
) {
  const ofTypes = types === undefined ? sql`` : sql`AND type = ANY (${types}::text[])`
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(count), 0)::bigint AS count FROM event_counts
    WHERE company_id = ${companyId} AND what = ${sql.lit(what)} AND whose = ${whose} AND ${inPeriodRangeSql(range)} ${ofTypes}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
