import { UnknownShape } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type ColumnTypes, columnsOf } from '@ledger/database/unnest.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { BALANCES } from './balances.ts'
import { BENEFICIARIES, BENEFICIARY_USE } from './beneficiaries.ts'
import { type Compared, checkpointOf, compareRows, foldPages } from './compare-rows.ts'
import { CopiedRows } from './copied-rows.ts'
import { PEOPLE } from './directory.ts'
import { forgetFold, keepFold, keptFold } from './kept-folds.ts'
import { type Slice, wholeOf } from './live-rows.ts'
import { CannotTake, type Projection } from './projection.ts'
import type { AnyRow, Writer } from './read-table.ts'
import { statements } from './statements.ts'

/**
 * Read models whose rows change in ways that no sum follows: the last use of a payee, a first spelling. Each table has a second one, which only
 * verifications write: the same rows as of the last good one.
 */
const REMEMBERED: Partial<Record<Projection['name'], readonly Slice[]>> = {
  balances: [wholeOf(BALANCES)],
  beneficiaries: [wholeOf(BENEFICIARIES), wholeOf(BENEFICIARY_USE)],
  directory: [wholeOf(PEOPLE)],
}
export const isRemembered = ({ name }: Projection) => REMEMBERED[name] !== undefined

const SECOND: Partial<Record<keyof Database, keyof Database>> = {
  balances: 'kept_balances',
  beneficiaries: 'kept_beneficiaries',
  beneficiary_use: 'kept_beneficiary_use',
  directory: 'kept_directory',
}

function secondOf(table: keyof Database): keyof Database {
  const second = SECOND[table]
  if (!second) throw new Error(`There is no second ${table}`)
  return second
}

/** Of more rows not all keys are remembered; then every row is compared. */
const MOST_TOUCHED = 100_000
/** So many rows are compared in one statement. */
const AT_ONCE = 1000
const SLICE = 20_000
const NO_SALT = Buffer.alloc(0)

/**
 * Brings the second tables to where the read model stands, by its own code, and compares the rows that were touched, and so many of the others in
 * turn. Where there is nothing to go on from, they are made anew, and every row is compared.
 */
export async function compareRemembered(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  oldRows: number,
): Promise<Compared> {
  const { name } = projection
  try {
    const position = await advance(db, companyId, projection, oldRows)
    if (position !== undefined) return { name, position, result: 'equal', differences: 0 }
  } catch (error) {
    if (!(error instanceof CannotTake || error instanceof UnknownShape)) throw error
  }
  const compared = await compareRows(db, companyId, projection)
  if (compared.result === 'equal') await forgetFold(db, companyId, name)
  return compared
}

