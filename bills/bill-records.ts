import { hash } from 'node:crypto'
import type { Bill, UploadedBill } from '@ledger/contracts/bill-schemas.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { BillBlobStores } from './blob-store.ts'

/** The records of a company's bills and of their uploads. */

/** A file that was accepted as a bill. */
export interface AcceptedBillFile {
  type: Bill['type']
  content: Buffer
  width: number | null
  height: number | null
  thumbnail: Buffer | null
}

/** The bytes were erased as a law required, and cannot be stored again. */
export class BillAlreadyErased extends Error {}

/**
 * Stores a bill for the account that uploaded it. Equal bytes are one bill, however many accounts upload them.
 * @returns the bill, and whether it is new to this account
 * @throws BillAlreadyErased
 */
export async function storeBill(
  db: Kysely<Database>,
  companyId: string,
  contents: BillBlobStores,
  accountId: string,
  { content, ...taken }: AcceptedBillFile,
): Promise<{ bill: UploadedBill; isNew: boolean }> {
  const id = hash('sha256', content, 'hex')
  const { type, width, height, thumbnail } = taken
  const isNew = await db.transaction().execute(async (trx) => {
    // An existing row is locked, so that it is not deleted meanwhile.
    const { kept_in: location, erased_at: erasedAt } = await trx
      .insertInto('bills')
      .values({
        company_id: companyId,
        bill_id: id,
        type,
        bytes: content.length,
        width,
        height,
        thumbnail,
        kept_in: contents.newBlobLocation,
        wanted_at: sql<string>`now()`,
        erased_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'bill_id'])
          .doUpdateSet((bill) => ({ wanted_at: bill.ref('excluded.wanted_at') })),
      )
      .returning(['kept_in', 'erased_at'])
      .executeTakeFirstOrThrow()
    if (erasedAt !== null || location === null) throw new BillAlreadyErased(`Bill ${id} was erased`)
    await contents.storeAt(location).write(trx, id, content)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('bill_uploads')
      .values({ company_id: companyId, bill_id: id, account_id: accountId, uploaded_at: sql<string>`now()` })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows !== 0n
  })
  return { bill: { id, type, bytes: content.length, width, height }, isNew }
}

/** Returns the record of a bill; undefined if there is none. */
export async function findBill(
  db: Kysely<Database>,
  companyId: string,
  id: string,
): Promise<Omit<RowOf<'bills'>, 'thumbnail' | 'wanted_at'> | undefined> {
  return db
    .selectFrom('bills')
    .select(['bill_id', 'type', 'bytes', 'width', 'height', 'kept_in', 'erased_at'])
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .executeTakeFirst()
}

export async function readThumbnail(db: Kysely<Database>, companyId: string, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('bills')
    .select('thumbnail')
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .executeTakeFirst()
  return row?.thumbnail ?? null
}

export async function hasUploadedBill(
  db: Kysely<Database>,
  companyId: string,
  id: string,
  accountId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('bill_uploads')
    .select('bill_id')
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the bills that an account has uploaded and that an entry may name, in the order of the ids; undefined if one
 * of the ids is not among them. They are not deleted (delete-unused-and-erased-bills.ts) for 6 days from now: within
 * that time an entry names them, or none will.
 */
export async function findAttachableBills(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  ids: readonly string[],
): Promise<Bill[] | undefined> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('bills')
    .innerJoin('bill_uploads', (join) =>
      join
        .onRef('bill_uploads.company_id', '=', 'bills.company_id')
        .onRef('bill_uploads.bill_id', '=', 'bills.bill_id'),
    )
    .select(['bills.bill_id', 'type', 'width', 'height'])
    .select(sql<boolean>`wanted_at < now() - interval '1 day'`.as('is_old'))
    .where('bills.company_id', '=', companyId)
    .where('bills.bill_id', 'in', [...ids])
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .execute()
  const found = new Map<string, Bill>()
  for (const { bill_id: id, type, width, height, is_old: isOld } of rows)
    if (!isOld || (await renewUpload(db, companyId, id))) found.set(id, { id, type, width, height })
  const bills = ids.flatMap((id) => found.get(id) ?? [])
  return bills.length === ids.length ? bills : undefined
}

/**
 * Renews the retention of an upload.
 * @returns whether the bill still exists
 */
async function renewUpload(db: Kysely<Database>, companyId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bills')
    .set({ wanted_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the statements that erase a bill, for the transaction of its event. They remove its content and thumbnail;
 * its record with the hash, and the log, remain.
 */
export function eraseBillStatements(companyId: string, id: string, now: string) {
  const values = [companyId, id]
  return [
    {
      name: 'erase-bill',
      text: `UPDATE bills SET erased_at = $3, thumbnail = NULL, kept_in = nullif(kept_in, 'postgres')
        WHERE company_id = $1 AND bill_id = $2 AND erased_at IS NULL`,
      values: [...values, now],
    },
    {
      name: 'erase-bill-content',
      text: 'DELETE FROM bill_contents WHERE company_id = $1 AND bill_id = $2',
      values,
    },
  ]
}
