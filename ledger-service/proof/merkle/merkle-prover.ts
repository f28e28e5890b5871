import type { InclusionProofAnswer } from '@ledger/contracts/http/audit/verification-and-proof-schemas.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { toAuditEvent } from '../to-audit-event.ts'
import { consistencyRanges, inclusionRanges, type LeafRange } from './make-and-check-proofs.ts'
import { MerkleNodeCache, type ProofOptions } from './merkle-node-cache.ts'

export interface Prover {
  /**
   * Returns the proof of an event for offline verification: the path from its hash to the root of the newest
   * checkpoint.
   * @returns undefined while no checkpoint covers the event yet (the signer takes at most a minute)
   */
  proveEvent(position: number, asking?: ProofOptions): Promise<InclusionProofAnswer | undefined>
  /**
   * Returns the consistency proof between two sizes, base64; undefined where the log has not grown from the one to the
   * other.
   */
  proveConsistency(from: number, to: number, asking?: ProofOptions): Promise<string[] | undefined>
}

/** Opens the proofs of a company's log. It caches the roots of subtrees: open one for each company of a process. */
export function openProver(db: Kysely<Database>, companyId: string): Prover {
  const roots = new MerkleNodeCache(db, companyId)

  async function proveEvent(position: number, asking?: ProofOptions): Promise<InclusionProofAnswer | undefined> {
    const [checkpoint, key, [event]] = await Promise.all([
      readNewestCheckpoint(db, companyId),
      readVerifierKey(db, companyId),
      readStoredEvents(db, companyId, { at: [position] }),
    ])
    if (!checkpoint || !key || !event || checkpoint.size < position) return undefined
    await requireTrue(checkpoint, asking)
    const inclusion = await proofOf(inclusionRanges(position - 1, checkpoint.size), asking)
    return (
      inclusion && {
        event: toAuditEvent(event),
        companyId,
        leafIndex: position - 1,
        treeSize: checkpoint.size,
        inclusion,
        checkpoint: checkpoint.note,
        verifierKey: key,
      }
    )
  }

  async function proveConsistency(from: number, to: number, asking?: ProofOptions): Promise<string[] | undefined> {
    if (from > to || to > (await readHeadPosition(db, companyId))) return undefined
    const checkpoint = await readNewestCheckpoint(db, companyId)
    if (checkpoint) await requireTrue(checkpoint, asking)
    return proofOf(consistencyRanges(from, to), asking)
  }

  /** Clears roots that were cached while the log was tampered with: they must give the signed root. */
  async function requireTrue({ size, note }: { size: number; note: string }, asking?: ProofOptions): Promise<void> {
    const root = await roots.rangeRoot({ start: 0, end: size }, asking)
    if (root?.toString('base64') !== note.split('\n')[2]) roots.clear()
  }

  async function proofOf(ranges: LeafRange[], asking?: ProofOptions): Promise<string[] | undefined> {
    const proof: string[] = []
    for (const range of ranges) {
      const root = await roots.rangeRoot(range, asking)
      if (!root) return undefined
      proof.push(root.toString('base64'))
    }
    return proof
  }

  return { proveEvent, proveConsistency }
}

function readNewestCheckpoint(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('signed_checkpoints')
    .select(['size', 'note'])
    .where('company_id', '=', companyId)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the key that the signer published; a verifier should store the first one that it received. */
export async function readVerifierKey(db: Kysely<Database>, companyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifier_keys')
    .select('verifier_key')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.verifier_key
}
