import { createHash } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { isBillId } from '@ledger/contracts/bill-schemas.ts'
import { BlobNotFound, type BlobStore, BlobStoreFailed } from './blob-store.ts'
import type { S3Settings } from './s3-settings.ts'

/**
 * A store that does not answer is tried twice; the two timeouts together must stay below the time for which the server
 * allows a transaction to be idle (15 s).
 */
const S3_TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 6000 }

/** Stores the bytes as objects of any S3-compatible store, each under the company and its hash. */
export function s3BlobStore(
  companyId: string,
  { endpoint, region, bucket, accessKey, secretKey }: S3Settings,
): BlobStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Self-hosted stores have one host name for all buckets, and not all of them support the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: S3_TIMEOUTS,
  })
  /**
   * Returns the key of a bill's object. An id that is not a hash could reach another company's objects.
   * @throws BlobNotFound for such an id
   */
  function keyOf(id: string): string {
    if (!isBillId(id)) throw new BlobNotFound(`No bytes of bill ${id}`)
    return `${companyId}/${id}`
  }

  async function* read(id: string): AsyncGenerator<Buffer> {
    const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(id) })).catch(throwBlobError(id))
    for await (const part of object.Body as AsyncIterable<Uint8Array>) yield Buffer.from(part)
  }

  return {
    async write(_db, id, content) {
      await client
        .send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(id), Body: content }))
        .catch(throwBlobError(id))
    },
    read: (_db, id) => read(id),
    async digest(_db, id) {
      const hash = createHash('sha256')
      try {
        for await (const part of read(id)) hash.update(part)
      } catch (error) {
        if (error instanceof BlobNotFound) return undefined
        throw error
      }
      return hash.digest('hex')
    },
    // One call for each object: some stores accept the call for many only with a digest that others refuse. All calls
    // have ended when this fails.
    async remove(_db, ids) {
      const asked = ids
        .filter(isBillId)
        .map((id) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(id) })).catch(throwBlobError(id)))
      for (const answer of await Promise.allSettled(asked)) if (answer.status === 'rejected') throw answer.reason
    },
    close: () => client.destroy(),
  }
}

const throwBlobError = (id: string) => (error: unknown) => {
  if (error instanceof NoSuchKey) throw new BlobNotFound(`No bytes of bill ${id}`)
  throw new BlobStoreFailed('The store of bills failed', { cause: error })
}
