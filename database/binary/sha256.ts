import { createHmac, hash } from 'node:crypto'

/**
 * SHA-256 of bytes, or of a text as UTF-8: 32 bytes.
 * By way of a text: a digest that Node puts in a Buffer has memory of its own, which costs more than the digest, and an object of `createHash` is
 * let go by the garbage collector, one by one, while everybody waits.
 */
export const sha256 = (content: string | Uint8Array): Buffer => Buffer.from(hash('sha256', content, 'binary'), 'latin1')

/** @returns what makes of a text its HMAC-SHA-256 (RFC 2104) under a secret: 32 bytes */
export function hmacSha256(secret: string): (text: string) => Buffer {
  return (text) => createHmac('sha256', secret).update(text).digest()
}
