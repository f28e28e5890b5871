import type { Proof } from '@ledger/contracts/audit.ts'
import { storedEvents } from '@ledger/migrations/read-log.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import { auditEventOf } from './audit-event.ts'
import { consistencyProof, inclusionProof, leafHash } from './merkle.ts'

/**
 * What proves an event to somebody offline: the way from its hash to the root of the newest checkpoint.
 * @returns undefined while no checkpoint covers the event yet (the signer takes at most a minute)
 */
export async function proveEvent(
  db: Kysely<Database>,
  companyId: string,
  position: number,
): Promise<Proof | undefined> {
  const [checkpoint, key, [event]] = await Promise.all([
    newestCheckpoint(db, companyId),
    verifierKeyOf(db, companyId),
    storedEvents(db, companyId, { at: [position] }),
  ])
  if (!checkpoint || !key || !event || checkpoint.size < position) return undefined
  const leaves = await leavesOf(db, companyId, checkpoint.size)
  return {
    event: auditEventOf(event),
    companyId,
    leafIndex: position - 1,
    treeSize: checkpoint.size,
    inclusion: inclusionProof(position - 1, leaves).map((node) => node.toString('base64')),
    checkpoint: checkpoint.note,
    verifierKey: key,
  }
}

/** The consistency proof between two sizes, base64; undefined where the log has not grown from the one to the other. */
export async function proveGrowth(
  db: Kysely<Database>,
  companyId: string,
  from: number,
  to: number,
): Promise<string[] | undefined> {
  if (from > to) return undefined
  const leaves = await leavesOf(db, companyId, to)
  return leaves.length === to ? consistencyProof(from, leaves).map((node) => node.toString('base64')) : undefined
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

/** The key that the signer published; whoever verifies keeps the one seen first. */
export async function verifierKeyOf(db: Kysely<Database>, companyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifier_keys')
    .select('verifier_key')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.verifier_key
}

/** The leaves of the tree of a size: 32 bytes for each event. */
async function leavesOf(db: Kysely<Database>, companyId: string, size: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('events')
    .select('hash')
    .where('company_id', '=', companyId)
    .where('position', '<=', size)
    .orderBy('position')
    .execute()
  return rows.map((row) => leafHash(row.hash))
}
