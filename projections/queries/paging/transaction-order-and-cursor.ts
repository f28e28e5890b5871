import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { type RawBuilder, sql } from 'kysely'

/** The order of a list, and the place in it at which a page begins. */

/** Without an order a list has the newest rows first. */
const DEFAULT_SORT: TransactionSort = '-date'

const ORDER_COLUMNS = { date: ['date', 'position'], amount: ['paise', 'date', 'position'] } as const
const isByAmount = (sort: TransactionSort) => sort === 'amount' || sort === '-amount'
const columnsOf = (sort: TransactionSort) => ORDER_COLUMNS[isByAmount(sort) ? 'amount' : 'date']
const isDescending = (sort: TransactionSort) => sort.startsWith('-')

/**
 * Returns the order and the limit of a list. All columns go one way, so that an index has the order or its reverse. Two
 * rows have the same position where a list shows both accounts of a transfer: the receiver's row comes first among the
 * newest, and last in the other direction.
 */
export function orderAndLimitSql(
  { accountId, sort = DEFAULT_SORT }: { accountId: string | undefined; sort?: TransactionSort | undefined },
  most: number,
): RawBuilder<unknown> {
  const direction = isDescending(sort) ? ' DESC' : ''
  const columns = [...columnsOf(sort), ...(accountId === undefined ? ['row_id'] : [])]
  return sql`ORDER BY ${sql.raw(columns.map((column) => column + direction).join(', '))} LIMIT ${sql.lit(most)}`
}

/** Returns the condition for the rows after the cursor; none where there is no cursor, or one of another order. */
export function cursorConditions({
  cursor,
  sort = DEFAULT_SORT,
}: {
  cursor?: string | undefined
  sort?: TransactionSort | undefined
}): RawBuilder<unknown>[] {
  const [paise, place] = isByAmount(sort) ? splitAmountCursor(cursor ?? '') : [undefined, cursor]
  const from = place === undefined ? undefined : parseCursor(place)
  if (!from) return []
  const { date, position, rowId } = from
  const after = sql.raw(isDescending(sort) ? '<' : '>')
  const last = sql`${date}::timestamptz, ${position}::bigint, ${rowId}`
  return paise === undefined
    ? [sql`(date, position, row_id) ${after} (${last})`]
    : [sql`(paise, date, position, row_id) ${after} (${paise}::bigint, ${last})`]
}

/** Returns the condition for the rows of the pages after a cursor, the newest first. */
export const isBelowCursorSql = ({ date, position, rowId }: RowCursor) =>
  sql<boolean>`(date, position, row_id) < (${date}::timestamptz, ${position}::bigint, ${rowId})`

/** The place of the last row of a page. */
export interface RowCursor {
  date: string
  position: number
  rowId: string
}

const CURSOR_PATTERN = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})_([\w-]{36,39})$/
const AMOUNT_CURSOR_PATTERN = /^(\d{1,15})_(.*)$/

/** Returns undefined for a text that `formatCursorAfter` did not write: a list then begins at the top. */
export function parseCursor(cursor: string): RowCursor | undefined {
  const [, date, position, rowId] = CURSOR_PATTERN.exec(cursor) ?? []
  if (date === undefined || rowId === undefined || !isInstant(date)) return undefined
  return { date, position: Number(position), rowId }
}

/** Returns the amount of a cursor of a list by amount, and the rest; nothing for any other text. */
function splitAmountCursor(cursor: string): [number, string] | [undefined, undefined] {
  const [, paise, rest] = AMOUNT_CURSOR_PATTERN.exec(cursor) ?? []
  return rest === undefined ? [undefined, undefined] : [Number(paise), rest]
}

/** Returns whether a text is an existing instant in ISO 8601 and UTC. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

/** Returns the cursor of the page after a row, in a list of this order. */
export function formatCursorAfter(
  { paise, date, position, row_id }: Pick<RowOf<'ledger_rows'>, 'paise' | 'date' | 'position' | 'row_id'>,
  sort: TransactionSort = DEFAULT_SORT,
): string {
  const place = `${date}_${position}_${row_id}`
  return isByAmount(sort) ? `${paise}_${place}` : place
}
