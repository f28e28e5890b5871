import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY_EVENT_TYPES, type EventType } from '@ledger/contracts/events/event-schemas.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The read models of a ledger or a statement. All three are read at one position. */
export const LEDGER_PROJECTIONS = ['ledger', 'sums', 'activity'] as const satisfies ProjectionName[]

/** The page continues a ledger that has changed since the page before, or that was read at no known state. */
export interface LedgerChanged {
  refused: 'ledger_changed'
}

/** The accounts that a read is about, and the other events that are part of its state. */
export interface ReadScope {
  /** The accounts whose entries are read; left out for those of the company. */
  accountIds?: readonly string[] | undefined
  /** Events of the company that move entries between the subjects of such reads, as an assignment to a site does. */
  movedBy?: readonly EventType[]
}

/** How long a read waits for the read models to meet at one position: one that is rebuilt catches up meanwhile. */
const MAX_MEETING_WAIT_MS = 1000
const MEETING_RECHECK_MS = 3

/**
 * Runs a read in one snapshot of the database in which the read models of a ledger are at one position.
 * @param read called with the state: the position of the last event that concerns the scope, or 0. Where the read
 * models did not meet, the position of the rows stands for it
 */
export async function readAtOneState<Result>(
  db: Kysely<Database>,
  companyId: string,
  scope: ReadScope,
  read: (snapshot: Kysely<Database>, position: number) => Promise<Result>,
): Promise<Result> {
  for (const until = Date.now() + MAX_MEETING_WAIT_MS; ; await sleep(MEETING_RECHECK_MS)) {
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const { ledger, sums, activity, changed, mayMeet } = await readLedgerPositions(snapshot, companyId, scope)
        const isAtOnePosition = ledger === sums && ledger === activity
        if (!isAtOnePosition && mayMeet && Date.now() < until) return undefined
        return { result: await read(snapshot, isAtOnePosition ? changed : ledger) }
      })
    if (found) return found.result
  }
}

interface LedgerPositions {
  ledger: number
  sums: number
  activity: number
  /** The last event that concerns the entries; 0 where there is none. */
  changed: number
  /** None of the projections is stopped. */
  mayMeet: boolean
}

async function readLedgerPositions(
  db: Kysely<Database>,
  companyId: string,
  { accountIds, movedBy = [] }: ReadScope,
): Promise<LedgerPositions> {
  const positionOf = (name: ProjectionName) =>
    sql`coalesce(max(position) FILTER (WHERE projection = ${sql.lit(name)}), 0)`
  const lastEntries =
    accountIds === undefined
      ? lastOfTypesSql(companyId, ENTRY_EVENT_TYPES)
      : accountIds.map((id) => lastOfAccountSql(companyId, id))
  const last = sql`greatest(${sql.join([...lastEntries, ...lastOfTypesSql(companyId, movedBy)])})`
  const { rows } = await sql<LedgerPositions>`
    SELECT ${positionOf('ledger')} AS ledger, ${positionOf('sums')} AS sums, ${positionOf('activity')} AS activity,
      bool_and(stopped_because IS NULL) AS "mayMeet", coalesce(${last}, 0) AS changed
    FROM checkpoints WHERE company_id = ${companyId} AND projection IN (${sql.join(LEDGER_PROJECTIONS.map((name) => sql.lit(name)))})`.execute(
    db,
  )
  const [positions] = rows
  if (!positions) throw new Error('An aggregate has no row')
  return positions
}

const ENTRY_TYPES_SQL = sql.join(ENTRY_EVENT_TYPES.map((type) => sql.lit(type)))

/** The scalar subquery has the events of the account read in their order, each with its own look-up. */
const lastOfAccountSql = (companyId: string, accountId: string): RawBuilder<number> =>
  sql`(SELECT a.position FROM activity_accounts a
    WHERE a.company_id = ${companyId} AND a.account_id = ${accountId}
      AND (SELECT e.type FROM activity e WHERE e.company_id = ${companyId} AND e.position = a.position)
        IN (${ENTRY_TYPES_SQL})
    ORDER BY a.position DESC LIMIT 1)`

/** The index of types has the last event of each. */
const lastOfTypesSql = (companyId: string, types: readonly EventType[]): RawBuilder<number>[] =>
  types.map(
    (type) => sql`(SELECT max(position) FROM activity WHERE company_id = ${companyId} AND type = ${sql.lit(type)})`,
  )
