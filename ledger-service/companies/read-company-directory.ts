import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { buildDirectory, type Company, type CompanyDirectory } from './company-directory.ts'

/**
 * Returns the companies of this database now. It reads the hosts of all companies at once, because it runs every other
 * second.
 */
export async function readCompanyDirectory(pool: Queryable): Promise<CompanyDirectory> {
  const { rows } = await pool.query<Company>(
    `SELECT company_id AS "companyId", name, disabled_at IS NOT NULL AS "isDisabled", coalesce(hosts, '{}') AS hosts
    FROM companies LEFT JOIN (
      SELECT company_id, array_agg(host ORDER BY host) AS hosts FROM company_hosts GROUP BY company_id
    ) AS named USING (company_id)
    ORDER BY created_at, company_id`,
  )
  return buildDirectory(rows)
}
