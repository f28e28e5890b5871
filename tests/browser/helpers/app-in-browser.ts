import { join } from 'node:path'
import { buildWebIfStale } from '@ledger/launch/build-web.ts'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFailed, onTestFinished, TestRunner } from 'vitest'
import type { TestClient } from '../../environment/network/http-client.ts'
import { chromiumOfWorker, launchChromium } from '../../environment/processes/chromium.ts'
import { type FieldUser, signInAdmin, signInFieldUser } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }

export interface AppInBrowser {
  api: TestService
  office: TestClient
  /** The warnings and errors on the console of any page, which include breaches of the content security policy. */
  consoleMessages: string[]
  /**
   * Ignores the browser's own reports of a failure that the test arranged, past and future ones, as long as the test's
   * own pages are open.
   */
  ignoreConsole(pattern: RegExp): void
  /** Opens a page of a new visitor without a session. */
  openSignedOutPage(options?: PageOptions): Promise<Page>
  /** Opens a page of a visitor who has signed in, on the dashboard of the role, without the form and its toast. */
  openSignedInPage(mobile: string, options?: PageOptions): Promise<Page>
  /**
   * Opens a page of a visitor who is signed in without the form and its toast.
   * @param prepare runs before the page loads
   */
  openPageAs(
    worker: FieldUser,
    path: string,
    options?: PageOptions & { prepare?(page: Page): Promise<void> },
  ): Promise<Page>
  close(): Promise<void>
}

interface AppOptions {
  web?: string
  hasOwnBrowser?: boolean
  hasMotion?: boolean
}

interface PageOptions {
  viewport?: typeof PHONE
  language?: 'en' | 'hi'
  /** With the service worker; off by default, because `page.route` does not see the answers of a service worker. */
  keepsApp?: boolean
}

/**
 * Starts the built app on a real server, and opens pages that collect their errors.
 * @param web the folder of another build
 * @param hasOwnBrowser starts a browser for this file alone, whose memory nothing else has grown
 * @param hasMotion plays the app's animations. By default its visitors ask for less motion, because the browser draws
 * sixty frames a second while a skeleton breathes
 */
export async function openAppInBrowser({
  web,
  hasOwnBrowser = false,
  hasMotion = false,
}: AppOptions = {}): Promise<AppInBrowser> {
  const api = await startTestService({ web: web ?? (await builtWebFolder()) })
  const office = await signInAdmin(api.origin)
  const browser = await (hasOwnBrowser ? launchChromium() : chromiumOfWorker())
  const contexts: BrowserContext[] = []
  const consoleMessages: string[] = []
  const forgiven = new Map<string, RegExp[]>()
  const openSignedOutPage: AppInBrowser['openSignedOutPage'] = async ({
    viewport = PHONE,
    language = 'en',
    keepsApp = false,
  } = {}) => {
    const serviceWorkers = keepsApp ? 'allow' : 'block'
    const context = await browser.newContext({
      viewport,
      serviceWorkers,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    })
    contexts.push(context)
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    closeAfterTest(context)
    const note = noteUntilFailure(consoleMessages)
    const page = await context.newPage()
    const ofTest = forgiven.get(currentTestName()) ?? []
    forgiven.set(currentTestName(), ofTest)
    page.on('console', (message) => {
      // A missing session, or one of head office, is an answer that the browser reports as a failure.
      if (message.location().url.endsWith('/api/site/auth') && /status of 40[13]/.test(message.text())) return
      // The same applies while the signer has not published a key yet.
      if (message.location().url.endsWith('/api/audit/public-key') && /status of 404/.test(message.text())) return
      // The same applies to a stream that ended with its session, or with the server.
      if (CHANGE_FEED_PATH.test(message.location().url) && /status of 401|ERR_INCOMPLETE_CHUNKED/.test(message.text()))
        return
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      if (!['warning', 'error'].includes(message.type()) || ABANDONED_IMPORT.test(message.text())) return
      // The browser reports a failed load with its URL only.
      const text = message.text().startsWith('Failed to load resource')
        ? `${message.text()} ${message.location().url}`
        : message.text()
      if (!ofTest.some((pattern) => pattern.test(text))) note(text)
    })
    page.on('pageerror', ({ message }) => {
      if (!ABANDONED_IMPORT.test(message)) note(message)
    })
    return page
  }
  return {
    api,
    office,
    consoleMessages,
    openSignedOutPage,
    ignoreConsole(pattern) {
      forgiven.get(currentTestName())?.push(pattern)
      consoleMessages.splice(0, consoleMessages.length, ...consoleMessages.filter((text) => !pattern.test(text)))
    },
    async openSignedInPage(mobile, options) {
      const page = await openSignedOutPage(options)
      await addCookiesOf(await signInFieldUser(api.origin, mobile), page)
      // The app leads from its root to the dashboard of the role.
      await page.goto(api.origin)
      await page.waitForURL(/dashboard$/)
      return page
    },
    async openPageAs(worker, path, { prepare, ...look } = {}) {
      const page = await openSignedOutPage(look)
      await addCookiesOf(worker.client, page)
      const { id, account, mobile, role } = worker
      await page.addInitScript(
        (kept) => {
          for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, JSON.stringify(value))
        },
        { siteUser: { id, name: `Worker ${mobile}`, siteName: null, mobile, role }, siteAccount: { id, account } },
      )
      await prepare?.(page)
      await page.goto(`${api.origin}${path}`)
      return page
    },
    async close() {
      await (hasOwnBrowser ? browser.close() : Promise.all(contexts.map((context) => context.close())))
      await api.close()
    },
  }
}

