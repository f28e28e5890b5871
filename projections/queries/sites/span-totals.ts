import { startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { type RawBuilder, sql } from 'kysely'
import { instantsOfRange } from '../../read-models/period-totals/calendar-periods.ts'
import { coverWithMonthsAndDays } from '../../read-models/period-totals/cover-with-periods.ts'
import { STANDING_KIND_SQL } from '../../read-models/period-totals/read-period-totals.ts'
import { periodWithinSpan, type SiteSpan } from './site-spans.ts'

/** A span whose sums count for a group, such as a site. */
export interface GroupedSpan extends SiteSpan {
  group: string
}

/** Returns the spans as one group. */
export const withoutGroups = (spans: readonly SiteSpan[]): GroupedSpan[] =>
  spans.map((span) => ({ ...span, group: '' }))

/**
 * Returns the totals of each kind in a period as rows (group_id, period, key, paise, count), of all spans in one
 * statement, however many they are: whole months are stored totals, and the rows of at most half a month are read for
 * each end of a span. Deleted entries count in none.
 */
export function spanTotalsSql(
  companyId: string,
  spans: readonly GroupedSpan[],
  period: PeriodQuery,
): RawBuilder<unknown> {
  const months: { group: string; account: string; from: string; below: string | null }[] = []
  const days: { group: string; account: string; from: string; before: string; sign: 1 | -1 }[] = []
  for (const { group, accountId: account, ...span } of spans) {
    const within = periodWithinSpan(span, period)
    if (!within) continue
    const cover = coverWithMonthsAndDays(within)
    for (const { from, below } of cover.months) months.push({ group, account, from, below: below ?? null })
    for (const { days: edge, sign } of cover.ends) {
      const { from, before = startOfDay('2999-12-31') } = instantsOfRange(edge)
      days.push({ group, account, from, before, sign })
    }
  }
  const monthColumn = (name: 'group' | 'account' | 'from' | 'below') => months.map((row) => row[name])
  const dayColumn = (name: 'group' | 'account' | 'from' | 'before' | 'sign') => days.map((row) => row[name])
  return sql`(
    SELECT m.group_id, stored.period, stored.key, stored.paise, stored.count
    FROM unnest(${monthColumn('group')}::text[], ${monthColumn('account')}::uuid[], ${monthColumn('from')}::text[], ${monthColumn('below')}::text[])
      AS m (group_id, account_id, first, below)
    CROSS JOIN LATERAL (SELECT period, key, paise, count FROM sums
      WHERE company_id = ${companyId} AND whose = m.account_id AND what = 'kind' AND span = 'month' AND key <> 'deleted'
        AND period >= m.first COLLATE "C" AND (m.below IS NULL OR period < m.below COLLATE "C")) AS stored
    UNION ALL
    SELECT d.group_id, read.period, read.key, d.sign * read.paise, d.sign
    FROM unnest(${dayColumn('group')}::text[], ${dayColumn('account')}::uuid[], ${dayColumn('from')}::timestamptz[], ${dayColumn('before')}::timestamptz[], ${dayColumn('sign')}::int[])
      AS d (group_id, account_id, first, before, sign)
    CROSS JOIN LATERAL (SELECT to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS period, ${STANDING_KIND_SQL} AS key, paise
      FROM ledger_rows WHERE company_id = ${companyId} AND account_id = d.account_id AND NOT deleted
        AND date >= d.first AND date < d.before) AS read)`
}
