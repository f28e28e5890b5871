const URL_DAY_FORM = /^2\d{3}-\d{2}-\d{2}$/
const isDayString = (value: unknown): value is string => typeof value === 'string' && URL_DAY_FORM.test(value)

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
    ...(isDayString(from) ? { from } : {}),
    ...(isDayString(to) ? { to } : {}),
  }
}
