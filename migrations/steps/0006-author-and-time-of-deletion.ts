import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The author and time of the deletion of a list row. For rows that were deleted before this step both come from the
 * log, in this transaction, so that no list is incomplete and the values equal those of a rebuild.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};

    ALTER TABLE read.ledger_rows
      ADD COLUMN deleted_at timestamptz,
      ADD COLUMN deleted_by uuid,
      ADD COLUMN deleted_by_name text,
      ADD COLUMN deleted_by_role text;

    -- The other indexes of the lists hold what is not deleted, so an entry that is never deleted costs nothing here.
    CREATE INDEX ledger_rows_deleted ON read.ledger_rows (company_id, date DESC, position DESC, row_id DESC) WHERE deleted;

    UPDATE read.ledger_rows AS r SET deleted_at = d.recorded_at, deleted_by = d.actor_id, deleted_by_name = d.actor_name,
      deleted_by_role = d.actor_role
    FROM (
      SELECT e.company_id, (e.data ->> 'transaction') || side.suffix AS row_id, e.recorded_at,
        (e.actor ->> 'id')::uuid AS actor_id, e.actor ->> 'name' AS actor_name, e.actor ->> 'role' AS actor_role
      FROM events e CROSS JOIN (VALUES (''), ('-in')) AS side (suffix)
      WHERE e.type = 'TransactionDeleted') AS d
    WHERE r.company_id = d.company_id AND r.row_id = d.row_id AND r.deleted;

    RESET ROLE;
  `.execute(db)
}
