import { COMPANY_SOURCE_SQL, unnestColumns } from '@ledger/database/binary/bulk-insert.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'
import type { Range } from './buckets.ts'
import type { ExpectedTable } from './expected.ts'
import { type Kept, keepFold } from './kept-folds.ts'

/** The sums of buckets that the last good verification stored, a row for each: only the checked buckets are read. */

/** The company and the read model of stored sums. */
export interface Whose {
  companyId: string
  name: Projection['name']
}

/** Returns consecutive buckets from `from` on, until one of the tables has enough rows in them. */
export async function oldBuckets(
  db: Kysely<Database>,
  whose: Whose,
  tables: ExpectedTable[],
  from: string,
  oldRows: number,
): Promise<Range> {
  const ends: string[] = []
  for (const part of tables.keys()) {
    const end = await endOf(db, whose, part, from, oldRows)
    if (end !== undefined) ends.push(end)
  }
  return { from, below: ends.sort()[0] }
}

/** Returns the bucket after enough rows; undefined where there are fewer up to the last one. */
async function endOf(
  db: Kysely<Database>,
  { companyId, name }: Whose,
  part: number,
  from: string,
  oldRows: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ bucket: string }>`
    SELECT bucket FROM (
      SELECT bucket, sum(rows) OVER following - rows AS before, row_number() OVER following AS place FROM (
        SELECT bucket, rows FROM kept_sums
        WHERE company_id = ${companyId} AND projection = ${name} AND part = ${part} AND bucket >= ${from}
        ORDER BY bucket LIMIT ${oldRows + 1}
      ) AS next WINDOW following AS (ORDER BY bucket)
    ) AS counted WHERE before >= ${oldRows} OR place > ${oldRows} ORDER BY bucket LIMIT 1`.execute(db)
  return rows[0]?.bucket
}

/**
 * Adds the stored sums of the buckets that are touched or in a range to the sums of a table, which are those of later
 * events.
 */
export async function joinKept(
  db: Kysely<Database>,
  { companyId, name }: Whose,
  part: number,
  { sums }: ExpectedTable,
  { from, below }: Range,
): Promise<void> {
  const kept = db
    .selectFrom('kept_sums')
    .select(['bucket', 'sum', 'rows'])
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .where('part', '=', part)
  const touched = [...sums.touched()]
  const inRange = kept
    .where('bucket', '>=', from)
    .$if(below !== undefined, (buckets) => buckets.where('bucket', '<', below ?? ''))
    .where('bucket', '<>', sql<string>`ALL(${touched}::text[])`)
  const all = kept.where('bucket', '=', sql<string>`ANY(${touched}::text[])`).unionAll(inRange)
  for (const { bucket, ...sum } of await all.execute()) sums.join(bucket, sum)
}

type KeptSums = Omit<RowOf<'kept_sums'>, 'company_id'>
const COLUMNS = unnestColumns<KeptSums>({
  projection: 'text',
  part: 'integer',
  bucket: 'text',
  sum: 'text',
  rows: 'bigint',
})
const AT_ONCE = 5000

/**
 * Stores the sums that are equal to the tables: of the touched buckets, or of all buckets after a fold from the first
 * event. Stores nothing where another verification has stored its own meanwhile.
 * @param before the stored verification that this one started from
 */
export async function keepSums(
  db: Kysely<Database>,
  { companyId, name }: Whose,
  tables: ExpectedTable[],
  before: Kept | undefined,
  now: Kept,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE kept_sums IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
    const own = trx.selectFrom('kept_folds').where('company_id', '=', companyId).where('projection', '=', name)
    const there = await own.select(['position', 'salt']).executeTakeFirst()
    if (before && !(there?.position === before.position && there.salt.equals(before.salt))) return
    if (!before)
      await trx.deleteFrom('kept_sums').where('company_id', '=', companyId).where('projection', '=', name).execute()
    for (const [part, { sums }] of tables.entries()) {
      const rows = (before ? [...sums.touched()] : sums.buckets()).map((bucket) => {
        return { projection: name, part, bucket, ...sums.kept(bucket) }
      })
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await write(trx, companyId, rows.slice(from, from + AT_ONCE))
    }
    await keepFold(trx, companyId, name, now)
  })
}

async function write(db: Kysely<Database>, companyId: string, rows: KeptSums[]): Promise<void> {
  const text = `INSERT INTO kept_sums (company_id, ${COLUMNS.names}) SELECT company_id, ${COLUMNS.names}
    FROM ${COMPANY_SOURCE_SQL} CROSS JOIN ${COLUMNS.from(2)}
    ON CONFLICT (company_id, projection, part, bucket) DO UPDATE SET sum = excluded.sum, rows = excluded.rows`
  await db.executeQuery(CompiledQuery.raw(text, [companyId, ...COLUMNS.values(rows)]))
}
