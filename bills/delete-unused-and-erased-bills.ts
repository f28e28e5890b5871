import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { BillBlobStores, BlobLocation } from './blob-store.ts'

/** An upload that no entry names within this time was abandoned. */
const UNUSED_UPLOAD_DAYS = 7
/**
 * The most bills in one transaction: before it ends, the object store is called for all of them together, over as many
 * connections.
 */
const BILLS_PER_DELETION = 50
/** The most bills that are marked in one transaction; an entry that names one of them meanwhile waits for it. */
const BILLS_PER_MARKING = 1000

/**
 * Deletes uploads that no entry names or ever named, 7 days after they were last uploaded or checked for an entry. A
 * read model records which entries name which bills: if it is behind the log or has stopped, nothing is deleted.
 */
export async function deleteUnusedUploads(
  db: Kysely<Database>,
  companyId: string,
  contents: BillBlobStores,
): Promise<void> {
  await deleteErasedBillContents(db, companyId, contents)
  if (!(await isBillProjectionCurrent(db, companyId))) return
  await exemptUsedBills(db, companyId)
  for (;;) {
    const cleared = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ bill_id: string; kept_in: BlobLocation | null }>`
        DELETE FROM bills WHERE company_id = ${companyId} AND bill_id IN (
          SELECT bill_id FROM bills AS old WHERE company_id = ${companyId} AND erased_at IS NULL
            AND ${IS_EXPIRED_UPLOAD} AND NOT EXISTS (SELECT FROM bill_uses WHERE company_id = ${companyId} AND bill_uses.bill_id = old.bill_id)
          ORDER BY bill_id LIMIT ${BILLS_PER_DELETION} FOR UPDATE SKIP LOCKED)
        RETURNING bill_id, kept_in`.execute(trx)
      const ids = rows.map((row) => row.bill_id)
      if (ids.length === 0) return 0
      await trx.deleteFrom('bill_uploads').where('company_id', '=', companyId).where('bill_id', 'in', ids).execute()
      // The bytes are removed last: a new upload of the same file waits for this transaction, and then writes the bytes
      // again.
      for (const location of ['postgres', 's3'] as const) {
        const there = rows.flatMap((row) => (row.kept_in === location ? [row.bill_id] : []))
        if (there.length > 0) await contents.storeAt(location).remove(trx, there)
      }
      return ids.length
    })
    if (cleared < BILLS_PER_DELETION) return
  }
}

const IS_EXPIRED_UPLOAD = sql`wanted_at < 'infinity' AND wanted_at < now() - ${sql.lit(UNUSED_UPLOAD_DAYS)} * interval '1 day'`

/** Exempts bills that an entry names or ever named from deletion, so that later runs do not check them each hour. */
async function exemptUsedBills(db: Kysely<Database>, companyId: string): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE bills SET wanted_at = 'infinity' WHERE company_id = ${companyId} AND bill_id IN (
        SELECT bill_id FROM bills AS old WHERE company_id = ${companyId} AND erased_at IS NULL
          AND ${IS_EXPIRED_UPLOAD}
          AND EXISTS (SELECT FROM bill_uses WHERE company_id = ${companyId} AND bill_uses.bill_id = old.bill_id)
        ORDER BY bill_id LIMIT ${BILLS_PER_MARKING} FOR UPDATE SKIP LOCKED)`.execute(db)
    if (numAffectedRows < BILLS_PER_MARKING) return
  }
}

/**
 * Removes the bytes of erased bills that are still in the object store, up to 50 in one call. The object store takes no
 * part in the transaction of the erasure.
 */
export async function deleteErasedBillContents(
  db: Kysely<Database>,
  companyId: string,
  contents: BillBlobStores,
): Promise<void> {
  const rows = await db
    .selectFrom('bills')
    .select('bill_id')
    .where('company_id', '=', companyId)
    .where('erased_at', 'is not', null)
    .where('kept_in', '=', 's3')
    .limit(BILLS_PER_DELETION)
    .execute()
  if (rows.length === 0) return
  const ids = rows.map((row) => row.bill_id)
  await contents.storeAt('s3').remove(db, ids)
  await db
    .updateTable('bills')
    .set({ kept_in: null })
    .where('company_id', '=', companyId)
    .where('bill_id', 'in', ids)
    .execute()
}

/** Returns whether the read model of bill uses includes everything that was in the log a moment ago. */
async function isBillProjectionCurrent(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ knows: boolean }>`
    SELECT coalesce((SELECT position FROM checkpoints WHERE company_id = ${companyId} AND projection = 'bills'), 0)
      >= (SELECT position FROM log_heads WHERE company_id = ${companyId}) AS knows`.execute(db)
  return rows[0]?.knows ?? false
}
