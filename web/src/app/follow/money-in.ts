import type { Transaction } from '@ledger/contracts/shapes.ts'
import { HEAD_OFFICE_SHOWN } from '@ledger/contracts/shown-words.ts'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { callOf } from '../../shared/api/call.ts'
import { balanceQuery } from '../../shared/api/site-account.ts'
import { showToast, useToasts } from '../../shared/design/toast-store.ts'
import { otherParty } from '../../shared/entry/other-party.ts'
import { rupees } from '../../shared/language/figures.ts'
import { inBothLanguages, wordsNow } from '../../shared/language/words.ts'

const words = inBothLanguages(
  {
    received: 'Money received',
    from: (amount: string, who: string) => `${amount} from ${who}`,
    more: (count: string) => `and ${count} more`,
    headOffice: HEAD_OFFICE_SHOWN.en,
  },
  {
    received: 'पैसे मिले',
    from: (amount: string, who: string) => `${who} से ${amount} मिले`,
    more: (count: string) => `और ${count}`,
    headOffice: HEAD_OFFICE_SHOWN.hi,
  },
)

const getTransactions = callOf<'siteTransactions'>('GET', '/api/site/transactions')
/** The list is in the order of the entries' dates: what is dated further back than these is shown, and not said. */
const NEWEST = '50'
/** Of more at once the rest is only counted. */
const SAID = 3

/**
 * Says once what money came in while the app is open. The total received tells when to look, however it was read again; the credits
 * before and after tell what came. What one spends or transfers is no credit.
 */
export function watchMoneyIn(client: QueryClient, signal: AbortSignal): void {
  let total = client.getQueryData(balanceQuery.queryKey)?.totalReceived
  let known: { ids: ReadonlySet<string>; latest: string } | undefined
  let looking = look()

  // Kept fresh on the screens that show no balance, too.
  const observer = new QueryObserver(client, {
    ...balanceQuery,
    refetchInterval: false,
    refetchOnMount: false,
    // A screen that shows it says why it could not be read; that stays until it is tried again.
    retryOnMount: false,
    refetchOnWindowFocus: false,
  })
  const unsubscribe = observer.subscribe(({ data }) => {
    if (data === undefined || data.totalReceived === total) return
    total = data.totalReceived
    looking = looking.then(look)
  })
  signal.addEventListener('abort', unsubscribe)

  async function look(): Promise<void> {
    try {
      const rows = await getTransactions({ query: { type: 'credit', limit: NEWEST } })
      if (signal.aborted) return
      const before = known
      known = { ids: new Set(rows.map(({ id }) => id)), latest: latestOf(rows, before?.latest) }
      // One that was recorded earlier has only moved up, because another one was deleted.
      if (before) say(rows.filter(({ id, recordedAt }) => !before.ids.has(id) && recordedAt >= before.latest))
    } catch (error) {
      // It is looked for again with the next balance that comes.
      if (!(error instanceof ApiError)) console.warn(error)
      total = undefined
    }
  }

  let waiting: Transaction[] = []
  /** What a toast says just now is read first: a refusal, say. */
  function say(rows: Transaction[]): void {
    if (rows.length === 0) return
    waiting.push(...rows)
    if (waiting.length > rows.length) return
    whenNothingIsSaid(signal, () => {
      showToast({ tone: 'done', title: wordsNow(words).received, text: textOf(waiting) })
      waiting = []
    })
  }
}

function latestOf(rows: readonly Transaction[], before = ''): string {
  return [before, ...rows.map(({ recordedAt }) => recordedAt)].toSorted().at(-1) ?? before
}

function textOf(rows: readonly Transaction[]): string {
  const t = wordsNow(words)
  const said = rows.slice(0, SAID).map((row) => t.from(rupees(row.amount), otherParty(row, t.headOffice)))
  return rows.length > SAID ? `${said.join(' · ')} ${t.more(String(rows.length - SAID))}` : said.join(' · ')
}

function whenNothingIsSaid(signal: AbortSignal, then: () => void): void {
  if (!useToasts.getState().open) {
    then()
    return
  }
  const unsubscribe = useToasts.subscribe(({ open }) => {
    if (open) return
    unsubscribe()
    then()
  })
  signal.addEventListener('abort', unsubscribe)
}
