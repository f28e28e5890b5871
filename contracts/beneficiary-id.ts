import { normalizeName } from './text-schemas.ts'

/** The longest id of a beneficiary: one prefix and a normalised name. */
const BENEFICIARY_ID_PREFIX = 'b:'

/**
 * The id of a beneficiary is its normalised name, so two spellings that differ in case or spaces are one beneficiary
 * (api.md) without a look-up.
 */
export function beneficiaryId(name: string): string {
  return BENEFICIARY_ID_PREFIX + normalizeName(name)
}
