import type { Proof } from '@ledger/contracts/audit.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import type { Database } from '@ledger/database/tables.ts'
import { headPosition } from '@ledger/projections/log.ts'
import type { Kysely } from 'kysely'
import { auditEventOf } from './audit-event.ts'
import { consistencyRanges, inclusionRanges, type Range } from './merkle.ts'
import { type Asking, SubtreeRoots } from './subtree-roots.ts'

export interface Prover {
  /**
   * Returns the proof of an event for offline verification: the path from its hash to the root of the newest
   * checkpoint.
   * @returns undefined while no checkpoint covers the event yet (the signer takes at most a minute)
   */
  proveEvent(position: number, asking?: Asking): Promise<Proof | undefined>
  /**
   * Returns the consistency proof between two sizes, base64; undefined where the log has not grown from the one to the
   * other.
   */
  proveGrowth(from: number, to: number, asking?: Asking): Promise<string[] | undefined>
}

/** Opens the proofs of a company's log. It caches the roots of subtrees: open one for each process. */
export function openProver(db: Kysely<Database>, companyId: string): Prover {
  const roots = new SubtreeRoots(db, companyId)

  async function proveEvent(position: number, asking?: Asking): Promise<Proof | undefined> {
    const [checkpoint, key, [event]] = await Promise.all([
      newestCheckpoint(db, companyId),
      verifierKeyOf(db, companyId),
      storedEvents(db, companyId, { at: [position] }),
    ])
    if (!checkpoint || !key || !event || checkpoint.size < position) return undefined
    await requireTrue(checkpoint, asking)
    const inclusion = await proofOf(inclusionRanges(position - 1, checkpoint.size), asking)
    return (
      inclusion && {
        event: auditEventOf(event),
        companyId,
        leafIndex: position - 1,
        treeSize: checkpoint.size,
        inclusion,
        checkpoint: checkpoint.note,
        verifierKey: key,
      }
    )
  }

  async function proveGrowth(from: number, to: number, asking?: Asking): Promise<string[] | undefined> {
    if (from > to || to > (await headPosition(db, companyId))) return undefined
    const checkpoint = await newestCheckpoint(db, companyId)
    if (checkpoint) await requireTrue(checkpoint, asking)
    return proofOf(consistencyRanges(from, to), asking)
  }

  /** Clears roots that were cached while the log was tampered with: they must give the signed root. */
  async function requireTrue({ size, note }: { size: number; note: string }, asking?: Asking): Promise<void> {
    const root = await roots.rootOf({ start: 0, end: size }, asking)
    if (root?.toString('base64') !== note.split('\n')[2]) roots.forget()
  }

  async function proofOf(ranges: Range[], asking?: Asking): Promise<string[] | undefined> {
    const proof: string[] = []
    for (const range of ranges) {
      const root = await roots.rootOf(range, asking)
      if (!root) return undefined
      proof.push(root.toString('base64'))
    }
    return proof
  }

  return { proveEvent, proveGrowth }
}

function newestCheckpoint(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('signed_checkpoints')
    .select(['size', 'note'])
    .where('company_id', '=', companyId)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the key that the signer published; a verifier should store the first one that it received. */
export async function verifierKeyOf(db: Kysely<Database>, companyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifier_keys')
    .select('verifier_key')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.verifier_key
}
