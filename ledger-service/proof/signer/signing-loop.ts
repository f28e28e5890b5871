import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import type { CheckpointFiles } from '../checkpoints/checkpoint-file.ts'
import { formatVerifierKey, logOrigin, type SigningKey } from '../checkpoints/checkpoint-note.ts'
import { type CheckpointSigner, HistoryChanged, openCheckpointSigner } from './checkpoint-signer.ts'

/** A checkpoint is signed after this many events, or this long after the last one where there are fewer. */
const EVENTS_PER_CHECKPOINT = 256
const MAX_CHECKPOINT_INTERVAL_MS = 60_000
const SIGNING_POLL_MS = 1000
/** The longest wait after a failure: the database is unavailable, or the disk is full. */
const MAX_SIGNING_BACK_OFF_MS = 30_000

export interface SigningLoopOptions {
  db: Kysely<Database>
  companyId: string
  key: SigningKey
  files: CheckpointFiles
  /** Returns the end of the log. */
  head: () => Promise<number>
  onSigned: (size: number) => void
  /** Called for a failure, which is retried. */
  onError: (error: Error) => void
  isStopping: () => boolean
  /** Companies that must be signed now, because a caller waits for it; a signed company is removed. */
  requested: Set<string>
}

/**
 * Signs the log of a company as it grows until it is stopped, and then once more. It retries while the database is
 * unavailable or the disk is full.
 * @throws HistoryChanged where the log is not a continuation of the signed one
 */
export async function runSigningLoop(vouching: SigningLoopOptions): Promise<void> {
  const { db, companyId, head, isStopping, requested } = vouching
  let signer: CheckpointSigner | undefined
  let published = 0
  let failures = 0
  let lookedAt = 0

  /** Writes the copy that readers use; the file is the original. */
  async function publish({ last }: CheckpointSigner): Promise<void> {
    if (!last || last.size === published) return
    await db
      .insertInto('signed_checkpoints')
      .values({ company_id: companyId, size: last.size, note: last.note })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    published = last.size
    vouching.onSigned(published)
  }

  async function signNow(): Promise<void> {
    requested.delete(companyId)
    signer ??= await openSignerAndPublishKey(vouching)
    await publish(signer)
    await signer.sign()
    await publish(signer)
    lookedAt = Date.now()
  }

  async function isDue(): Promise<boolean> {
    if (!signer || requested.has(companyId) || Date.now() - lookedAt >= MAX_CHECKPOINT_INTERVAL_MS) return true
    return (await head()) - (signer.last?.size ?? 0) >= EVENTS_PER_CHECKPOINT
  }

  for (let isLast = false; !isLast; ) {
    isLast = isStopping()
    try {
      if (isLast ? signer : await isDue()) await signNow()
      failures = 0
    } catch (error) {
      if (error instanceof HistoryChanged || !(error instanceof Error)) throw error
      vouching.onError(error)
      failures++
    }
    // It checks every quarter of a second whether it must stop or sign.
    const waitMs = Math.min(MAX_SIGNING_BACK_OFF_MS, SIGNING_POLL_MS * 2 ** failures)
    const isWaiting = () => !isStopping() && !requested.has(companyId)
    for (const until = Date.now() + waitMs; isWaiting() && Date.now() < until; ) await sleep(SIGNING_POLL_MS / 4)
  }
}

async function openSignerAndPublishKey({ db, companyId, key, files }: SigningLoopOptions): Promise<CheckpointSigner> {
  const signer = await openCheckpointSigner({
    companyId,
    key,
    ...files,
    read: (after) => readStoredEventPages(db, companyId, { after }),
  })
  await db
    .insertInto('verifier_keys')
    .values({ company_id: companyId, verifier_key: formatVerifierKey(logOrigin(companyId), key.publicKey) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return signer
}
