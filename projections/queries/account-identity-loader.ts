import type { Day } from '@ledger/contracts/dates.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import { OPTIMIZER_FENCE } from '@ledger/database/connection/optimizer-fence.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { type AssignmentPeriod, assignmentPeriodsOf } from './sites/assignment-periods.ts'

/** The site of a supervisor: the account of its incharge, as it is now. */
export interface AssignedSite {
  accountId: string
  status: RowOf<'directory'>['status'] | null
  siteName: string | null
  mobile: string | null
}

/**
 * The current name of an account that a row names, the number that its public id is made of, and the sites of a
 * supervisor.
 */
export interface AccountNameRow {
  role: Role | null
  status: RowOf<'directory'>['status'] | null
  first_name: string | null
  last_name: string | null
  site_name: string | null
  mobile: string | null
  sites: readonly AssignmentPeriod<AssignedSite>[]
}

/** By inner id. */
export type AccountNamesById = ReadonlyMap<string, AccountNameRow>

/** Loads the names of accounts by a read that begins after the call. */
export type LoadAccountNames = (accountIds: Iterable<string>) => Promise<AccountNamesById>

/**
 * Opens the name loader of a company. A page of a list names few people, most of them on every row: each is looked up
 * once, and the pages that are answered at the same time share a query.
 */
export function openAccountIdentityLoader(db: Kysely<Database>, companyId: string): LoadAccountNames {
  const lookUp = createBatchLoader(async (ids: string[]) => {
    const names = await readAccountNames(db, companyId, ids)
    return (id) => names.get(id)
  })
  return async (accountIds) => {
    const ids = [...new Set(accountIds)]
    const found = await Promise.all(ids.map(lookUp))
    return new Map(ids.flatMap((id, index) => (found[index] === undefined ? [] : [[id, found[index]]])))
  }
}

async function readAccountNames(
  db: Kysely<Database>,
  companyId: string,
  ids: string[],
): Promise<Map<string, AccountNameRow>> {
  const { rows } = await sql<Omit<AccountNameRow, 'sites'> & { account_id: string; assigned: string | null }>`
    SELECT asked.id AS account_id, role, status, first_name, last_name, site_name, mobile, assigned
    FROM unnest(${padForGenericPlan(ids)}::uuid[]) AS asked (id)
    LEFT JOIN LATERAL (SELECT * FROM directory
      WHERE company_id = ${companyId} AND account_id = asked.id OFFSET ${OPTIMIZER_FENCE}) d ON true
    LEFT JOIN LATERAL (SELECT * FROM contacts
      WHERE company_id = ${companyId} AND account_id = asked.id OFFSET ${OPTIMIZER_FENCE}) c ON true
    LEFT JOIN LATERAL (${assignmentsSql(companyId)}) s ON true`.execute(db)
  return new Map(
    rows.map(({ account_id, assigned, ...named }) => {
      const recorded = assigned === null ? [] : (JSON.parse(assigned) as RecordedAssignment[])
      return [account_id, { ...named, sites: assignmentPeriodsOf(recorded, ({ accountId }) => accountId) }]
    }),
  )
}

interface RecordedAssignment {
  site: AssignedSite | null
  from: Day
}

/** Returns the assignments of the account `asked.id` as one JSON text, in the order of the log. */
const assignmentsSql = (companyId: string) => sql`
  SELECT json_agg(json_build_object('from', a.from_day, 'site', CASE WHEN a.site_id IS NOT NULL THEN json_build_object(
      'accountId', a.site_id, 'status', d.status, 'siteName', d.site_name, 'mobile', c.mobile) END)
    ORDER BY a.position) AS assigned
  FROM (SELECT * FROM supervisor_sites
    WHERE company_id = ${companyId} AND account_id = asked.id OFFSET ${OPTIMIZER_FENCE}) a
  LEFT JOIN LATERAL (SELECT status, site_name FROM directory
    WHERE company_id = ${companyId} AND account_id = a.site_id OFFSET ${OPTIMIZER_FENCE}) d ON true
  LEFT JOIN LATERAL (SELECT mobile FROM contacts
    WHERE company_id = ${companyId} AND account_id = a.site_id OFFSET ${OPTIMIZER_FENCE}) c ON true`
