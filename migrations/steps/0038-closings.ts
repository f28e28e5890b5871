import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The events that close, seal and reopen the books, which every decision about money reads
 * (ledger-service/event-store/append/load-state/load-folded-states.ts): they are few, and the index has no others. And
 * the balances of each seal, one leaf of its tree each; the event of the seal holds the root.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX events_of_closings ON events (company_id, position)
      WHERE type IN ('BooksClosed', 'BooksReopened', 'BooksSealed')`.execute(db)
  await sql`
    CREATE TABLE sealed_balances (
      company_id uuid NOT NULL,
      closing bigint NOT NULL,
      leaf integer NOT NULL,
      account text NOT NULL,
      content text NOT NULL,
      PRIMARY KEY (company_id, closing, leaf),
      UNIQUE (company_id, closing, account)
    );
    GRANT SELECT, INSERT ON sealed_balances TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
