import { createHmac, hash } from 'node:crypto'

/**
 * Returns the SHA-256 of bytes, or of a text as UTF-8: 32 bytes. It converts from a text, because a digest that Node
 * returns as a Buffer has memory of its own, which costs more than the digest, and objects of `createHash` are released
 * one by one by the garbage collector, which blocks all requests.
 */
export const sha256 = (content: string | Uint8Array): Buffer => Buffer.from(hash('sha256', content, 'binary'), 'latin1')

/** Returns a function that computes the HMAC-SHA-256 (RFC 2104) of a text under a secret: 32 bytes. */
export function hmacSha256(secret: string): (text: string) => Buffer {
  return (text) => createHmac('sha256', secret).update(text).digest()
}
