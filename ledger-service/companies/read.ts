import type { Pool } from 'pg'
import { type Company, type Directory, directoryOf } from './directory.ts'

/** The companies of this database as they are now. */
export async function readDirectory(pool: Pick<Pool, 'query'>): Promise<Directory> {
  const { rows } = await pool.query<Company>(
    `SELECT company_id AS "companyId", name, disabled_at IS NOT NULL AS "isDisabled",
      ARRAY(SELECT host FROM company_hosts h WHERE h.company_id = c.company_id ORDER BY host) AS hosts
    FROM companies c ORDER BY created_at, company_id`,
  )
  return directoryOf(rows)
}
