import { hash } from 'node:crypto'

/**
 * SHA-256 of bytes, or of a text as UTF-8: 32 bytes.
 * By way of a text: a digest that Node puts in a Buffer has memory of its own, which costs more than the digest, and an object of `createHash` is
 * let go by the garbage collector, one by one, while everybody waits.
 */
export const sha256 = (content: string | Uint8Array): Buffer => Buffer.from(hash('sha256', content, 'binary'), 'latin1')

const BLOCK_BYTES = 64
const [INNER, OUTER] = [0x36, 0x5c]

/**
 * HMAC-SHA-256 (RFC 2104) of texts under a secret, for what every request asks for: of two digests, for the reason above.
 * @returns what makes 32 bytes of a text
 */
export function keyedDigest(secret: string): (text: string) => Buffer {
  const long = Buffer.from(secret)
  const key = Buffer.alloc(BLOCK_BYTES)
  const short = long.length > BLOCK_BYTES ? sha256(long) : long
  short.copy(key)
  const inner = key.map((byte) => byte ^ INNER)
  const outer = key.map((byte) => byte ^ OUTER)
  return (text) => sha256(Buffer.concat([outer, sha256(Buffer.concat([inner, Buffer.from(text)]))]))
}
