import type { BillBlobStores } from './blob-store.ts'
import { postgresBlobStore } from './postgres-blob-store.ts'
import type { S3Settings } from './s3-settings.ts'

/**
 * Returns the stores of a company's bills.
 * @param s3 undefined where new bills are stored in PostgreSQL
 */
export async function openBlobStores(companyId: string, s3: S3Settings | undefined): Promise<BillBlobStores> {
  const inPostgres = postgresBlobStore(companyId)
  // The client of S3 is 5 MB of program, which is loaded only where such a store is configured.
  const inS3 = s3 && (await import('./s3-blob-store.ts')).s3BlobStore(companyId, s3)
  return {
    newBlobLocation: inS3 ? 's3' : 'postgres',
    storeAt(location) {
      if (location === 'postgres') return inPostgres
      if (!inS3) throw new Error('Some bills are kept in a store of objects, and BILLS_S3_* does not say which')
      return inS3
    },
    close: () => inS3?.close(),
  }
}
