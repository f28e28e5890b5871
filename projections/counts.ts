import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { accountsIn, countRows } from './activity.ts'
import {
  BY_MONTH,
  EVERYBODY,
  instantsOf,
  monthsAndDays,
  ofStretch,
  periodOf,
  type Stretch,
  stretchesOf,
} from './periods.ts'
import type { ReadModel } from './projection.ts'
import { JoinedRows, readTable } from './read-table.ts'

/**
 * How many events of each type were recorded: in all, by day and month; about each account and by each actor, by month. For auditors, whose lists
 * say how long they are.
 */
export const counts: ReadModel = {
  tables: ['event_counts'],
  apply: (into, events) => into.join(COUNTS, (counts) => addCounts(counts, events)),
}

export type EventCount = RowOf<'event_counts'>
type What = EventCount['what']

export const COUNTS = readTable(
  'event_counts',
  { what: 'text', whose: 'uuid', span: 'text', period: 'text', type: 'text', count: 'integer' },
  ['what', 'whose', 'span', 'period', 'type'],
  { count: 'sum' },
)

/** Adds a page to the counts. */
export function addCounts(counts: JoinedRows<EventCount>, events: readonly LedgerEvent[]): void {
  const days = new JoinedRows<EventCount>()
  for (const event of events) {
    const { type, actor, recordedAt } = event
    const day = periodOf('day', recordedAt)
    const month = day.slice(0, 7)
    add(days, 'all', EVERYBODY, 'day', day, type)
    add(counts, 'actor', actor.id, 'month', month, type)
    for (const account of accountsIn(event)) add(counts, 'account', account, 'month', month, type)
  }
  // Once for each day, not for each event.
  for (const { what, whose, period, type, count } of days.values()) {
    add(counts, what, whose, 'day', period, type, count)
    add(counts, what, whose, 'month', period.slice(0, 7), type, count)
  }
}

function add(
  counts: JoinedRows<EventCount>,
  what: What,
  whose: string,
  span: EventCount['span'],
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
export interface CountFilter extends PeriodQuery {
  types?: readonly string[] | undefined
  accountId?: string | undefined
  actorId?: string | undefined
}

/** How many events a filter lets through: of an account, or by an actor, or of everybody. Events of days at the ends of a period are counted one by one. */
export async function countOf(db: Kysely<Database>, companyId: string, filter: CountFilter): Promise<number> {
  const { types, accountId, actorId } = filter
  const [what, whose]: [What, string] =
    accountId !== undefined ? ['account', accountId] : actorId !== undefined ? ['actor', actorId] : ['all', EVERYBODY]
  const kept = (stretch: Stretch) => countKept(db, companyId, { what, whose, types, stretch })
  const { months, ends } = what === 'all' ? { months: stretchesOf(filter, BY_MONTH), ends: [] } : monthsAndDays(filter)
  const counted = await Promise.all([
    ...months.map(kept),
    ...ends.map(async ({ days, sign }) => {
      const count = await countRows(db, companyId, { types, accountId, actorId, ...instantsOf(days) })
      return sign * count
    }),
  ])
  return counted.reduce((all, each) => all + each, 0)
}

interface Kept {
  what: What
  whose: string
  types: readonly string[] | undefined
  stretch: Stretch
}

async function countKept(db: Kysely<Database>, companyId: string, { what, whose, types, stretch }: Kept) {
  const ofTypes = types === undefined ? sql`` : sql`AND type = ANY (${types}::text[])`
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(count), 0)::bigint AS count FROM event_counts
    WHERE company_id = ${companyId} AND what = ${sql.lit(what)} AND whose = ${whose} AND ${ofStretch(stretch)} ${ofTypes}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
