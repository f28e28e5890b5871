import { sql } from 'kysely'
import { BlobNotFound, type BlobStore } from './blob-store.ts'

/** Most photos fit in one part. */
const BLOB_CHUNK_BYTES = 512 * 1024

/**
 * Stores each bill's bytes as one value of a table of their own, which is not compressed, so that a part can be read
 * without the rest.
 */
export function postgresBlobStore(companyId: string): BlobStore {
  return {
    async write(db, id, content) {
      await db
        .insertInto('bill_contents')
        .values({ company_id: companyId, bill_id: id, content })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async *read(db, id) {
      for (let from = 1; ; from += BLOB_CHUNK_BYTES) {
        const { rows } = await sql<{ part: Buffer }>`
          SELECT substring(content FROM ${from}::integer FOR ${BLOB_CHUNK_BYTES}::integer) AS part FROM bill_contents
          WHERE company_id = ${companyId} AND bill_id = ${id}`.execute(db)
        const part = rows[0]?.part
        if (part === undefined) throw new BlobNotFound(`No bytes of bill ${id}`)
        if (part.length > 0) yield part
        if (part.length < BLOB_CHUNK_BYTES) return
      }
    },
    /** The server computes the digest, so that the bytes need not be sent. */
    async digest(db, id) {
      const { rows } = await sql<{ digest: string }>`
        SELECT encode(sha256(content), 'hex') AS digest FROM bill_contents
        WHERE company_id = ${companyId} AND bill_id = ${id}`.execute(db)
      return rows[0]?.digest
    },
    async remove(db, ids) {
      if (ids.length === 0) return
      await db
        .deleteFrom('bill_contents')
        .where('company_id', '=', companyId)
        .where('bill_id', 'in', [...ids])
        .execute()
    },
    close: () => undefined,
  }
}
