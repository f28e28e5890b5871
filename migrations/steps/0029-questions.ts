import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Questions on entries and their answers: a read model of its own, which the worker fills from the first event after
 * the update. Each statement runs by itself, as Citus requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  await sql`
    CREATE TABLE read.questions (
      company_id uuid NOT NULL,
      question_id uuid NOT NULL,
      -- The row of the lists that it is about, and the account that has this row.
      row_id text NOT NULL,
      account_id uuid NOT NULL,
      state text NOT NULL,
      text text NOT NULL,
      asked_position bigint NOT NULL,
      asked_at timestamptz NOT NULL,
      asked_by uuid NOT NULL,
      asked_by_name text NOT NULL,
      asked_by_role text NOT NULL,
      PRIMARY KEY (company_id, question_id)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX questions_by_row ON read.questions (company_id, row_id)`.execute(db)
  await sql`
    CREATE INDEX questions_by_account ON read.questions (company_id, account_id, asked_position)`.execute(db)
  await sql`CREATE INDEX questions_by_state ON read.questions (company_id, state, asked_position)`.execute(db)
  await sql`
    CREATE TABLE read.question_answers (
      company_id uuid NOT NULL,
      question_id uuid NOT NULL,
      position bigint NOT NULL,
      text text NOT NULL,
      -- JSON of the bills; null where there are none.
      bills text,
      answered_at timestamptz NOT NULL,
      answered_by uuid NOT NULL,
      answered_by_name text NOT NULL,
      answered_by_role text NOT NULL,
      PRIMARY KEY (company_id, question_id, position)
    )`.execute(db)
  await sql`RESET ROLE`.execute(db)
}
