import { randomUUID } from 'node:crypto'
import { timedKey } from '@ledger/contracts/idempotency-keys.ts'
import { keyedDigest } from '@ledger/database/digests.ts'
import { keyDigest } from '@ledger/ledger-service/event-store/key-digest.ts'

/** Digests keys and requests as the API does, with a secret of the benchmark. */
export const digest = keyedDigest('a secret of the benchmark')

/**
 * Returns an `Idempotency-Key` like the app's. Its random bytes come from a UUID, because Node generates those in
 * advance, and a phone spends its own CPU on them.
 */
export const appKey = () => timedKey(Date.now(), Buffer.from(randomUUID().replaceAll('-', ''), 'hex'))

/** Returns the digest of such a key, as the ledger stores it. */
export const appKeyDigest = () => keyDigest(digest, '', appKey())
