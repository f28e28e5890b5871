import { UUID_BYTES, writeInt64, writeUuid } from './int8-and-uuid.ts'
import { writeTimestamptz } from './timestamptz.ts'

/** The column types that a row can be written with. */
export type PgColumnType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'timestamptz'
export type PgColumnValue = string | number | boolean | null

/** The length that stands before each field of a row. */
export const FIELD_LENGTH_BYTES = 4

/**
 * Encodes rows for PostgreSQL's binary COPY, in a buffer that grows: the number of fields, then each field as its
 * length and its bytes, with -1 for null. An encoded row equals, byte for byte, the row that the server sends.
 */
export class BinaryRowEncoder {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024)
  #end = 0

  /** The encoded bytes; valid until the next write. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }
  get length(): number {
    return this.#end
  }

  /** Drops everything after the first `length` bytes. */
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
   * Writes one field. A number beyond 2^53 is written as it is, which is not exact; the caller that stores rows checks
   * it first.
   * @throws TypeError for a text that is no UUID, RangeError for one that is no instant
   */
  writeField(type: PgColumnType, value: PgColumnValue): void {
    this.#room(FIELD_LENGTH_BYTES + UUID_BYTES + (typeof value === 'string' ? value.length * 3 : 0))
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
        return at + UUID_BYTES
      case 'boolean':
        return this.#bytes.writeUInt8(value ? 1 : 0, at)
      case 'integer':
        return this.#bytes.writeInt32BE(Number(value), at)
      case 'bigint':
        return writeInt64(this.#bytes, Number(value), at)
      case 'timestamptz':
        return writeTimestamptz(this.#bytes, String(value), at)
    }
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow((this.#end + bytes) * 2)
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
