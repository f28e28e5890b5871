import { type Kysely, sql } from 'kysely'

/** Each of read.ledger_rows. */
const INDEXES = {
  ledger_rows_of_account: `(company_id, account_id, date DESC, position DESC, (bills IS NULL))
    INCLUDE (type, paise, recipient, purpose, payment_mode, transfer_from) WHERE NOT deleted`,
  ledger_rows_of_company: `(company_id, date DESC, position DESC)
    INCLUDE (type, paise, recipient, transfer_from) WHERE NOT deleted`,
  ledger_rows_deleted: '(company_id, date DESC, position DESC) WHERE deleted',
  ledger_rows_credits: `(company_id, account_id, date DESC, position DESC) WHERE NOT deleted AND type = 'credit'`,
  ledger_rows_with_bill: '(company_id, date DESC, position DESC) WHERE NOT deleted AND bills IS NOT NULL',
  ledger_rows_without_bill: `(company_id, date DESC, position DESC)
    WHERE NOT deleted AND bills IS NULL AND transfer_from IS NULL`,
  ledger_rows_with_bill_of_account: `(company_id, account_id, date DESC, position DESC)
    WHERE NOT deleted AND bills IS NOT NULL`,
}

/**
 * The indexes that put rows in order end with the row's id no more: 40 bytes in each, three times an entry, for the two rows of a transfer alone,
 * which have one date and one position. Those two are put in order as they are read. By the owner, and each in a statement of its own, as Citus asks of
 * a table that is spread (docs/decisions/0026-on-citus.md); an index belongs to whom its table does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  for (const [name, of] of Object.entries(INDEXES)) {
    await sql`DROP INDEX ${sql.table(`read.${name}`)}`.execute(db)
    await sql`CREATE INDEX ${sql.ref(name)} ON read.ledger_rows ${sql.raw(of)}`.execute(db)
  }
}
