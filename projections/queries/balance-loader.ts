import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { formatBalance } from './format-balance.ts'

/** Returns the balance of an account by its inner id; zeros for one that no event has named. */
export type LoadBalance = (accountId: string) => Promise<Balance>

/** Opens the balance loader of a company: requests of the same moment share a query. */
export function openBalanceLoader(db: Kysely<Database>, companyId: string): LoadBalance {
  return createBatchLoader(async (accountIds) => {
    const { rows } = await sql<BalanceSums>`
      SELECT account_id, received_paise, spent_paise FROM balances
      WHERE company_id = ${companyId} AND account_id = ANY(${padForGenericPlan(accountIds)}::text[])`.execute(db)
    const found = new Map(rows.map((row) => [row.account_id, row]))
    return (accountId) => rowToBalance(found.get(accountId))
  })
}

type BalanceSums = Pick<RowOf<'balances'>, 'account_id' | 'received_paise' | 'spent_paise'>

const rowToBalance = (sums: BalanceSums | undefined) => formatBalance(sums?.received_paise ?? 0, sums?.spent_paise ?? 0)
