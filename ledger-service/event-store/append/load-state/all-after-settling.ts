/**
 * Returns all results, or the first failure, once all are settled: no statement may be in flight when the batch ends.
 */
export async function allAfterSettling<T extends readonly unknown[]>(
  promises: { [Key in keyof T]: Promise<T[Key]> | T[Key] },
): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises) as unknown as Promise<T>
}
