import { setImmediate } from 'node:timers/promises'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { LeafRange } from './make-and-check-proofs.ts'
import { leafHash, merkleRoot } from './merkle-tree.ts'

/** Hashing this many leaves takes about a millisecond. */
const LEAVES_PER_NODE = 1024

/** The caller of a computation. Roots that were computed before it was aborted stay for the next caller. */
export interface ProofOptions {
  signal?: AbortSignal
  /** Called at a first proof with the number of hashed leaves. */
  onProgress?: (done: { events: number; of: number }) => void
}

/**
 * Caches the roots of ranges of a log's tree. For every 1024 leaves it stores only their root (46 kB for 1.5 million
 * events), so that a proof reads a few hundred leaves and not the whole log. The roots are computed when they are first
 * needed, a slice at a time: other requests are served in between.
 */
export class MerkleNodeCache {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  #roots: Buffer[] = []
  readonly #computations = openFairQueue(1)

  constructor(db: Kysely<Database>, companyId: string) {
    this.#db = db
    this.#companyId = companyId
  }

  /**
   * Returns the root over a range that is a subtree of the log's tree at some size; undefined where an event of it is
   * missing.
   * @throws the signal's reason where it was aborted meanwhile
   */
  async rangeRoot({ start, end }: LeafRange, asking: ProofOptions = {}): Promise<Buffer | undefined> {
    const [first, last] = [Math.ceil(start / LEAVES_PER_NODE), Math.floor(end / LEAVES_PER_NODE)]
    // A subtree that is larger than a slice begins where one begins.
    const hasSlices = last > first
    // Computations run one after the other, so two concurrent callers compute the roots once.
    const compute = () => this.#rootsTo(last, asking)
    const roots = hasSlices ? await this.#computations.run(this.#companyId, compute, asking.signal) : []
    const rest = await this.#leaves({ start: hasSlices ? last * LEAVES_PER_NODE : start, end })
    if (!rest || (hasSlices && roots.length < last)) return undefined
    const whole = hasSlices ? roots.slice(first, last) : []
    return merkleRoot(rest.length > 0 ? [...whole, merkleRoot(rest)] : whole)
  }

  /** Clears the cache, because its roots do not match the signed one: the log is read again. */
  clear(): void {
    this.#roots = []
  }

  /** Returns the roots of the first slices, and perhaps of more. */
  async #rootsTo(slices: number, { signal, onProgress }: ProofOptions): Promise<Buffer[]> {
    const roots = this.#roots
    while (roots.length < slices) {
      const start = roots.length * LEAVES_PER_NODE
      const leaves = await this.#leaves({ start, end: start + LEAVES_PER_NODE })
      if (!leaves) break
      roots.push(merkleRoot(leaves))
      signal?.throwIfAborted()
      onProgress?.({ events: roots.length * LEAVES_PER_NODE, of: slices * LEAVES_PER_NODE })
      await setImmediate()
    }
    return roots
  }

  async #leaves({ start, end }: LeafRange): Promise<Buffer[] | undefined> {
    const rows = await this.#db
      .selectFrom('events')
      .select('hash')
      .where('company_id', '=', this.#companyId)
      .where('position', '>', start)
      .where('position', '<=', end)
      .orderBy('position')
      .execute()
    return rows.length === end - start ? rows.map((row) => leafHash(row.hash)) : undefined
  }
}
