import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '../../database/app-role.ts'

/**
 * The voucher numbers of entries, in the order of the log. A read model of its own, which the worker fills from the
 * first event after the update, so entries from before get theirs too. The index finds the numbers of the rows of a
 * page. It is not unique, because a rebuild in place replaces the rows in parts, in the order of the key.
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
    CREATE INDEX vouchers_of_transactions ON read.vouchers (company_id, transaction_id);
    RESET ROLE;
  `.execute(db)
}
