import type { Day } from '@ledger/contracts/dates.ts'
import type { SealedBalanceAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { ProofOptions } from '../merkle/merkle-node-cache.ts'
import type { Prover } from '../merkle/merkle-prover.ts'
import { type ClosingWithSeal, findSealedClosing, readClosingEvents, type SealInput } from './closings-of-log.ts'
import type { findStoredLeaf } from './read-sealed-balances.ts'
import { type SealedEntry, sealLeafHash } from './sealed-balance-and-entry.ts'

/** Reads leaves and folds the log for a proof, in another process. */
export interface SealedBalanceSource {
  /** Stores the leaves of a sealed closing again, such as after a restore. */
  restoreLeaves(closing: SealInput): Promise<void>
  /** Returns the stored balance of an account in a sealed closing. */
  leafOf(closing: SealInput, account: string, signal: AbortSignal): ReturnType<typeof findStoredLeaf>
  /** Returns the entries of an account that the seal of a closing covers, in the order of its digest. */
  entriesOf(closing: SealInput, account: string, signal: AbortSignal): Promise<SealedEntry[]>
}

interface ProofDependencies {
  db: Kysely<Database>
  companyId: string
  prover: Prover
  sealing: SealedBalanceSource
}

interface SealedBalanceRequest {
  /** The inner id of a person, `head_office`, or the id of a beneficiary. */
  account: string
  upTo: Day
  /** Whether the entries are part of the proof, so that a statement proves itself complete. */
  withEntries: boolean
}

/**
 * Returns the proof of one balance of the closing that ends on a day: the leaf, its path to the root in the event of
 * the seal, and the event's path to the newest signed checkpoint.
 * @returns 'not_found' where no sealed closing that holds ends there or the account has no leaf, 'not_signed_yet' while
 *   no checkpoint covers the event
 * @throws Error where the stored leaves are not those of the event
 */
export async function proveSealedBalance(
  { db, companyId, prover, sealing }: ProofDependencies,
  { account, upTo, withEntries }: SealedBalanceRequest,
  asking: ProofOptions & { signal: AbortSignal },
): Promise<SealedBalanceAnswer | 'not_found' | 'not_signed_yet'> {
  const sealed = await requireLeavesUpTo({ db, companyId, sealing }, upTo)
  if (!sealed) return 'not_found'
  const { closing, event } = sealed
  if (event.data.accounts === 0) return 'not_found'
  const { root, found } = await sealing.leafOf(closing, account, asking.signal)
  if (root !== event.data.root)
    throw new Error(`The stored balances of the closing at ${closing.closing} are not those of its seal`)
  if (!found) return 'not_found'
  const proof = await prover.proveEvent(event.position, asking)
  if (!proof) return 'not_signed_yet'
  const answer = {
    ...{ companyId, verifierKey: proof.verifierKey, ...found },
    event: proof.event,
    proof: { leafIndex: proof.leafIndex, treeSize: proof.treeSize, hashes: proof.inclusion },
    checkpoint: proof.checkpoint,
  }
  return withEntries ? withSealedEntries(answer, await sealing.entriesOf(closing, account, asking.signal)) : answer
}

/** Returns the proof with the entries that its digest covers, and the hash of each. */
export function withSealedEntries(answer: SealedBalanceAnswer, entries: SealedEntry[]): SealedBalanceAnswer {
  return { ...answer, entries, entryHashes: entries.map((entry) => sealLeafHash(entry).toString('base64')) }
}

/**
 * Returns the sealed closing that ends on a day, once its leaves are stored: a backup leaves them out. Undefined where
 * none that holds ends there.
 */
export async function requireLeavesUpTo(
  { db, companyId, sealing }: Omit<ProofDependencies, 'prover'>,
  upTo: Day,
): Promise<ClosingWithSeal | undefined> {
  const sealed = findSealedClosing(await readClosingEvents(db, companyId), upTo)
  if (sealed && !(await hasLeaves(db, companyId, sealed))) await sealing.restoreLeaves(sealed.closing)
  return sealed
}

/** Returns whether the leaves of a seal are stored. A closing before the first entry has none. */
async function hasLeaves(
  db: Kysely<Database>,
  companyId: string,
  { closing: { closing }, event }: ClosingWithSeal,
): Promise<boolean> {
  if (event.data.accounts === 0) return true
  const row = await db
    .selectFrom('sealed_balances')
    .select('leaf')
    .where('company_id', '=', companyId)
    .where('closing', '=', closing)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
