import { randomUUID } from 'node:crypto'
import { timestampedKey } from '@ledger/contracts/http/timestamped-idempotency-keys.ts'
import { hmacSha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import { idempotencyKeyHash } from '@ledger/ledger-service/event-store/integrity/idempotency-key-hash.ts'

/** Digests keys and requests as the API does, with a secret of the benchmark. */
export const benchmarkKeyDigest = hmacSha256('a secret of the benchmark')

/**
 * Returns an `Idempotency-Key` like the app's. Its random bytes come from a UUID, because Node generates those in
 * advance, and a phone spends its own CPU on them.
 */
export const newAppIdempotencyKey = () =>
  timestampedKey(Date.now(), Buffer.from(randomUUID().replaceAll('-', ''), 'hex'))

/** Returns the digest of such a key, as the ledger stores it. */
export const newAppKeyDigest = () => idempotencyKeyHash(benchmarkKeyDigest, '', newAppIdempotencyKey())
