import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A secret outside this process, in the database or in a cookie: AES-256-GCM, as nonce, ciphertext and tag, bound to a
 * text that names its owner, so that no secret can replace another.
 */

export const GCM_NONCE_BYTES = 12
const GCM_TAG_BYTES = 16

/**
 * Returns the key that encrypts secrets of companies. It is derived from a secret of the installation that is not in
 * the database.
 */
export const deriveEncryptionKey = (secret: string | Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'company-secrets/v1', 32))

/**
 * @param key 32 bytes
 * @param boundTo the text without which it is not decrypted; empty where the key alone belongs to the owner
 */
export function encryptSecret(key: Buffer, boundTo: string, secret: string | Buffer): Buffer {
  const nonce = randomBytes(GCM_NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(Buffer.from(secret)), cipher.final(), cipher.getAuthTag()])
}

/** @returns undefined where it was encrypted with another key or bound to another text, or was changed */
export function decryptSecret(key: Buffer, boundTo: string, encrypted: Buffer): Buffer | undefined {
  if (encrypted.length < GCM_NONCE_BYTES + GCM_TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, GCM_NONCE_BYTES)).setAAD(
    Buffer.from(boundTo),
  )
  decipher.setAuthTag(encrypted.subarray(-GCM_TAG_BYTES))
  const decrypted = decipher.update(encrypted.subarray(GCM_NONCE_BYTES, -GCM_TAG_BYTES))
  try {
    return Buffer.concat([decrypted, decipher.final()])
  } catch {
    // The ciphertext is not of this key and owner.
    return undefined
  }
}
