import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '../../database/connection/connection-pool.ts'

/** What visitors of the public page wrote. No part of the books: it can be cleared away. */
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
