import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** Where the bytes of bills can be; a bill says where its own are, so that a store can be had later. */
export type BlobLocation = 'postgres' | 's3'

/** The bytes of the bills of a company, by their SHA-256. Each may throw StoreFailed. */
export interface BlobStore {
  /** The same bytes again change nothing. @param db the transaction that makes the bill known */
  write(db: Kysely<Database>, id: string, content: Buffer): Promise<void>
  /** A part after the other, each when it is asked for. @throws BlobNotFound where there is nothing under the name */
  read(db: Kysely<Database>, id: string): AsyncGenerator<Buffer>
  /** SHA-256 of what is there, in hex; undefined where nothing is. */
  digest(db: Kysely<Database>, id: string): Promise<string | undefined>
  /** What is not there needs no removing. At most 50 together. */
  remove(db: Kysely<Database>, ids: readonly string[]): Promise<void>
  close(): void
}

/** The bytes of a bill are not where they should be. */
export class BlobNotFound extends Error {}
/** The store of objects did not do what it was asked: it is away, or refuses. */
export class BlobStoreFailed extends Error {}

export interface BillBlobStores {
  /** Where new ones go. */
  newBlobLocation: BlobLocation
  /** @throws Error for a store that this process was given no settings of */
  storeAt(keptIn: BlobLocation): BlobStore
  close(): void
}
