import type { Columns, RowOf, RowSums, TableSums } from './row-digests.ts'

/**
 * A table of whose rows one part stays as it was written and the other changes: sums of each, because whoever tells of a change knows the
 * changing part before and after it, and not the other. The key begins both; a row has the parts one after the other, the key once.
 */
export class TwoPartSums<Stays extends Columns, Changes extends Columns> implements TableSums {
  readonly salt: Buffer
  readonly #stays: RowSums<Stays>
  readonly #changes: RowSums<Changes>
  /** The key's one field, and how many there are of the part that stays. */
  readonly #fields: number

  constructor(stays: RowSums<Stays>, changes: RowSums<Changes>) {
    this.salt = stays.salt
    this.#stays = stays
    this.#changes = changes
    this.#fields = Object.keys(stays.columns).length
  }

  add(bucket: string, row: RowOf<Stays> & RowOf<Changes>): void {
    this.#stays.add(bucket, row)
    this.#changes.add(bucket, row)
  }
  /** The part that changes, as it was before and as it is after. */
  change(bucket: string, part: RowOf<Changes>, sign: 1 | -1): void {
    this.#changes.add(bucket, part, sign)
  }

  addBytes(bucket: string, row: Buffer): void {
    const key = endOf(row, FIRST_FIELD, 1)
    const part = endOf(row, key, this.#fields - 1)
    this.#stays.addFields(bucket, row.subarray(FIRST_FIELD, part))
    this.#changes.addFields(bucket, row.subarray(FIRST_FIELD, key), row.subarray(part))
  }

  digestOf(bucket: string): string {
    return `${this.#stays.digestOf(bucket)} ${this.#changes.digestOf(bucket)}`
  }
  buckets(): string[] {
    return [...new Set([...this.#stays.buckets(), ...this.#changes.buckets()])].sort()
  }
  /** No row is added without the part that changes. */
  touched(): ReadonlySet<string> {
    return this.#changes.touched()
  }
  rowsIn(bucket: string): number {
    return this.#stays.rowsIn(bucket)
  }
  empty(): TwoPartSums<Stays, Changes> {
    return new TwoPartSums(this.#stays.empty(), this.#changes.empty())
  }
  entries() {
    return [this.#stays.entries(), this.#changes.entries()]
  }
  join(entries: unknown): void {
    const [stays, changes] = entries as unknown[]
    this.#stays.join(stays)
    this.#changes.join(changes)
  }
}

/** Two bytes say how many fields there are. */
const FIRST_FIELD = 2
const LENGTH = 4

/** Where so many fields end of which the first begins, with its length, at a place. */
function endOf(row: Buffer, from: number, fields: number): number {
  let at = from
  for (let field = 0; field < fields; field++) at += LENGTH + Math.max(0, row.readInt32BE(at))
  return at
}
