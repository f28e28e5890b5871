import { decryptSecret, encryptSecret, GCM_NONCE_BYTES } from './secret-encryption.ts'

/**
 * The encrypted copy of a password that an admin may look at (§3), under a key that is not in the database,
 * padded so that its length reveals nothing, and bound to its account so that a row cannot be moved to another account.
 * It is never used to sign in.
 */
export interface EncryptedPassword {
  nonce: Buffer
  ciphertext: Buffer
}

const PADDED_BYTES = 512

export function encryptPassword(key: Buffer, accountId: string, password: string): EncryptedPassword {
  const bytes = Buffer.from(password)
  const padded = Buffer.alloc(PADDED_BYTES)
  padded.writeUInt16BE(bytes.length)
  bytes.copy(padded, 2)
  const encrypted = encryptSecret(key, boundToAccount(accountId), padded)
  return { nonce: encrypted.subarray(0, GCM_NONCE_BYTES), ciphertext: encrypted.subarray(GCM_NONCE_BYTES) }
}

/** @returns undefined where the copy was made under another key, for another account, or was changed */
export function decryptPassword(
  key: Buffer,
  accountId: string,
  { nonce, ciphertext }: EncryptedPassword,
): string | undefined {
  const padded = decryptSecret(key, boundToAccount(accountId), Buffer.concat([nonce, ciphertext]))
  return padded?.subarray(2, 2 + padded.readUInt16BE()).toString()
}

const boundToAccount = (accountId: string) => `password-copy/v1|${accountId}`