/** @returns where the read model stands; undefined where rows differ: then the second tables are as they were */
function advance(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  oldRows: number,
): Promise<number | undefined> {
  const { name } = projection
  const slices = REMEMBERED[name] ?? []
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // Before the snapshot is taken, which the first query does: no rebuild swaps the tables until the end, nor does another verification write.
      await sql`LOCK TABLE ${sql.join(slices.map(({ table }) => sql.table(`read.${table}`)))} IN ROW SHARE MODE`.execute(
        trx,
      )
      const seconds = slices.map(({ table }) => sql.table(`read.${secondOf(table)}`))
      await sql`LOCK TABLE ${sql.join(seconds)} IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
      const upTo = await checkpointOf(trx, companyId, name)
      const kept = await keptFold(trx, companyId, name)
      await sql`SAVEPOINT advancing`.execute(trx)
      const oldFrom =
        kept && kept.position <= upTo
          ? await goOn(trx, companyId, projection, { from: kept.position, upTo }, kept.oldFrom, oldRows)
          : await beginAnew(trx, companyId, projection, upTo)
      if (oldFrom === undefined) {
        await sql`ROLLBACK TO SAVEPOINT advancing`.execute(trx)
        return undefined
      }
      await keepFold(trx, companyId, name, { position: upTo, salt: NO_SALT, oldFrom })
      return upTo
    })
}

async function beginAnew(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  upTo: number,
): Promise<string | undefined> {
  const slices = REMEMBERED[projection.name] ?? []
  for (const { table } of slices) await db.deleteFrom(secondOf(table)).where('company_id', '=', companyId).execute()
  const copied = new CopiedRows(db, companyId)
  await foldPages(db, companyId, projection, { from: 0, upTo, into: toSecond(copied) })
  await copied.finish()
  for (const slice of slices) if (!(await isWholeEqual(db, companyId, slice))) return undefined
  return '{}'
}

/** Of each table the key after which the next look at the old rows begins; none: at the first. */
type Turns = Partial<Record<string, (string | number)[]>>

/** @returns where the next look at the old rows begins; undefined where rows differ */
async function goOn(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  { from, upTo }: { from: number; upTo: number },
  oldFrom: string,
  oldRows: number,
): Promise<string | undefined> {
  const touched = new Touched()
  const into = toSecond(statements(db, companyId), touched)
  await foldPages(db, companyId, projection, { from, upTo, into })
  const turns: Turns = JSON.parse(oldFrom)
  const next: Turns = {}
  for (const slice of REMEMBERED[projection.name] ?? []) {
    if (touched.areTooMany) {
      if (!(await isWholeEqual(db, companyId, slice))) return undefined
      continue
    }
    for (const keys of touched.of(slice)) if (!(await areEqual(db, companyId, slice, keys))) return undefined
    const { isEqual, last } = await compareSlice(db, companyId, slice, turns[slice.table], oldRows)
    if (!isEqual) return undefined
    if (last) next[slice.table] = last
  }
  return JSON.stringify(next)
}

/** Keys of rows that were written, once each. */
class Touched {
  readonly #rows = new Map<string, Map<string, AnyRow>>()
  #count = 0

  get areTooMany(): boolean {
    return this.#count > MOST_TOUCHED
  }

  add(table: string, key: readonly string[], rows: Iterable<AnyRow>): void {
    const all = this.#rows.get(table) ?? new Map<string, AnyRow>()
    this.#rows.set(table, all)
    for (const row of rows) {
      if (this.areTooMany) return
      const values = Object.fromEntries(key.map((column) => [column, row[column] ?? null]))
      const name = JSON.stringify(values)
      if (!all.has(name)) this.#count++
      all.set(name, values)
    }
  }

  /** So many at once. */
  *of({ table }: Slice): Generator<AnyRow[]> {
    const all = [...(this.#rows.get(table)?.values() ?? [])]
    for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE)
  }
}

/** Writes into the second tables what a projection writes into its own. */
function toSecond(into: Writer, touched?: Touched): Writer {
  const known = (rows: Iterable<unknown>) => rows as Iterable<AnyRow>
  return {
    insert(table, rows) {
      touched?.add(table.name, table.key, known(rows))
      return into.insert({ ...table, name: secondOf(table.name) }, rows)
    },
    join(table, rows) {
      touched?.add(table.name, table.key, known(rows.values()))
      return into.join({ ...table, name: secondOf(table.name) }, rows)
    },
    update(table, columns, rows) {
      touched?.add(table.name, table.key, known(rows))
      return into.update({ ...table, name: secondOf(table.name) }, columns, rows)
    },
  }
}

const namesOf = ({ columns }: Slice) => Object.keys(columns)
const keyOf = (slice: Slice) => namesOf(slice).slice(0, slice.keys)

/** Whether the rows of some keys are the same in both tables, or in neither. */
async function areEqual(db: Kysely<Database>, companyId: string, slice: Slice, keys: AnyRow[]): Promise<boolean> {
  const types = Object.fromEntries(Object.entries(slice.columns).slice(0, slice.keys))
  // The values are of the key's columns: they fit.
  const given = columnsOf<AnyRow>(types as unknown as ColumnTypes<AnyRow>)
  const isSame = keyOf(slice).map((column) => `t.${column} = given.${column}`)
  // With a limit it is looked up by its key, however many rows the server believes there are.
  const found = (table: keyof Database, as: string) => `LEFT JOIN LATERAL (
    SELECT ${namesOf(slice)} FROM read.${table} t WHERE t.company_id = $1 AND ${isSame.join(' AND ')} LIMIT 1) AS ${as} ON true`
  const differ = namesOf(slice).map((column) => `kept.${column} IS DISTINCT FROM live.${column}`)
  const text = `SELECT 1 FROM ${given.from(2)} ${found(secondOf(slice.table), 'kept')} ${found(slice.table, 'live')}
    WHERE ${differ.join(' OR ')} LIMIT 1`
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [companyId, ...given.values(keys)]))
  return rows.length === 0
}

async function isWholeEqual(db: Kysely<Database>, companyId: string, slice: Slice): Promise<boolean> {
  for (let after: (string | number)[] | undefined; ; ) {
    const { isEqual, last } = await compareSlice(db, companyId, slice, after, SLICE)
    if (!isEqual || !last) return isEqual
    after = last
  }
}

/** Compares so many rows after a key, in its order. `last` is the key of the last one, where there may be more. */
async function compareSlice(
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
  // In order and with a limit: the server, which does not know how many rows are between two keys of several columns, goes by the index.
  const of = (table: keyof Database) => sql`(SELECT ${columns} FROM ${sql.table(`read.${table}`)}
    WHERE company_id = ${companyId} ${beyond} ${upTo} ORDER BY ${key} LIMIT ${most + 1})`
  const [kept, live] = [of(second), of(slice.table)]
  const found = await sql`
    SELECT FROM ((${kept} EXCEPT ALL ${live}) UNION ALL (${live} EXCEPT ALL ${kept})) AS different LIMIT 1`.execute(db)
  return { isEqual: found.rows.length === 0, last }
}
