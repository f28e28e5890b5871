import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/** Messages of visitors of the public page. They are not part of the books, and can be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE contact_messages (
      company_id uuid NOT NULL,
      message_id uuid NOT NULL,
      name text NOT NULL,
      email text NOT NULL,
      phone text,
      message text NOT NULL,
      sent_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, message_id)
    );
    GRANT SELECT, INSERT, DELETE ON contact_messages TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
