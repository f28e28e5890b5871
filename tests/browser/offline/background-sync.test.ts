import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { type FieldUser, hireFieldUser, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, expectToast, openAppInBrowser } from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  countPendingEntries,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'
import { waitUntilAvailableOffline } from '../helpers/offline-storage.ts'

/** The service worker sends waiting entries after the app was closed (Background Sync). */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterEach(() => app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS))
afterAll(() => app.close())

const TAG = 'outbox'

async function incharge(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  return worker
}

/** Returns the recipients of the expenses, the newest first. */
async function spentBy({ client }: FieldUser): Promise<string[]> {
  const reply = await client.get('/api/site/transactions?type=debit')
  return expectBody(reply, 200, ROUTES.siteTransactions.answer).map(({ recipient }) => recipient)
}

const row = (page: Page, name: string) => page.locator('main').getByRole('listitem').filter({ hasText: name })

/** Simulates the browser's sync events for the service worker, from a page outside the app. */
interface Caller {
  /**
   * Repeats the event until the condition holds, as the browser does after a failure: a page that was just closed may
   * still count as visible.
   */
  until(isSo: () => Promise<boolean> | boolean): Promise<void>
}

async function callerOf(context: BrowserContext): Promise<Caller> {
  const session: CDPSession = await context.newCDPSession(await context.newPage())
  const { promise: registrationId, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId: id } of registrations) if (scopeURL.startsWith(app.api.origin)) resolve(id)
  })
  await session.send('ServiceWorker.enable')
  const registration = { origin: app.api.origin, registrationId: await registrationId }
  const event = { ...registration, tag: TAG, lastChance: false }
  return {
    async until(isSo) {
      const tried = async () => {
        await session.send('ServiceWorker.dispatchSyncEvent', event)
        return isSo()
      }
      await expect.poll(tried, { interval: 500, timeout: 20_000 }).toBe(true)
    },
  }
}

/** Replaces the browser's cookies by those of this worker. */
async function giveTo({ client }: FieldUser, context: BrowserContext): Promise<void> {
  await context.clearCookies()
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin })))
}

/** Opens the dashboard on a phone without a network, with waiting expenses for these recipients. */
async function waiting(
  worker: FieldUser,
  ...recipients: readonly string[]
): Promise<{ page: Page; line: CuttableNetwork }> {
  const page = await app.openSignedInPage(worker.mobile, { keepsApp: true })
  await waitUntilAvailableOffline(page)
  const line = await interceptNetwork(page.context())
  // Records the page's request for a sync; the test decides when the event comes.
  await page.context().addInitScript(() => {
    const { prototype } = (globalThis as unknown as { SyncManager: { prototype: { register(tag: string): unknown } } })
      .SyncManager
    prototype.register = async (tag) => localStorage.setItem('asked for', tag)
  })
  // Reloads, because the page was opened before the line.
  await page.reload()
  await page.getByTestId('current-balance').getByText('₹').waitFor()
  await line.cut()
  for (const recipient of recipients) {
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await fillExpenseForm(page, '10', recipient)
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await page.waitForURL('**/site-dashboard')
    await row(page, recipient).getByText('WAITING', { exact: true }).waitFor()
  }
  await expect.poll(() => countPendingEntries(page, worker.account)).toBe(recipients.length)
  return { page, line }
}

/** Returns how often the server was asked for the account of the session. */
const looks = () => app.api.logs.filter((line) => line.includes('/api/site/auth')).length

it('is sent in its order when every page is closed, and the app shows it when it is opened again', async () => {
  const worker = await incharge()
  const { page, line } = await waiting(worker, 'First', 'Second')
  const context = page.context()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('asked for'))).toBe(TAG)
  const caller = await callerOf(context)
  await page.close()
  await line.restore()
  await caller.until(async () => (await spentBy(worker)).length === 2)
  await expect.poll(() => spentBy(worker)).toEqual(['Second', 'First'])
  const next = await context.newPage()
  await next.goto(`${app.api.origin}/site-dashboard`)
  await row(next, 'Second').waitFor()
  await expect.poll(() => countPendingEntries(next)).toBe(0)
})

