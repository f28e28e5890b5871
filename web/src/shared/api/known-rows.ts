import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'

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

/** Puts a row into every cached list that has an older revision of it, or takes out one that is gone, so that whoever changes it next begins from what it is. */
export function showRow(client: QueryClient, lists: QueryFilters, now: RowNow): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(lists)) {
    const data = withRow(state.data, now)
    // The rest of the list is of when it was read.
    if (data !== undefined && data !== state.data)
      client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt })
  }
}

/** @returns an answer, whatever its shape, with the row as it is now; the answer itself where it has no older one, undefined where it is all that is gone */
export function withRow(answer: unknown, now: RowNow): unknown {
  if (Array.isArray(answer)) {
    const rows = answer.map((one) => withRow(one, now))
    return rows.every((one, place) => one === answer[place]) ? answer : rows.filter((one) => one !== undefined)
  }
  if (typeof answer !== 'object' || answer === null) return answer
  if ('id' in answer && 'revision' in answer) return rowNow(answer, now)
  const parts = Object.entries(answer).map(([name, part]) => [name, part, withRow(part, now)] as const)
  return parts.every(([, before, after]) => before === after)
    ? answer
    : Object.fromEntries(parts.map(([name, , after]) => [name, after]))
}

/** Head office's rows say more than a command's answer does, which is of one side of a transfer. */
function rowNow(row: object & Record<'id' | 'revision', unknown>, now: RowNow): unknown {
  if ('gone' in now) return row.id === now.gone ? undefined : row
  const isOlder = row.id === now.id && Number(row.revision) < now.revision
  if (!isOlder || !('userId' in row) || row.userId !== now.userId) return row
  // Who made the last change comes with the next reading.
  return { ...row, ...('edited' in row ? { edited: null } : {}), ...now }
}
