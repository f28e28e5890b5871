import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { RecipientTotals } from '@ledger/contracts/http/reports/recipient-totals.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** §9: an individual export report covers at most this many. */
const MAX_RECIPIENTS = 5

/** Stands for head office, whose rows name the account itself; every other recipient has a name. */
const HEAD_OFFICE_RECIPIENT = ''

/**
 * Returns the first distinct recipients of an account's list, newest rows first, each with all that came from and went
 * to it within the period. Recipients are distinguished by name, as the list shows them: a beneficiary that was renamed
 * or merged by its name of today. Money from head office is one of them.
 */
export async function readRecipientTotals(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  { from, to }: PeriodQuery,
): Promise<RecipientTotals[]> {
  const since = from === undefined ? sql`` : sql`AND date >= ${startOfDay(from)}`
  const until = to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`
  const inOrder = sql`ORDER BY date DESC, position DESC LIMIT 1`
  // Entries are found by names, which the index of an account's rows contains: a beneficiary has one that was typed.
  // Each step finds the newest recipient that was not found before; then only the rows of these are added up.
  const { rows } = await sql<{ name: string; received: number; paid: number; count: number }>`
    WITH RECURSIVE renamed AS MATERIALIZED (
      SELECT b.name AS typed, g.name FROM beneficiary_groups g
      JOIN beneficiaries b ON b.company_id = g.company_id AND b.beneficiary_id = g.beneficiary_id
      WHERE g.company_id = ${companyId}),
    list AS NOT MATERIALIZED (
      SELECT type, paise, date, position,
        CASE WHEN transfer_from IS NOT NULL THEN recipient
          WHEN type = 'debit' THEN coalesce((SELECT renamed.name FROM renamed WHERE typed = recipient), recipient)
          ELSE ${HEAD_OFFICE_RECIPIENT} END AS name
      FROM ledger_rows
      WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted ${since} ${until}),
    found AS (
      (SELECT ARRAY[name] AS names FROM list ${inOrder})
      UNION ALL
      SELECT names || name FROM found
        CROSS JOIN LATERAL (SELECT name FROM list WHERE name <> ALL (names) ${inOrder}) AS newest
        WHERE cardinality(names) < ${MAX_RECIPIENTS})
    SELECT name,
      coalesce(sum(paise) FILTER (WHERE type = 'credit'), 0)::bigint AS received,
      coalesce(sum(paise) FILTER (WHERE type = 'debit'), 0)::bigint AS paid,
      count(*) AS count
    FROM list, (SELECT names FROM found ORDER BY cardinality(names) DESC LIMIT 1) AS shown
    WHERE name = ANY (names) GROUP BY name, names ORDER BY array_position(names, name)`.execute(db)
  return rows.map(({ name, count, received, paid }) => ({
    recipient: name === HEAD_OFFICE_RECIPIENT ? null : name,
    count,
    received: formatAmount(received),
    paid: formatAmount(paid),
  }))
}
