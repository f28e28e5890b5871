import { COMPANY_SOURCE_SQL, unnestColumns, unnestColumnsUnchecked } from '@ledger/database/binary/unnest-columns.ts'
import type { SqlStatement, UnnamedStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { MergeRule, ReadModelTable, UntypedRow } from '../read-models/read-model-table.ts'
import type { ReadModelWriter } from '../read-models/read-model-writer.ts'
import { RowAccumulator } from '../read-models/row-accumulator.ts'

/**
 * Returns a writer for rows of one company, with one statement for each call. Table names are unqualified: the search
 * path selects the table.
 * @param whose TABLES_OF_THIS_SERVER where the search path selects rebuilt or temporary tables
 */
export function createUpsertWriter(db: Kysely<Database>, companyId: string, whose = LIVE_TABLES): ReadModelWriter {
  async function write<Row>(table: ReadModelTable<Row>, rows: readonly Row[], onConflict = ''): Promise<void> {
    if (rows.length === 0) return
    const waiting = {
      table: table as ReadModelTable,
      rows: new Map([[companyId, rows as readonly UntypedRow[]]]),
      onConflict,
    }
    await runStatement(db, insertStatement(waiting, whose))
  }

  return {
    async insert(table, rows) {
      await write(table, rows)
    },

    async upsert(table, add) {
      await write(table, accumulateRows(add), onConflictSql(table))
    },

    async update({ name, key }, types, rows) {
      if (rows.length === 0) return 0
      const columns = unnestColumns(types)
      const set = Object.keys(types).map((column) => `${column} = given.${column}`)
      const found = key.map((column) => `${name}.${column} = given.${column}`)
      const text = `UPDATE ${name} SET ${set.join(', ')} FROM ${columns.from(2)} WHERE ${name}.company_id = $1 AND ${found.join(' AND ')}`
      const { numAffectedRows } = await runStatement(db, { text, values: [companyId, ...columns.values(rows)] })
      return Number(numAffectedRows)
    },
  }
}

/** Rows for a table by company, and the clause for rows whose key exists. */
export interface PendingInsert {
  table: ReadModelTable
  rows: Map<string, readonly UntypedRow[]>
  onConflict: string
}

/** Returns the rows of a page alone: the server merges them with the existing ones. */
export function accumulateRows<Row>(add: (rows: RowAccumulator<Row>) => void): Row[] {
  const rows = new RowAccumulator<Row>()
  add(rows)
  return [...rows.values()]
}

export const runStatement = <Row>(db: Kysely<Database>, { text, values }: UnnamedStatement) =>
  db.executeQuery<Row>(CompiledQuery.raw(text, values))

/**
 * Which companies' rows are written: for one company, `$1`, a row source beside its rows; for several, a condition on
 * each row.
 */
export interface CompanyCondition {
  one: string
  several: string
}

const LIVE_TABLES: CompanyCondition = { one: COMPANY_SOURCE_SQL, several: '' }
/**
 * Rebuilt and temporary tables, which no cluster spreads: Citus joins none of its tables with one of these, as the
 * numbering of rows would.
 */
export const TABLES_OF_THIS_SERVER: CompanyCondition = {
  one: '(SELECT $1::uuid AS company_id) AS company',
  several: '',
}
/** Only the companies whose checkpoints the same statement moves, which it therefore does first. */
export const COMPANIES_WITH_MOVED_POSITION: CompanyCondition = {
  one: '(SELECT company_id FROM into_taken WHERE company_id = $1) AS company',
  several: 'company_id IN (SELECT company_id FROM into_taken)',
}

/**
 * Returns the INSERT. For one company the statement names it, by which Citus finds its node; for several each row has
 * its own.
 */
export function insertStatement({ table, rows: all, onConflict }: PendingInsert, whose = LIVE_TABLES): SqlStatement {
  const { name, columns: types } = table
  const [[companyId, rows] = [], ...others] = all
  if (companyId && rows && others.length === 0) {
    const columns = unnestColumnsUnchecked<UntypedRow>(types)
    const { column, value, last, isNew } = numberingSql(table, '$1')
    const text = `INSERT INTO ${name} (company_id, ${columns.names}${column}) SELECT company_id, ${columns.names}${value}
    FROM ${whose.one} CROSS JOIN ${columns.from(2)} ${last} ${whereSql(isNew)} ${onConflict}`
    return { name, text, values: [companyId, ...columns.values(rows)] }
  }
  const columns = unnestColumnsUnchecked<{ company_id: string }>({ company_id: 'uuid', ...types })
  const { column, value, last, isNew } = numberingSql(table, 'given.company_id')
  const text = `INSERT INTO ${name} (${columns.names}${column}) SELECT ${columns.names}${value} FROM ${columns.from(1)}
    ${last} ${whereSql(whose.several, isNew)} ${onConflict}`
  const each = [...all].flatMap(([company_id, own]) => own.map((row) => ({ company_id, ...row })))
  return { name, text, values: columns.values(each) }
}

const whereSql = (...conditions: string[]) => {
  const all = conditions.filter((condition) => condition !== '')
  return all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`
}

/**
 * Returns the parts of an INSERT that number its rows; all are empty where the table numbers none. The number goes on
 * from the last one of the series, and a row that is not behind that one is left out. Both are found by the primary
 * key: each is an aggregate, because without one the planner is free to join the rows with all of the company. Each
 * subquery names its company, and none has a LIMIT, which Citus refuses here.
 */
function numberingSql({ name, numbering }: Pick<ReadModelTable, 'name' | 'numbering'>, companyId: string) {
  if (!numbering) return { column: '', value: '', last: '', isNew: '' }
  const { column, series, order } = numbering
  const ofSeries = `company_id = ${companyId} AND ${series} = given.${series}`
  return {
    column: `, ${column}`,
    value: `, coalesce(last_number, 0) + row_number() OVER (PARTITION BY company_id, ${series} ORDER BY ${order})`,
    last: `CROSS JOIN LATERAL (SELECT max(${column}) AS last_number FROM ${name} WHERE ${ofSeries}) AS numbered
      CROSS JOIN LATERAL (SELECT max(${order}) AS last_order FROM ${name}
        WHERE ${ofSeries} AND ${column} = last_number) AS ordered`,
    isNew: `${order} > coalesce(last_order, 0)`,
  }
}

/** Returns the clause for rows whose key exists. */
export function onConflictSql(table: Pick<ReadModelTable, 'name' | 'key' | 'mergeRules'>): string {
  return `ON CONFLICT (company_id, ${table.key.join(', ')}) DO ${mergeActionSql(table)}`
}

function mergeActionSql({ name, mergeRules }: Pick<ReadModelTable, 'name' | 'mergeRules'>): string {
  const set = Object.entries(mergeRules).flatMap(([column, how = 'first']) =>
    how === 'first' ? [] : [`${column} = ${MERGE_EXPRESSIONS[how](`${name}.${column}`, `excluded.${column}`)}`],
  )
  return set.length === 0 ? 'NOTHING' : `UPDATE SET ${set.join(', ')}`
}

const MERGE_EXPRESSIONS: Record<Exclude<MergeRule, 'first'>, (current: string, added: string) => string> = {
  sum: (current, added) => `${current} + ${added}`,
  greatest: (current, added) => `greatest(${current}, ${added})`,
  last: (_, added) => added,
}
