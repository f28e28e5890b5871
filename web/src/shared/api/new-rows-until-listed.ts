import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { QueryClient } from '@tanstack/react-query'

/**
 * The entries that this app has made, until a list is read that is not behind the ledger (api.md, Reads are
 * linearizable). They are in the query cache, which is cleared when the user signs out. Later changes of them are put
 * into the lists by optimistic-rows.ts.
 */
const NEW_ROWS_KEY = ['new rows']

const newRowsOf = (client: QueryClient) => client.getQueryData<readonly Transaction[]>(NEW_ROWS_KEY) ?? []

export function rememberNewRow(client: QueryClient, row: Transaction): void {
  client.setQueryDefaults(NEW_ROWS_KEY, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(NEW_ROWS_KEY, [...newRowsOf(client), row])
}

interface ReadRows {
  readonly rows: Transaction[]
  readonly isBehind: boolean
}

/** The rows that belong to a page of a list. */
interface PageOfList {
  fits(row: Transaction): boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  /** The most rows of the page. */
  readonly limit?: number
}

/** Reads a page of a list. Where it is behind the ledger, new rows are put in at their dates. */
export async function readWithNewRows<Page extends ReadRows>(
  client: QueryClient,
  read: () => Promise<Page>,
  belongsTo: (page: Page) => PageOfList,
): Promise<Page> {
  const before = newRowsOf(client)
  const page = await read()
  if (page.isBehind) return { ...page, rows: withNewRows(page.rows, newRowsOf(client), belongsTo(page)) }
  // An entry that was made meanwhile may be missing in the next answer.
  if (before.length > 0)
    client.setQueryData(
      NEW_ROWS_KEY,
      newRowsOf(client).filter((row) => !before.includes(row)),
    )
  return page
}

/**
 * Returns the rows with those that are missing, newest date first.
 * @param added in the order in which they were made
 */
export function withNewRows(
  rows: readonly Transaction[],
  added: readonly Transaction[],
  { fits, isFirst, isLast, limit }: PageOfList,
): Transaction[] {
  const all = [...rows]
  for (const row of added) {
    if (!fits(row) || all.some(({ id }) => id === row.id)) continue
    const older = all.findIndex(({ date }) => date <= row.date)
    // Otherwise it belongs to the page before, or to one after.
    if (older === -1 ? isLast : isFirst || older > 0) all.splice(older === -1 ? all.length : older, 0, row)
  }
  return all.slice(0, limit)
}
