import { mapEntryTextFields } from '@ledger/contracts/entry-text-fields.ts'
import { rowIdOfBothSides } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { matchQuery, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'

/** A row as the ledger has it now, or the id of a deleted one. */
export type CurrentRow = Transaction | { readonly gone: string }

/**
 * Has lists read again, after `show` has changed the cached ones. Running reads are cancelled and repeated: such an
 * answer may be older than the change and would undo it.
 */
export async function refetchWithUpdate(client: QueryClient, lists: QueryFilters, show: () => void): Promise<void> {
  const reading = client.getQueryCache().findAll({ ...lists, fetchStatus: 'fetching' })
  const before = reading.map((query) => [query, query.state] as const)
  await client.cancelQueries(lists)
  for (const [query, { data, dataUpdatedAt }] of before) {
    // Cancelling also removed the stored answer that stood in for the running read
    // (app/offline/persist-and-restore-answers.ts), so it is put back.
    if (data !== query.state.data) client.setQueryData(query.queryKey, data, { updatedAt: dataUpdatedAt })
    // A prefetched query belongs to no screen yet, so nothing else repeats it.
    if (data === undefined && !query.isActive()) query.fetch().catch(ignorePrefetchFailure)
  }
  try {
    show()
  } catch (error) {
    // The answers that are read now have the change.
    console.warn(error)
  }
  await client.invalidateQueries(lists)
}

function ignorePrefetchFailure(): void {}

/** The most rows remembered for some lists. No user books more before the lists show them. */
const MAX_KNOWN_ROWS = 100

/**
 * For each client and group of lists, the rows as a command or a single read returned them, by `rowIdOfBothSides` their
 * ids.
 */
const knownRowsByClient = new WeakMap<QueryClient, Map<QueryFilters, Map<string, CurrentRow>>>()

/**
 * Puts a row into every cached list that has an older revision of it, or removes a deleted one, but not in a ledger.
 * The other side of a transfer changes with it, so that the next edit begins from the current row. The row is also put
 * into later answers that are older than it: the server waits one second for its read models, and then answers with
 * what they have.
 */
export function showRowInLists(client: QueryClient, lists: QueryFilters, now: CurrentRow): void {
  const rows = knownRowsOf(client, lists)
  rememberRow(rows, now)
  for (const query of client.getQueryCache().findAll(lists)) applyKnownRows(client, query, rows)
}

/**
 * Returns the remembered rows of these lists. From the first call on they are put into every answer to these lists.
 * They are cleared with the cached answers when the user signs out.
 */
function knownRowsOf(client: QueryClient, lists: QueryFilters): Map<string, CurrentRow> {
  const ofClient = knownRowsByClient.get(client) ?? new Map<QueryFilters, Map<string, CurrentRow>>()
  knownRowsByClient.set(client, ofClient)
  const before = ofClient.get(lists)
  if (before !== undefined) return before
  const rows = new Map<string, CurrentRow>()
  ofClient.set(lists, rows)
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type === 'removed' && cache.getAll().length === 0) rows.clear()
    const isAnswered = event.type === 'updated' && event.action.type === 'success'
    if (isAnswered && rows.size > 0 && matchQuery(lists, event.query)) applyKnownRows(client, event.query, rows)
  })
  return rows
}

function rememberRow(rows: Map<string, CurrentRow>, now: CurrentRow): void {
  const id = rowIdOfBothSides('gone' in now ? now.gone : now.id)
  const before = rows.get(id)
  if (before !== undefined && ('gone' in before || !isOlderThan(before, now))) return
  rows.delete(id)
  rows.set(id, now)
  const [oldest] = rows.keys()
  if (rows.size > MAX_KNOWN_ROWS && oldest !== undefined) rows.delete(oldest)
}

function applyKnownRows(client: QueryClient, { queryKey, state }: Query, rows: ReadonlyMap<string, CurrentRow>): void {
  const data = withKnownRows(state.data, rows)
  // The time of the read stays, because the rest of the list is as old as before.
  if (data !== undefined && data !== state.data) client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
}

/**
 * @returns the answer, whatever its shape, with the rows as they are now; the same object where it has no older row;
 * undefined where the answer is itself a deleted row
 */
export function withKnownRows(answer: unknown, rows: ReadonlyMap<string, CurrentRow>): unknown {
  if (Array.isArray(answer)) {
    const all = answer.map((one) => withKnownRows(one, rows))
    return all.every((one, place) => one === answer[place]) ? answer : all.filter((one) => one !== undefined)
  }
  if (typeof answer !== 'object' || answer === null) return answer
  // A ledger's balances follow from all its rows, so its rows wait for the next read.
  if ('id' in answer && 'revision' in answer && 'balance' in answer) return answer
  if ('id' in answer && 'revision' in answer)
    return withCurrentRow(answer, rows.get(rowIdOfBothSides(String(answer.id))))
  const parts = Object.entries(answer).map(([name, part]) => [name, part, withKnownRows(part, rows)] as const)
  return parts.every(([, before, after]) => before === after)
    ? answer
    : Object.fromEntries(parts.map(([name, , after]) => [name, after]))
}

/**
 * Returns the row with the newer values. The other fields stay, because head office's rows have more fields than a
 * command's answer, which shows one side of a transfer.
 */
function withCurrentRow(row: object & Record<'id' | 'revision', unknown>, now: CurrentRow | undefined): unknown {
  if (now === undefined) return row
  // A deleted row stays in head office's lists of deleted entries.
  if ('gone' in now) return 'deleted' in row ? row : undefined
  if (!isOlderThan(row, now)) return row
  // The author of the last change comes with the next read.
  return { ...row, ...('edited' in row ? { edited: null } : {}), ...(row.id === now.id ? now : fieldsOfBothSides(now)) }
}

/** Returns the fields that an edit changes on both sides of a transfer, which has no bills. */
function fieldsOfBothSides(now: Transaction) {
  const { amount, date, revision } = now
  return { amount, date, ...mapEntryTextFields((name) => now[name]), revision }
}

const isOlderThan = ({ revision }: { revision: unknown }, now: CurrentRow) =>
  'gone' in now || Number(revision) < now.revision
