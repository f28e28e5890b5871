import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isAway, onNetwork } from '../../shared/api/network.ts'
import { balanceQuery, recentQuery, sumsQuery, supervisorsQuery } from '../../shared/api/site-account.ts'
import { lastKnownUser, useSession } from '../../shared/session/session.ts'
import { type KeptAnswer, keptAnswer, putAnswers } from './kept-answers.ts'

/**
 * The calls whose answers are stored: those that the field's screens show. Head office's books are the whole company's
 * and are stored on no device.
 */
const KEPT = ['balance', 'transactions', 'beneficiaries', 'supervisors', 'ledger', 'summary', 'recipients'].map(
  (name) => `/api/site/${name}`,
)
/** The queries of the dashboard, restored before the dashboard itself exists. */
const FIRST = [balanceQuery, recentQuery, sumsQuery, supervisorsQuery]
const WRITE_AFTER_MS = 1000
/**
 * The largest size of one stored answer, in characters of JSON: the names of an account that has paid some thousands.
 */
const MOST_LETTERS = 1_000_000

/** Stores every answer, and restores the stored one while the server cannot be reached. */
export function keepAnswers(client: QueryClient): void {
  const cache = client.getQueryCache()
  const answered = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRestoring = false

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const account = whoKeeps()
    const rows = [...answered].flatMap((query) => (account === undefined ? [] : rowOf(query, account)))
    answered.clear()
    // On a full phone the stored answers stay as they are, and the app works on.
    if (rows.length > 0) putAnswers(rows, () => whoKeeps() === account).catch(console.warn)
  }

  function note(query: Query): void {
    if (!isKept(query.queryKey)) return
    answered.add(query)
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  }

  async function restore({ queryKey }: Pick<Query, 'queryKey'>): Promise<void> {
    const account = whoLooks()
    if (account === undefined || client.getQueryData(queryKey) !== undefined || !isKept(queryKey)) return
    const kept = await keptAnswer(hashKey(queryKey), account)
    if (kept === undefined || client.getQueryData(queryKey) !== undefined || whoLooks() !== account) return
    isRestoring = true
    client.setQueryData(queryKey, kept.data, { updatedAt: kept.at })
    isRestoring = false
  }

  function restoreAll(): void {
    if (isAway()) for (const query of cache.getAll()) restore(query).catch(console.warn)
  }

  cache.subscribe((event) => {
    if (event.type === 'added' && isAway()) restore(event.query).catch(console.warn)
    // Also stores rows that a command's answer changed: the phone may lose the network before they are read again.
    if (event.type === 'updated' && event.action.type === 'success' && !isRestoring) note(event.query)
  })
  onNetwork(restoreAll)
  if (isAway()) for (const query of FIRST) restore(query).catch(console.warn)
  restoreAll()
  for (const query of cache.getAll()) if (query.state.data !== undefined) note(query)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write()
  })
}

/**
 * The user signed in to this tab or, before that is known, the last user of this browser: without the server the screen
 * belongs to that user (who-is-here.ts).
 */
const whoLooks = () => (useSession.getState().user ?? lastKnownUser())?.id

/**
 * Returns the account signed in to this tab, unless another account has signed in to this browser since: the answers
 * stored here are then the other account's.
 */
function whoKeeps(): string | undefined {
  const account = useSession.getState().user?.id
  return account === lastKnownUser()?.id ? account : undefined
}

function rowOf({ queryHash, state }: Query, account: string): KeptAnswer[] {
  const data = firstPage(state.data)
  if (JSON.stringify(data).length > MOST_LETTERS) return []
  return [{ hash: queryHash, account, data, at: state.dataUpdatedAt }]
}

/** Tells whether the answer is stored. A search is not, because it matters only at the moment. */
function isKept([path, kind]: QueryKey): boolean {
  return KEPT.includes(String(path)) && kind !== 'found' && kind !== 'last paid'
}

/** Returns only the newest rows of a list that is read page by page. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data
  const { pages, pageParams } = data
  return Array.isArray(pages) && Array.isArray(pageParams)
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}
