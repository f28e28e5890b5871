import { hash } from 'node:crypto'

/**
 * Returns the SHA-256 of bytes, or of a text as UTF-8: 32 bytes. It converts from a text, because a digest that Node
 * returns as a Buffer has memory of its own, which costs more than the digest, and objects of `createHash` are released
 * one by one by the garbage collector, which blocks all requests.
 */
export const sha256 = (content: string | Uint8Array): Buffer => Buffer.from(hash('sha256', content, 'binary'), 'latin1')

const BLOCK_BYTES = 64
const [INNER_PADDING, OUTER_PADDING] = [0x36, 0x5c]

/**
 * Returns a function that computes the HMAC-SHA-256 (RFC 2104) of a text under a secret: 32 bytes. It is made of two
 * digests, because objects of `createHmac` are released as slowly as those of `createHash`.
 */
export function hmacSha256(secret: string): (text: string) => Buffer {
  const long = Buffer.from(secret)
  const key = Buffer.alloc(BLOCK_BYTES)
  const short = long.length > BLOCK_BYTES ? sha256(long) : long
  short.copy(key)
  const inner = key.map((byte) => byte ^ INNER_PADDING)
  const outer = key.map((byte) => byte ^ OUTER_PADDING)
  return (text) => sha256(Buffer.concat([outer, sha256(Buffer.concat([inner, Buffer.from(text)]))]))
}
