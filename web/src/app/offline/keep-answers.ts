import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isAway, onNetwork } from '../../shared/api/network.ts'
import { balanceQuery, recentQuery, sumsQuery, supervisorsQuery } from '../../shared/api/site-account.ts'
import { lastKnownUser, useSession } from '../../shared/session/session.ts'
import { type KeptAnswer, keptAnswer, putAnswers } from './kept-answers.ts'

/** What the field's screens show. Head office's books are the whole company's, and are kept on no device. */
const KEPT = ['balance', 'transactions', 'beneficiaries', 'supervisors', 'ledger', 'summary', 'recipients'].map(
  (name) => `/api/site/${name}`,
)
/** What the dashboard shows: read before it is there itself. */
const FIRST = [balanceQuery, recentQuery, sumsQuery, supervisorsQuery]
const WRITE_AFTER_MS = 1000
/** Of one answer, as JSON: the names of an account that has paid some thousands. */
const MOST_LETTERS = 1_000_000

/** Keeps what is answered, and puts what was kept in the place of an answer while the server cannot be reached. */
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
    // A full phone keeps what it has, and the app goes on.
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
    // What a command's answer changed, too: the phone may be without a network before it is read again.
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

/** Who is signed in to this tab; before that is known, who was last here: without the server the screen will be theirs (who-is-here.ts). */
const whoLooks = () => (useSession.getState().user ?? lastKnownUser())?.id

/** Whoever is signed in to this tab, if nobody else has signed in to this browser since: then its answers are somebody else's. */
function whoKeeps(): string | undefined {
  const account = useSession.getState().user?.id
  return account === lastKnownUser()?.id ? account : undefined
}

function rowOf({ queryHash, state }: Query, account: string): KeptAnswer[] {
  const data = firstPage(state.data)
  if (JSON.stringify(data).length > MOST_LETTERS) return []
  return [{ hash: queryHash, account, data, at: state.dataUpdatedAt }]
}

/** A search is of the moment. */
function isKept([path, kind]: QueryKey): boolean {
  return KEPT.includes(String(path)) && kind !== 'found' && kind !== 'last paid'
}

/** Of a list that is read page by page, the newest rows. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data
  const { pages, pageParams } = data
  return Array.isArray(pages) && Array.isArray(pageParams)
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}
