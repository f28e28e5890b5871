import { join } from 'node:path'
import { buildWebIfStale } from '@ledger/launch/build-web.ts'
import { checkout } from '@ledger/launch/configuration.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import { launchChromium } from '../environment/chromium.ts'
import type { Client } from '../environment/client.ts'
import { admin, PASSWORD, type Worker } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'
import { signInAt } from './sign-in-form.ts'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }

export interface FieldApp {
  api: TestService
  office: Client
  /** What any page said on the console as a warning or an error: a breach of the content security policy is said there. */
  said: string[]
  /** Takes back what the browser itself reports of a failure that the test arranged, now and as long as the test's own pages are open. */
  forgive(pattern: RegExp): void
  /** A new visitor, not signed in. */
  visitor(options?: Look): Promise<Page>
  /** A visitor who signed in through the form, on the dashboard of the role. */
  signedIn(mobile: string, options?: Look): Promise<Page>
  /**
   * A visitor who is signed in without the form and its toast.
   * @param prepare before the page loads
   */
  at(worker: Worker, path: string, options?: Look & { prepare?(page: Page): Promise<void> }): Promise<Page>
  close(): Promise<void>
}

interface Look {
  viewport?: typeof PHONE
  language?: 'en' | 'hi'
  /** With the service worker. What it answers `page.route` does not see, so it is off unless it is what is tested. */
  keepsApp?: boolean
}

/**
 * The built app on a real server, and a browser that reports whatever its pages complain about.
 * @param web the folder of another build
 */
export async function openFieldApp(web?: string): Promise<FieldApp> {
  const api = await startService({ web: web ?? (await builtWeb()) })
  const office = await admin(api.origin)
  const browser = await launchChromium()
  const said: string[] = []
  const forgiven = new Map<string, RegExp[]>()
  const visitor: FieldApp['visitor'] = async ({ viewport = PHONE, language = 'en', keepsApp = false } = {}) => {
    const serviceWorkers = keepsApp ? 'allow' : 'block'
    const context = await browser.newContext({
      viewport,
      serviceWorkers,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
    })
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    closeAfterTest(context)
    const page = await context.newPage()
    const ofTest = forgiven.get(testNow()) ?? []
    forgiven.set(testNow(), ofTest)
    page.on('console', (message) => {
      // That nobody is signed in here, or somebody of head office, is an answer that the browser takes for a failure.
      if (message.location().url.endsWith('/api/site/auth') && /status of 40[13]/.test(message.text())) return
      // So is that the signer has not published a key yet.
      if (message.location().url.endsWith('/api/audit/public-key') && /status of 404/.test(message.text())) return
      // So is that a stream ended with its session, or with the server's.
      if (STREAM.test(message.location().url) && /status of 401|ERR_INCOMPLETE_CHUNKED/.test(message.text())) return
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      if (!['warning', 'error'].includes(message.type()) || LEFT.test(message.text())) return
      // What failed to load is told by its address alone.
      const text = message.text().startsWith('Failed to load resource')
        ? `${message.text()} ${message.location().url}`
        : message.text()
      if (!ofTest.some((pattern) => pattern.test(text))) said.push(text)
    })
    page.on('pageerror', ({ message }) => {
      if (!LEFT.test(message)) said.push(message)
    })
    return page
  }
  return {
    api,
    office,
    said,
    visitor,
    forgive(pattern) {
      forgiven.get(testNow())?.push(pattern)
      said.splice(0, said.length, ...said.filter((text) => !pattern.test(text)))
    },
    async signedIn(mobile, options) {
      const page = await visitor(options)
      await signInAt(page, api.origin, 'site', { name: mobile, password: PASSWORD })
      return page
    },
    async at(worker, path, { prepare, ...look } = {}) {
      const page = await visitor(look)
      const cookies = [...worker.client.cookies].map(([name, value]) => ({ name, value, url: api.origin }))
      await page.context().addCookies(cookies)
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
      await browser.close()
      await api.close()
    },
  }
}

/** A page that is left gives up what it was loading; a part that is missing on a page that stays is missed by what looks for it. */
const LEFT = /Failed to fetch dynamically imported module/

/** Empty in a hook that stands before all tests. */
const testNow = () => TestRunner.getCurrentTest()?.fullTestName ?? ''

const STREAM = /\/api\/(site|admin)\/follow$/

/** A page that is not told of changes: what it shows is as old as a test needs it. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route(STREAM, (route) => route.fulfill({ status: 204 }))
}

/** A page left open goes on asking and painting beside the tests that follow. One that a hook opened stays for them all. */
function closeAfterTest(context: BrowserContext): void {
  if (testNow() === '') return
  onTestFinished(() => context.close())
}

/** The app of this checkout; TEST_WEB names one that was built elsewhere. */
export async function builtWeb(): Promise<string> {
  if (process.env.TEST_WEB) return process.env.TEST_WEB
  await buildWebIfStale(() => undefined)
  return join(checkout, 'web', 'dist')
}

/** The toast on the screen. */
export const toastOf = (page: Page) => page.locator('li[data-state=open]')

/** Waits for the toast that has this title and this text, word for word. */
export async function isSaid(page: Page, title: string, text: string): Promise<void> {
  await toastOf(page).getByText(title, { exact: true }).first().waitFor()
  await toastOf(page).getByText(text, { exact: true }).last().waitFor()
}

declare function noteToast(text: string): void

/** From now on: every toast that the page shows, those too that went with their screen before anybody could look. */
export async function noteToasts(page: Page): Promise<string[]> {
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
 * From now on a proxy stands in for the server: it answers this call with a page of its own, which has no message in it.
 * @returns what ends it. To take the route away (`unroute`) could leave without an answer what the page asks just then
 */
export async function outage(page: Page, path: string, method: string): Promise<() => void> {
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

export interface Held {
  /** How many were asked for so far, and what the server said of them then. */
  readonly asked: number
  release(): void
}

/** A slow line: what these lists answer is what the server knows when they are asked for, and comes to the page only after `release`. */
export async function holdLists(page: Page, path: string): Promise<Held> {
  let asked = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      asked += 1
      await released
      await route.fulfill({ response }).catch((error: Error) => {
        // Whoever asked was not waited for.
        if (!/disposed|closed/.test(error.message)) throw error
      })
    },
  )
  return {
    get asked() {
      return asked
    },
    release,
  }
}
