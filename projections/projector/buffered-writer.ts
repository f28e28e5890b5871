import { combineStatements } from '@ledger/database/connection/combine-statements.ts'
import type { UnnamedStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { ReadModelTable, UntypedRow } from '../read-models/read-model-table.ts'
import type { ReadModelWriter } from '../read-models/read-model-writer.ts'
import {
  accumulateRows,
  COMPANIES_WITH_MOVED_POSITION,
  type CompanyCondition,
  createUpsertWriter,
  insertStatement,
  onConflictSql,
  type PendingInsert,
  runStatement,
} from './upsert-writer.ts'

/** Collects rows of one or several companies, and writes them together. */
export interface BufferedWriter {
  forCompany(companyId: string): ReadModelWriter
  finish(): Promise<void>
}

/** The destination of the rows. */
interface BufferTarget {
  /** Writes the rows collected so far. */
  send(waiting: readonly PendingInsert[]): Promise<void>
  /** Returns a function that changes existing rows; the rows collected before are written by then. */
  update(companyId: string): ReadModelWriter['update']
}

/**
 * Returns a writer that collects rows and writes them in one statement, at the end and before each update. Separate
 * statements would cost a round trip for each table of a page, and readers see its events only after the last one.
 * @param whose TABLES_OF_THIS_SERVER where the search path selects temporary tables
 */
export function createBufferedWriter(db: Kysely<Database>, whose?: CompanyCondition): BufferedWriter {
  return createWriterTo({
    async send(waiting) {
      if (waiting.length === 0) return
      await runStatement(db, combineStatements(waiting.map((each) => insertStatement(each, whose))))
    },
    update: (companyId) => createUpsertWriter(db, companyId).update,
  })
}

/** A buffered writer that moves the checkpoints of the companies together with their rows, or writes neither. */
export interface AtomicProjectionWriter extends Omit<BufferedWriter, 'finish'> {
  /** Returns whether the rows of a company are written; true until the checkpoints are moved. */
  mayWrite(companyId: string): boolean
  /** @returns the companies whose checkpoints were moved */
  finish(): Promise<Set<string>>
  /** Rolls back what was written, if anything was. */
  rollback(): Promise<void>
}

/**
 * Returns a writer that writes the rows and moves the checkpoints in one statement, which is a transaction by itself:
 * BEGIN, the checkpoints and COMMIT in messages of their own would wait for a processor three more times. An update
 * must follow the rows written before it, so it makes this a transaction of several statements.
 * @param moving the statement that moves the checkpoints and returns the company_id of each that it moved
 */
export function createAtomicProjectionWriter(db: Kysely<Database>, moving: UnnamedStatement): AtomicProjectionWriter {
  let trx: ControlledTransaction<Database> | undefined
  let taken: Set<string> | undefined
  const mayWrite = (companyId: string) => taken?.has(companyId) ?? true

  async function begin(waiting: readonly PendingInsert[]): Promise<void> {
    const parts = [
      { name: 'checkpoints', ...moving },
      { name: 'taken', text: 'SELECT DISTINCT company_id FROM into_checkpoints', values: [] },
      ...waiting.map((each) => insertStatement(each, COMPANIES_WITH_MOVED_POSITION)),
    ]
    const { rows } = await runStatement<{ company_id: string }>(
      trx ?? db,
      combineStatements(parts, 'SELECT company_id FROM into_taken'),
    )
    taken = new Set(rows.map(({ company_id: companyId }) => companyId))
  }

  async function send(waiting: readonly PendingInsert[]): Promise<void> {
    if (taken === undefined) return begin(waiting)
    const rows = waiting.flatMap((each) => {
      const own = new Map([...each.rows].filter(([companyId]) => mayWrite(companyId)))
      return own.size === 0 ? [] : insertStatement({ ...each, rows: own })
    })
    if (rows.length > 0) await runStatement(trx ?? db, combineStatements(rows))
  }

  const all = createWriterTo({
    async send(waiting) {
      // More statements follow.
      trx ??= await db.startTransaction().execute()
      await send(waiting)
    },
    update: (companyId) => async (table, columns, rows) =>
      // A company that is left out has no rows that could be missing.
      mayWrite(companyId) ? createUpsertWriter(trx ?? db, companyId).update(table, columns, rows) : rows.length,
  })

  return {
    forCompany: all.forCompany,
    mayWrite,
    async finish() {
      await send(all.take())
      await trx?.commit().execute()
      return taken ?? new Set()
    },
    async rollback() {
      // A lost connection has rolled back by itself, and the caller has the error that says why.
      await trx
        ?.rollback()
        .execute()
        .catch(() => undefined)
    },
  }
}

/** @returns a writer whose `take` returns the collected rows unsent */
function createWriterTo({ send, update }: BufferTarget): BufferedWriter & { take(): PendingInsert[] } {
  const all = new Map<string, PendingInsert>()

  async function add<Row>(
    companyId: string,
    table: ReadModelTable<Row>,
    rows: readonly Row[],
    onConflict = '',
  ): Promise<void> {
    if (rows.length === 0) return
    const there = all.get(table.name)
    // The parts of one statement do not see each other's rows.
    if (there?.rows.has(companyId) || (there && there.onConflict !== onConflict)) await send(take())
    const waiting = all.get(table.name) ?? { table: table as ReadModelTable, rows: new Map(), onConflict }
    all.set(table.name, waiting)
    // From here on a row must only fit its table, which the compiler has checked.
    waiting.rows.set(companyId, rows as readonly UntypedRow[])
  }

  function take(): PendingInsert[] {
    const waiting = [...all.values()]
    all.clear()
    return waiting
  }

  function forCompany(companyId: string): ReadModelWriter {
    return {
      insert: (table, rows) => add(companyId, table, rows),
      upsert: (table, addTo) => add(companyId, table, accumulateRows(addTo), onConflictSql(table)),
      async update(table, columns, rows) {
        if (rows.length === 0) return 0
        await send(take())
        return update(companyId)(table, columns, rows)
      },
    }
  }

  return { forCompany, take, finish: () => send(take()) }
}
