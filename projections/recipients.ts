import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { RecipientSums } from '@ledger/contracts/recipient-sums.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'

/** §9: individual export reports cover at most so many. */
const SHOWN = 5

/**
 * The first distinct recipients of an account's list, newest rows first, each with all that came from and went to it within
 * the period. They go by name, as the list shows them; money from head office, whose rows name the account itself, is one.
 */
export async function recipientSumsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  { from, to }: PeriodQuery,
): Promise<RecipientSums[]> {
  const since = from === undefined ? sql`` : sql`AND date >= ${startOfDay(from)}`
  const until = to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`
  const { rows } = await sql<{ recipient: string | null; received: number; paid: number; count: number }>`
    SELECT recipient,
      coalesce(sum(paise) FILTER (WHERE type = 'credit'), 0)::bigint AS received,
      coalesce(sum(paise) FILTER (WHERE type = 'debit'), 0)::bigint AS paid,
      count(*) AS count
    FROM (SELECT type, paise, CASE WHEN type = 'debit' OR transfer_from IS NOT NULL THEN recipient END AS recipient,
        row_number() OVER (ORDER BY date DESC, position DESC, row_id DESC) AS place
      FROM ledger_rows
      WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted ${since} ${until}) AS list
    GROUP BY recipient ORDER BY min(place) LIMIT ${SHOWN}`.execute(db)
  return rows.map(({ recipient, received, paid, count }) => ({
    recipient,
    count,
    received: formatAmount(received),
    paid: formatAmount(paid),
  }))
}
