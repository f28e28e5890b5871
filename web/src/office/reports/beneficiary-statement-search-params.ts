import { isDayInUrl } from '../../shared/forms/day-in-url.ts'

export interface BeneficiaryStatementSearchParams {
  /** The id of a beneficiary. */
  readonly id: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
}

/** Returns the beneficiary and the days of the statement that the address names. */
export function parseBeneficiaryStatementSearch({
  id,
  from,
  to,
}: Record<string, unknown>): BeneficiaryStatementSearchParams {
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    ...(isDayInUrl(from) ? { from } : {}),
    ...(isDayInUrl(to) ? { to } : {}),
  }
}
