import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { listItemNamed, openAdminDashboard, openSection } from '../helpers/admin-pages.ts'
import {
  type AppInBrowser,
  blockChangeFeed,
  DESK,
  openAppInBrowser,
  openToast,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'

/** Repeated actions: double taps, failed calls, reloads; and the refetch every 30 s. §4, §8, §9. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

const SAVE = { name: 'Save Expense', exact: true }

async function rowsOf({ client }: FieldUser) {
  return expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
}

async function fillExpense(page: Page, amount: string): Promise<void> {
  await page.locator('input[name=amount]').fill(amount)
  await page.locator('input[name=recipient]').fill('Tea Stall')
  await page.locator('input[name=purpose]').fill('Tea')
  await page.locator('textarea').fill('For the crew')
}

/** Returns every request to the path from now on. */
function requestsTo(page: Page, path: string, method: string): Request[] {
  const all: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) all.push(request)
  })
  return all
}

/** Opens a loaded page without requests for the session, whose clock is stopped. */
async function pausedAt(worker: FieldUser): Promise<Page> {
  const page = await app.openPageAs(worker, '/landing', { viewport: DESK, prepare: (blank) => blank.clock.install() })
  await page.locator('h1').waitFor()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  return page
}

/** Advances the clock in steps of `stepMs` until the condition holds. */
async function tickUntil(page: Page, stepMs: number, isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(stepMs)
      return isSo()
    })
    .toBe(true)
}

/** Returns the requests of the page, from now on, that have no answer yet. */
function underWayOn(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

/**
 * Advances the clock second by second: the requests of one second are answered before the next, because they would time
 * out otherwise.
 */
async function goBy(page: Page, seconds: number, underWay: ReadonlySet<Request>): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await page.clock.runFor(1000)
    await expect.poll(() => underWay.size).toBe(0)
  }
}

/** Returns the entries in the page's outbox. */
function waitingIn(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAll()
          all.onsuccess = () => resolve(all.result)
          all.onerror = () => reject(all.error)
          opening.result.close()
        }
      }),
  )
}

const keyOf = (request: Request) => request.headers()['idempotency-key']

async function eventsAbout(type: string): Promise<number> {
  const { rows } = await app.api.sql.query('SELECT count(*)::int AS n FROM events WHERE type = $1', [type])
  return rows[0].n
}

describe('a query that failed', () => {
  it('is tried again up to three times, and then says what the server said', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await pausedAt(worker)
    // The check of whether the server is back gets no answer either: it would cause another refetch.
    await page.route(/\/api\/site\/(balance|auth)$/, (route) => route.fulfill({ status: 502, body: '<h1>nginx</h1>' }))
    const tries = requestsTo(page, '/api/site/balance', 'GET')
    const checks = requestsTo(page, '/api/site/auth', 'GET')
    await page.evaluate(() => history.pushState({}, '', '/site-dashboard'))
    await tickUntil(page, 250, () => page.getByText('HTTP 502: Bad Gateway').isVisible())
    expect(tries).toHaveLength(4)
    expect(checks.length).toBeLessThan(15)
    app.ignoreConsole(/status of 502/)
    await page.close()
  })

  it('is never tried again where nobody is signed in', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await pausedAt(worker)
    await page.context().clearCookies()
    const tries = requestsTo(page, '/api/site/balance', 'GET')
    await page.evaluate(() => history.pushState({}, '', '/site-dashboard'))
    await tickUntil(page, 10, () => openToast(page).getByText('Unauthorized', { exact: true }).isVisible())
    await tickUntil(page, 100, async () => new URL(page.url()).pathname !== '/site-dashboard')
    expect(tries).toHaveLength(1)
    app.ignoreConsole(/status of 401/)
    await page.close()
  })
})

