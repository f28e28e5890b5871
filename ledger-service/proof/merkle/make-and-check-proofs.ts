import { largestPowerOfTwoBelow, merkleRoot, nodeHash } from './merkle-tree.ts'

/** Consecutive leaves: from `start`, counted from 0, to below `end`. */
export interface LeafRange {
  start: number
  end: number
}

/** Returns the root over each range of some leaves: a proof, where the ranges are those of one. */
const rangeRoots = (ranges: LeafRange[], leaves: readonly Buffer[]) =>
  ranges.map(({ start, end }) => merkleRoot(leaves.slice(start, end)))

/** RFC 6962, 2.1.1: returns the hashes that lead from one leaf to the root. `index` counts from 0. */
export const inclusionProof = (index: number, leaves: readonly Buffer[]): Buffer[] =>
  rangeRoots(inclusionRanges(index, leaves.length), leaves)

/** Returns the ranges whose roots prove that a leaf is in a tree of `size` leaves, from the leaf upwards. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const upwards: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const split = start + largestPowerOfTwoBelow(end - start)
    if (index < split) {
      upwards.unshift({ start: split, end })
      end = split
    } else {
      upwards.unshift({ start, end: split })
      start = split
    }
  }
  return upwards
}

/**
 * Returns the root that a leaf and its proof lead to; undefined where the proof does not have the length that the size
 * requires.
 */
export function rootFromInclusionProof(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
): Buffer | undefined {
  if (index < 0 || index >= size) return undefined
  const [next, ...rest] = proof.toReversed()
  if (size === 1) return next ? undefined : leaf
  if (!next) return undefined
  const split = largestPowerOfTwoBelow(size)
  const inner = rest.toReversed()
  const own =
    index < split
      ? rootFromInclusionProof(leaf, index, split, inner)
      : rootFromInclusionProof(leaf, index - split, size - split, inner)
  if (!own) return undefined
  return index < split ? nodeHash(own, next) : nodeHash(next, own)
}

/** RFC 6962, 2.1.2: returns the hashes that show that a tree of `before` leaves is the beginning of this one. */
export const consistencyProof = (before: number, leaves: readonly Buffer[]): Buffer[] =>
  rangeRoots(consistencyRanges(before, leaves.length), leaves)

/** Returns the ranges whose roots prove that a tree of `before` leaves is the beginning of a tree of `size` leaves. */
export function consistencyRanges(before: number, size: number): LeafRange[] {
  const upwards: LeafRange[] = []
  let [start, end] = [0, size]
  while (before > 0 && before < end) {
    const split = start + largestPowerOfTwoBelow(end - start)
    if (before <= split) {
      upwards.unshift({ start: split, end })
      end = split
    } else {
      upwards.unshift({ start, end: split })
      start = split
    }
  }
  // Where the smaller tree is itself one of the larger one's subtrees from the first leaf on, its root is known
  // already.
  if (before > 0 && start > 0) upwards.unshift({ start, end })
  return upwards
}

/**
 * Returns whether a tree of `before` leaves with one root grew into a tree of `after` leaves with the other (RFC 9162,
 * 2.1.4.2).
 */
export function isValidConsistencyProof(
  before: { size: number; root: Buffer },
  after: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (before.size > after.size) return false
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root)
  if (before.size === 0) return proof.length === 0
  const isPowerOfTwo = Number.isInteger(Math.log2(before.size))
  const [first, ...rest] = isPowerOfTwo ? [before.root, ...proof] : proof
  if (!first) return false
  let [fn, sn] = [before.size - 1, after.size - 1]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  let [oldRoot, newRoot] = [first, first]
  for (const node of rest) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      oldRoot = nodeHash(node, oldRoot)
      newRoot = nodeHash(node, newRoot)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else newRoot = nodeHash(newRoot, node)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && oldRoot.equals(before.root) && newRoot.equals(after.root)
}
