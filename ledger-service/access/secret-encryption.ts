import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A secret of a company as the database stores it: AES-256-GCM, bound to its kind and its company, so that no row can
 * replace another.
 */

const GCM_NONCE_BYTES = 12
const GCM_TAG_BYTES = 16

/**
 * Returns the key that encrypts secrets. It is derived from a secret of the installation that is not in the database.
 */
export const deriveEncryptionKey = (secret: string | Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'company-secrets/v1', 32))

export function encryptSecret(key: Buffer, boundTo: string, secret: string): Buffer {
  const nonce = randomBytes(GCM_NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @returns undefined where it was encrypted with another key or for another company, or was changed */
export function decryptSecret(key: Buffer, boundTo: string, sealed: Buffer): string | undefined {
  if (sealed.length < GCM_NONCE_BYTES + GCM_TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, GCM_NONCE_BYTES)).setAAD(
    Buffer.from(boundTo),
  )
  decipher.setAuthTag(sealed.subarray(-GCM_TAG_BYTES))
  const opened = decipher.update(sealed.subarray(GCM_NONCE_BYTES, -GCM_TAG_BYTES))
  try {
    return Buffer.concat([opened, decipher.final()]).toString()
  } catch {
    // The ciphertext is not of this key and company.
    return undefined
  }
}
