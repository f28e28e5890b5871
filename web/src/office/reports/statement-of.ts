const DAY = /^2\d{3}-\d{2}-\d{2}$/
const isDayText = (value: unknown): value is string => typeof value === 'string' && DAY.test(value)

export interface StatementOf {
  /** The id of a beneficiary. */
  readonly id: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
}

/** Returns the beneficiary and the days of the statement that the address names. */
export function statementOf({ id, from, to }: Record<string, unknown>): StatementOf {
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    ...(isDayText(from) ? { from } : {}),
    ...(isDayText(to) ? { to } : {}),
  }
}
