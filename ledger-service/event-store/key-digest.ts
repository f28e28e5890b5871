import { timeOfKey } from '@ledger/contracts/idempotency-keys.ts'

/** The length of a stored key, in bytes. */
const LENGTH = 32

/**
 * Returns the stored form of an `Idempotency-Key`: a digest of it and of its account, 32 bytes, which begin with the
 * key's time where it has one. The index of all keys is in this order, so that new keys stand beside each other.
 * @param digest returns 32 bytes for a text, keyed by a secret
 */
export function keyDigest(digest: (text: string) => Buffer, accountId: string, key: string): Buffer {
  const time = Buffer.from(timeOfKey(key) ?? '', 'hex')
  return Buffer.concat([time, digest(`${accountId} ${key}`)]).subarray(0, LENGTH)
}
