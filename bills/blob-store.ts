import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/**
 * The possible locations of the bytes of bills. Each bill records its own location, so that a store can be added later.
 */
export type BlobLocation = 'postgres' | 's3'

/**
 * Stores the bytes of a company's bills by their SHA-256.
 * @throws BlobStoreFailed from each method
 */
export interface BlobStore {
  /**
   * Writes the bytes of a bill. To write the same bytes again changes nothing.
   * @param db the transaction that inserts the bill's record
   */
  write(db: Kysely<Database>, id: string, content: Buffer): Promise<void>
  /**
   * Yields the bytes part by part, each loaded on request.
   * @throws BlobNotFound if there are no bytes for the id
   */
  read(db: Kysely<Database>, id: string): AsyncGenerator<Buffer>
  /** Returns the SHA-256 of the stored bytes, in hex; undefined if there are none. */
  digest(db: Kysely<Database>, id: string): Promise<string | undefined>
  /** Removes the bytes of at most 50 bills. Ids without stored bytes are ignored. */
  remove(db: Kysely<Database>, ids: readonly string[]): Promise<void>
  close(): void
}

/** The bytes of a bill are not at their location. */
export class BlobNotFound extends Error {}
/** The object store failed: it is unavailable, or refuses the request. */
export class BlobStoreFailed extends Error {}

export interface BillBlobStores {
  /** The location of new bills. */
  newBlobLocation: BlobLocation
  /**
   * Returns the store of a location.
   * @throws Error if this process has no settings for that store
   */
  storeAt(location: BlobLocation): BlobStore
  close(): void
}
