import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '../../database/app-role.ts'

/**
 * The voucher numbers of entries, in the order of the log. A read model of its own, which the worker fills from the
 * first event after the update, so entries from before get theirs too. The rows of a page find their numbers by the
 * position at which they were recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    CREATE TABLE read.vouchers (
      company_id uuid NOT NULL,
      -- In the order of their characters, like every key that a range is read of.
      series text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      position bigint NOT NULL,
      transaction_id uuid NOT NULL,
      PRIMARY KEY (company_id, series, number)
    );
    CREATE INDEX vouchers_by_position ON read.vouchers (company_id, position);
    RESET ROLE;
  `.execute(db)
}
