import type { Beneficiary } from '@ledger/contracts/http/responses.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** The most beneficiaries in head office's list, and in the list of a field account. */
const MAX_COMPANY_BENEFICIARIES = 1000
const MAX_ACCOUNT_BENEFICIARIES = 5000

/** Returns the beneficiaries that an account has paid, the most recent first. */
export async function beneficiariesPaidBy(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<Beneficiary[]> {
  return db
    .selectFrom('beneficiary_use')
    .innerJoin('beneficiaries', (join) =>
      join
        .onRef('beneficiaries.company_id', '=', 'beneficiary_use.company_id')
        .onRef('beneficiaries.beneficiary_id', '=', 'beneficiary_use.beneficiary_id'),
    )
    .select(['beneficiaries.beneficiary_id as id', 'beneficiaries.name'])
    .where('beneficiary_use.company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('debits', '>', 0)
    .orderBy('last_position', 'desc')
    .limit(MAX_ACCOUNT_BENEFICIARIES)
    .execute()
}

/** Returns the beneficiaries that the company ever paid, the newest first. */
export async function allBeneficiaries(db: Kysely<Database>, companyId: string): Promise<Beneficiary[]> {
  return db
    .selectFrom('beneficiaries')
    .select(['beneficiary_id as id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy('first_position', 'desc')
    .limit(MAX_COMPANY_BENEFICIARIES)
    .execute()
}

/** Returns the name of a beneficiary; undefined where the company has none with this id. */
export async function findBeneficiaryName(
  db: Kysely<Database>,
  companyId: string,
  beneficiaryId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('beneficiaries')
    .select('name')
    .where('company_id', '=', companyId)
    .where('beneficiary_id', '=', beneficiaryId)
    .executeTakeFirst()
  return row?.name
}
