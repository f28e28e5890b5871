import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The beneficiaries that were renamed or merged: an index of the events that do so, which a decision about them reads
 * (ledger-service/event-store/append/load-state/load-folded-states.ts), and a table of the read model
 * `beneficiaries`. No log has such an event yet, so nothing is filled in. Each statement runs by itself, as Citus
 * requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX events_of_beneficiary_groups ON events (company_id, position)
      WHERE type IN ('BeneficiaryRenamed', 'BeneficiariesMerged', 'BeneficiariesUnmerged')`.execute(db)
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  await sql`
    CREATE TABLE read.beneficiary_groups (
      company_id uuid NOT NULL,
      beneficiary_id text NOT NULL,
      spelling text NOT NULL,
      group_id text NOT NULL,
      name text NOT NULL,
      PRIMARY KEY (company_id, beneficiary_id)
    )`.execute(db)
  await sql`CREATE INDEX beneficiary_groups_by_group ON read.beneficiary_groups (company_id, group_id)`.execute(db)
  await sql`RESET ROLE`.execute(db)
}
