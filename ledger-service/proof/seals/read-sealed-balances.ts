import { type SealedBalanceAnswer, sealedBalance } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { inclusionProof } from '../merkle/make-and-check-proofs.ts'
import { merkleRoot } from '../merkle/merkle-tree.ts'
import { type SealedBalance, sealLeafHash } from './sealed-balance-and-entry.ts'

export interface StoredLeaves {
  /** In the order of their tree. */
  readonly leaves: readonly SealedBalance[]
  readonly hashes: readonly Buffer[]
  /** In hex; it differs from that of the seal's event only where a stored leaf was changed. */
  readonly root: string
}

/** Reads the stored balances of a sealed closing; undefined where none is stored, as after a restore. */
export async function readStoredLeaves(
  db: Kysely<Database>,
  companyId: string,
  closing: number,
): Promise<StoredLeaves | undefined> {
  const rows = await db
    .selectFrom('sealed_balances')
    .select('content')
    .where('company_id', '=', companyId)
    .where('closing', '=', closing)
    .orderBy('leaf')
    .execute()
  if (rows.length === 0) return undefined
  const leaves = rows.map(({ content }) => sealedBalance.parse(JSON.parse(content)))
  const hashes = leaves.map(sealLeafHash)
  return { leaves, hashes, root: merkleRoot(hashes).toString('hex') }
}

/** The balance of an account in a seal, and its path to the root, as plain data. */
export type LeafWithPath = Pick<SealedBalanceAnswer, 'leaf' | 'path'>

/**
 * Returns the root of the stored balances of a closing, undefined where none is stored, and that of an account. It
 * hashes all of them, so it runs in another process than the API.
 */
export async function findStoredLeaf(
  db: Kysely<Database>,
  companyId: string,
  { closing, account }: { closing: number; account: string },
): Promise<{ root: string | undefined; found: LeafWithPath | undefined }> {
  const { leaves, hashes, root } = (await readStoredLeaves(db, companyId, closing)) ?? NO_LEAVES
  const leafIndex = leaves.findIndex((leaf) => leaf.account === account)
  const leaf = leaves[leafIndex]
  if (!leaf) return { root, found: undefined }
  const path = inclusionProof(leafIndex, hashes).map((hash) => hash.toString('base64'))
  return { root, found: { leaf, path: { leafIndex, treeSize: leaves.length, hashes: path } } }
}

const NO_LEAVES = { leaves: [], hashes: [], root: undefined }
