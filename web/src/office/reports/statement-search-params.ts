import { isDayInAddress } from '../../shared/forms/day-in-address.ts'

export interface StatementSearchParams {
  /** The id of a beneficiary. */
  readonly id: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
}

/** Returns the beneficiary and the days of the statement that the address names. */
export function parseStatementSearch({ id, from, to }: Record<string, unknown>): StatementSearchParams {
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    ...(isDayInAddress(from) ? { from } : {}),
    ...(isDayInAddress(to) ? { to } : {}),
  }
}
