import type { PostgresCursor } from 'kysely'
import type { Connection } from 'pg'

const COPY_SIGNATURE = 'PGCOPY\n\u00ff\r\n\0'
const COPY_HEADER_BYTES = COPY_SIGNATURE.length + 8
const COPY_TRAILER_BYTES = 2
/** In the place of how many fields the next row has. */
const COPY_TRAILER = Buffer.of(0xff, 0xff)
const MESSAGE_LENGTH_BYTES = 4
/** A message of nothing but its length. */
const COPY_DONE_MESSAGE = Buffer.from('c\0\0\0\u0004', 'latin1')
/** Each is twice as large as the one before: most pages are small, and what is left of one waits for the collector. */
const FIRST_ARENA_BYTES = 4 * 1024
const MAX_ARENA_BYTES = 1024 * 1024

/** What says that bytes of a COPY follow, before their length. */
const COPY_DATA_TAG = 'd'.charCodeAt(0)

/**
 * The rows of one `COPY (…) TO STDOUT (FORMAT binary)`, each as the bytes that the server sent, all in one read. What
 * Kysely calls a cursor: `db.getExecutor().stream(query)` makes one of it. A row costs a fifth of what it costs as text
 * in objects, and its fields are decoded only where they are looked at. Of a `COPY … FROM STDIN (FORMAT binary)` the one
 * parameter is the rows, as BinaryRowEncoder writes them, which must stay as they are until it is read (see copyIntoTable).
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
    // Read is not always called before the server refuses: the error waits for it.
    this.#answered.promise.catch(() => undefined)
  }

  // Kysely names the row's type where it asks; it is always a Buffer here.
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

  /** The driver uses its own buffer again: what is to stay is copied, into few large buffers. */
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
