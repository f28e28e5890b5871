import { BinaryRowEncoder } from '@ledger/database/binary/binary-row-encoder.ts'
import { copyIntoTable } from '@ledger/database/binary/copy-from.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { ReadModelTable, UntypedRow } from '../read-models/read-model-table.ts'

/** The bytes of one COPY statement, instead of a page of the log. */
const COPY_CHUNK_BYTES = 256 * 1024

/** Buffers new rows of one table and sends them by COPY: the server stores some while the next are encoded. */
export class CopyBuffer {
  readonly #db: Kysely<Database>
  readonly #name: string
  readonly #columns: [string, ReadModelTable['columns'][string]][]
  /** The beginning of each row: the number of fields, and the company. */
  readonly #begin: Buffer
  #written = new BinaryRowEncoder()
  #sent = new BinaryRowEncoder()
  #sending: Promise<void> = Promise.resolve()

  /** @param name the table to fill, which may have the columns of another one */
  constructor(
    db: Kysely<Database>,
    companyId: string,
    { name, columns }: Pick<ReadModelTable, 'columns'> & { name: string },
  ) {
    this.#db = db
    this.#name = name
    this.#columns = Object.entries(columns)
    const begin = new BinaryRowEncoder()
    begin.beginRow(this.#columns.length + 1)
    begin.writeField('uuid', companyId)
    this.#begin = Buffer.from(begin.bytes)
  }

  /**
   * @throws RangeError for a number that is no exact integer and a text that is no instant, TypeError for an invalid
   * UUID; then nothing of the row is sent. A row that the server refuses is an error of a later call
   */
  async add(rows: Iterable<UntypedRow>): Promise<void> {
    for (const row of rows) {
      this.#write(row)
      if (this.#written.length >= COPY_CHUNK_BYTES) await this.#send()
    }
  }

  /** Sends the remaining rows and waits until every row is in the table. */
  async flush(): Promise<void> {
    await this.#send()
    await this.#sending
  }

  #write(row: UntypedRow): void {
    const bytes = this.#written
    const before = bytes.length
    try {
      bytes.append(this.#begin)
      for (const [column, type] of this.#columns) {
        const value = row[column] ?? null
        if (typeof value === 'number' && !Number.isSafeInteger(value))
          throw new RangeError(`${value} is no exact integer`)
        bytes.writeField(type, value)
      }
    } catch (error) {
      bytes.truncate(before)
      throw error
    }
  }

  async #send(): Promise<void> {
    const bytes = this.#written
    if (bytes.length === 0) return
    await this.#sending
    this.#sent.truncate()
    this.#written = this.#sent
    this.#sent = bytes
    const columns = ['company_id', ...this.#columns.map(([column]) => column)]
    this.#sending = copyIntoTable(this.#db, this.#name, columns, bytes.bytes)
    // The next call that waits for it throws the error.
    this.#sending.catch(() => undefined)
  }
}
