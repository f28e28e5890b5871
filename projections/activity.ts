import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { bigints, texts, timestamps, uuids } from '@ledger/migrations/binary-arrays.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import type { Projection } from './projection.ts'

/** Where in the log an auditor finds what: positions by kind of event, actor, transaction, account and time. */
export const activity: Projection = { name: 'activity', tables: ['activity', 'activity_accounts'], apply }

async function apply(db: Kysely<Database>, companyId: string, events: LedgerEvent[]): Promise<void> {
  await sql`
    INSERT INTO activity (company_id, position, type, recorded_at, actor_id, transaction_id)
    SELECT ${companyId}, * FROM unnest(${bigints(events.map((event) => event.position))}::bigint[],
      ${texts(events.map((event) => event.type))}::text[],
      ${timestamps(events.map((event) => event.recordedAt))}::timestamptz[],
      ${uuids(events.map((event) => event.actor.id))}::uuid[],
      ${uuids(events.map((event) => ('transaction' in event.data ? event.data.transaction : null)))}::uuid[])`.execute(
    db,
  )
  const touched = events.flatMap((event) => accountsIn(event).map((account) => ({ account, position: event.position })))
  if (touched.length === 0) return
  await sql`
    INSERT INTO activity_accounts (company_id, account_id, position)
    SELECT ${companyId}, * FROM unnest(${uuids(touched.map(({ account }) => account))}::uuid[],
      ${bigints(touched.map(({ position }) => position))}::bigint[])`.execute(db)
}

/** The people an event is about, each once. */
function accountsIn({ data }: LedgerEvent): string[] {
  const accounts = new Set<string>()
  if ('account' in data && data.account) accounts.add(typeof data.account === 'string' ? data.account : data.account.id)
  for (const entry of entriesIn(data)) {
    accounts.add(entry.account.id)
    if (entry.kind === 'transfer') accounts.add(entry.counterparty.id)
  }
  return [...accounts]
}

function entriesIn(data: LedgerEvent['data']) {
  if ('entry' in data) return [data.entry]
  if (!('postings' in data)) return []
  return 'after' in data ? [data.before, data.after] : [data.before]
}

export interface ActivityFilter {
  type?: string | undefined
  accountId?: string | undefined
  actorId?: string | undefined
  transactionId?: string | undefined
  /** Instants; recorded from the one, before the other. */
  from?: string | undefined
  before?: string | undefined
  /** Positions above this one. */
  after?: number | undefined
}

/** The positions of the events that a filter lets through, the oldest first, at most `limit`. */
export async function positionsOf(
  db: Kysely<Database>,
  companyId: string,
  { type, accountId, actorId, transactionId, from, before, after }: ActivityFilter,
  limit: number,
): Promise<number[]> {
  let query = db.selectFrom('activity').select('activity.position').where('activity.company_id', '=', companyId)
  if (accountId !== undefined) {
    query = query
      .innerJoin('activity_accounts', (join) =>
        join
          .onRef('activity_accounts.company_id', '=', 'activity.company_id')
          .onRef('activity_accounts.position', '=', 'activity.position'),
      )
      .where('activity_accounts.account_id', '=', accountId)
  }
  if (type !== undefined) query = query.where('type', '=', type)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId)
  if (from !== undefined) query = query.where('recorded_at', '>=', from)
  if (before !== undefined) query = query.where('recorded_at', '<', before)
  if (after !== undefined) query = query.where('activity.position', '>', after)
  const rows = await query.orderBy('activity.position').limit(limit).execute()
  return rows.map((row) => row.position)
}
