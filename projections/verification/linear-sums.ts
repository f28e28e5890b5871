import { hash } from 'node:crypto'
import type { PgColumnType } from '@ledger/database/binary/binary-row-encoder.ts'
import { bytesOf, type Columns, fieldsOf, type KeptSum, type RowOf, type TableSums } from './row-digests.ts'

/** A prime more than twice as large as any value: no wrong value is a multiple of it. */
const PRIME = 2n ** 127n - 1n

/**
 * A table of numbers that change by addition alone, as one number for each bucket: every value times a factor that
 * cannot be guessed, which is derived from the row's key and the salt. A change of a row is added without knowing the
 * row, so that only the buckets have to be stored. Two tables have the same number where every row is the same, or by a
 * chance of one in 2^120; a row of zeros counts as none.
 */
export class LinearSums implements TableSums {
  readonly columns: Columns
  readonly salt: Buffer
  readonly #keys: number
  readonly #key: [string, PgColumnType][]
  readonly #values: string[]
  readonly #sums = new Map<string, [total: bigint, rows: number]>()
  readonly #touched = new Set<string>()

  /**
   * @param keys the number of columns in the key; the other columns are the numbers, the last of them the number of
   * entries
   */
  constructor(columns: Columns, keys: number, salt: Buffer) {
    this.columns = columns
    this.salt = salt
    this.#keys = keys
    this.#key = Object.entries(columns).slice(0, keys)
    this.#values = Object.keys(columns).slice(keys)
  }

  empty(): LinearSums {
    return new LinearSums(this.columns, this.#keys, this.salt)
  }

  /** Adds a change of a row; its values may be below zero. */
  add(bucket: string, moved: RowOf<Columns>): void {
    const values = this.#values.map((column) => BigInt(Number(moved[column])))
    this.#add(bucket, bytesOf(this.#key, moved), values)
  }

  addBytes(bucket: string, row: Buffer): void {
    const fields = fieldsOf(row)
    const end = fields[this.#keys - 1]?.to ?? 0
    const values = fields.slice(this.#keys).map(({ from, to }) => {
      return to - from === 8 ? row.readBigInt64BE(from) : BigInt(row.readInt32BE(from))
    })
    this.#add(bucket, row.subarray(FIRST_FIELD, end), values)
  }

  #add(bucket: string, key: Buffer, values: bigint[]): void {
    this.#touched.add(bucket)
    const digest = hash('sha256', Buffer.concat([this.salt, key]), 'hex')
    const sum = this.#sums.get(bucket) ?? [0n, 0]
    for (const [index, value] of values.entries()) {
      const factor = BigInt(`0x${digest.slice(index * 32, index * 32 + 32)}`)
      sum[0] = (sum[0] + factor * value) % PRIME
    }
    if (sum[0] < 0n) sum[0] += PRIME
    sum[1] += Number(values.at(-1) ?? 0n)
    this.#sums.set(bucket, sum)
  }

  digestOf(bucket: string): string {
    return String(this.#sums.get(bucket)?.[0] ?? 0n)
  }
  buckets(): string[] {
    return [...this.#sums.keys()].sort()
  }
  touched(): ReadonlySet<string> {
    return this.#touched
  }
  /**
   * Returns the number of entries as the number of rows: every row but those of zeros has an entry, so there are no
   * more rows than entries.
   */
  kept(bucket: string): KeptSum {
    const [total, rows] = this.#sums.get(bucket) ?? [0n, 0]
    return { sum: String(total), rows }
  }
  join(bucket: string, { sum, rows }: KeptSum): void {
    const [total, there] = this.#sums.get(bucket) ?? [0n, 0]
    this.#sums.set(bucket, [(total + BigInt(sum)) % PRIME, there + rows])
  }
}

/** Two bytes hold the number of fields. */
const FIRST_FIELD = 2
