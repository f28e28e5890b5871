import { createHash, randomBytes } from 'node:crypto'
import { timedKey } from '@ledger/contracts/idempotency-keys.ts'
import { keyDigest } from '@ledger/ledger-service/event-store/key-digest.ts'

export const digest = (text: string) => createHash('sha256').update(text).digest()

/** An `Idempotency-Key` as the app makes one. */
export const appKey = () => timedKey(Date.now(), randomBytes(16))

/** One as the ledger keeps it. */
export const appKeyDigest = () => keyDigest(digest, '', appKey())
