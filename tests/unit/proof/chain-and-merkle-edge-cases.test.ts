import { randomUUID } from 'node:crypto'
import {
  consistencyRanges,
  inclusionProof,
  isValidConsistencyProof,
  rootFromInclusionProof,
} from '@ledger/ledger-service/proof/merkle/make-and-check-proofs.ts'
import {
  AppendOnlyMerkleTree,
  leafHash,
  merkleRoot,
  nodeHash,
  PerfectSubtrees,
} from '@ledger/ledger-service/proof/merkle/merkle-tree.ts'
import { CHAIN_START, findFirstBadEvent } from '@ledger/ledger-service/proof/verification/verify-chain.ts'
import { verifyConsistencyProof } from '@ledger/web/src/audit/proof/verify-consistency-proof.ts'
import { describe, expect, test } from 'vitest'
import { chainedEventsInMemory } from '../../proof/chained-events.ts'

const leaves = ['a', 'b', 'c', 'd', 'e'].map((text) => leafHash(Buffer.from(text)))
const [a, b, c] = leaves as [Buffer, Buffer, Buffer]
const root = merkleRoot(leaves)

test('an event whose content is not what was hashed is bad, however well it follows', () => {
  const [first, second, third] = chainedEventsInMemory(randomUUID(), 3)
  if (!first || !second || !third) throw new Error('There are three')
  const changed = { ...second, data: second.data.replace('ndjson', 'pdf') }
  const reason = 'its content is not what was hashed'
  expect(findFirstBadEvent(CHAIN_START, [first, changed, third])).toEqual({ position: 2, reason })
})

describe('a proof of nothing is none', () => {
  test('of a leaf outside the tree', () => {
    for (const index of [-1, 5, 6])
      expect(rootFromInclusionProof(a, index, 5, inclusionProof(0, leaves))).toBeUndefined()
    for (const index of [-1, 1]) expect(rootFromInclusionProof(a, index, 1, [])).toBeUndefined()
    expect(rootFromInclusionProof(a, 0, 1, [])).toEqual(a)
    expect(rootFromInclusionProof(a, 0, 2, [])).toBeUndefined()
    expect(rootFromInclusionProof(a, 0, 1, [b])).toBeUndefined()
  })

  test('of no tree, and of the same one', () => {
    expect(consistencyRanges(0, 5)).toEqual([])
    expect(consistencyRanges(5, 5)).toEqual([])
  })

  test('that a tree grew: the server and the browser say the same', async () => {
    const empty = { size: 0, root: merkleRoot([]) }
    const [one, two, all] = [
      { size: 1, root: a },
      { size: 2, root: nodeHash(a, b) },
      { size: 5, root },
    ]
    const cases = [
      { before: all, after: all, proof: [], grown: true },
      { before: all, after: all, proof: [a], grown: false },
      { before: all, after: { ...all, root: c }, proof: [], grown: false },
      { before: empty, after: all, proof: [], grown: true },
      { before: empty, after: all, proof: [a], grown: false },
      { before: one, after: two, proof: [b], grown: true },
      { before: two, after: one, proof: [b], grown: false },
      { before: two, after: one, proof: [], grown: false },
      // A log that lost its end, and says that nothing changed.
      { before: two, after: { ...two, size: 1 }, proof: [], grown: false },
      { before: { size: 3, root: merkleRoot(leaves.slice(0, 3)) }, after: all, proof: [], grown: false },
    ]
    const plain = ({ size, root: hash }: typeof all) => ({ size, root: Uint8Array.from(hash) })
    for (const { before, after, proof, grown } of cases) {
      expect(isValidConsistencyProof(before, after, proof)).toBe(grown)
      const said = await verifyConsistencyProof(
        plain(before),
        plain(after),
        proof.map((hash) => Uint8Array.from(hash)),
      )
      expect(said).toBe(grown)
    }
  })
})

test('a tree without the peaks that its size has does not grow', () => {
  expect(() => new AppendOnlyMerkleTree(1, []).append(Buffer.from('a'))).toThrow('do not match its size')
  expect(new AppendOnlyMerkleTree().root()).toEqual(merkleRoot([]))
})

test('a tree grows to the same by whole subtrees, which several workers hash, as event by event', () => {
  const events = Array.from({ length: 16 }, (_, index) => Buffer.of(index))
  const grown = new AppendOnlyMerkleTree()
  for (let size = 0; size <= events.length; size++) {
    const [tree, subtrees] = [new AppendOnlyMerkleTree(grown.size, [...grown.peaks]), new PerfectSubtrees(size)]
    for (const event of events.slice(size)) subtrees.append(event)
    for (const [leaves, subtreeRoot] of subtrees.roots) tree.appendSubtree(leaves, subtreeRoot)
    expect(tree.root(), `from ${size} on`).toEqual(merkleRoot(events.map(leafHash)))
    const next = events[size]
    if (next) grown.append(next)
  }
})