describe('what is refused', () => {
  it('is not asked again: a field user who opens /admin is led to the sign-in at once', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await pausedAt(worker)
    const asked = requestsTo(page, '/api/admin/auth', 'GET')
    await page.evaluate(() => history.pushState({}, '', '/admin'))
    await tickUntil(page, 10, async () => new URL(page.url()).pathname === '/admin-login')
    expect(asked).toHaveLength(1)
    app.ignoreConsole(/status of 40[13]/)
    await page.close()
  })
})

describe('a window that comes to the front', () => {
  it('reads again, though it was never hidden', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    // No other cause refetches it before 30 s have passed.
    const page = await app.openPageAs(worker, '/site-dashboard', { viewport: DESK, prepare: blockChangeFeed })
    await page.getByTestId('current-balance').getByText('₹').waitFor()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/site/balance')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await asked
    await page.close()
  })
})

if (isFullRun)
  describe('an account on its first day', () => {
    it('shows zero without a sign, and calls it neither surplus nor deficit', async () => {
      const worker = await hireFieldUser(app.office, 'site_incharge')
      const page = await app.openPageAs(worker, '/site-dashboard')
      await page.getByText('Nothing left, nothing owed').waitFor()
      await expect.poll(() => page.locator('main').textContent()).not.toMatch(/[+−]₹0|Surplus/)
      await page.goto(`${app.api.origin}/transactions`)
      await page.getByText('No transactions yet').waitFor()
      await page.close()
    })
  })

describe('a command that failed', () => {
  if (isFullRun)
    it('goes once more by itself, waits on the phone, and goes again until it is booked: once, always under the same key', async () => {
      const worker = await hireFieldUser(app.office, 'site_incharge')
      const page = await app.openPageAs(worker, '/expense')
      const sent = requestsTo(page, '/api/site/transactions', 'POST')
      let isAway = true
      await page.route('**/api/site/transactions', async (route) => {
        if (!isAway || route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await route.fulfill({ status: 503, body: '' })
      })
      await fillExpense(page, '41')
      await page.getByRole('button', SAVE).click()
      await openToast(page).getByText('Saved on this phone, will be sent').waitFor()
      expect(sent.length).toBeGreaterThanOrEqual(2)
      isAway = false
      await openToast(page).getByText('Expense saved successfully!').waitFor()
      expect(new Set(sent.map(keyOf)).size).toBe(1)
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '41.00' }])
      app.ignoreConsole(/status of 503/)
      await page.close()
    })

  it('is not sent again where the ledger refused it, and the next try has a key of its own', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await app.openPageAs(worker, '/expense')
    const sent = requestsTo(page, '/api/site/transactions', 'POST')
    let isBroken = true
    await page.route('**/api/site/transactions', (route) =>
      isBroken && route.request().method() === 'POST'
        ? route.continue({ postData: JSON.stringify({ type: 'debit', amount: '0' }) })
        : route.fallback(),
    )
    await fillExpense(page, '42')
    await page.getByRole('button', SAVE).click()
    await openToast(page).getByText('Failed to save expense').waitFor()
    expect(sent).toHaveLength(1)
    isBroken = false
    await page.getByRole('button', SAVE).click()
    await openToast(page).getByText('Expense saved successfully!').waitFor()
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(keyOf)).size).toBe(2)
    app.ignoreConsole(/status of 400/)
    await page.close()
  })
})

