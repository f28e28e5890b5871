import type { Actor } from '@ledger/contracts/events/event-schemas.ts'

/** SHA-256. */
const DIGEST_BYTES = 32

/**
 * Stores for each transaction a digest of its state, its author and its time. It uses arrays, because a million objects
 * and their texts take ten times the memory and much garbage collection.
 */
export class TransactionStateDigests {
  readonly #rows = new Map<string, number>()
  /** In milliseconds: a time read from a row is a text in pieces, five times as large. */
  readonly #recordedAt: number[] = []
  readonly #recordedBy: Actor[] = []
  readonly #hasRow: boolean[] = []
  #rowsDue = 0
  /** Few people record entries: each is stored once. */
  readonly #actors = new Map<string, Actor>()
  #digests = Buffer.allocUnsafeSlow(DIGEST_BYTES * 1024)

  /** The number of transactions that must have a row of their own among the stored states. */
  get rowCount(): number {
    return this.#rowsDue
  }

  hasRow(id: string): boolean {
    return this.#hasRow[this.#rows.get(id) ?? -1] ?? false
  }

  /** Returns the author and the time of a transaction; undefined for an unknown one. */
  origin(id: string): { recordedAt: string; recordedBy: Actor } | undefined {
    const row = this.#rows.get(id)
    if (row === undefined) return undefined
    const [at, recordedBy] = [this.#recordedAt[row], this.#recordedBy[row]]
    return at !== undefined && recordedBy ? { recordedAt: new Date(at).toISOString(), recordedBy } : undefined
  }

  set(id: string, origin: { recordedAt: string; recordedBy: Actor }, digest: Buffer, hasRow: boolean): void {
    const row = this.#rows.get(id) ?? this.#rows.size
    if (row === this.#rows.size) this.#rows.set(id, row)
    if (hasRow && !this.#hasRow[row]) this.#rowsDue++
    this.#hasRow[row] = hasRow
    this.#recordedAt[row] = Date.parse(origin.recordedAt)
    this.#recordedBy[row] = this.#once(origin.recordedBy)
    if (this.#digests.length < (row + 1) * DIGEST_BYTES) this.#grow()
    digest.copy(this.#digests, row * DIGEST_BYTES)
  }

  /**
   * Notes that a transaction must have a row of its own although its content is as recorded.
   * @throws Error for an unknown transaction
   */
  requireRow(id: string): void {
    const row = this.#rows.get(id)
    if (row === undefined) throw new Error(`The transaction ${id} was never recorded`)
    if (!this.#hasRow[row]) this.#rowsDue++
    this.#hasRow[row] = true
  }

  /** Returns whether the transaction has this digest; undefined where it is unknown. */
  matches(id: string, digest: Buffer): boolean | undefined {
    const row = this.#rows.get(id)
    return row === undefined
      ? undefined
      : digest.equals(this.#digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES))
  }

  #once(actor: Actor): Actor {
    const text = JSON.stringify(actor)
    const known = this.#actors.get(text)
    if (!known) this.#actors.set(text, actor)
    return known ?? actor
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.#digests.length * 2)
    this.#digests.copy(larger)
    this.#digests = larger
  }
}
