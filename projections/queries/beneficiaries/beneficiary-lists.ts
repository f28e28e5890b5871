import { otherSpellings } from '@ledger/contracts/beneficiary-spelling-group.ts'
import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The most beneficiaries in head office's list, and in the list of a field account. */
const MAX_COMPANY_BENEFICIARIES = 1000
const MAX_ACCOUNT_BENEFICIARIES = 5000

/** Returns the beneficiaries that an account has paid, the most recent first. */
export function beneficiariesPaidBy(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<Beneficiary[]> {
  return readBeneficiaries(
    db,
    companyId,
    sql`SELECT b.beneficiary_id, b.name, last_position AS newest
      FROM beneficiary_use u JOIN beneficiaries b ON b.company_id = u.company_id AND b.beneficiary_id = u.beneficiary_id
      WHERE u.company_id = ${companyId} AND account_id = ${accountId} AND debits > 0
      ORDER BY last_position DESC LIMIT ${MAX_ACCOUNT_BENEFICIARIES}`,
  )
}

/** Returns the beneficiaries that the company ever paid, the newest first. */
export function allBeneficiaries(db: Kysely<Database>, companyId: string): Promise<Beneficiary[]> {
  return readBeneficiaries(
    db,
    companyId,
    sql`SELECT beneficiary_id, name, first_position AS newest FROM beneficiaries
      WHERE company_id = ${companyId} ORDER BY first_position DESC LIMIT ${MAX_COMPANY_BENEFICIARIES}`,
  )
}

/**
 * Returns each group of spellings once, at the place of its newest spelling. Where nothing was renamed or merged, the
 * join finds an empty table.
 * @param paid rows (beneficiary_id, name, newest)
 */
async function readBeneficiaries(
  db: Kysely<Database>,
  companyId: string,
  paid: RawBuilder<unknown>,
): Promise<Beneficiary[]> {
  const { rows } = await sql<{ id: string; name: string; spellings: string | null }>`
    SELECT coalesce(g.group_id, paid.beneficiary_id) AS id, coalesce(g.name, paid.name) AS name,
      CASE WHEN g.group_id IS NOT NULL THEN (SELECT json_agg(o.spelling ORDER BY o.spelling) FROM beneficiary_groups o
        WHERE o.company_id = ${companyId} AND o.group_id = g.group_id) END AS spellings
    FROM (${paid}) AS paid
    LEFT JOIN beneficiary_groups g ON g.company_id = ${companyId} AND g.beneficiary_id = paid.beneficiary_id
    ORDER BY newest DESC`.execute(db)
  const found = new Map<string, Beneficiary>()
  for (const { id, name, spellings } of rows)
    if (!found.has(id)) found.set(id, { id, name, ...alsoWritten(name, spellings) })
  return [...found.values()]
}

/** @param spellings those of the group as JSON; null where there is no group */
export function alsoWritten(name: string, spellings: string | null): Pick<Beneficiary, 'also'> {
  const also = spellings === null ? [] : otherSpellings(name, JSON.parse(spellings) as string[])
  return also.length === 0 ? {} : { also }
}

/** A beneficiary with the ids of all its spellings that were ever paid. */
export interface BeneficiaryWithIds {
  id: string
  name: string
  paidIds: string[]
}

/** Returns the beneficiary that has a spelling; undefined where the company has none with this id. */
export async function findBeneficiary(
  db: Kysely<Database>,
  companyId: string,
  id: string,
): Promise<BeneficiaryWithIds | undefined> {
  const { rows } = await sql<{ paid: string; id: string; name: string }>`
    SELECT b.beneficiary_id AS paid, coalesce(g.group_id, b.beneficiary_id) AS id, coalesce(g.name, b.name) AS name
    FROM beneficiaries b
    LEFT JOIN beneficiary_groups g ON g.company_id = b.company_id AND g.beneficiary_id = b.beneficiary_id
    WHERE b.company_id = ${companyId} AND b.beneficiary_id IN (
      SELECT ${id}::text UNION ALL
      SELECT member.beneficiary_id FROM beneficiary_groups asked
      JOIN beneficiary_groups member ON member.company_id = asked.company_id AND member.group_id = asked.group_id
      WHERE asked.company_id = ${companyId} AND asked.beneficiary_id = ${id})
    ORDER BY 1`.execute(db)
  const [first] = rows
  return first && { id: first.id, name: first.name, paidIds: rows.map(({ paid }) => paid) }
}
