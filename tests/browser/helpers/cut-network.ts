import type { BrowserContext, Page, Request, Route, Worker } from 'playwright-core'

/** A phone's connection to the server, which a test can cut and restore; the app's own files load all the same. */
export interface CuttableNetwork {
  /** Drops every call from now on; the phone knows that it is offline. */
  cut(): Promise<void>
  /**
   * Drops calls or their answers from now on, while the phone considers itself online.
   * @param answer the fate of a command: a `lost` one is recorded, but its answer does not arrive
   */
  failAnswers(answer: 'never arrives' | 'lost' | 'away'): void
  restore(): Promise<void>
  /** Restores the connection without telling the phone. */
  restoreWithoutEvent(): void
  /** Every command sent so far, whatever its result. */
  readonly commands: readonly Request[]
}

const NETWORK_CUT_FLAG = 'line is cut'

/** Opens the line; called before the context's first page loads. */
export async function interceptNetwork(context: BrowserContext): Promise<CuttableNetwork> {
  let state: 'whole' | 'never arrives' | 'lost' | 'away' = 'whole'
  const commands: Request[] = []
  await context.addInitScript((flag) => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => localStorage.getItem(flag) === null })
  }, NETWORK_CUT_FLAG)
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    const isCommand = !['GET', 'HEAD'].includes(request.method())
    if (isCommand) commands.push(request)
    if (state === 'whole') return route.fallback()
    if (state === 'lost' && !isCommand) return route.fallback()
    if (state === 'lost') await route.fetch().catch(() => undefined)
    if (state === 'away')
      return isCommand
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: UNAVAILABLE })
        : route.fallback()
    return abort(route)
  })
  const onEveryPage = (change: (flag: string) => void) =>
    Promise.all(
      context
        .pages()
        .filter((page) => page.url().startsWith('http'))
        .map((page) => page.evaluate(change, NETWORK_CUT_FLAG)),
    )
  return {
    commands,
    async cut() {
      state = 'never arrives'
      await onEveryPage((flag) => {
        localStorage.setItem(flag, 'yes')
        dispatchEvent(new Event('offline'))
      })
    },
    failAnswers(answer) {
      state = answer
    },
    restoreWithoutEvent() {
      state = 'whole'
    },
    async restore() {
      state = 'whole'
      await onEveryPage((flag) => {
        localStorage.removeItem(flag)
        dispatchEvent(new Event('online'))
      })
    },
  }
}

const UNAVAILABLE = {
  status: 503,
  code: 'unavailable',
  title: 'Error',
  message: 'The ledger is not available right now. Please try again.',
}

/** A page that has closed meanwhile needs no answer. */
const abort = (route: Route) => route.abort('internetdisconnected').catch(() => undefined)

/** The browser's messages about calls that this line dropped. */
export const CUT_NETWORK_CONSOLE_ERRORS = /ERR_INTERNET_DISCONNECTED|status of 503/

/** Fills the form of an expense, on its screen or in its dialog. */
export async function fillExpenseForm(page: Page, amount: string, recipient: string): Promise<void> {
  await page.locator('input[name=amount]').fill(amount)
  await page.locator('input[name=recipient]').fill(recipient)
  await page.locator('input[name=purpose]').fill('Tea')
  await page.locator('textarea').fill('For the crew')
}

/**
 * Returns the number of entries in the outbox of a browser, seen by a page or a service worker: of one account, by its
 * internal id, or of all.
 */
export function countPendingEntries(page: Pick<Worker, 'evaluate'>, owner?: string): Promise<number> {
  return page.evaluate(async (whose) => {
    // Opening a missing database here would create it empty, and the app could not set it up any more.
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'outbox')) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('outbox')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const db = opening.result
        const count = db.transaction('entries').objectStore('entries').index('owner').count(whose)
        count.onsuccess = () => resolve(count.result)
        count.onerror = () => reject(count.error)
        db.close()
      }
    })
  }, owner)
}
