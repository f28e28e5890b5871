import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import type { ReadModelWriter } from './read-model-writer.ts'

/** The index by which auditors search the log: positions by type of event, actor, transaction, account and time. */
export const eventIndexReadModel: ReadModel = { tables: ['activity', 'activity_accounts'], apply: applyToEventIndex }

async function applyToEventIndex(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    position: event.position,
    type: event.type,
    recorded_at: event.recordedAt,
    actor_id: event.actor.id,
    transaction_id: 'transaction' in event.data ? event.data.transaction : null,
  }))
  await into.insert(EVENT_INDEX_TABLE, rows)
  const touched = events.flatMap((event) =>
    accountIdsIn(event).map((account) => ({ account_id: account, position: event.position })),
  )
  await into.insert(EVENT_ACCOUNTS_TABLE, touched)
}

export const EVENT_INDEX_TABLE = defineReadModelTable(
  'activity',
  { position: 'bigint', type: 'text', recorded_at: 'timestamptz', actor_id: 'uuid', transaction_id: 'uuid' },
  ['position'],
)
export const EVENT_ACCOUNTS_TABLE = defineReadModelTable(
  'activity_accounts',
  { account_id: 'uuid', position: 'bigint' },
  ['account_id', 'position'],
)

/** Returns the accounts that an event concerns, each once. */
export function accountIdsIn(event: LedgerEvent): string[] {
  const { data } = event
  const accounts = new Set<string>()
  if ('account' in data && data.account) accounts.add(typeof data.account === 'string' ? data.account : data.account.id)
  const reviewed = event.type === 'EntryReviewed' ? [event.data.reviewed] : []
  const about = 'about' in data ? [data.about] : []
  for (const entry of [...Object.values(entryBeforeAndAfter(event)), ...reviewed, ...about]) {
    accounts.add(entry.account.id)
    if (entry.kind === 'transfer') accounts.add(entry.counterparty.id)
  }
  return [...accounts]
}

export interface EventIndexFilter {
  /** Events of any of these types. */
  types?: readonly string[] | undefined
  accountId?: string | undefined
  actorId?: string | undefined
  transactionId?: string | undefined
  /** Instants: recorded at or after `from`, and before `before`. */
  from?: string | undefined
  before?: string | undefined
  /** Positions above this one. */
  after?: number | undefined
  /** Positions up to this one. */
  upTo?: number | undefined
}

/** Returns the positions of the events that a filter matches, the oldest first, at most `limit`. */
export async function findEventPositions(
  db: Kysely<Database>,
  companyId: string,
  { types, ...filter }: EventIndexFilter,
  limit: number,
): Promise<number[]> {
  // Reads each type by itself: its index returns positions in order, while those of several types would all have to be
  // sorted.
  const ofEach = (types ?? [undefined]).map((type) => {
    const found = selectFromEventIndex(db, companyId, { ...filter, ...(type === undefined ? {} : { types: [type] }) })
    return sql`(${found.select('activity.position').orderBy('activity.position').limit(limit)})`
  })
  if (ofEach.length === 0) return []
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM (${sql.join(ofEach, sql` UNION ALL `)}) AS found ORDER BY position LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.position)
}

/** Returns the position of the last event that a filter matches; undefined where there is none. */
export async function findLastEventPosition(
  db: Kysely<Database>,
  companyId: string,
  filter: EventIndexFilter,
): Promise<number | undefined> {
  const last = selectFromEventIndex(db, companyId, filter)
    .select('activity.position')
    .orderBy('activity.position', 'desc')
  return (await last.limit(1).executeTakeFirst())?.position
}

/** Counts the events that a filter matches, by reading each; stored counts are in event-counts.ts. */
export async function countIndexedEvents(
  db: Kysely<Database>,
  companyId: string,
  filter: EventIndexFilter,
): Promise<number> {
  const { count } = await selectFromEventIndex(db, companyId, filter)
    .select((event) => event.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function selectFromEventIndex(
  db: Kysely<Database>,
  companyId: string,
  { types, accountId, actorId, transactionId, from, before, after, upTo }: EventIndexFilter,
) {
  let query = db.selectFrom('activity').where('activity.company_id', '=', companyId)
  if (accountId !== undefined) {
    query = query
      .innerJoin('activity_accounts', (join) =>
        join
          .onRef('activity_accounts.company_id', '=', 'activity.company_id')
          .onRef('activity_accounts.position', '=', 'activity.position'),
      )
      .where('activity_accounts.account_id', '=', accountId)
  }
  if (types !== undefined) query = query.where('type', 'in', types)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId)
  if (from !== undefined) query = query.where('recorded_at', '>=', from)
  if (before !== undefined) query = query.where('recorded_at', '<', before)
  if (after !== undefined) query = query.where('activity.position', '>', after)
  if (upTo !== undefined) query = query.where('activity.position', '<=', upTo)
  return query
}
