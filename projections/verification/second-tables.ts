import { unnestColumnsUnchecked } from '@ledger/database/binary/bulk-insert.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { DIRECTORY_TABLE } from '../read-models/account-directory.ts'
import { BALANCES_TABLE } from '../read-models/balances.ts'
import { BENEFICIARIES_TABLE, BENEFICIARY_USE_TABLE } from '../read-models/beneficiaries.ts'
import type { Projection } from '../read-models/read-model.ts'
import type { UntypedRow } from '../read-models/read-model-table.ts'
import { type Slice, wholeOf } from './live-rows.ts'

/**
 * Read models whose rows change in ways that no sum follows: the last use of a payee, a first spelling. Each table has
 * a second one, which only verifications write: the rows of the last good verification.
 */
export const REMEMBERED: Partial<Record<Projection['name'], readonly Slice[]>> = {
  balances: [wholeOf(BALANCES_TABLE)],
  beneficiaries: [wholeOf(BENEFICIARIES_TABLE), wholeOf(BENEFICIARY_USE_TABLE)],
  directory: [wholeOf(DIRECTORY_TABLE)],
}
export const isRemembered = ({ name }: Projection) => REMEMBERED[name] !== undefined

const SECOND: Partial<Record<keyof Database, keyof Database>> = {
  balances: 'kept_balances',
  beneficiaries: 'kept_beneficiaries',
  beneficiary_use: 'kept_beneficiary_use',
  directory: 'kept_directory',
}

export function secondOf(table: keyof Database): keyof Database {
  const second = SECOND[table]
  if (!second) throw new Error(`There is no second ${table}`)
  return second
}

const SLICE = 20_000

const namesOf = ({ columns }: Slice) => Object.keys(columns)
const keyOf = (slice: Slice) => namesOf(slice).slice(0, slice.keys)

/** Returns whether the rows of some keys are the same in both tables, or missing in both. */
export async function areEqual(
  db: Kysely<Database>,
  companyId: string,
  slice: Slice,
  keys: UntypedRow[],
): Promise<boolean> {
  const given = unnestColumnsUnchecked<UntypedRow>(
    Object.fromEntries(Object.entries(slice.columns).slice(0, slice.keys)),
  )
  const isSame = keyOf(slice).map((column) => `t.${column} = given.${column}`)
  // The limit makes the planner find the row by its key, however many rows it expects.
  const found = (table: keyof Database, as: string) => `LEFT JOIN LATERAL (
    SELECT ${namesOf(slice).join(', ')} FROM read.${table} t WHERE t.company_id = $1 AND ${isSame.join(' AND ')} LIMIT 1) AS ${as} ON true`
  const differ = namesOf(slice).map((column) => `kept.${column} IS DISTINCT FROM live.${column}`)
  const text = `SELECT 1 FROM ${given.from(2)} ${found(secondOf(slice.table), 'kept')} ${found(slice.table, 'live')}
    WHERE ${differ.join(' OR ')} LIMIT 1`
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [companyId, ...given.values(keys)]))
  return rows.length === 0
}

export async function isWholeEqual(db: Kysely<Database>, companyId: string, slice: Slice): Promise<boolean> {
  for (let after: (string | number)[] | undefined; ; ) {
    const { isEqual, last } = await compareSlice(db, companyId, slice, after, SLICE)
    if (!isEqual || !last) return isEqual
    after = last
  }
}

/**
 * Compares at most `most` rows after a key, in its order. `last` is the key of the last one, where there may be more.
 */
export async function compareSlice(
  db: Kysely<Database>,
  companyId: string,
  slice: Slice,
  after: (string | number)[] | undefined,
  most: number,
): Promise<{ isEqual: boolean; last: (string | number)[] | undefined }> {
  const second = secondOf(slice.table)
  const key = sql.join(keyOf(slice).map((column) => sql.ref(column)))
  const beyond = after === undefined ? sql`` : sql`AND (${key}) > (${sql.join(after)})`
  const { rows } = await sql<{ [column: string]: string | number }>`
    SELECT ${key} FROM ${sql.table(`read.${second}`)} WHERE company_id = ${companyId} ${beyond}
    ORDER BY ${key} OFFSET ${most - 1} LIMIT 1`.execute(db)
  const last = rows[0] && Object.values(rows[0])
  const upTo = last === undefined ? sql`` : sql`AND (${key}) <= (${sql.join(last)})`
  const columns = sql.join(namesOf(slice).map((column) => sql.ref(column)))
  // The order and the limit make the planner use the index: it cannot estimate the rows between two keys of several
  // columns.
  const of = (
    table: keyof Database,
    sign: 1 | -1,
  ) => sql`(SELECT ${columns}, ${sql.lit(sign)} AS sign FROM ${sql.table(`read.${table}`)}
    WHERE company_id = ${companyId} ${beyond} ${upTo} ORDER BY ${key} LIMIT ${most + 1})`
  const found = await sql`
    SELECT FROM (${of(second, 1)} UNION ALL ${of(slice.table, -1)}) AS rows
    GROUP BY ${columns} HAVING sum(sign) <> 0 LIMIT 1`.execute(db)
  return { isEqual: found.rows.length === 0, last }
}