/** A page that is left cancels its loading; a missing chunk on a page that stays makes the test fail elsewhere. */
const ABANDONED_IMPORT = /Failed to fetch dynamically imported module|A chunk of the app did not arrive/

/** Gives the browser of a page the session of a client. */
export async function addCookiesOf({ cookies, origin }: TestClient, page: Page): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
}

/** Empty in a hook that runs before all tests. */
const currentTestName = () => TestRunner.getCurrentTest()?.fullTestName ?? ''

const CHANGE_FEED_PATH = /\/api\/(site|admin)\/follow$/

/** Opens a page without the stream of changes, so that it refetches only when a test needs it. */
export async function blockChangeFeed(page: Page): Promise<void> {
  await page.route(CHANGE_FEED_PATH, (route) => route.fulfill({ status: 204 }))
}

/**
 * Closes the pages of a test at its end, because an open page continues to poll and paint beside the next tests. A page
 * opened by a hook stays open for all tests.
 */
function closeAfterTest(context: BrowserContext): void {
  if (currentTestName() === '') return
  onTestFinished(() => context.close())
}

/**
 * Returns the function that adds to the messages what the pages of a test say. A try that failed takes its own away: it
 * is reported itself, and its second try is to be judged by its own messages.
 */
function noteUntilFailure(messages: string[]): (text: string) => void {
  const ofTry: string[] = []
  if (currentTestName() !== '')
    onTestFailed(() => {
      for (const text of ofTry) {
        const at = messages.lastIndexOf(text)
        if (at !== -1) messages.splice(at, 1)
      }
    })
  return (text) => {
    ofTry.push(text)
    messages.push(text)
  }
}

/** Returns the folder of this checkout's app, built if necessary; TEST_WEB names another build. */
export async function builtWebFolder(): Promise<string> {
  if (process.env.TEST_WEB) return process.env.TEST_WEB
  await buildWebIfStale(() => undefined)
  return join(checkoutFolder, 'web', 'dist')
}

/**
 * Waits until the browser has been sent to the sign-in. `waitForURL` fails now and then: the server sends it there in
 * two steps, and the second one ends the load of the first.
 */
export async function waitForSignIn(page: Page): Promise<void> {
  await expect.poll(() => page.url()).toMatch(/\/login\?error=no_provider$/)
}

/** Returns the toast on the screen. */
export const openToast = (page: Page) => page.locator('li[data-state=open]')

/** Waits for a toast with exactly this title and this text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await openToast(page).getByText(title, { exact: true }).first().waitFor()
  await openToast(page).getByText(text, { exact: true }).last().waitFor()
}

declare function noteToast(text: string): void

/** Collects every toast that the page shows from now on, also those that disappear with their screen. */
export async function recordToasts(page: Page): Promise<string[]> {
  const said: string[] = []
  await page.exposeFunction('noteToast', (text: string) => void said.push(text))
  const watch = () => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('li[data-state]')) noteToast(node.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
  return said
}

/**
 * Simulates a proxy in place of the server from now on: it answers this call with its own page, which contains no
 * message.
 * @returns a function that ends the outage. Removing the route (`unroute`) instead could leave a request without an
 * answer
 */
export async function simulateOutage(page: Page, path: string, method: string): Promise<() => void> {
  let isAway = true
  await page.route(`**${path}`, (route) =>
    isAway && route.request().method() === method
      ? route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>nginx</h1>' })
      : route.fallback(),
  )
  return () => {
    isAway = false
  }
}

export interface HeldRequests {
  /** The number of requests so far. Each has the server's answer of that time. */
  readonly requestCount: number
  release(): void
}

/**
 * Simulates a slow line: the server answers these lists when they are requested, but the answers reach the page only
 * after `release`.
 */
export async function holdListAnswers(page: Page, path: string): Promise<HeldRequests> {
  let asked = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      try {
        const response = await route.fetch()
        asked += 1
        await released
        await route.fulfill({ response })
      } catch (error) {
        // The page that asked was closed meanwhile.
        if (!(error instanceof Error && /disposed|closed/.test(error.message))) throw error
      }
    },
  )
  return {
    get requestCount() {
      return asked
    },
    release,
  }
}
