import { formatAmount } from '@ledger/contracts/money.ts'
import type { TransactionSums } from '@ledger/contracts/reports.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { billKindsOf } from './bills.ts'
import { amongNewest, every, isShown, leftBy, type RowFilter, searchOf } from './ledger-pages.ts'
import type { Search } from './search.ts'
import { type Counted, KIND, kindsOf, type SumKind } from './sums.ts'

const none = { count: 0, amount: '0.00' }
export const NO_SUMS: TransactionSums = {
  count: 0,
  credits: none,
  debits: none,
  transfersReceived: none,
  transfersGiven: none,
  deleted: none,
}

/**
 * What the rows add up to that a filter leaves, exactly, however many pages they are. A filter by account, days, type and bill asks the
 * sums that are kept; any other one adds up the rows that it leaves.
 */
export async function transactionSumsOf(
  db: Kysely<Database>,
  companyId: string,
  filter: RowFilter,
): Promise<TransactionSums> {
  const kinds = isKept(filter) ? await keptSums(db, companyId, filter) : await addedUp(db, companyId, filter)
  const sums = [...kinds].map(([kind, { count, paise }]) => [kind, { count, amount: formatAmount(paise) }])
  const count = [...kinds].reduce((all, [, kind]) => all + kind.count, 0)
  return { ...NO_SUMS, ...Object.fromEntries(sums), count }
}

type Kinds = ReadonlyMap<SumKind, Counted>

/** What was deleted is kept as one sum, of credits and debits, with a bill and without. */
const isKept = ({ q, beneficiary, purpose, type, bill, deleted }: RowFilter) =>
  !q?.trim() &&
  beneficiary === undefined &&
  purpose === undefined &&
  ((type === undefined && bill === undefined) || deleted === undefined)

async function keptSums(db: Kysely<Database>, companyId: string, filter: RowFilter): Promise<Kinds> {
  const { accountId, bill } = filter
  const kinds: Kinds =
    bill === undefined
      ? await kindsOf(db, companyId, accountId, filter)
      : await billKindsOf(db, companyId, accountId, bill, filter)
  return new Map([...kinds].filter(([kind, { count }]) => count > 0 && isLeft(kind, filter)))
}

function isLeft(kind: SumKind, { type, deleted }: RowFilter): boolean {
  if (kind === 'deleted') return deleted !== undefined
  if (deleted === 'only') return false
  return type === undefined || TYPES[kind] === type
}
const TYPES = { credits: 'credit', transfersReceived: 'credit', debits: 'debit', transfersGiven: 'debit' } as const

async function addedUp(db: Kysely<Database>, companyId: string, filter: RowFilter): Promise<Kinds> {
  const search = await searchOf(db, companyId, filter)
  const words = search ? await wordsOf(db, companyId, filter, search) : []
  // First by what the server knows to have few values: by any other expression it sorts the rows.
  // Numeric comes as text: deleted entries count against no largest total.
  const { rows } = await sql<{ kind: SumKind; count: number; paise: string }>`
    SELECT ${KIND} AS kind, sum(count)::bigint AS count, sum(paise) AS paise FROM (
      SELECT deleted, type, nullif(transfer_from IS NOT NULL, false) AS transfer_from, count(*) AS count, sum(paise) AS paise FROM ledger_rows
      WHERE ${every([...leftBy(companyId, filter), ...words, isShown(filter)])} GROUP BY 1, 2, 3) AS sums GROUP BY 1`.execute(
    db,
  )
  return new Map(rows.map(({ kind, count, paise }) => [kind, { count, paise: BigInt(paise) }]))
}

/** Of so many newest rows one in so many: the planner knows nothing of how many have a pair. */
const FREQUENT = { of: 1000, oneIn: 8 }

async function wordsOf(
  db: Kysely<Database>,
  companyId: string,
  filter: RowFilter,
  { exact, indexed, isForFew }: Search,
): Promise<RawBuilder<boolean>[]> {
  if (!isForFew) return [indexed, exact]
  const { looked, found } = await amongNewest(db, companyId, filter, exact, FREQUENT.of)
  return looked < FREQUENT.of || found * FREQUENT.oneIn > looked ? [exact] : [indexed, exact]
}
