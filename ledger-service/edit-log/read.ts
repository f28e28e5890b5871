import type { EditLogAction, EditLogPeriod, EditLogRow } from '@ledger/contracts/audit.ts'
import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import { readAhead } from '@ledger/database/read-ahead.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { type StoredEvent, unseal } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type ActivityFilter, countRows, positionsOf } from '@ledger/projections/activity.ts'
import { countOf } from '@ledger/projections/counts.ts'
import { headPosition } from '@ledger/projections/log.ts'
import type { Kysely } from 'kysely'
import { lastPosition, sealedEvents } from '../event-store/rows.ts'
import { editLogRowOf, typesOf } from './rows.ts'

/** The number of events in one read. */
const PAGE = 1000

/** The events after one position and up to another: the content of a file does not grow while it is written. */
export interface Stretch {
  after: number
  upTo: number
}

/** Returns the part of the log that was recorded within a period; a financial year goes from 1 April to 31 March. */
export async function stretchOf(db: Kysely<Database>, companyId: string, period: EditLogPeriod): Promise<Stretch> {
  const { from, to } = daysOf(period)
  return {
    after: from ? await lastPosition(db, companyId, startOfDay(from)) : 0,
    upTo: to ? await lastPosition(db, companyId, endOfDay(to)) : await headPosition(db, companyId),
  }
}

const daysOf = ({ from, to, year }: EditLogPeriod): PeriodQuery =>
  year === undefined ? { from, to } : { from: `${year}-04-01`, to: `${Number(year) + 1}-03-31` }

/** The filter of a part of the log; without a field, everything. Ids are inner ones. */
export interface EditLogFilter {
  actions?: readonly EditLogAction[] | undefined
  actorId?: string | undefined
  accountId?: string | undefined
}

/** Returns a page of the screen: its lines in the order of the log, and the `after` of the next page. */
export async function editLogPage(
  db: Kysely<Database>,
  companyId: string,
  stretch: Stretch,
  filter: EditLogFilter,
  limit: number,
): Promise<{ rows: EditLogRow[]; next: string | null }> {
  const positions = await positionsOf(db, companyId, activityOf(stretch, filter), limit + 1)
  const shown = positions.slice(0, limit)
  const events = await storedEvents(db, companyId, { at: shown })
  return { rows: events.flatMap(rowsOf), next: positions.length > limit ? String(shown.at(-1)) : null }
}

/**
 * Yields the lines of a part of the log in the order of the log, which no user can change, a page of events at a time.
 * All events are read from the log itself; with a filter, the auditors' index finds them.
 */
export async function* editLogRows(
  db: Kysely<Database>,
  companyId: string,
  stretch: Stretch,
  filter: EditLogFilter,
): AsyncGenerator<EditLogRow[]> {
  const pages = isFiltered(filter) ? foundEvents(db, companyId, stretch, filter) : sealedEvents(db, companyId, stretch)
  for await (const page of pages) yield page.flatMap(rowsOf)
}

function foundEvents(db: Kysely<Database>, companyId: string, stretch: Stretch, filter: EditLogFilter) {
  const read = async (after: number): Promise<StoredEvent[]> => {
    const positions = await positionsOf(db, companyId, activityOf({ ...stretch, after }, filter), PAGE)
    return storedEvents(db, companyId, { at: positions })
  }
  return readAhead(stretch.after, read, (event) => event.position)
}

/** Returns how many lines the screen has in all, by the auditors' index and the counts stored beside it. */
export async function countShown(
  db: Kysely<Database>,
  companyId: string,
  period: EditLogPeriod,
  filter: EditLogFilter,
): Promise<number> {
  const { actions, actorId, accountId } = filter
  if (actorId !== undefined && accountId !== undefined)
    return countRows(db, companyId, activityOf(await stretchOf(db, companyId, period), filter))
  return countOf(db, companyId, { types: typesOf(actions), actorId, accountId, ...daysOf(period) })
}

/**
 * Returns how many lines a file will have. Without a filter it counts in the log itself, like the lines: no index has
 * to catch up for it.
 */
export async function countEditLogRows(
  db: Kysely<Database>,
  companyId: string,
  stretch: Stretch,
  filter: EditLogFilter,
): Promise<number> {
  if (isFiltered(filter)) return countRows(db, companyId, activityOf(stretch, filter))
  const { rows } = await db
    .selectFrom('events')
    .select((event) => event.fn.countAll<number>().as('rows'))
    .where('company_id', '=', companyId)
    .where('position', '>', stretch.after)
    .where('position', '<=', stretch.upTo)
    .where('type', 'in', typesOf(undefined))
    .executeTakeFirstOrThrow()
  return rows
}

/** Returns whether some lines may be left out. */
export const isFiltered = ({ actions, actorId, accountId }: EditLogFilter) =>
  [actions, actorId, accountId].some((narrowed) => narrowed !== undefined)

function activityOf(stretch: Stretch, { actions, ...who }: EditLogFilter): ActivityFilter {
  return { ...stretch, ...who, types: typesOf(actions) }
}

function rowsOf(event: StoredEvent): EditLogRow[] {
  const row = editLogRowOf(unseal(event))
  return row ? [row] : []
}
