import { bothSidesOf } from '@ledger/contracts/rows.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'

/** A row as the ledger has it now, or which one it has no more. */
export type RowNow = Transaction | { readonly gone: string }

/**
 * Has lists read again, after `show` has put into the cached ones what is known meanwhile. What is being read just then comes to nothing
 * and is asked for anew: the answer may be of before, and would put back what `show` has replaced.
 */
export async function readAgainWith(client: QueryClient, lists: QueryFilters, show: () => void): Promise<void> {
  const reading = client.getQueryCache().findAll({ ...lists, fetchStatus: 'fetching' })
  const before = reading.map((query) => [query, query.state] as const)
  await client.cancelQueries(lists)
  for (const [query, { data, dataUpdatedAt }] of before) {
    // What stood in for the answer while it was on its way (app/offline/keep-answers.ts) went with it.
    if (data !== query.state.data) client.setQueryData(query.queryKey, data, { updatedAt: dataUpdatedAt })
    // Read ahead, for nobody yet: nothing else asks for it again.
    if (data === undefined && !query.isActive()) query.fetch().catch(askedWhenShown)
  }
  show()
  await client.invalidateQueries(lists)
}

function askedWhenShown(): void {}

/** So many are remembered of some lists: more than anybody books before the lists say so. */
const MOST_KNOWN = 100

/** Of each client and some lists, by `bothSidesOf` their ids, rows as a command answered them, or as they were read by themselves. */
const known = new WeakMap<QueryClient, Map<QueryFilters, Map<string, RowNow>>>()

/**
 * Puts a row into every cached list that has an older revision of it, or takes out one that is gone, and of a transfer the other side with it, so that
 * whoever changes it next begins from what it is. It stays so where a list is read later and is of before all the same: the server waits for its read
 * models a second, and then answers what they show.
 */
export function showRow(client: QueryClient, lists: QueryFilters, now: RowNow): void {
  const rows = knownOf(client, lists)
  remember(rows, now)
  for (const query of client.getQueryCache().findAll(lists)) showKnown(client, query, rows)
}

/** What is known of these lists; from the first time on it is put into whatever is read of them. It goes with the answers themselves, when whoever is signed in leaves. */
function knownOf(client: QueryClient, lists: QueryFilters): Map<string, RowNow> {
  const ofClient = known.get(client) ?? new Map<QueryFilters, Map<string, RowNow>>()
  known.set(client, ofClient)
  const before = ofClient.get(lists)
  if (before !== undefined) return before
  const rows = new Map<string, RowNow>()
  ofClient.set(lists, rows)
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type === 'removed' && cache.getAll().length === 0) rows.clear()
    const isAnswered = event.type === 'updated' && event.action.type === 'success'
    if (isAnswered && rows.size > 0 && matchQuery(lists, event.query)) showKnown(client, event.query, rows)
  })
  return rows
}

function remember(rows: Map<string, RowNow>, now: RowNow): void {
  const id = bothSidesOf('gone' in now ? now.gone : now.id)
  const before = rows.get(id)
  if (before !== undefined && ('gone' in before || !isBefore(before, now))) return
  rows.delete(id)
  rows.set(id, now)
  const [oldest] = rows.keys()
  if (rows.size > MOST_KNOWN && oldest !== undefined) rows.delete(oldest)
}

function showKnown(client: QueryClient, { queryKey, state }: Query, rows: ReadonlyMap<string, RowNow>): void {
  const data = withRows(state.data, rows)
  // The rest of the list is of when it was read.
  if (data !== undefined && data !== state.data) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
}

/** @returns an answer, whatever its shape, with the rows as they are now; the answer itself where it has no older one, undefined where it is all that is gone */
export function withRows(answer: unknown, rows: ReadonlyMap<string, RowNow>): unknown {
  if (Array.isArray(answer)) {
    const all = answer.map((one) => withRows(one, rows))
    return all.every((one, place) => one === answer[place]) ? answer : all.filter((one) => one !== undefined)
  }
  if (typeof answer !== 'object' || answer === null) return answer
  if ('id' in answer && 'revision' in answer) return rowNow(answer, rows.get(bothSidesOf(String(answer.id))))
  const parts = Object.entries(answer).map(([name, part]) => [name, part, withRows(part, rows)] as const)
  return parts.every(([, before, after]) => before === after)
    ? answer
    : Object.fromEntries(parts.map(([name, , after]) => [name, after]))
}

/** Head office's rows say more than a command's answer does, which is of one side of a transfer. */
function rowNow(row: object & Record<'id' | 'revision', unknown>, now: RowNow | undefined): unknown {
  if (now === undefined) return row
  // One that was deleted stands in head office's lists of those that were.
  if ('gone' in now) return 'deleted' in row ? row : undefined
  if (!isBefore(row, now)) return row
  // Who made the last change comes with the next reading.
  return { ...row, ...('edited' in row ? { edited: null } : {}), ...(row.id === now.id ? now : ofBothSides(now)) }
}

/** What an edit changes of a transfer, which takes no bills. */
function ofBothSides({ amount, date, purpose, paymentMode, narration, revision }: Transaction) {
  return { amount, date, purpose, paymentMode, narration, revision }
}

const isBefore = ({ revision }: { revision: unknown }, now: RowNow) => 'gone' in now || Number(revision) < now.revision