describe('the way on after a save', () => {
  const atExpense = async () => {
    const page = await pausedAt(await hireFieldUser(app.office, 'site_incharge'))
    await page.evaluate(() => history.pushState({}, '', '/expense'))
    await tickUntil(page, 10, () => page.getByRole('button', SAVE).isVisible())
    await fillExpense(page, '45')
    return page
  }

  it('is open 1 s after it was booked', async () => {
    const page = await atExpense()
    await page.getByRole('button', SAVE).click()
    await tickUntil(page, 10, () => openToast(page).getByText('Expense saved successfully!').isVisible())
    // Finding the toast took part of the second.
    await page.clock.runFor(400)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/expense')
    await page.clock.runFor(600)
    await page.waitForURL('**/site-dashboard')
    await page.close()
  })

  it('without a session leads to the external sign-in after half a second, and what was entered waits for its owner', async () => {
    const page = await atExpense()
    const external = requestsTo(page, '/api/login', 'GET')
    await page.context().clearCookies()
    await page.getByRole('button', SAVE).click()
    await tickUntil(page, 10, () => openToast(page).getByText('Unauthorized', { exact: true }).isVisible())
    // sign-in.test.ts checks it to the millisecond; here finding the toast took part of the time.
    await page.clock.runFor(100)
    expect(external).toEqual([])
    await page.clock.runFor(400)
    await expect.poll(() => external.length).toBe(1)
    await waitForSignIn(page)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:expense'))).toBeNull()
    await expect.poll(() => waitingIn(page)).toMatchObject([{ what: { fields: { amount: '45' } } }])
    app.ignoreConsole(/status of 401/)
    await page.close()
  })
})

describe('a form that was left in the middle', () => {
  it('keeps the draft over the back button and a reload; Cancel throws it away', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await app.openPageAs(worker, '/site-dashboard')
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await fillExpense(page, '43')
    await page.getByLabel('UPI', { exact: true }).check()
    await page.goBack()
    await page.waitForURL('**/site-dashboard')
    await page.getByRole('link', { name: 'Add Expense' }).click()
    const amount = page.locator('input[name=amount]')
    await expect.poll(() => amount.inputValue()).toBe('43')
    await page.reload()
    await expect.poll(() => amount.inputValue()).toBe('43')
    await expect.poll(() => page.locator('input[name=recipient]').inputValue()).toBe('Tea Stall')
    await expect.poll(() => page.getByLabel('UPI', { exact: true }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Throw away' }).click()
    await page.waitForURL('**/site-dashboard')
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await amount.waitFor()
    await expect.poll(() => amount.inputValue()).toBe('')
    await expect.poll(() => rowsOf(worker)).toEqual([])
    await page.close()
  })

  if (isFullRun)
    it('lets whoever left it as soon as it was saved stay in the next one', async () => {
      const worker = await hireFieldUser(app.office, 'site_incharge')
      const page = await app.openPageAs(worker, '/site-dashboard')
      const add = page.getByRole('link', { name: 'Add Expense' })
      await add.click()
      await fillExpense(page, '46')
      await page.getByRole('button', SAVE).click()
      await openToast(page).getByText('₹46 · Tea Stall').waitFor()
      await page.goBack()
      await add.click()
      const amount = page.locator('input[name=amount]')
      await amount.fill('47')
      // Longer than the delay of the redirect after a save, which must not happen any more.
      await sleep(1500)
      await expect.poll(() => new URL(page.url()).pathname).toBe('/expense')
      await expect.poll(() => amount.inputValue()).toBe('47')
      await page.close()
    })

  if (isFullRun)
    it('after a reload while it was being saved, is saved once', async () => {
      const worker = await hireFieldUser(app.office, 'site_incharge')
      const page = await app.openPageAs(worker, '/expense')
      let isAnswered = false
      await page.route('**/api/site/transactions', async (route) => {
        if (isAnswered || route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        // The request gets no answer.
      })
      await fillExpense(page, '44')
      const first = page.waitForRequest((request) => request.method() === 'POST')
      await page.getByRole('button', SAVE).click()
      const key = keyOf(await first)
      await expect.poll(async () => (await rowsOf(worker)).length).toBe(1)
      // Leaves the route in place: removing it could leave a request without an answer.
      isAnswered = true
      const second = page.waitForRequest((request) => request.method() === 'POST')
      await page.reload()
      expect(keyOf(await second)).toBe(key)
      await openToast(page).getByText('Expense saved successfully!').waitFor()
      // The form no longer has the entry.
      await expect.poll(() => page.locator('input[name=amount]').inputValue()).toBe('')
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '44.00' }])
      await page.close()
    })
})

