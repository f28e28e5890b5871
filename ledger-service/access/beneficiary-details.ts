import type { MaskedDetails } from '@ledger/contracts/events/event-schemas.ts'
import type { BeneficiaryDetails } from '@ledger/contracts/http/tax/tax-schemas.ts'
import { maskNumber } from '@ledger/contracts/text/mask-tax-numbers.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { SqlStatement } from '../../database/connection/sql-statement.ts'

const NO_DETAILS: BeneficiaryDetails = { pan: null, gstin: null, phone: null }

/** Returns the details of a beneficiary; three nulls where none are stored. */
export async function readBeneficiaryDetails(
  db: Kysely<Database>,
  companyId: string,
  beneficiaryId: string,
): Promise<BeneficiaryDetails> {
  const row = await db
    .selectFrom('beneficiary_details')
    .select(['pan', 'gstin', 'phone'])
    .where('company_id', '=', companyId)
    .where('beneficiary_id', '=', beneficiaryId)
    .executeTakeFirst()
  return row ?? NO_DETAILS
}

export const areSameDetails = (one: BeneficiaryDetails, other: BeneficiaryDetails): boolean =>
  one.pan === other.pan && one.gstin === other.gstin && one.phone === other.phone

/** Returns the details as an event may name them. */
export function maskDetails({ pan, gstin, phone }: BeneficiaryDetails): MaskedDetails {
  const masked = (number: string | null) => (number === null ? null : maskNumber(number))
  return { pan: masked(pan), gstin: masked(gstin), phone: masked(phone) }
}

/** Returns the statement that stores the details of a beneficiary. One without details keeps no row. */
export function storeDetailsStatement(
  companyId: string,
  beneficiaryId: string,
  details: BeneficiaryDetails,
): SqlStatement {
  const of = [companyId, beneficiaryId]
  if (areSameDetails(details, NO_DETAILS))
    return {
      name: 'erase-beneficiary-details',
      text: 'DELETE FROM beneficiary_details WHERE company_id = $1 AND beneficiary_id = $2',
      values: of,
    }
  return {
    name: 'store-beneficiary-details',
    text: `INSERT INTO beneficiary_details (company_id, beneficiary_id, pan, gstin, phone) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (company_id, beneficiary_id)
      DO UPDATE SET pan = excluded.pan, gstin = excluded.gstin, phone = excluded.phone`,
    values: [...of, details.pan, details.gstin, details.phone],
  }
}
