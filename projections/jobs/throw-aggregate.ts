/**
 * Throws what failed for some while the others had their turn; nothing where nothing did. Several are one error, which says what each of
 * them says.
 */
export function throwAggregate(failed: readonly unknown[]): void {
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, [...new Set(failed.map(errorMessageOf))].join('; '))
}

const errorMessageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
