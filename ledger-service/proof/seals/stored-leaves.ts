import { sealedBalance } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { merkleRoot } from '../merkle/merkle-tree.ts'
import { type SealedBalance, sealLeafHash } from './sealed-balance.ts'

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
