import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** Returns the current name and site of an account, deleted or not; undefined where there is none. */
export async function findAccountName(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<{ name: string; site: string | null } | undefined> {
  const row = await db
    .selectFrom('directory')
    .select(['first_name', 'last_name', 'site_name'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { name: `${row.first_name} ${row.last_name}`.trim(), site: row.site_name }
}

/** Returns the inner ids of the site incharges, not deleted, whose name or site name is `name` (normalised). */
export async function findSiteInchargesByName(
  db: Kysely<Database>,
  companyId: string,
  name: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('directory')
    .select(['account_id', 'first_name', 'last_name', 'site_name'])
    .where('company_id', '=', companyId)
    .where('role', '=', 'site_incharge')
    .where('status', '!=', 'closed')
    .execute()
  const isNamed = (row: (typeof rows)[number]) =>
    normalizeName(`${row.first_name} ${row.last_name}`) === name || normalizeName(row.site_name ?? '') === name
  return rows.filter(isNamed).map((row) => row.account_id)
}
