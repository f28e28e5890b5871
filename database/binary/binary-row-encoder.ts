import { writeInt64, writeUuid } from './int8-and-uuid.ts'

/** The types of columns that a row is written with. */
export type PgColumnType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'timestamptz'
export type PgColumnValue = string | number | boolean | null

const FIELD_LENGTH_BYTES = 4
/** 2000-01-01, from which PostgreSQL counts microseconds. */
const POSTGRES_EPOCH_MS = 946_684_800_000

/**
 * Rows as PostgreSQL's binary COPY has them, in a buffer that grows: how many fields, then each as its length and its bytes, with
 * -1 for null. A row that is written here is the same, byte for byte, as the server sends it.
 */
export class BinaryRowEncoder {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024)
  #end = 0
  /** Events of one moment follow each other. */
  #lastInstant = ''
  #lastMs = 0

  /** What was written; good until more is. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }
  get length(): number {
    return this.#end
  }

  /** Forgets what was written after so many bytes. */
  truncate(length = 0): void {
    this.#end = length
  }

  append(bytes: Buffer): void {
    this.#room(bytes.length)
    this.#end += bytes.copy(this.#bytes, this.#end)
  }

  beginRow(count: number): void {
    this.#room(2)
    this.#end = this.#bytes.writeInt16BE(count, this.#end)
  }

  /**
   * A number beyond 2^53 is written as it is, which is not exact: whoever stores rows looks first.
   * @throws TypeError for a UUID that is none
   */
  writeField(type: PgColumnType, value: PgColumnValue): void {
    this.#room(FIELD_LENGTH_BYTES + 16 + (typeof value === 'string' ? value.length * 3 : 0))
    const from = this.#end + FIELD_LENGTH_BYTES
    const to = value === null ? from : this.#write(type, value, from)
    this.#bytes.writeInt32BE(value === null ? -1 : to - from, this.#end)
    this.#end = to
  }

  #write(type: PgColumnType, value: Exclude<PgColumnValue, null>, at: number): number {
    switch (type) {
      case 'text':
        return at + this.#bytes.write(String(value), at)
      case 'uuid':
        writeUuid(this.#bytes, String(value), at)
        return at + 16
      case 'boolean':
        return this.#bytes.writeUInt8(value ? 1 : 0, at)
      case 'integer':
        return this.#bytes.writeInt32BE(Number(value), at)
      case 'bigint':
        return writeInt64(this.#bytes, Number(value), at)
      case 'timestamptz':
        return writeInt64(this.#bytes, (this.#milliseconds(String(value)) - POSTGRES_EPOCH_MS) * 1000, at)
    }
  }

  #milliseconds(instant: string): number {
    if (instant === this.#lastInstant) return this.#lastMs
    this.#lastInstant = instant
    this.#lastMs = Date.parse(instant)
    return this.#lastMs
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow((this.#end + bytes) * 2)
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
