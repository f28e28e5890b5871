import type { MaskedDetails } from '@ledger/contracts/events/event-schemas.ts'
import type { BeneficiaryDetails } from '@ledger/contracts/http/beneficiaries/beneficiary-details-schemas.ts'
import { panOfGstin } from '@ledger/contracts/tax/tax-numbers.ts'
import { maskPanGstinOrPhone } from '@ledger/contracts/text/mask-pan-gstin-or-phone.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** A beneficiary, and the ids of all its spellings: details that one had before it was merged stay under its id. */
interface BeneficiaryIds {
  readonly id: string
  readonly paidIds: readonly string[]
}

/**
 * Returns the details of a beneficiary; three nulls where none are stored. A detail that is not stored under its own id
 * is that of another of its spellings, the first by id. PAN and GSTIN are of one PAN, that of the first spelling with a
 * number, as in the tax list (projections/queries/tax-list.ts).
 */
export async function readBeneficiaryDetails(
  db: Kysely<Database>,
  companyId: string,
  { id, paidIds }: BeneficiaryIds,
): Promise<BeneficiaryDetails> {
  const rows = await db
    .selectFrom('beneficiary_details')
    .select(['pan', 'gstin', 'phone'])
    .where('company_id', '=', companyId)
    .where('beneficiary_id', 'in', [id, ...paidIds])
    .orderBy((is) => is('beneficiary_id', '<>', id))
    .orderBy('beneficiary_id')
    .execute()
  const panOf = ({ pan, gstin }: BeneficiaryDetails) => pan ?? (gstin && panOfGstin(gstin))
  const shownPan = rows.map(panOf).find((pan) => pan !== null)
  const ofOnePan = rows.filter((row) => panOf(row) === shownPan)
  const firstOf = (some: BeneficiaryDetails[], field: keyof BeneficiaryDetails) =>
    some.find((row) => row[field] !== null)?.[field] ?? null
  return { pan: firstOf(ofOnePan, 'pan'), gstin: firstOf(ofOnePan, 'gstin'), phone: firstOf(rows, 'phone') }
}

export const areSameDetails = (one: BeneficiaryDetails, other: BeneficiaryDetails): boolean =>
  one.pan === other.pan && one.gstin === other.gstin && one.phone === other.phone

/** Returns the details as an event may name them. */
export function maskDetails({ pan, gstin, phone }: BeneficiaryDetails): MaskedDetails {
  const masked = (number: string | null) => (number === null ? null : maskPanGstinOrPhone(number))
  return { pan: masked(pan), gstin: masked(gstin), phone: masked(phone) }
}

/**
 * Returns the statements that store the changed details of a beneficiary under its own id. The other details stay where
 * they are, so that a spelling which is separated again has its own; an erased detail is erased under every spelling.
 */
export function storeDetailsStatements(
  companyId: string,
  { id, paidIds }: BeneficiaryIds,
  before: BeneficiaryDetails,
  after: BeneficiaryDetails,
): SqlStatement[] {
  const changed = DETAIL_FIELDS.map((field) => (after[field] === before[field] ? null : after[field]))
  // A party without numbers has none of another spelling either, also where they are of another PAN.
  const hasNoNumber = after.pan === null && after.gstin === null
  const hadNumber = before.pan !== null || before.gstin !== null
  const erased = DETAIL_FIELDS.map(
    (field) => after[field] === null && (before[field] !== null || (field !== 'phone' && hasNoNumber && hadNumber)),
  )
  const store = {
    name: 'store-beneficiary-details',
    text: `INSERT INTO beneficiary_details AS stored (company_id, beneficiary_id, pan, gstin, phone)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, beneficiary_id) DO UPDATE SET
      pan = coalesce(excluded.pan, stored.pan), gstin = coalesce(excluded.gstin, stored.gstin),
      phone = coalesce(excluded.phone, stored.phone)`,
    values: [companyId, id, ...changed],
  }
  const spellings = [companyId, [id, ...paidIds]]
  const erase = {
    name: 'erase-beneficiary-details',
    text: `UPDATE beneficiary_details SET pan = CASE WHEN $3::boolean THEN NULL ELSE pan END,
      gstin = CASE WHEN $4::boolean THEN NULL ELSE gstin END, phone = CASE WHEN $5::boolean THEN NULL ELSE phone END
      WHERE company_id = $1 AND beneficiary_id = ANY ($2::text[])`,
    values: [...spellings, ...erased],
  }
  const removeEmpty = {
    name: 'remove-empty-beneficiary-details',
    text: `DELETE FROM beneficiary_details WHERE company_id = $1 AND beneficiary_id = ANY ($2::text[])
      AND num_nonnulls(pan, gstin, phone) = 0`,
    values: spellings,
  }
  return [
    ...(changed.some((value) => value !== null) ? [store] : []),
    ...(erased.includes(true) ? [erase, removeEmpty] : []),
  ]
}

const DETAIL_FIELDS = ['pan', 'gstin', 'phone'] as const
