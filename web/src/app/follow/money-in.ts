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
/**
 * The number of rows read. The list is sorted by the entries' dates: a credit dated further back than these rows is
 * shown, but not announced.
 */
const NEWEST = '50'
/** The most credits that one toast names. Further ones are only counted. */
const SAID = 3

/**
 * Shows a toast once for each credit that arrives while the app is open. A changed total received triggers the look,
 * whichever query read it. The credits before and after are compared. An account's own expense or transfer is no
 * credit.
 */
export function watchMoneyIn(client: QueryClient, signal: AbortSignal): void {
  let total = client.getQueryData(balanceQuery.queryKey)?.totalReceived
  let known: { ids: ReadonlySet<string>; latest: string } | undefined
  let looking = look()

  // The balance is also refreshed on the screens that show none.
  const observer = new QueryObserver(client, {
    ...balanceQuery,
    refetchInterval: false,
    refetchOnMount: false,
    // A screen that shows the balance says why it could not be read. That message stays until the screen tries again.
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
      // A row recorded earlier has only moved up, because another one was deleted.
      if (before) say(rows.filter(({ id, recordedAt }) => !before.ids.has(id) && recordedAt >= before.latest))
    } catch (error) {
      // The next balance that arrives triggers another look.
      if (!(error instanceof ApiError)) console.warn(error)
      total = undefined
    }
  }

  let waiting: Transaction[] = []
  /**
   * Shows the rows in a toast. A toast that is already on the screen, a refusal for example, is shown to its end first.
   */
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
