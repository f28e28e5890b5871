import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { isBillId } from '@ledger/contracts/bill-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

const BILLS_PER_EXPORT_PAGE = 500

/**
 * Writes every stored bill into a folder, each as a file named by its hash, where tools/verify reads them; an existing
 * file is not changed.
 * @returns how many were written
 * @throws RangeError for a bill whose id is no hash
 */
export async function exportBills(
  db: Kysely<Database>,
  companyId: string,
  contents: BillBlobStores,
  folder: string,
  onProgress: (bills: number) => void,
): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let written = 0
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('bills')
      .select(['bill_id', 'type', 'kept_in'])
      .where('company_id', '=', companyId)
      .where('bill_id', '>', after)
      .orderBy('bill_id')
      .limit(BILLS_PER_EXPORT_PAGE)
      .execute()
    for (const { bill_id: id, type, kept_in: location } of page) {
      if (location === null) continue
      // The id names a file, and may be older than the constraint that allows only hashes in the table.
      if (!isBillId(id))
        throw new RangeError(`A bill has the id ${id.slice(0, 100)}, which is no hash and names no file`)
      const file = join(folder, `${id}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`)
      if (existsSync(file)) continue
      // The file gets its name when it is complete: a file that an interrupted export began is written again by the
      // next.
      const part = `${file}.part`
      await pipeline(contents.storeAt(location).read(db, id), createWriteStream(part, { mode: 0o600 }))
      await rename(part, file)
      written++
    }
    onProgress(written)
    const last = page.at(-1)
    if (!last) return written
    after = last.bill_id
  }
}
