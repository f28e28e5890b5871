import { timeOfKey } from '@ledger/contracts/idempotency-keys.ts'

/** Bytes of a key as it is kept. */
const LENGTH = 32

/**
 * What is kept of an `Idempotency-Key`: a digest of it and of its account, 32 bytes, which begin with the key's time where it has one. The index of
 * all keys there ever were is in this order, so that new ones come to stand beside each other.
 * @param digest 32 bytes of a text, by a secret
 */
export function keyDigest(digest: (text: string) => Buffer, accountId: string, key: string): Buffer {
  const time = Buffer.from(timeOfKey(key) ?? '', 'hex')
  return Buffer.concat([time, digest(`${accountId} ${key}`)]).subarray(0, LENGTH)
}
