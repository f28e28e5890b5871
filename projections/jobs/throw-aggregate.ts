/**
 * Throws the only error as it is, and several errors as one AggregateError with their messages; returns where there is
 * none.
 */
export function throwAggregate(failed: readonly unknown[]): void {
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, [...new Set(failed.map(errorMessageOf))].join('; '))
}

const errorMessageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
