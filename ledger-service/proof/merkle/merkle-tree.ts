import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'

/**
 * Merkle tree hashes of RFC 6962, section 2.1, with SHA-256. The leaves are the hashes of the events of a log, in
 * order: leaf 0 is the event at position 1.
 */

export const LEAF_PREFIX = Buffer.of(0)
const NODE_PREFIX = Buffer.of(1)

export function leafHash(content: Buffer): Buffer {
  return sha256(Buffer.concat([LEAF_PREFIX, content]))
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.concat([NODE_PREFIX, left, right]))
}

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256('')

/**
 * A tree that only grows, stored as the roots of its perfect subtrees, the largest first: 20 hashes for a million
 * events. `size` gives their sizes: one for each bit that is set.
 */
export class AppendOnlyMerkleTree {
  #size: number
  readonly #peaks: Buffer[]

  constructor(size = 0, peaks: Buffer[] = []) {
    this.#size = size
    this.#peaks = [...peaks]
  }

  get size(): number {
    return this.#size
  }
  get peaks(): readonly Buffer[] {
    return this.#peaks
  }

  /** Adds the hash of the next event. */
  append(eventHash: Buffer): void {
    this.appendSubtree(1, leafHash(eventHash))
  }

  /** Adds a perfect subtree over the next leaves; the tree's size is a multiple of their number. */
  appendSubtree(leaves: number, root: Buffer): void {
    let node = root
    // Every set bit from there on is a perfect subtree of the same size as the one just completed.
    for (let trees = this.#size / leaves; trees % 2 === 1; trees = Math.floor(trees / 2)) {
      const left = this.#peaks.pop()
      if (!left) throw new Error('The peaks of the tree do not match its size')
      node = nodeHash(left, node)
    }
    this.#peaks.push(node)
    this.#size += leaves
  }

  root(): Buffer {
    const [last, ...rest] = this.#peaks.toReversed()
    return last ? rest.reduce((right, left) => nodeHash(left, right), last) : EMPTY_ROOT
  }
}

/** The largest perfect subtrees over the leaves from one on, as they are in the whole tree. */
export class PerfectSubtrees {
  readonly roots: [size: number, root: Buffer][] = []
  #end: number

  constructor(start: number) {
    this.#end = start
  }

  append(eventHash: Buffer): void {
    this.#end++
    let [size, root] = [1, leafHash(eventHash)]
    for (let last = this.roots.at(-1); last?.[0] === size && this.#end % (2 * size) === 0; last = this.roots.at(-1)) {
      this.roots.pop()
      root = nodeHash(last[1], root)
      size *= 2
    }
    this.roots.push([size, root])
  }
}

/** Returns the root over some leaves (already leaf hashes). */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (!only) return EMPTY_ROOT
  if (leaves.length === 1) return only
  const split = largestPowerOfTwoBelow(leaves.length)
  return nodeHash(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)))
}

/** Returns the largest power of two below n. */
export function largestPowerOfTwoBelow(n: number): number {
  let split = 1
  while (split * 2 < n) split *= 2
  return split
}
