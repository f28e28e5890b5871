import { randomBytes } from 'node:crypto'
import {
  consistencyProof,
  inclusionProof,
  isValidConsistencyProof,
  rootFromInclusionProof,
} from '@ledger/ledger-service/proof/merkle/make-and-check-proofs.ts'
import {
  AppendOnlyMerkleTree,
  EMPTY_ROOT,
  leafHash,
  merkleRoot,
  nodeHash,
  PerfectSubtrees,
} from '@ledger/ledger-service/proof/merkle/merkle-tree.ts'
import { verifyConsistencyProof } from '@ledger/web/src/audit/proof/verify-consistency-proof.ts'
import { describe, expect, it } from 'vitest'

const MOST = 40
const events = Array.from({ length: MOST }, () => randomBytes(32))
const leaves = events.map(leafHash)
const roots = [EMPTY_ROOT, ...leaves.map((_, index) => merkleRoot(leaves.slice(0, index + 1)))]
const root = (size: number) => roots[size] ?? EMPTY_ROOT

describe('the tree of RFC 6962', () => {
  it('has the roots of the test vectors of Certificate Transparency', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
    const expected = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]
    const vectors = inputs.map((hex) => leafHash(Buffer.from(hex, 'hex')))
    const found = vectors.map((_, index) => merkleRoot(vectors.slice(0, index + 1)).toString('hex'))
    expect(found).toEqual(expected)
  })

  it('grows to the same roots leaf by leaf, also from where it was left', () => {
    let tree = new AppendOnlyMerkleTree()
    for (const [index, event] of events.entries()) {
      tree.append(event)
      expect(tree.root()).toEqual(root(index + 1))
      tree = new AppendOnlyMerkleTree(tree.size, [...tree.peaks])
    }
  })

  it('has, from any leaf on, the largest perfect subtrees of the whole tree', () => {
    for (let start = 0; start < MOST; start++) {
      const found = new PerfectSubtrees(start)
      for (let end = start + 1; end <= MOST; end++) {
        found.append(events[end - 1] ?? EMPTY_ROOT)
        let at = start
        for (const [index, [size, subtreeRoot]] of found.roots.entries()) {
          expect(subtreeRoot).toEqual(merkleRoot(leaves.slice(at, at + size)))
          const isLargest = at % (2 * size) !== 0 || (found.roots[index + 1]?.[0] ?? 0) < size
          expect([at % size, Number.isInteger(Math.log2(size)), isLargest]).toEqual([0, true, true])
          at += size
        }
        expect(at).toBe(end)
      }
    }
  })

  it('proves that every leaf is in every tree, and no other leaf in its place', () => {
    for (let size = 1; size <= MOST; size++) {
      for (let index = 0; index < size; index++) {
        const proof = inclusionProof(index, leaves.slice(0, size))
        const [own, other] = [leaves[index], leaves[(index + 1) % MOST]]
        if (!own || !other) throw new Error('There are as many leaves as events')
        expect(rootFromInclusionProof(own, index, size, proof)).toEqual(root(size))
        expect(rootFromInclusionProof(other, index, size, proof)).not.toEqual(root(size))
        expect(rootFromInclusionProof(own, index, size, [...proof, own])).toBeUndefined()
      }
    }
  })

  it('proves that every tree began as every smaller one, and not as another of that size', () => {
    for (let to = 1; to <= MOST; to++) {
      for (let from = 0; from <= to; from++) {
        const proof = consistencyProof(from, leaves.slice(0, to))
        expect(isValidConsistencyProof({ size: from, root: root(from) }, { size: to, root: root(to) }, proof)).toBe(
          true,
        )
        if (from === 0 || from === to) continue
        expect(
          isValidConsistencyProof({ size: from, root: randomBytes(32) }, { size: to, root: root(to) }, proof),
        ).toBe(false)
        expect(
          isValidConsistencyProof({ size: from, root: root(from) }, { size: to, root: randomBytes(32) }, proof),
        ).toBe(false)
        expect(isValidConsistencyProof({ size: to, root: root(to) }, { size: from, root: root(from) }, proof)).toBe(
          false,
        )
      }
    }
  })

  it('is proved by no proof that is too long or too short, whatever the roots say; the browser says the same', async () => {
    const bytes = (buffer: Buffer) => Uint8Array.from(buffer)
    const areRefused = async (before: Tree, after: Tree, proof: Buffer[]) => {
      expect(isValidConsistencyProof(before, after, proof)).toBe(false)
      const tree = ({ size, root }: Tree) => ({ size, root: bytes(root) })
      expect(await verifyConsistencyProof(tree(before), tree(after), proof.map(bytes))).toBe(false)
    }
    const extra = randomBytes(32)
    for (let to = 2; to <= MOST; to++) {
      for (let from = 1; from < to; from++) {
        const proof = consistencyProof(from, leaves.slice(0, to))
        const [before, after] = [
          { size: from, root: root(from) },
          { size: to, root: root(to) },
        ]
        const tree = { before: { ...before, root: bytes(before.root) }, after: { ...after, root: bytes(after.root) } }
        expect(await verifyConsistencyProof(tree.before, tree.after, proof.map(bytes))).toBe(true)
        // One node more, and the roots that it would lead to.
        const led = (size: number) => ({ size, root: nodeHash(extra, root(size)) })
        await areRefused(led(from), led(to), [...proof, extra])
        await areRefused(before, led(to), [...proof, extra])
        // The same path to the root, in a tree whose stated size would need a longer one.
        await areRefused(before, { ...after, size: to * 4 }, proof)
        await areRefused(before, after, proof.slice(0, -1))
      }
    }
  })
})

type Tree = { size: number; root: Buffer }
