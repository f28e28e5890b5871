import { ApiError } from '../../shared/api/api-error.ts'
import { fetchConsistencyProof } from '../api/audit-queries.ts'
import { canUseWebCrypto, fromBase64 } from './bytes-and-sha256.ts'
import {
  checkSignature,
  type ParsedCheckpoint,
  parseCheckpoint,
  type SignatureCheck,
} from './checkpoint-note-and-signature.ts'
import { type RememberedCheckpoint, rememberCheckpoint, rememberedCheckpoint } from './remembered-checkpoint.ts'
import { verifyConsistencyProof } from './verify-consistency-proof.ts'

/** The result of this browser's own check of the log. */
export type LogGrowthCheck =
  /** No checkpoint is published, and none is remembered. */
  | { outcome: 'nothing yet' }
  /** Over plain http from another machine the browser offers no hash functions. */
  | { outcome: 'cannot look' }
  /** The first checkpoint that this browser sees. It is remembered from now on. */
  | { outcome: 'first'; size: number; signature: SignatureCheck }
  | { outcome: 'grown'; from: number; size: number; signature: SignatureCheck; since: string }
  | { outcome: 'alarm'; why: LogGrowthProblem; remembered: number; now: number; since: string | undefined }

type LogGrowthProblem = 'shrank' | 'changed' | 'other key' | 'bad signature'

interface PublishedCheckpoint {
  /** The note of the newest checkpoint; undefined before the first. */
  readonly note: string | undefined
  readonly verifierKey: string | undefined
}

/**
 * Compares the published checkpoint with the largest one that this browser remembers, and remembers the new one only if
 * the log grew out of the old one. A remembered checkpoint is never replaced by any other, so the alarm returns on
 * every visit.
 */
export async function checkLogGrowth({ note, verifierKey }: PublishedCheckpoint, now: string): Promise<LogGrowthCheck> {
  const remembered = rememberedCheckpoint()
  if (remembered === undefined && (note === undefined || verifierKey === undefined)) return { outcome: 'nothing yet' }
  if (!canUseWebCrypto()) return { outcome: 'cannot look' }
  const before = remembered && parseCheckpoint(remembered.note)
  const newest = note === undefined ? undefined : parseCheckpoint(note)
  const alarm = (why: LogGrowthProblem): LogGrowthCheck => ({
    outcome: 'alarm',
    why,
    remembered: before?.size ?? 0,
    now: newest?.size ?? 0,
    since: remembered?.seenAt,
  })
  if (note === undefined || verifierKey === undefined) return alarm('shrank')
  if (newest === undefined) return alarm('bad signature')
  if (remembered !== undefined && remembered.verifierKey !== verifierKey) return alarm('other key')
  const signature = await checkSignature(note, verifierKey)
  if (signature === 'bad') return alarm('bad signature')
  if (remembered === undefined || before === undefined) {
    rememberCheckpoint({ note, verifierKey, seenAt: now })
    return { outcome: 'first', size: newest.size, signature }
  }
  if (newest.size < before.size) return alarm('shrank')
  const growth = await growthOf(before, newest)
  if (growth !== 'grown') return alarm(growth)
  rememberLarger(remembered, before, { note, verifierKey, seenAt: now }, newest)
  return { outcome: 'grown', from: before.size, size: newest.size, signature, since: remembered.seenAt }
}

function rememberLarger(
  old: RememberedCheckpoint,
  before: ParsedCheckpoint,
  fresh: RememberedCheckpoint,
  after: ParsedCheckpoint,
): void {
  rememberCheckpoint(after.size > before.size ? { ...fresh, seenAt: old.seenAt } : old)
}

async function growthOf(before: ParsedCheckpoint, after: ParsedCheckpoint): Promise<'grown' | 'shrank' | 'changed'> {
  const trees = [before, after].map(({ size, root }) => ({ size, root: fromBase64(root) }))
  const [old, fresh] = trees
  if (old === undefined || fresh === undefined) return 'changed'
  if (before.size === after.size) return (await verifyConsistencyProof(old, fresh, [])) ? 'grown' : 'changed'
  try {
    const { proof } = await fetchConsistencyProof({ query: { from: String(before.size), to: String(after.size) } })
    return (await verifyConsistencyProof(old, fresh, proof.map(fromBase64))) ? 'grown' : 'changed'
  } catch (error) {
    // The log is shorter than the signed one: the server cannot prove events that it does not have.
    if (error instanceof ApiError && error.status === 400) return 'shrank'
    throw error
  }
}
