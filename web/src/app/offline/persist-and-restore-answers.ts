import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  balanceQuery,
  recentQuery,
  supervisorsQuery,
  transactionSumsQueryOptions,
} from '../../shared/api/field-queries.ts'
import {
  isServerUnreachable,
  onReachabilityChange,
  SHOW_STORED_AFTER_MS,
} from '../../shared/api/server-reachability.ts'
import { lastKnownUser, useFieldSession } from '../../shared/session/field-session.ts'
import { type CachedAnswer, loadAnswer, storeAnswers } from './answer-store.ts'

/**
 * The calls whose answers are stored: those that the field's screens show. Head office's books are the whole company's
 * and are stored on no device.
 */
const PERSISTED_PATHS = [
  'balance',
  'transactions',
  'beneficiaries',
  'purposes',
  'frequent-payees',
  'supervisors',
  'supervisor-balances',
  'ledger',
  'days',
  'summary',
  'recipients',
  'questions',
].map((name) => `/api/site/${name}`)
/** The queries of the dashboard, restored before the dashboard itself exists. */
const RESTORED_FIRST = [balanceQuery, recentQuery, transactionSumsQueryOptions, supervisorsQuery]
const WRITE_DELAY_MS = 1000
/**
 * The largest size of one stored answer, in characters of JSON: the names of an account that has paid some thousands.
 */
const MAX_ANSWER_CHARACTERS = 1_000_000

/**
 * Stores every answer, and restores the stored one while the server cannot be reached, or where its answer takes longer
 * than SHOW_STORED_AFTER_MS. The call goes on behind it.
 */
export function persistAndRestoreAnswers(client: QueryClient): void {
  const cache = client.getQueryCache()
  const answered = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRestoring = false

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const account = accountToPersist()
    const rows = [...answered].flatMap((query) => (account === undefined ? [] : answerRowOf(query, account)))
    answered.clear()
    // On a full phone the stored answers stay as they are, and the app works on.
    if (rows.length > 0) storeAnswers(rows, () => accountToPersist() === account).catch(console.warn)
  }

  function note(query: Query): void {
    if (!isPersisted(query.queryKey)) return
    answered.add(query)
    timer ??= setTimeout(write, WRITE_DELAY_MS)
  }

  async function restore({ queryKey }: Pick<Query, 'queryKey'>): Promise<void> {
    const account = accountToRestore()
    if (account === undefined || client.getQueryData(queryKey) !== undefined || !isPersisted(queryKey)) return
    const stored = await loadAnswer(hashKey(queryKey), account)
    if (stored === undefined || client.getQueryData(queryKey) !== undefined || accountToRestore() !== account) return
    isRestoring = true
    client.setQueryData(queryKey, stored.data, { updatedAt: stored.at })
    isRestoring = false
  }

  function restoreAll(): void {
    for (const query of cache.getAll()) restore(query).catch(console.warn)
  }

  cache.subscribe((event) => {
    if (event.type === 'added')
      setTimeout(() => restore(event.query).catch(console.warn), isServerUnreachable() ? 0 : SHOW_STORED_AFTER_MS)
    // Also stores rows that a command's answer changed: the phone may lose the network before they are read again.
    if (event.type === 'updated' && event.action.type === 'success' && !isRestoring) note(event.query)
  })
  onReachabilityChange(() => {
    if (isServerUnreachable()) restoreAll()
  })
  if (isServerUnreachable() || cache.getAll().every(({ state }) => state.data === undefined))
    for (const query of RESTORED_FIRST) restore(query).catch(console.warn)
  restoreAll()
  for (const query of cache.getAll()) if (query.state.data !== undefined) note(query)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write()
  })
}

/**
 * The user signed in to this tab or, before that is known, the last user of this browser: without the server the screen
 * belongs to that user (resolve-session.ts).
 */
const accountToRestore = () => (useFieldSession.getState().user ?? lastKnownUser())?.id

/**
 * Returns the account signed in to this tab, unless another account has signed in to this browser since: the answers
 * stored here are then the other account's.
 */
function accountToPersist(): string | undefined {
  const account = useFieldSession.getState().user?.id
  return account === lastKnownUser()?.id ? account : undefined
}

function answerRowOf({ queryHash, state }: Query, account: string): CachedAnswer[] {
  const data = firstPage(state.data)
  if (JSON.stringify(data).length > MAX_ANSWER_CHARACTERS) return []
  return [{ hash: queryHash, account, data, at: state.dataUpdatedAt }]
}

/** Tells whether the answer is stored. A search is not, because it matters only at the moment. */
function isPersisted([path, kind]: QueryKey): boolean {
  return PERSISTED_PATHS.includes(String(path)) && kind !== 'found' && kind !== 'last paid'
}

/** Returns only the newest rows of a list that is read page by page. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data
  const { pages, pageParams } = data
  return Array.isArray(pages) && Array.isArray(pageParams)
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}
