import { timestampOfKey } from '@ledger/contracts/http/timestamped-idempotency-keys.ts'

/** The length of a stored key, in bytes. */
const KEY_HASH_BYTES = 32

/**
 * Returns the stored form of an `Idempotency-Key`: a digest of it and of its account, 32 bytes, which begin with the
 * key's time where it has one. The index of all keys is in this order, so that new keys stand beside each other.
 * @param digest returns 32 bytes for a text, keyed by a secret
 */
export function idempotencyKeyHash(digest: (text: string) => Buffer, accountId: string, key: string): Buffer {
  const time = Buffer.from(timestampOfKey(key) ?? '', 'hex')
  return Buffer.concat([time, digest(`${accountId} ${key}`)]).subarray(0, KEY_HASH_BYTES)
}
