import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * The encrypted copy of a password that an admin may look at (§3): AES-256-GCM under a key that is not in the database,
 * padded so that its length reveals nothing, and bound to its account so that a row cannot be moved to another account.
 * It is never used to sign in.
 */
export interface EncryptedPassword {
  nonce: Buffer
  ciphertext: Buffer
}

const GCM_NONCE_BYTES = 12
const GCM_TAG_BYTES = 16
const PADDED_BYTES = 512

export function encryptPassword(key: Buffer, accountId: string, password: string): EncryptedPassword {
  const nonce = randomBytes(GCM_NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(passwordAdditionalData(accountId))
  const bytes = Buffer.from(password)
  const padded = Buffer.alloc(PADDED_BYTES)
  padded.writeUInt16BE(bytes.length)
  bytes.copy(padded, 2)
  return { nonce, ciphertext: Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]) }
}

/** @returns undefined where the copy was made under another key, for another account, or was changed */
export function decryptPassword(
  key: Buffer,
  accountId: string,
  { nonce, ciphertext }: EncryptedPassword,
): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(passwordAdditionalData(accountId))
  decipher.setAuthTag(ciphertext.subarray(-GCM_TAG_BYTES))
  const padded = decipher.update(ciphertext.subarray(0, -GCM_TAG_BYTES))
  try {
    decipher.final()
  } catch {
    // The ciphertext is not of this account.
    return undefined
  }
  return padded.subarray(2, 2 + padded.readUInt16BE()).toString()
}

const passwordAdditionalData = (accountId: string) => Buffer.from(`password-copy/v1|${accountId}`)
