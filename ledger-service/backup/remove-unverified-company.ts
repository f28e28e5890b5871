import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { FIRST_COMPANY_LOCK } from '@ledger/migrations/migrate.ts'
import { type Client, escapeIdentifier } from 'pg'
import { TABLES_OF_COMPANIES } from './backup-policy-of-tables.ts'

/**
 * Removes every row of a company that was restored and never verified, so that none of its users could sign in. A
 * verified company is never removed. The worker may be projecting its log: a page that has begun ends first, and leaves
 * no row behind.
 * @param client a connection of the tables' owner, in no transaction
 */
export async function removeUnverifiedCompany(client: Client, companyId: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    await client.query('SELECT FROM checkpoints WHERE company_id = $1 FOR UPDATE', [companyId])
    // An interrupted restore may have left the schema of an older migration, without the tables of today.
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
      [TABLES_OF_COMPANIES],
    )
    for (const { name } of rows.reverse())
      await client.query(`DELETE FROM ${escapeIdentifier(name)} WHERE company_id = $1`, [companyId])
    await commitAndCheckWarnings(client)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
