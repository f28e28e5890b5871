import { randomUUID } from 'node:crypto'
import { timedKey } from '@ledger/contracts/idempotency-keys.ts'
import { keyedDigest } from '@ledger/database/digests.ts'
import { keyDigest } from '@ledger/ledger-service/event-store/key-digest.ts'

/** As the API makes it of keys and of what they asked for. */
export const digest = keyedDigest('a secret of the benchmark')

/** An `Idempotency-Key` as the app makes one; its random bytes are of a UUID, for which Node keeps some ahead: a phone has its own to make them. */
export const appKey = () => timedKey(Date.now(), Buffer.from(randomUUID().replaceAll('-', ''), 'hex'))

/** One as the ledger keeps it. */
export const appKeyDigest = () => keyDigest(digest, '', appKey())
