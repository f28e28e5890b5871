import type { Day } from '@ledger/contracts/dates.ts'
import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import type { TrialBalance } from '@ledger/contracts/http/audit/trial-balance-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { ALL_SPANS, DAYS_AND_MONTHS } from '../read-models/period-totals/calendar-periods.ts'
import { companySpendingSql, kindTotalsSql } from '../read-models/period-totals/read-period-totals.ts'
import { readAtOneState } from './read-at-one-state.ts'

/**
 * Returns all balances by the dates of the entries up to a day, as they are known now: people, head office and
 * beneficiaries, in decimals. Whole months are stored totals; at most half a month of rows is read.
 */
export async function readTrialBalanceDated(
  db: Kysely<Database>,
  companyId: string,
  dated: Day,
): Promise<TrialBalance & { dated: Day }> {
  // An entry that one read model has and another has not yet would count on one side only.
  const rows = await readAtOneState(
    db,
    companyId,
    () => ({}),
    (snapshot) => readTrialBalanceRows(snapshot, companyId, dated),
  )
  const received = rows.reduce((sum, row) => sum + BigInt(row.received), 0n)
  const spent = rows.reduce((sum, row) => sum + BigInt(row.spent), 0n)
  return {
    dated,
    recorded: null,
    accounts: rows.map(({ account, name, kind, ...paise }) => ({
      ...{ account, name, kind },
      received: formatAmount(BigInt(paise.received)),
      spent: formatAmount(BigInt(paise.spent)),
      balance: formatAmount(BigInt(paise.received) - BigInt(paise.spent)),
    })),
    trialBalance: {
      received: formatAmount(received),
      spent: formatAmount(spent),
      difference: formatAmount(received - spent),
    },
  }
}

type TrialBalanceRow = Pick<TrialBalance['accounts'][number], 'account' | 'name' | 'kind' | 'received' | 'spent'>

/** Reads the paise of every account in one statement, so that all of it is of one moment. */
async function readTrialBalanceRows(db: Kysely<Database>, companyId: string, to: Day): Promise<TrialBalanceRow[]> {
  const until = { from: undefined, to }
  const person = sql.ref('person.account_id')
  const { rows } = await sql<TrialBalanceRow>`
    SELECT account, name, kind, received::numeric AS received, spent::numeric AS spent FROM (
      SELECT 1 AS part, ${HEAD_OFFICE_ACCOUNT} AS account, ${HEAD_OFFICE_ACCOUNT} AS name, 'head_office' AS kind,
        0 AS received, coalesce(sum(paise), 0) AS spent
      FROM ${kindTotalsSql(companyId, undefined, until, ALL_SPANS)} AS kinds WHERE key = 'credits'
      UNION ALL
      SELECT 2, person.account_id::text, trim(first_name || ' ' || last_name), role,
        coalesce(moved.received, 0), coalesce(moved.spent, 0)
      FROM (SELECT account_id, first_name, last_name, role FROM directory
        WHERE company_id = ${companyId} AND role IN ('site_incharge', 'supervisor')) AS person
      CROSS JOIN LATERAL (
        SELECT sum(paise) FILTER (WHERE key IN ('credits', 'transfersReceived')) AS received,
          sum(paise) FILTER (WHERE key IN ('debits', 'transfersGiven')) AS spent
        FROM ${kindTotalsSql(companyId, person, until, DAYS_AND_MONTHS)} AS kinds) AS moved
      UNION ALL
      SELECT 3, key, coalesce(b.name, key), 'beneficiary', paise, 0
      FROM (${companySpendingSql(companyId, until)}) AS paid
      LEFT JOIN beneficiaries b ON b.company_id = ${companyId} AND b.beneficiary_id = key
      WHERE what = 'beneficiary') AS balances
    ORDER BY part, name, account`.execute(db)
  return rows
}
