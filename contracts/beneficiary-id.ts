import { normalizeName } from './text/text-schemas.ts'

const BENEFICIARY_ID_PREFIX = 'b:'
/** A name has 120 characters, each of which NFKC may write as 18. */
export const MAX_BENEFICIARY_ID_LENGTH = 2200

/**
 * Returns the id of a beneficiary: a prefix and the normalised name. Two spellings that differ only in case or white
 * space are therefore one beneficiary (api.md), without a look-up.
 */
export function beneficiaryId(name: string): string {
  return BENEFICIARY_ID_PREFIX + normalizeName(name)
}

/** Returns the normalised name in the id of a beneficiary, in lower case; "" for any other text. */
export function nameInBeneficiaryId(id: string): string {
  return id.startsWith(BENEFICIARY_ID_PREFIX) ? id.slice(BENEFICIARY_ID_PREFIX.length) : ''
}
