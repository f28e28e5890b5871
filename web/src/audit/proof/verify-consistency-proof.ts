import { type Bytes, bytesEqual, webCryptoSha256 } from './bytes-and-sha256.ts'

interface TreeHead {
  readonly size: number
  readonly root: Bytes
}

const MERKLE_NODE_PREFIX = Uint8Array.of(1)

/**
 * Tells whether a tree grew into another without a change to its beginning (RFC 6962, 2.1.2; the algorithm of RFC 9162,
 * 2.1.4.2). The browser has its own implementation, because it must not trust the server.
 */
export async function verifyConsistencyProof(
  before: TreeHead,
  after: TreeHead,
  proof: readonly Bytes[],
): Promise<boolean> {
  if (before.size > after.size) return false
  if (before.size === after.size) return proof.length === 0 && bytesEqual(before.root, after.root)
  if (before.size === 0) return proof.length === 0
  const [first, ...rest] = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : proof
  if (first === undefined) return false
  let [old, now] = [before.size - 1, after.size - 1]
  while (old % 2 === 1) [old, now] = [half(old), half(now)]
  let [oldRoot, newRoot] = [first, first]
  for (const node of rest) {
    if (now === 0) return false
    if (old % 2 === 1 || old === now) {
      oldRoot = await webCryptoSha256(MERKLE_NODE_PREFIX, node, oldRoot)
      newRoot = await webCryptoSha256(MERKLE_NODE_PREFIX, node, newRoot)
      while (old % 2 === 0 && old !== 0) [old, now] = [half(old), half(now)]
    } else newRoot = await webCryptoSha256(MERKLE_NODE_PREFIX, newRoot, node)
    ;[old, now] = [half(old), half(now)]
  }
  return now === 0 && bytesEqual(oldRoot, before.root) && bytesEqual(newRoot, after.root)
}

/** Not a shift, because a log may have more events than 32 bits count. */
const half = (count: number) => Math.floor(count / 2)