/** Returns the visibility of the app's pages at each time that the worker checked them since the first call of this. */
async function seenPages(context: BrowserContext): Promise<string[][]> {
  const [serviceWorker] = context.serviceWorkers()
  if (serviceWorker === undefined) throw new Error('There is no service worker')
  return serviceWorker.evaluate(() => {
    const { clients, seen } = globalThis as unknown as Looking
    if (seen !== undefined) return seen
    const looks: string[][] = []
    const matchAll = clients.matchAll.bind(clients)
    clients.matchAll = async (options) => {
      const pages = await matchAll(options)
      looks.push(pages.map(({ visibilityState }) => visibilityState))
      return pages
    }
    Object.assign(globalThis, { seen: looks })
    return looks
  })
}
interface Looking {
  seen?: string[][]
  clients: { matchAll(options: object): Promise<readonly { visibilityState: string }[]> }
}

if (isFullRun)
  it('is left to a page that is seen, which sends it and says so', async () => {
    const worker = await incharge()
    const { page, line } = await waiting(worker, 'Left To The Page')
    const context = page.context()
    // Only the page has no network: the service worker could reach the server.
    await context.route('**/api/**', (route) =>
      route.request().serviceWorker() === null ? route.fallback() : route.continue(),
    )
    const caller = await callerOf(context)
    await page.bringToFront()
    await seenPages(context)
    const before = looks()
    await caller.until(async () => (await seenPages(context)).some((pages) => pages.includes('visible')))
    const [serviceWorker] = context.serviceWorkers()
    // Comes after any request that the service worker would have sent.
    await expect.poll(() => serviceWorker?.evaluate(async () => (await fetch('/api/site/auth')).status)).toBe(200)
    expect(looks() - before).toBe(1)
    expect(await spentBy(worker)).toEqual([])
    await line.restore()
    await expectToast(page, 'Expense saved successfully!', '₹10 · Left To The Page')
    await expect.poll(() => spentBy(worker)).toEqual(['Left To The Page'])
  })

if (isFullRun)
  it('sends nothing for somebody else, and nothing without a session; nothing is lost', async () => {
    const [one, two] = [await incharge(), await incharge()]
    const { page, line } = await waiting(one, 'Of One')
    const context = page.context()
    const caller = await callerOf(context)
    await giveTo(two, context)
    await page.close()
    await line.restore()
    for (const holder of [two, undefined]) {
      if (holder === undefined) await context.clearCookies()
      const before = looks()
      await caller.until(() => looks() > before)
    }
    expect([await spentBy(one), await spentBy(two)]).toEqual([[], []])
    await giveTo(one, context)
    await caller.until(async () => (await spentBy(one)).length === 1)
    expect([await spentBy(one), await spentBy(two)]).toEqual([['Of One'], []])
  })

if (isFullRun)
  it('settles by its key what a page had sent without an answer', async () => {
    const worker = await incharge()
    const { page, line } = await waiting(worker)
    line.failAnswers('lost')
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await fillExpenseForm(page, '10', 'Lost Answer')
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await page.waitForURL('**/site-dashboard')
    await row(page, 'Lost Answer').getByText('WAITING', { exact: true }).waitFor()
    await expect.poll(() => spentBy(worker)).toEqual(['Lost Answer'])
    const caller = await callerOf(page.context())
    await page.close()
    await line.restore()
    const [serviceWorker] = page.context().serviceWorkers()
    if (serviceWorker === undefined) throw new Error('There is no service worker')
    await caller.until(async () => (await countPendingEntries(serviceWorker)) === 0)
    await expect.poll(() => spentBy(worker)).toEqual(['Lost Answer'])
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
