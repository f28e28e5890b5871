import { type Kysely, sql } from 'kysely'

/**
 * When the receiver of a transfer acknowledged it. No event says so before this step, so the column needs no rebuild.
 * The index has the transfers that are not acknowledged; it has a statement of its own, as Citus requires
 * (docs/decisions/0007-citus.md). The moment of this step is that since which a missing acknowledgement is mentioned
 * (projections/queries/transfers/unacknowledged-transfers.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE read.ledger_rows ADD COLUMN acknowledged_at timestamptz`.execute(db)
  await sql`
    CREATE INDEX ledger_rows_unacknowledged ON read.ledger_rows (company_id, account_id, recorded_at)
      WHERE transfer_from IS NOT NULL AND acknowledged_at IS NULL AND NOT deleted`.execute(db)
}
