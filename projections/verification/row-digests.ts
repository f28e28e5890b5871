import { hash, randomBytes } from 'node:crypto'
import { BinaryRowEncoder, type PgColumnType, type PgColumnValue } from '@ledger/database/binary/binary-row-encoder.ts'
import { readUuid } from '@ledger/database/binary/int8-and-uuid.ts'

/** Columns and their types, in the order in which their bytes are read and written; the key's come first. */
export type Columns = Readonly<Record<string, PgColumnType>>
export type RowOf<Named extends Columns> = { readonly [Column in keyof Named]: PgColumnValue }

const SALT_BYTES = 16
const LENGTH = 4
const scratch = new BinaryRowEncoder()

/** The sums of the rows of a table, one for each bucket. */
export interface TableSums {
  readonly salt: Buffer
  /** Adds a row as the server sent it. */
  addBytes(bucket: string, row: Buffer): void
  /** Returns a text that is the same where the same rows are in the bucket. */
  digestOf(bucket: string): string
  /** Returns the buckets in the order of their names. */
  buckets(): string[]
  /** Returns the buckets to which a row was added, or from which one was removed. */
  touched(): ReadonlySet<string>
  /** Returns the sum of a bucket, to be stored. */
  kept(bucket: string): KeptSum
  /** Adds a stored sum to a bucket, which does not become touched. */
  join(bucket: string, kept: KeptSum): void
  /** Returns sums of the same columns and salt, without rows. */
  empty(): TableSums
}

export interface KeptSum {
  sum: string
  /** The most rows that the bucket can have, without those that add nothing. */
  rows: number
}

/** Returns whether a bucket has the same rows in both. */
export const isSameIn = (bucket: string, one: TableSums, other: TableSums) =>
  one.digestOf(bucket) === other.digestOf(bucket)

/** Four words of 32 bits, each the sum of that word in the rows' digests, and the number of rows. */
type Sum = [number, number, number, number, number]

/**
 * A set of rows as sums of their digests, a sum for each bucket: rows are added and removed in any order, and none has
 * to be stored. A row is digested as the bytes that PostgreSQL sends for it (COPY, binary), after a salt that an
 * attacker who chose rows to fit could not know.
 */
export class RowSums<Named extends Columns> implements TableSums {
  readonly columns: Named
  readonly salt: Buffer
  readonly #types: [string, PgColumnType][]
  readonly #sums = new Map<string, Sum>()
  readonly #touched = new Set<string>()
  #lastTouched: string | undefined

  constructor(columns: Named, salt: Buffer) {
    this.columns = columns
    this.salt = salt
    this.#types = Object.entries(columns)
  }

  add(bucket: string, row: RowOf<Named>, sign: 1 | -1 = 1): void {
    scratch.truncate()
    scratch.append(this.salt)
    scratch.beginRow(this.#types.length)
    for (const [column, type] of this.#types) scratch.writeField(type, row[column] ?? null)
    this.#count(bucket, sign)
  }

  addBytes(bucket: string, row: Buffer): void {
    scratch.truncate()
    scratch.append(this.salt)
    scratch.append(row)
    this.#count(bucket, 1)
  }

  #count(bucket: string, sign: 1 | -1): void {
    if (bucket !== this.#lastTouched) this.#touched.add(bucket)
    this.#lastTouched = bucket
    const digest = hash('sha256', scratch.bytes, 'binary')
    this.#add(bucket, (word) => wordOf(digest, word * 4), sign)
  }

  #add(bucket: string, wordAt: (word: number) => number, rows: number, sign = rows): void {
    let sum = this.#sums.get(bucket)
    if (!sum) {
      sum = [0, 0, 0, 0, 0]
      this.#sums.set(bucket, sum)
    }
    for (let word = 0; word < 4; word++) sum[word] = ((sum[word] ?? 0) + sign * wordAt(word)) >>> 0
    sum[4] += rows
    if (sum[4] === 0 && sum.every((word) => word === 0)) this.#sums.delete(bucket)
  }

  empty(): RowSums<Named> {
    return new RowSums(this.columns, this.salt)
  }
  digestOf(bucket: string): string {
    return String(this.#sums.get(bucket))
  }
  buckets(): string[] {
    return [...this.#sums.keys()].sort()
  }
  touched(): ReadonlySet<string> {
    return this.#touched
  }
  kept(bucket: string): KeptSum {
    const [one, two, three, four, rows] = this.#sums.get(bucket) ?? [0, 0, 0, 0, 0]
    return { sum: `${one} ${two} ${three} ${four}`, rows }
  }
  join(bucket: string, { sum, rows }: KeptSum): void {
    const words = sum.split(' ').map(Number)
    this.#add(bucket, (word) => words[word] ?? 0, rows, 1)
  }
}

export const newSalt = () => randomBytes(SALT_BYTES)

const wordOf = (digest: string, at: number) =>
  (digest.charCodeAt(at) << 24) |
  (digest.charCodeAt(at + 1) << 16) |
  (digest.charCodeAt(at + 2) << 8) |
  digest.charCodeAt(at + 3)

/** Returns some fields of a row as the server would send them, without the number of fields. */
export function bytesOf(columns: [string, PgColumnType][], row: RowOf<Columns>): Buffer {
  scratch.truncate()
  for (const [column, type] of columns) scratch.writeField(type, row[column] ?? null)
  return Buffer.from(scratch.bytes)
}

/** Returns where each field of a row that the server sent begins, after its length, and where it ends. */
export function fieldsOf(row: Buffer, most = row.readInt16BE(0)): { from: number; to: number }[] {
  const fields: { from: number; to: number }[] = []
  for (let at = 2; fields.length < most; ) {
    const from = at + LENGTH
    at = from + Math.max(0, row.readInt32BE(at))
    fields.push({ from, to: at })
  }
  return fields
}

/** Returns the first fields of a row that the server sent: its key. */
export function keyOf(columns: Columns, row: Buffer, fields: number): (string | number)[] {
  return Array.from({ length: fields }, (_, index) => fieldOf(columns, row, index))
}

/** Returns one field of the key in a row that the server sent. */
export function fieldOf(columns: Columns, row: Buffer, index: number): string | number {
  let from = FIRST_FIELD + LENGTH
  for (let before = 0; before < index; before++) from += row.readInt32BE(from - LENGTH) + LENGTH
  const to = from + row.readInt32BE(from - LENGTH)
  const type = Object.values(columns)[index]
  if (type === 'bigint') return Number(row.readBigInt64BE(from))
  if (type === 'uuid') return readUuid(row, from)
  return row.toString('utf8', from, to)
}

/** Two bytes hold the number of fields. */
const FIRST_FIELD = 2
