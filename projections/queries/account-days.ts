import { type Day, dayBefore } from '@ledger/contracts/dates.ts'
import type { AccountDay } from '@ledger/contracts/http/reports/account-days-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readAccountTotals } from './account-ledger.ts'
import { NO_MOVEMENT, readDayMovements, toCashBook } from './cash-book.ts'
import { readAtOneState, scopeOfAccount } from './read-at-one-state.ts'

/**
 * Returns the sums of each day of an account that has entries, the newest first, with the balance at its end. The
 * balance before the period is read from stored totals, so that the period alone decides what the call costs.
 */
export async function readAccountDays(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  period: { from: Day; to: Day },
): Promise<AccountDay[]> {
  const before = { from: undefined, to: dayBefore(period.from) }
  const { opening, movements } = await readAtOneState(db, companyId, scopeOfAccount(accountId), async (snapshot) => ({
    opening: await readAccountTotals(snapshot, companyId, accountId, before),
    movements: await readDayMovements(snapshot, companyId, [{ accountId, from: undefined, until: undefined }], {
      ...period,
      mode: undefined,
    }),
  }))
  const openingPaise = BigInt(opening.received - opening.spent)
  const { days } = toCashBook([{ ...NO_MOVEMENT, day: null, received: openingPaise }, ...movements])
  return days
    .map(({ date, in: received, out: spent, closing }, place) => {
      const { expenses, spentOnExpenses } = movements[place] ?? NO_MOVEMENT
      return { date, received, spent, expenses, spentOnExpenses: formatAmount(spentOnExpenses), closing }
    })
    .reverse()
}
