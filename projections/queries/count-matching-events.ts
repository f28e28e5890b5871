import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { CountSubject } from '../read-models/event-counts.ts'
import { countIndexedEvents } from '../read-models/event-index.ts'
import {
  ALL_ACCOUNTS,
  DAYS_AND_MONTHS,
  inPeriodRangeSql,
  instantsOfRange,
  type PeriodRange,
} from '../read-models/period-totals/calendar-periods.ts'
import { coverWithMonthsAndDays, coverWithPeriods } from '../read-models/period-totals/cover-with-periods.ts'

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
