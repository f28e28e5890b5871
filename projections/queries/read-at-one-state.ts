import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY_EVENT_TYPES } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The read models of a ledger or a statement. All three are read at one position. */
export const LEDGER_PROJECTIONS = ['ledger', 'sums', 'activity'] as const satisfies ProjectionName[]

/** The page continues a ledger that has changed since the page before, or that was read at no known state. */
export interface LedgerChanged {
  refused: 'ledger_changed'
}

/** The accounts that a read is about, and the other events and read models that are part of its state. */
export interface ReadScope {
  /** The accounts whose entries are read; left out for those of the company. */
  accountIds?: readonly string[] | undefined
  /** Events of the company that move entries between the subjects of such reads, as an assignment to a site does. */
  movedBy?: readonly EventType[]
  /** The read model that says which entries belong to the subject. It is read at the position of the entries. */
  foundIn?: ProjectionName
}

/** Returns the scope of one account, which no event changes, for `readAtOneState`. */
export const scopeOfAccount = (accountId: string) => (): ReadScope => ({ accountIds: [accountId] })

/** How long a read waits for the read models to meet at one position: one that is rebuilt catches up meanwhile. */
const MAX_MEETING_WAIT_MS = 1000
const MEETING_RECHECK_MS = 3

/**
 * Runs a read in one snapshot of the database in which the read models of a ledger are at one position.
 * @param scopeIn returns the scope; one that events change has to be read from the snapshot, like the rows
 * @param read called with the state: the position of the last event that concerns the scope, or 0. Where the read
 * models did not meet, the position of the rows stands for it
 */
export async function readAtOneState<Scope extends ReadScope, Result>(
  db: Kysely<Database>,
  companyId: string,
  scopeIn: (snapshot: Kysely<Database>) => Scope | Promise<Scope>,
  read: (snapshot: Kysely<Database>, position: number, scope: Scope) => Promise<Result>,
): Promise<Result> {
  for (const until = Date.now() + MAX_MEETING_WAIT_MS; ; await sleep(MEETING_RECHECK_MS)) {
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const scope = await scopeIn(snapshot)
        const { ledger, haveMet, mayMeet, changed } = await readLedgerPositions(snapshot, companyId, scope)
        if (!haveMet && mayMeet && Date.now() < until) return undefined
        return { result: await read(snapshot, haveMet ? changed : ledger, scope) }
      })
    if (found) return found.result
  }
}

interface LedgerPositions {
  ledger: number
  /** All projections of the scope are at one position. */
  haveMet: boolean
  /** None of them is stopped. */
  mayMeet: boolean
  /** The last event that concerns the entries; 0 where there is none. */
  changed: number
}

async function readLedgerPositions(
  db: Kysely<Database>,
  companyId: string,
  { accountIds, movedBy = [], foundIn }: ReadScope,
): Promise<LedgerPositions> {
  const projections = [...LEDGER_PROJECTIONS, ...(foundIn === undefined ? [] : [foundIn])]
  const isOf = (names: readonly ProjectionName[]) =>
    sql`projection IN (${sql.join(names.map((name) => sql.lit(name)))})`
  const lastEntries =
    accountIds === undefined
      ? lastOfTypesSql(companyId, ENTRY_EVENT_TYPES)
      : accountIds.map((id) => lastOfAccountSql(companyId, id))
  const last = sql`greatest(${sql.join([...lastEntries, ...lastOfTypesSql(companyId, movedBy)])})`
  // A projection without a checkpoint has not begun, and is at 0.
  const { rows } = await sql<LedgerPositions>`
    SELECT coalesce(max(position) FILTER (WHERE ${isOf(['ledger'])}), 0) AS ledger,
      coalesce(max(position) = CASE count(*) WHEN ${sql.lit(projections.length)} THEN min(position) ELSE 0 END, true) AS "haveMet",
      bool_and(stopped_because IS NULL) AS "mayMeet", coalesce(${last}, 0) AS changed
    FROM checkpoints WHERE company_id = ${companyId} AND ${isOf(projections)}`.execute(db)
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
