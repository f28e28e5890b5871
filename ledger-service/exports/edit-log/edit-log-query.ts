import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { EditLogPeriod, EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { EditLogAction, SubjectKind } from '@ledger/contracts/labels/edit-log-labels.ts'
import { decodeEvent, type StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { countMatchingEvents } from '@ledger/projections/queries/count-matching-events.ts'
import { readVoucherNumbers } from '@ledger/projections/queries/transactions/voucher-numbers.ts'
import {
  countIndexedEvents,
  type EventIndexFilter,
  findEventPositions,
} from '@ledger/projections/read-models/event-index.ts'
import type { Kysely } from 'kysely'
import { lastPositionBefore } from '../../event-store/read/position-at-instant.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { eventTypesOf, toEditLogRow } from './event-to-row.ts'

/** The number of events in one read. */
const EDIT_LOG_EVENTS_PER_READ = 1000

/** The events after one position and up to another: the content of a file does not grow while it is written. */
export interface EditLogRange {
  after: number
  upTo: number
}

/** Returns the part of the log that was recorded within a period; a financial year goes from 1 April to 31 March. */
export async function editLogRange(
  db: Kysely<Database>,
  companyId: string,
  period: EditLogPeriod,
): Promise<EditLogRange> {
  const { from, to } = daysOfEditLogPeriod(period)
  return {
    after: from ? await lastPositionBefore(db, companyId, startOfDay(from)) : 0,
    upTo: to ? await lastPositionBefore(db, companyId, endOfDay(to)) : await readHeadPosition(db, companyId),
  }
}

const daysOfEditLogPeriod = ({ from, to, year }: EditLogPeriod): PeriodQuery =>
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
  range: EditLogRange,
  filter: EditLogFilter,
  limit: number,
): Promise<{ rows: EditLogRow[]; next: string | null }> {
  const positions = await findEventPositions(db, companyId, toActivityFilter(range, filter), limit + 1)
  const shown = positions.slice(0, limit)
  const events = await readStoredEvents(db, companyId, { at: shown })
  const rows = await withVouchers(db, companyId, events.flatMap(toEditLogRows))
  return { rows, next: positions.length > limit ? String(shown.at(-1)) : null }
}

/**
 * Yields the lines of a part of the log in the order of the log, which no user can change, a page of events at a time.
 * All events are read from the log itself; with a filter, the auditors' index finds them.
 */
export async function* editLogRows(
  db: Kysely<Database>,
  companyId: string,
  range: EditLogRange,
  filter: EditLogFilter,
): AsyncGenerator<EditLogRow[]> {
  const pages = isFiltered(filter)
    ? eventsFoundByIndex(db, companyId, range, filter)
    : readStoredEventPages(db, companyId, range)
  for await (const page of pages) yield await withVouchers(db, companyId, page.flatMap(toEditLogRows))
}

function eventsFoundByIndex(db: Kysely<Database>, companyId: string, range: EditLogRange, filter: EditLogFilter) {
  const read = async (after: number): Promise<StoredEvent[]> => {
    const positions = await findEventPositions(
      db,
      companyId,
      toActivityFilter({ ...range, after }, filter),
      EDIT_LOG_EVENTS_PER_READ,
    )
    return readStoredEvents(db, companyId, { at: positions })
  }
  return prefetchPages(range.after, read, (event) => event.position)
}

/** Returns how many lines the screen has in all, by the auditors' index and the counts stored beside it. */
export async function countEditLogRowsByIndex(
  db: Kysely<Database>,
  companyId: string,
  period: EditLogPeriod,
  filter: EditLogFilter,
): Promise<number> {
  const { actions, actorId, accountId } = filter
  if (actorId !== undefined && accountId !== undefined)
    return countIndexedEvents(db, companyId, toActivityFilter(await editLogRange(db, companyId, period), filter))
  return countMatchingEvents(db, companyId, {
    types: eventTypesOf(actions),
    actorId,
    accountId,
    ...daysOfEditLogPeriod(period),
  })
}

/**
 * Returns how many lines a file will have. Without a filter it counts in the log itself, like the lines: no index has
 * to catch up for it.
 */
export async function countEditLogRows(
  db: Kysely<Database>,
  companyId: string,
  range: EditLogRange,
  filter: EditLogFilter,
): Promise<number> {
  if (isFiltered(filter)) return countIndexedEvents(db, companyId, toActivityFilter(range, filter))
  const { rows } = await db
    .selectFrom('events')
    .select((event) => event.fn.countAll<number>().as('rows'))
    .where('company_id', '=', companyId)
    .where('position', '>', range.after)
    .where('position', '<=', range.upTo)
    .where('type', 'in', eventTypesOf(undefined))
    .executeTakeFirstOrThrow()
  return rows
}

/** Returns whether some lines may be left out. */
export const isFiltered = ({ actions, actorId, accountId }: EditLogFilter) =>
  [actions, actorId, accountId].some((narrowed) => narrowed !== undefined)

function toActivityFilter(range: EditLogRange, { actions, ...who }: EditLogFilter): EventIndexFilter {
  return { ...range, ...who, types: eventTypesOf(actions) }
}

const ENTRY_SUBJECTS: readonly SubjectKind[] = ['credit', 'debit', 'transfer', 'question']

/** Returns the lines with the voucher numbers of their entries. */
async function withVouchers(db: Kysely<Database>, companyId: string, rows: EditLogRow[]): Promise<EditLogRow[]> {
  const ofEntries = rows.filter(({ subjectKind }) => ENTRY_SUBJECTS.includes(subjectKind))
  const vouchers = await readVoucherNumbers(
    db,
    companyId,
    ofEntries.map(({ subjectId }) => subjectId),
  )
  return rows.map((row) => ({ ...row, voucher: vouchers.get(row.subjectId) ?? null }))
}

function toEditLogRows(event: StoredEvent): EditLogRow[] {
  const row = toEditLogRow(decodeEvent(event))
  return row ? [row] : []
}
