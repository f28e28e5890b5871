import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ExpectedTable } from './expected.ts'
import { liveRows } from './live-rows.ts'
import { isSameIn, type TableSums } from './row-digests.ts'

/** What the rows of a table add up to: all of them, or those of some ranges. */
export async function liveSums(
  db: Kysely<Database>,
  companyId: string,
  { slice, sums, bucketOf }: ExpectedTable,
  ranges: readonly RawBuilder<unknown>[] = [sql`true`],
): Promise<TableSums> {
  const live = sums.empty()
  for (const where of ranges)
    for await (const page of liveRows(db, companyId, slice, where))
      for (const row of page) live.addBytes(bucketOf(row), row)
  return live
}

/** Whether the same rows stand in every bucket of both. */
export const areSame = (expected: TableSums, live: TableSums): boolean =>
  [...live.buckets(), ...expected.buckets()].every((bucket) => isSameIn(bucket, expected, live))

/** Its tables are held only while they are read: a rebuild that swaps them waits no longer. */
export async function withoutHolding<Read>(trx: Kysely<Database>, read: () => Promise<Read>): Promise<Read> {
  await sql`SAVEPOINT reading`.execute(trx)
  const found = await read()
  await sql`ROLLBACK TO SAVEPOINT reading`.execute(trx)
  return found
}
