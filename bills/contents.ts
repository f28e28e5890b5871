import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { postgresContents } from './postgres-contents.ts'
import type { S3Settings } from './settings.ts'

/** Where the bytes of bills can be; a bill says where its own are, so that a store can be had later. */
export type KeptIn = 'postgres' | 's3'

/** The bytes of the bills of a company, by their SHA-256. Each may throw StoreFailed. */
export interface Contents {
  /** The same bytes again change nothing. @param db the transaction that makes the bill known */
  write(db: Kysely<Database>, id: string, content: Buffer): Promise<void>
  /** A part after the other, each when it is asked for. @throws NoContent where there is nothing under the name */
  read(db: Kysely<Database>, id: string): AsyncGenerator<Buffer>
  /** SHA-256 of what is there, in hex; undefined where nothing is. */
  digest(db: Kysely<Database>, id: string): Promise<string | undefined>
  /** What is not there needs no removing. At most 50 together. */
  remove(db: Kysely<Database>, ids: readonly string[]): Promise<void>
  close(): void
}

/** The bytes of a bill are not where they should be. */
export class NoContent extends Error {}
/** The store of objects did not do what it was asked: it is away, or refuses. */
export class StoreFailed extends Error {}

export interface BillContents {
  /** Where new ones go. */
  keptIn: KeptIn
  /** @throws Error for a store that this process was given no settings of */
  of(keptIn: KeptIn): Contents
  close(): void
}

/** @param s3 undefined: bills are kept in PostgreSQL */
export async function openContents(companyId: string, s3: S3Settings | undefined): Promise<BillContents> {
  const inPostgres = postgresContents(companyId)
  // Its client is 5 MB of program, which nobody loads who has no such store.
  const inS3 = s3 && (await import('./s3-contents.ts')).s3Contents(companyId, s3)
  return {
    keptIn: inS3 ? 's3' : 'postgres',
    of(keptIn) {
      if (keptIn === 'postgres') return inPostgres
      if (!inS3) throw new Error('Some bills are kept in a store of objects, and BILLS_S3_* does not say which')
      return inS3
    },
    close: () => inS3?.close(),
  }
}
