import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/**
 * Returns whether this account may see a bill: a field user sees a bill that an entry of the own list names, head
 * office (undefined) a bill that any entry names or named once, because head office sees every change of an entry.
 */
export async function isBillVisibleTo(
  db: Kysely<Database>,
  companyId: string,
  id: Bill['id'],
  accountId: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom('bill_uses')
    .select('bill_id')
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .$if(accountId !== undefined, (uses) => uses.where('account_id', '=', accountId ?? '').where('uses', '>', 0))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
