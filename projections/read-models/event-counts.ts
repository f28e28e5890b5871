import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { accountIdsIn } from './event-index.ts'
import { ALL_ACCOUNTS, periodOfInstant } from './period-totals/calendar-periods.ts'
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
export type CountSubject = EventCountRow['what']

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
