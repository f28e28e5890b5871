import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import { ReadModelComparer } from './read-model-comparer.ts'
import { type ReadModelVerification, toVerification } from './verify-read-models.ts'

/**
 * Compares the read models of one company after the other on a connection of its own, which it opens for the first one:
 * temporary tables and prepared statements cost more than the rows of a small company.
 */
export class MultiCompanyComparer {
  readonly #databaseUrl: string
  readonly #onError: (error: Error) => void
  #open: { db: Kysely<Database>; comparer: ReadModelComparer } | undefined

  constructor(databaseUrl: string, onError: (error: Error) => void) {
    this.#databaseUrl = databaseUrl
    this.#onError = onError
  }

  async compare(companyId: string): Promise<ReadModelVerification> {
    try {
      this.#open ??= await this.#begin()
      return toVerification(await this.#open.comparer.compare(companyId))
    } catch (error) {
      // The connection may be lost: the next company gets another one.
      await this.close()
      throw error
    }
  }

  /** A connection that does not close is reported, and hides no error of a comparison. */
  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.db.destroy().catch(this.#onError)
  }

  async #begin(): Promise<{ db: Kysely<Database>; comparer: ReadModelComparer }> {
    // The path has no `read` (read-model-comparer.ts), so that prepared statements always mean the temporary tables.
    const options = '-c search_path=public -c temp_buffers=32MB -c synchronous_commit=off'
    const db = await openDedicatedConnection(this.#databaseUrl, {
      name: 'site-ledger comparison',
      isLowPriority: true,
      options,
      prepared: 'everything',
      onError: this.#onError,
    })
    try {
      return { db, comparer: await ReadModelComparer.begin(db, PROJECTIONS) }
    } catch (error) {
      await db.destroy()
      throw error
    }
  }
}
