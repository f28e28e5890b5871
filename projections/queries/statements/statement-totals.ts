import { dayBefore } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { StatementTotals } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import { type PurposeFinder, purposeFinder, purposeKey } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { readTotalsByKind } from '../../read-models/period-totals/read-period-totals.ts'
import type { RowCursor } from '../paging/transaction-order-and-cursor.ts'
import { readPurposeList } from '../purposes/listed-purposes.ts'
import { type CarriedCash, readOpeningAndCarriedCash } from '../sites/opening-and-cash-brought-or-taken.ts'
import { allConditionsSql, filterConditions } from '../transactions/transaction-query.ts'
import { isMoneyInSql, type SiteSubject, type StatementSubject, statementRowFilter } from './statement-subject.ts'

/** The purposes that a statement adds up one by one; the others are one. */
const MAX_PURPOSES = 100

interface Sums {
  in: bigint
  out: bigint
  entries: number
}
const noSums = (): Sums => ({ in: 0n, out: 0n, entries: 0 })

/** The balance before a period, in paise, and the cash that the people of a site bring and take within it. */
export interface Opening {
  opening: bigint
  carried: readonly CarriedCash[]
}

/** Reads what a statement begins with. Totals of accounts and of the company are stored. */
export async function readOpening(
  db: Kysely<Database>,
  companyId: string,
  subject: StatementSubject,
  period: PeriodQuery,
): Promise<Opening> {
  if (subject.kind === 'site') return readOpeningAndCarriedCash(db, companyId, subject.spans, period, subject.today)
  return { opening: await readOpeningPaise(db, companyId, subject, period), carried: [] }
}

async function readOpeningPaise(
  db: Kysely<Database>,
  companyId: string,
  subject: Exclude<StatementSubject, SiteSubject>,
  { from }: PeriodQuery,
): Promise<bigint> {
  if (from === undefined) return 0n
  const before = { from: undefined, to: dayBefore(from) }
  if (subject.kind === 'beneficiary') {
    const { in: received } = (await readPeriodSums(db, companyId, subject, before, [])).sums
    return received
  }
  const accountId = subject.kind === 'account' ? subject.accountId : undefined
  const kinds = await readTotalsByKind(db, companyId, accountId, before)
  const of = (kind: 'credits' | 'debits' | 'transfersReceived' | 'transfersGiven') => kinds.get(kind)?.paise ?? 0n
  if (subject.kind === 'head_office') return -of('credits')
  return of('credits') + of('transfersReceived') - of('debits') - of('transfersGiven')
}

/** The sums of a period, in paise and as an answer has them. */
export interface PeriodSums {
  sums: Sums
  /** The change of the balance by the rows up to the cursor; 0 without one. */
  movedUpToCursor: bigint
  totals: StatementTotals
}

/**
 * Adds up the rows of a period by mode and purpose: each of them is read, in one statement. Cash that people carry is
 * part of the sums of the period, and of no mode and purpose.
 */
export async function readPeriodSums(
  db: Kysely<Database>,
  companyId: string,
  subject: StatementSubject,
  period: PeriodQuery,
  carried: readonly CarriedCash[],
  cursor?: RowCursor,
): Promise<PeriodSums> {
  const isIn = isMoneyInSql(subject)
  const isRead =
    cursor === undefined
      ? sql`false`
      : sql`(date, position, row_id) <= (${cursor.date}::timestamptz, ${cursor.position}::bigint, ${cursor.rowId})`
  const conditions = [...filterConditions(companyId, statementRowFilter(subject, period)), sql`NOT deleted`]
  const { rows } = await sql<ModeAndPurposeSumRow>`
    SELECT payment_mode AS mode, lower(purpose) AS key, min(purpose) AS purpose, count(*)::int AS entries,
      coalesce(sum(paise) FILTER (WHERE ${isIn}), 0)::text AS "in",
      coalesce(sum(paise) FILTER (WHERE NOT ${isIn}), 0)::text AS "out",
      coalesce(sum(CASE WHEN ${isIn} THEN paise ELSE -paise END) FILTER (WHERE ${isRead}), 0)::text AS moved
    FROM ledger_rows WHERE ${allConditionsSql(conditions)} GROUP BY 1, 2`.execute(db)
  const { purposes } = await readPurposeList(db, companyId)
  return addUp(rows, carried, purposeFinder(purposes))
}

interface ModeAndPurposeSumRow {
  mode: StatementTotals['byMode'][number]['mode']
  key: string
  purpose: string
  entries: number
  in: string
  out: string
  moved: string
}

/** @param findListed returns the listed purpose of a text, whose words are all one */
function addUp(
  rows: readonly ModeAndPurposeSumRow[],
  carried: readonly CarriedCash[],
  findListed: PurposeFinder,
): PeriodSums {
  const ofCarried = noSums()
  for (const { paise } of carried) addSums(ofCarried, { ...inOrOut(paise), entries: 0 })
  const sums = { ...ofCarried }
  const modes = new Map<ModeAndPurposeSumRow['mode'], Sums>()
  const purposes = new Map<string, Sums & { purpose: string | null }>()
  let movedUpToCursor = 0n
  for (const row of rows) {
    movedUpToCursor += BigInt(row.moved)
    const ofMode = modes.get(row.mode) ?? noSums()
    modes.set(row.mode, ofMode)
    const listed = findListed(row.purpose)
    const { key, name } = listed
      ? { key: purposeKey(listed.name), name: listed.name }
      : { key: row.key, name: row.purpose }
    const ofPurpose = purposes.get(key) ?? { ...noSums(), purpose: name }
    purposes.set(key, ofPurpose)
    for (const into of [sums, ofMode, ofPurpose])
      addSums(into, { in: BigInt(row.in), out: BigInt(row.out), entries: row.entries })
    // The first spelling in order stands for all, whatever order the groups come in.
    if (ofPurpose.purpose === null || name < ofPurpose.purpose) ofPurpose.purpose = name
  }
  return {
    sums,
    movedUpToCursor,
    totals: {
      ...decimals(sums),
      carried: { in: formatAmount(ofCarried.in), out: formatAmount(ofCarried.out) },
      byMode: PAYMENT_MODES.flatMap((mode) => {
        const ofMode = modes.get(mode)
        return ofMode === undefined ? [] : [{ mode, ...decimals(ofMode) }]
      }),
      byPurpose: largestPurposes([...purposes.values()]).map(({ purpose, ...of }) => ({ purpose, ...decimals(of) })),
    },
  }
}

/** Returns a change of a balance as money that came in or went out. */
export const inOrOut = (paise: bigint) => (paise > 0n ? { in: paise, out: 0n } : { in: 0n, out: -paise })

function addSums(into: Sums, sums: Sums): void {
  into.in += sums.in
  into.out += sums.out
  into.entries += sums.entries
}

const decimals = ({ in: received, out, entries }: Sums) => ({
  in: formatAmount(received),
  out: formatAmount(out),
  entries,
})

type PurposeSums = Sums & { purpose: string | null }

function largestPurposes(purposes: readonly PurposeSums[]): PurposeSums[] {
  const largest = purposes.toSorted(
    (one, other) =>
      Number(other.in + other.out - one.in - one.out) || ((one.purpose ?? '') < (other.purpose ?? '') ? -1 : 1),
  )
  if (largest.length <= MAX_PURPOSES) return largest
  const rest: PurposeSums = { ...noSums(), purpose: null }
  for (const sums of largest.slice(MAX_PURPOSES - 1)) addSums(rest, sums)
  return [...largest.slice(0, MAX_PURPOSES - 1), rest]
}
