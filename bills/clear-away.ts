import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import type { BillContents, KeptIn } from './contents.ts'

/** An upload that no entry names after so long is one that somebody thought better of. */
const KEPT_DAYS = 7
/** So many in one transaction: a store of objects is asked for all of them together before it ends, on as many connections. */
const AT_ONCE = 50
/** So many are marked in one transaction: who names one meanwhile waits for it. */
const MARKED_AT_ONCE = 1000

/**
 * Clears away uploads that no entry names or ever named, once they were wanted last 7 days ago. Which entries name which bills says a read
 * model: where it is behind the log, or has stopped, nothing is cleared away.
 */
export async function clearUploads(db: Kysely<Database>, companyId: string, contents: BillContents): Promise<void> {
  await removeErased(db, companyId, contents)
  if (!(await knowsEveryUse(db, companyId))) return
  await keepNamed(db, companyId)
  for (;;) {
    const cleared = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ bill_id: string; kept_in: KeptIn | null }>`
        DELETE FROM bills WHERE company_id = ${companyId} AND bill_id IN (
          SELECT bill_id FROM bills AS old WHERE company_id = ${companyId} AND erased_at IS NULL
            AND ${IS_OLD} AND NOT EXISTS (SELECT FROM bill_uses WHERE company_id = ${companyId} AND bill_uses.bill_id = old.bill_id)
          ORDER BY bill_id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
        RETURNING bill_id, kept_in`.execute(trx)
      const ids = rows.map((row) => row.bill_id)
      if (ids.length === 0) return 0
      await trx.deleteFrom('bill_uploads').where('company_id', '=', companyId).where('bill_id', 'in', ids).execute()
      // Last: what is uploaded again meanwhile waits for this, and is then written again.
      for (const keptIn of ['postgres', 's3'] as const) {
        const there = rows.flatMap((row) => (row.kept_in === keptIn ? [row.bill_id] : []))
        if (there.length > 0) await contents.of(keptIn).remove(trx, there)
      }
      return ids.length
    })
    if (cleared < AT_ONCE) return
  }
}

const IS_OLD = sql`wanted_at < 'infinity' AND wanted_at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day'`

/** What an entry names, or did so once, is wanted for ever: otherwise every bill that there is would be looked at each hour. */
async function keepNamed(db: Kysely<Database>, companyId: string): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE bills SET wanted_at = 'infinity' WHERE company_id = ${companyId} AND bill_id IN (
        SELECT bill_id FROM bills AS old WHERE company_id = ${companyId} AND erased_at IS NULL
          AND ${IS_OLD}
          AND EXISTS (SELECT FROM bill_uses WHERE company_id = ${companyId} AND bill_uses.bill_id = old.bill_id)
        ORDER BY bill_id LIMIT ${MARKED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(db)
    if (numAffectedRows < MARKED_AT_ONCE) return
  }
}

/** Removes the bytes of erased bills, some at a time, that are still in a store of objects, which is no part of the transaction of their event. */
export async function removeErased(db: Kysely<Database>, companyId: string, contents: BillContents): Promise<void> {
  const rows = await db
    .selectFrom('bills')
    .select('bill_id')
    .where('company_id', '=', companyId)
    .where('erased_at', 'is not', null)
    .where('kept_in', '=', 's3')
    .limit(AT_ONCE)
    .execute()
  if (rows.length === 0) return
  const ids = rows.map((row) => row.bill_id)
  await contents.of('s3').remove(db, ids)
  await db
    .updateTable('bills')
    .set({ kept_in: null })
    .where('company_id', '=', companyId)
    .where('bill_id', 'in', ids)
    .execute()
}

/** Whether the read model of uses has taken everything that was in the log a moment ago. */
async function knowsEveryUse(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ knows: boolean }>`
    SELECT coalesce((SELECT position FROM checkpoints WHERE company_id = ${companyId} AND projection = 'bills'), 0)
      >= (SELECT position FROM log_heads WHERE company_id = ${companyId}) AS knows`.execute(db)
  return rows[0]?.knows ?? false
}
