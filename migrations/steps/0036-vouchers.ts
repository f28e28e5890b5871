import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The voucher numbers of entries, in the order of the log. A read model of its own, which the worker fills from the
 * first event after the update, so entries from before get theirs too. The index finds the numbers of the rows of a
 * page. It is not unique, because a rebuild in place replaces the rows in parts, in the order of the key. Each
 * statement runs by itself, as Citus requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  // The series is in the order of its characters, like every key that a range is read of.
  await sql`
    CREATE TABLE read.vouchers (
      company_id uuid NOT NULL,
      series text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      position bigint NOT NULL,
      transaction_id uuid NOT NULL,
      PRIMARY KEY (company_id, series, number)
    )`.execute(db)
  await sql`CREATE INDEX vouchers_of_transactions ON read.vouchers (company_id, transaction_id)`.execute(db)
  await sql`RESET ROLE`.execute(db)
}
