import type { DefaultedTimestampColumn, JsonTextColumn } from './column-types.ts'

/** Balances as of a position, the leaves of seals, and signed checkpoints with the keys that verify them. */
export interface ProofTables {
  balance_snapshots: BalanceSnapshotsTableColumns
  sealed_balances: SealedBalancesTableColumns
  signed_checkpoints: SignedCheckpointsTableColumns
  verifier_keys: VerifierKeysTableColumns
}

interface BalanceSnapshotsTableColumns {
  company_id: string
  position: number
  /** The format version of the JSON (ledger-service/proof/point-in-time/balance-snapshots.ts). */
  shape: number
  hash: Buffer
  accounts: JsonTextColumn
}

/** The leaves of the seal of a closing (ledger-service/proof/seals/): the event of the seal holds their root. */
interface SealedBalancesTableColumns {
  company_id: string
  /** The position of the closing. */
  closing: number
  /** The place of the leaf, from 0. */
  leaf: number
  account: string
  /** The canonical JSON of the leaf. */
  content: string
}

interface SignedCheckpointsTableColumns {
  company_id: string
  size: number
  note: string
  signed_at: DefaultedTimestampColumn
}

interface VerifierKeysTableColumns {
  company_id: string
  verifier_key: string
}
