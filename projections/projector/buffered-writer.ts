import { combineStatements, type NamedStatement } from '@ledger/database/connection/combine-statements.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { ReadModelTable, ReadModelWriter, UntypedRow } from '../read-models/read-model-table.ts'
import {
  accumulateRows,
  CHECKPOINTED_COMPANIES,
  createUpsertWriter,
  insertStatement,
  onConflictSql,
  type PendingInsert,
  runStatement,
} from './upsert-writer.ts'

/** Rows of one company or several, which are written together. */
export interface BufferedWriter {
  forCompany(companyId: string): ReadModelWriter
  finish(): Promise<void>
}

/** Where they go. */
interface BufferTarget {
  /** Writes what was gathered so far. */
  send(waiting: readonly PendingInsert[]): Promise<void>
  /** Changes rows that are there; what was gathered before was sent. */
  update(companyId: string): ReadModelWriter['update']
}

/**
 * Gathers rows and writes them in one statement, at the end and before each update. One by one the tables of a page cost a round trip each,
 * and nobody sees its events before the last of them.
 */
export function createBufferedWriter(db: Kysely<Database>): BufferedWriter {
  return createWriterTo({
    async send(waiting) {
      if (waiting.length > 0) await runStatement(db, combineStatements(waiting.map((each) => insertStatement(each))))
    },
    update: (companyId) => createUpsertWriter(db, companyId).update,
  })
}

/** The same, of companies whose checkpoints are moved with their rows, or neither. */
export interface CheckpointedWriter extends Omit<BufferedWriter, 'finish'> {
  /** Whether the rows of a company go anywhere, as far as that is known already. */
  mayWrite(companyId: string): boolean
  /** @returns the companies whose checkpoints were moved */
  finish(): Promise<Set<string>>
  /** Takes back what was sent, if anything was. */
  rollback(): Promise<void>
}

/**
 * Gathers rows and writes them with the checkpoints in one statement, which is a transaction by itself: BEGIN, the checkpoints and COMMIT in messages of their own are
 * three more times to wait for a processor. Only where rows are changed, which has to be done after others were written, it is a transaction of several.
 * @param moving moves the checkpoints, and gives (company_id) of each that it moved
 */
export function createCheckpointedWriter(
  db: Kysely<Database>,
  moving: Omit<NamedStatement, 'name'>,
): CheckpointedWriter {
  let trx: ControlledTransaction<Database> | undefined
  let taken: Set<string> | undefined
  const mayTake = (companyId: string) => taken?.has(companyId) ?? true

  async function begin(waiting: readonly PendingInsert[]): Promise<void> {
    const parts = [
      { name: 'checkpoints', ...moving },
      { name: 'taken', text: 'SELECT DISTINCT company_id FROM into_checkpoints', values: [] },
      ...waiting.map((each) => insertStatement(each, CHECKPOINTED_COMPANIES)),
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
      const own = new Map([...each.rows].filter(([companyId]) => mayTake(companyId)))
      return own.size === 0 ? [] : insertStatement({ ...each, rows: own })
    })
    if (rows.length > 0) await runStatement(trx ?? db, combineStatements(rows))
  }

  const all = createWriterTo({
    async send(waiting) {
      // More follows.
      trx ??= await db.startTransaction().execute()
      await send(waiting)
    },
    update: (companyId) => async (table, columns, rows) =>
      // Whoever is left out has nothing that could be missing.
      mayTake(companyId) ? createUpsertWriter(trx ?? db, companyId).update(table, columns, rows) : rows.length,
  })

  return {
    forCompany: all.forCompany,
    mayWrite: mayTake,
    async finish() {
      await send(all.take())
      await trx?.commit().execute()
      return taken ?? new Set()
    },
    async rollback() {
      // A connection that was lost has given up by itself; why it did is known to whoever calls this.
      await trx
        ?.rollback()
        .execute()
        .catch(() => undefined)
    },
  }
}

/** @returns what `take` gives is not sent by it */
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
    // Parts of one statement do not see what the others write.
    if (there?.rows.has(companyId) || (there && there.onConflict !== onConflict)) await send(take())
    const waiting = all.get(table.name) ?? { table: table as ReadModelTable, rows: new Map(), onConflict }
    all.set(table.name, waiting)
    // What is asked of a row from here on is that it fits its table, which the compiler has seen.
    waiting.rows.set(companyId, rows as readonly UntypedRow[])
  }

  function take(): PendingInsert[] {
    const waiting = [...all.values()]
    all.clear()
    return waiting
  }

  function of(companyId: string): ReadModelWriter {
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

  return { forCompany: of, take, finish: () => send(take()) }
}
