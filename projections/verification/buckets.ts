import { type RawBuilder, sql } from 'kysely'
import { ALL_ACCOUNTS } from '../read-models/calendar-periods.ts'

/** The buckets from `from` up to, but not including, `below`, in the order of their names. */
export interface Range {
  from: string
  below: string | undefined
}

/** How the rows of a table that grows with the log are split into buckets, each of which has a sum of its own. */
export interface Buckets {
  /**
   * Returns the condition for the rows of a range. Only buckets that are found by account use the company here: the
   * caller adds the condition on the company.
   */
  where(range: Range & { companyId: string }): RawBuilder<unknown>
  next(bucket: string): string
}

/** Ids of transactions begin with their time: the first 28 bits stay the same for a quarter of an hour. */
export const minutesOf = (rowId: string) => rowId.slice(0, 7)
export const MINUTES: Buckets = {
  where: ({ from, below }) =>
    below === undefined
      ? sql`row_id >= ${sql.lit(from)}`
      : sql`row_id >= ${sql.lit(from)} AND row_id < ${sql.lit(below)}`,
  next: (bucket) => (Number.parseInt(bucket, 16) + 1).toString(16).padStart(bucket.length, '0'),
}

const EVENTS_IN_BUCKET = 1000
/** Returns the bucket of a position, padded with zeros, so that names are in the order of positions. */
export const thousandOf = (position: number) => String(Math.floor(position / EVENTS_IN_BUCKET)).padStart(13, '0')
export const THOUSANDS: Buckets = {
  where({ from, below }) {
    const to = below === undefined ? Number.MAX_SAFE_INTEGER : Number(below) * EVENTS_IN_BUCKET
    return sql`position >= ${sql.lit(Number(from) * EVENTS_IN_BUCKET)} AND position < ${sql.lit(to)}`
  },
  next: (bucket) => String(Number(bucket) + 1).padStart(bucket.length, '0'),
}
const accountsOf = (companyId: string) =>
  sql`SELECT account_id FROM read.directory WHERE company_id = ${sql.lit(companyId)}`

/** No index is by position alone: the rows are found by the index of each account of the company. */
export const THOUSANDS_BY_ACCOUNT: Buckets = {
  ...THOUSANDS,
  where: (range) => sql`${THOUSANDS.where(range)} AND account_id = ANY(ARRAY(${accountsOf(range.companyId)}))`,
}

/** Buckets by day, month or year, which the index has after `whose` and `what`. */
const periods = (whats: readonly string[]): Buckets => ({
  where({ companyId, from, below }) {
    const until = below === undefined ? sql`` : sql`AND period < ${sql.lit(below)}`
    return sql`whose = ANY(ARRAY(${accountsOf(companyId)} UNION ALL SELECT ${sql.lit(ALL_ACCOUNTS)}::uuid))
      AND what IN (${sql.join(whats.map((what) => sql.lit(what)))}) AND span IN ('day', 'month', 'year')
      AND period >= ${sql.lit(from)} ${until}`
  },
  // No bucket comes between: the next character of a longer name is a hyphen.
  next: (bucket) => `${bucket} `,
})
export const SUMMED = periods(['kind', 'purpose', 'beneficiary', 'mode'])
export const COUNTED = periods(['all', 'account', 'actor'])
export const BILLED = periods(['credits', 'debits'])

/** Ids of bills are hashes: their first 16 bits make buckets of few bills, however many bills there are. */
export const beginOf = (billId: string) => billId.slice(0, 4)
export const BEGINS: Buckets = {
  // The bounds may be buckets of the totals beside this table, so the first four characters are compared. The index
  // finds rows by `bill_id` alone.
  where({ from, below }) {
    const until =
      below === undefined
        ? sql``
        : sql`AND bill_id < ${sql.lit(`${below.slice(0, 4)}g`)} AND left(bill_id, 4) < ${sql.lit(below)}`
    return sql`bill_id >= ${sql.lit(from)} AND left(bill_id, 4) >= ${sql.lit(from)} ${until}`
  },
  // The name after the last bucket is one that no hash begins with.
  next: (bucket) => (bucket === 'ffff' ? 'g' : (Number.parseInt(bucket, 16) + 1).toString(16).padStart(4, '0')),
}
