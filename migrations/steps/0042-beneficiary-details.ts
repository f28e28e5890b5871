import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The details of beneficiaries, which stay outside the log so that they can be erased. And the events that set limits
 * of the office, those for tax among them, in one index, which a decision about them reads
 * (ledger-service/event-store/append/load-state/load-folded-states.ts). Each statement runs by itself, as Citus
 * requires (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE beneficiary_details (
      company_id uuid NOT NULL,
      beneficiary_id text NOT NULL,
      pan text,
      gstin text,
      phone text,
      PRIMARY KEY (company_id, beneficiary_id)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON beneficiary_details TO ${sql.ref(APP_ROLE)}`.execute(db)
  await sql`
    CREATE INDEX events_of_limits_and_taxes ON events (company_id, position)
      WHERE type IN ('OfficeSettingsChanged', 'AlertLevelSet', 'TaxLimitsSet')`.execute(db)
  await sql`DROP INDEX events_of_limits`.execute(db)
}
