import type { Kysely, PostgresCursor, RawBuilder } from 'kysely'
import type { Connection } from 'pg'
import type { Database } from '../tables/database-schema.ts'

const COPY_SIGNATURE = 'PGCOPY\n\u00ff\r\n\0'
const COPY_HEADER_BYTES = COPY_SIGNATURE.length + 8
const COPY_TRAILER_BYTES = 2
/** The end mark, in place of the field count of a next row. */
const COPY_TRAILER = Buffer.of(0xff, 0xff)
const MESSAGE_LENGTH_BYTES = 4
/** A message that consists of its length only. */
const COPY_DONE_MESSAGE = Buffer.from('c\0\0\0\u0004', 'latin1')
/** Each arena is twice as large as the one before: most pages are small, and the unused rest of an arena is garbage. */
const FIRST_ARENA_BYTES = 4 * 1024
const MAX_ARENA_BYTES = 1024 * 1024

/** The tag of a message with COPY bytes, before its length. */
const COPY_DATA_TAG = 'd'.charCodeAt(0)

/**
 * Runs a COPY in binary format on the connection or in the transaction of `db`. Kysely has no public function for that:
 * this is the only place that uses its executor.
 * @param given the rows to write, where it is a COPY FROM
 * @returns the rows, where it is a COPY TO
 */
export async function copyRows(db: Kysely<Database>, copy: RawBuilder<unknown>, ...given: Buffer[]): Promise<Buffer[]> {
  const query = { ...copy.compile(db), parameters: given }
  let rows: Buffer[] = []
  // A CopyCursor returns all rows at once, whatever the size of the chunks.
  for await (const chunk of db.getExecutor().stream<Buffer>(query, 1)) rows = chunk.rows
  return rows
}

/**
 * Reads the rows of one `COPY (…) TO STDOUT (FORMAT binary)`, each as the bytes that the server sent, all in one read.
 * Kysely calls this a cursor, and makes one in copyRows. A row costs a fifth of its cost as text in objects, and its
 * fields are decoded only on access. For a `COPY … FROM STDIN (FORMAT binary)` the one parameter is the rows, encoded
 * by BinaryRowEncoder, which must not change until they are sent (see copyIntoTable).
 */
export class CopyCursor implements PostgresCursor<never> {
  readonly #query: string
  readonly #given: Buffer | undefined
  readonly #rows: Buffer[] = []
  readonly #answered = Promise.withResolvers<void>()
  #arena = Buffer.allocUnsafeSlow(FIRST_ARENA_BYTES)
  #used = 0
  #isBegun = false
  #isRead = false

  constructor(query: string, parameters: readonly unknown[]) {
    const [given, ...others] = parameters
    if (others.length > 0 || !(given === undefined || Buffer.isBuffer(given)))
      throw new RangeError('COPY takes no parameters but the rows')
    this.#query = query
    this.#given = given
    // `read` may be called after the server has refused the query, so the rejection must be handled here.
    this.#answered.promise.catch(() => undefined)
  }

  // Kysely's caller names the row's type; it is always a Buffer here.
  async read(): Promise<never[]> {
    await this.#answered.promise
    if (this.#isRead) return []
    this.#isRead = true
    return this.#rows as never[]
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#answered.promise])
  }

  submit(connection: Connection): void {
    connection.query(this.#query)
  }

  handleCopyInResponse({ stream }: Connection): void {
    const rows = this.#given ?? Buffer.alloc(0)
    const begin = Buffer.alloc(5 + COPY_HEADER_BYTES)
    begin[0] = COPY_DATA_TAG
    begin.writeInt32BE(MESSAGE_LENGTH_BYTES + COPY_HEADER_BYTES + rows.length + COPY_TRAILER.length, 1)
    begin.write(COPY_SIGNATURE, 5, 'latin1')
    stream.cork()
    for (const bytes of [begin, rows, COPY_TRAILER, COPY_DONE_MESSAGE]) stream.write(bytes)
    stream.uncork()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const row = this.#isBegun ? chunk : chunk.subarray(COPY_HEADER_BYTES)
    this.#isBegun = true
    if (row.length > COPY_TRAILER_BYTES) this.#rows.push(this.#keep(row))
  }

  /** Copies a row into a large buffer of its own, because the driver reuses its buffer. */
  #keep(row: Buffer): Buffer {
    if (this.#used + row.length > this.#arena.length) {
      const size = Math.max(row.length, Math.min(MAX_ARENA_BYTES, this.#arena.length * 2))
      this.#arena = Buffer.allocUnsafeSlow(size)
      this.#used = 0
    }
    const start = this.#used
    this.#used += row.copy(this.#arena, start)
    return this.#arena.subarray(start, this.#used)
  }

  handleError(error: Error): void {
    this.#answered.reject(error)
  }
  handleReadyForQuery(): void {
    this.#answered.resolve()
  }
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
}
