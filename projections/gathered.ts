import { inOne, type Part } from '@ledger/database/in-one.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { AnyRow, ReadTable, Writer } from './read-table.ts'
import { insertion, joinedBy, OF_TAKEN, onConflict, run, statements, type Waiting } from './statements.ts'

/** Rows of one company or several, which are written together. */
export interface Gathered {
  of(companyId: string): Writer
  finish(): Promise<void>
}

/** Where they go. */
interface Target {
  /** Writes what was gathered so far. */
  send(waiting: readonly Waiting[]): Promise<void>
  /** Changes rows that are there; what was gathered before was sent. */
  update(companyId: string): Writer['update']
}

/**
 * Gathers rows and writes them in one statement, at the end and before each update. One by one the tables of a page cost a round trip each,
 * and nobody sees its events before the last of them.
 */
export function gathered(db: Kysely<Database>): Gathered {
  return gatheredFor({
    async send(waiting) {
      if (waiting.length > 0) await run(db, inOne(waiting.map((each) => insertion(each))))
    },
    update: (companyId) => statements(db, companyId).update,
  })
}

/** The same, of companies whose checkpoints are moved with their rows, or neither. */
export interface GatheredWithCheckpoints extends Omit<Gathered, 'finish'> {
  /** Whether the rows of a company go anywhere, as far as that is known already. */
  mayTake(companyId: string): boolean
  /** @returns the companies whose checkpoints were moved */
  finish(): Promise<Set<string>>
  /** Takes back what was sent, if anything was. */
  giveUp(): Promise<void>
}

/**
 * Gathers rows and writes them with the checkpoints in one statement, which is a transaction by itself: BEGIN, the checkpoints and COMMIT in messages of their own are
 * three more times to wait for a processor. Only where rows are changed, which has to be done after others were written, it is a transaction of several.
 * @param moving moves the checkpoints, and gives (company_id) of each that it moved
 */
export function gatheredWithCheckpoints(db: Kysely<Database>, moving: Omit<Part, 'name'>): GatheredWithCheckpoints {
  let trx: ControlledTransaction<Database> | undefined
  let taken: Set<string> | undefined
  const mayTake = (companyId: string) => taken?.has(companyId) ?? true

  async function begin(waiting: readonly Waiting[]): Promise<void> {
    const parts = [
      { name: 'checkpoints', ...moving },
      { name: 'taken', text: 'SELECT DISTINCT company_id FROM into_checkpoints', values: [] },
      ...waiting.map((each) => insertion(each, OF_TAKEN)),
    ]
    const { rows } = await run<{ company_id: string }>(trx ?? db, inOne(parts, 'SELECT company_id FROM into_taken'))
    taken = new Set(rows.map(({ company_id: companyId }) => companyId))
  }

  async function send(waiting: readonly Waiting[]): Promise<void> {
    if (taken === undefined) return begin(waiting)
    const rows = waiting.flatMap((each) => {
      const own = new Map([...each.rows].filter(([companyId]) => mayTake(companyId)))
      return own.size === 0 ? [] : insertion({ ...each, rows: own })
    })
    if (rows.length > 0) await run(trx ?? db, inOne(rows))
  }

  const all = gatheredFor({
    async send(waiting) {
      // More follows.
      trx ??= await db.startTransaction().execute()
      await send(waiting)
    },
    update: (companyId) => async (table, columns, rows) =>
      // Whoever is left out has nothing that could be missing.
      mayTake(companyId) ? statements(trx ?? db, companyId).update(table, columns, rows) : rows.length,
  })

  return {
    of: all.of,
    mayTake,
    async finish() {
      await send(all.take())
      await trx?.commit().execute()
      return taken ?? new Set()
    },
    async giveUp() {
      // A connection that was lost has given up by itself; why it did is known to whoever calls this.
      await trx
        ?.rollback()
        .execute()
        .catch(() => undefined)
    },
  }
}

/** @returns what `take` gives is not sent by it */
function gatheredFor({ send, update }: Target): Gathered & { take(): Waiting[] } {
  const all = new Map<string, Waiting>()

  async function add<Row>(
    companyId: string,
    table: ReadTable<Row>,
    rows: readonly Row[],
    onConflict = '',
  ): Promise<void> {
    if (rows.length === 0) return
    const there = all.get(table.name)
    // Parts of one statement do not see what the others write.
    if (there?.rows.has(companyId) || (there && there.onConflict !== onConflict)) await send(take())
    const waiting = all.get(table.name) ?? { table: table as ReadTable, rows: new Map(), onConflict }
    all.set(table.name, waiting)
    // What is asked of a row from here on is that it fits its table, which the compiler has seen.
    waiting.rows.set(companyId, rows as readonly AnyRow[])
  }

  function take(): Waiting[] {
    const waiting = [...all.values()]
    all.clear()
    return waiting
  }

  function of(companyId: string): Writer {
    return {
      insert: (table, rows) => add(companyId, table, rows),
      join: (table, addTo) => add(companyId, table, joinedBy(addTo), onConflict(table)),
      async update(table, columns, rows) {
        if (rows.length === 0) return 0
        await send(take())
        return update(companyId)(table, columns, rows)
      },
    }
  }

  return { of, take, finish: () => send(take()) }
}
