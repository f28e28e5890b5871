import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { BalanceReplay, SNAPSHOT_FORMAT_VERSION } from './balance-replay.ts'

/**
 * Events between two snapshots. A replay between them takes about a quarter of a second; ten thousand accounts take 1
 * MB each.
 */
export const EVENTS_PER_SNAPSHOT = 50_000

export interface BalanceSnapshot {
  position: number
  /** The hash of the event at its position. */
  hash: Buffer
  accounts: string
}

/** Returns the newest snapshot of this history at or before a position; undefined where there is none. */
export async function readSnapshotBefore(
  db: Kysely<Database>,
  companyId: string,
  position: number,
): Promise<{ position: number; fold: BalanceReplay } | undefined> {
  const snapshot = await db
    .selectFrom('balance_snapshots')
    .innerJoin('events', (join) =>
      join
        .onRef('events.company_id', '=', 'balance_snapshots.company_id')
        .onRef('events.position', '=', 'balance_snapshots.position')
        .onRef('events.hash', '=', 'balance_snapshots.hash'),
    )
    .select(['balance_snapshots.position', 'balance_snapshots.accounts'])
    .where('balance_snapshots.company_id', '=', companyId)
    .where('balance_snapshots.shape', '=', SNAPSHOT_FORMAT_VERSION)
    .where('balance_snapshots.position', '<=', position)
    .orderBy('balance_snapshots.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return snapshot && { position: snapshot.position, fold: new BalanceReplay(snapshot.accounts) }
}

export async function saveSnapshot(db: Kysely<Database>, companyId: string, snapshot: BalanceSnapshot): Promise<void> {
  await db
    .insertInto('balance_snapshots')
    .values({ company_id: companyId, shape: SNAPSHOT_FORMAT_VERSION, ...snapshot })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Compares stored snapshots with a fold that passes their positions. */
export class SnapshotVerifier {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  readonly #due: Set<number>

  private constructor(db: Kysely<Database>, companyId: string, due: number[]) {
    this.#db = db
    this.#companyId = companyId
    this.#due = new Set(due)
  }

  static async load(db: Kysely<Database>, companyId: string): Promise<SnapshotVerifier> {
    const rows = await db
      .selectFrom('balance_snapshots')
      .select('position')
      .where('company_id', '=', companyId)
      .where('shape', '=', SNAPSHOT_FORMAT_VERSION)
      .execute()
    return new SnapshotVerifier(
      db,
      companyId,
      rows.map((row) => row.position),
    )
  }

  /** Returns whether the stored snapshot of a position equals the fold of the log; true where none is stored. */
  async matches(position: number, hash: Buffer, fold: BalanceReplay): Promise<boolean> {
    if (!this.#due.delete(position)) return true
    const stored = await this.#db
      .selectFrom('balance_snapshots')
      .select(['hash', 'accounts'])
      .where('company_id', '=', this.#companyId)
      .where('shape', '=', SNAPSHOT_FORMAT_VERSION)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    return stored.hash.equals(hash) && stored.accounts === fold.serialize()
  }

  /** Returns the positions that no fold has passed: the log does not reach them. */
  unreachedPositions(): number[] {
    return [...this.#due]
  }
}
