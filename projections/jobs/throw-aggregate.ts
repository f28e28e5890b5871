import { toError } from '@ledger/database/process/to-error.ts'

/**
 * Throws the only error as it is, and several errors as one AggregateError with their messages; returns where there is
 * none.
 */
export function throwAggregate(failed: readonly unknown[]): void {
  if (failed.length === 1) throw failed[0]
  const messages = new Set(failed.map((error) => toError(error).message))
  if (failed.length > 1) throw new AggregateError(failed, [...messages].join('; '))
}