if (isFullRun)
  it('a double tap on any button about people appends one event', async () => {
    const page = await openAdminDashboard(app)
    const dialog = page.getByRole('dialog')
    const mobile = nextUnusedMobile()
    const before = { opened: await eventsAbout('AccountOpened'), edited: await eventsAbout('AccountEdited') }
    const section = await openSection(page, 'supervisors')
    await section.getByRole('button', { name: 'Create Supervisor' }).click()
    await dialog.locator('input[name=name]').fill('Two Taps')
    await dialog.locator('input[name=mobile]').fill(mobile)
    await dialog.locator('input[name=password]').fill(TEST_PASSWORD)
    await dialog.locator('button[type=submit]').dblclick({ noWaitAfter: true })
    await openToast(page).getByText('Supervisor Created').waitFor()
    await expect.poll(() => eventsAbout('AccountOpened')).toBe(before.opened + 1)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await section.getByRole('searchbox').fill(mobile)
    const line = listItemNamed(section, 'Two Taps')
    await line.getByRole('button', { name: 'Disable: Two Taps' }).dblclick({ noWaitAfter: true })
    await openToast(page).getByText('Status Updated').waitFor()
    await line.getByText('Disabled', { exact: true }).waitFor()
    expect([await eventsAbout('AccountDisabled'), await eventsAbout('AccountEnabled')]).toEqual([1, 0])
    await line.getByRole('button', { name: 'Edit: Two Taps' }).click()
    await dialog.locator('input[name=name]').fill('Two Taps Only')
    await dialog.locator('button[type=submit]').dblclick({ noWaitAfter: true })
    await openToast(page).getByText('Supervisor Updated').waitFor()
    await expect.poll(() => eventsAbout('AccountEdited')).toBe(before.edited + 1)
    await line.getByRole('button', { name: 'Delete: Two Taps Only' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).dblclick({ noWaitAfter: true })
    await openToast(page).getByText('Supervisor Deleted').waitFor()
    await expect.poll(() => eventsAbout('AccountClosed')).toBe(1)
    await page.close()
  })

/** Requested when the screen opens, and when the total received grows. */
const WATCH_OF_CREDITS = /type=credit&limit=50$/

describe('balance and transactions are read again', () => {
  for (const role of firstUnlessFullRun(['site_incharge', 'supervisor'] as const))
    it(`every 30 s and when the window comes to the front, for a ${role}`, async () => {
      const worker = await hireFieldUser(app.office, role)
      const home = role === 'supervisor' ? '/supervisor-dashboard' : '/site-dashboard'
      const page = await pausedAt(worker)
      const reads = [
        requestsTo(page, '/api/site/balance', 'GET'),
        requestsTo(page, '/api/site/transactions', 'GET'),
      ] as const
      const underWay = underWayOn(page)
      // With a stream the change would be read at once.
      await blockChangeFeed(page)
      const counts = () => reads.map((read) => read.filter((request) => !WATCH_OF_CREDITS.test(request.url())).length)
      await page.evaluate((path) => history.pushState({}, '', path), home)
      await tickUntil(page, 10, () => page.getByText('No transactions yet').isVisible())
      // Both requests are answered.
      await tickUntil(page, 10, () => page.getByText('₹0', { exact: true }).first().isVisible())
      const first = counts()
      await recordExpenseOf(worker, { amount: '12', recipient: 'Elsewhere' })
      await goBy(page, 25, underWay)
      expect(counts()).toEqual(first)
      await goBy(page, 5, underWay)
      await tickUntil(page, 10, () => page.getByText('−₹12', { exact: true }).first().isVisible())
      // The balance also shows the expense: only the name proves that the list has arrived.
      await tickUntil(page, 10, () => page.getByText('Elsewhere').first().isVisible())
      await expect.poll(counts).toEqual(first.map((count) => count * 2))
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect.poll(counts).toEqual(first.map((count) => count * 3))
      await page.close()
    })
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
