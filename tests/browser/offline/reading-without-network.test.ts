import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import {
  type AppInBrowser,
  blockChangeFeed,
  holdListAnswers,
  openAppInBrowser,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'
import { ageStoredAnswers, storedAnswers, waitUntilAvailableOffline } from '../helpers/offline-storage.ts'

/** The app opens without a network, and shows its latest cached data; no user sees the data of another. */

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, incharge, '50000')
  await recordExpenseOf(incharge, { recipient: 'Sharma Traders', amount: '1250' })
  await transferMoney(incharge, supervisor, '700')
})
afterAll(() => app.close())

const at = (path: string) => `${app.api.origin}${path}`
const path = (page: Page) => new URL(page.url()).pathname
const notConnected = (page: Page) => page.getByRole('status').filter({ hasText: 'Not connected.' })
const balance = (page: Page) => page.getByTestId('current-balance')
/** Ignores the browser's own messages about a failed call. */
const forgive = () => app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)

/** An incharge's pages, and the data that this phone has cached of each afterwards. */
const SEEN = [
  ['/transactions', '"pages",{}'],
  ['/transactions?type=credit', '"sums",{"type":"credit"}'],
  ['/balance-details', '"pages",{"type":"debit"}'],
  ['/expense', '/api/site/beneficiaries'],
] as const

/** Signs in, opens every screen once, and waits until all are cached. */
async function keeper(worker: FieldUser, options: { language?: 'en' | 'hi' } = {}): Promise<Page> {
  const page = await app.openSignedInPage(worker.mobile, { ...options, keepsApp: true })
  const own = worker.role === 'site_incharge' ? ['"recent"', '/api/site/supervisors'] : ['"pages",{"type":"credit"}']
  await waitUntilAvailableOffline(page, '/api/site/balance', ...own)
  return page
}

/** Opens a new tab of the same phone. */
async function newTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(at(address))
  return tab
}

it('opens at its root and at every screen of the field, with what it last knew and of when', async () => {
  const page = await keeper(incharge)
  for (const [screen, ...kept] of SEEN) {
    await page.goto(at(screen))
    await waitUntilAvailableOffline(page, ...kept)
  }
  await page.goto(at('/site-dashboard'))
  await page.getByRole('link', { name: 'Reports' }).click()
  await waitUntilAvailableOffline(page, '/api/site/summary', '"pages",{"type":"credit"}', '/api/site/ledger')
  await page.context().setOffline(true)

  const phone = await newTab(page, '/')
  await balance(phone).getByText('₹48,050').waitFor()
  expect(path(phone)).toBe('/site-dashboard')
  await phone.getByText('Rajesh Patidar').waitFor()
  await phone.getByText('Sharma Traders').first().waitFor()
  await notConnected(phone)
    .getByText(/as of \d\d:\d\d [ap]m/)
    .waitFor()
  // Nothing loads forever, and cached data is not replaced by an error.
  await phone.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await phone.getByText('A transfer needs the network. Wait with it until you are connected.').waitFor()

  for (const [screen, shown] of [
    ['/transactions', 'Sharma Traders'],
    ['/transactions?type=credit', 'Head Office'],
    ['/balance-details', '₹48,050'],
    ['/reports', 'Cement'],
  ] as const) {
    await phone.goto(at(screen))
    await phone.getByText(shown).first().waitFor()
    await notConnected(phone)
      .getByText(/as of \d\d:\d\d [ap]m/)
      .waitFor()
  }
  await phone.goto(at('/expense'))
  await phone.getByText('₹48,050').first().waitFor()
  await phone.getByLabel('Paid to', { exact: true }).fill('Shar')
  await phone.getByRole('option', { name: /Sharma Traders/ }).waitFor()
  forgive()
})

if (isFullRun)
  it('fits the sheet of an edit on a small phone, whatever is said above it, and the list of names moves nothing', async () => {
    const page = await keeper(incharge)
    await waitUntilAvailableOffline(page, '/api/site/beneficiaries')
    // A time of another day is the longest one.
    await ageStoredAnswers(page, 24 * 3_600_000)
    await page.context().setOffline(true)
    const phone = await newTab(page, '/site-dashboard')
    await phone.setViewportSize({ width: 360, height: 740 })
    await notConnected(phone)
      .getByText(/as of \d+ \w+ \d{4}, \d\d:\d\d [ap]m/)
      .waitFor()
    await phone
      .locator('main')
      .getByRole('button', { name: /^Edit: Sharma Traders/ })
      .click()
    const sheet = phone.getByRole('dialog', { name: 'Edit Transaction' })
    const save = sheet.getByRole('button', { name: 'Save', exact: true })
    const isInView = async () => {
      const { x, y, width, height } = (await save.boundingBox()) ?? { x: 360, y: 740, width: 1, height: 1 }
      return x + width <= 360 && y + height <= 740
    }
    await expect.poll(isInView).toBe(true)
    await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

    // The list scrolls the form below its name, and nothing of the sheet.
    const box = sheet.locator('> div').filter({ has: phone.getByRole('heading', { name: 'Edit Transaction' }) })
    const place = () => box.evaluate((it) => [Math.round(it.getBoundingClientRect().top), it.parentElement?.scrollTop])
    const before = await place()
    await sheet.getByRole('combobox', { name: 'Paid to', exact: true }).click()
    await phone.getByRole('option', { name: /Sharma Traders/ }).waitFor()
    let scrolled = 0
    await expect
      .poll(async () => {
        const last = scrolled
        scrolled = await box.evaluate((it) => it.scrollTop)
        return scrolled > 0 && scrolled === last
      })
      .toBe(true)
    expect(await place()).toEqual(before)
    forgive()
  })

if (isFullRun)
  it('shows the last known figures while the answers are late, and says that the network is slow', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await sendMoneyTo(app.office, worker, '900')
    const page = await keeper(worker)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.context().route('**/api/site/**', async (route) => {
      await held
      await route.fallback().catch(() => undefined)
    })
    const phone = await newTab(page, '/site-dashboard')
    await balance(phone).getByText('₹900').waitFor()
    await phone.locator('main').getByText('Head Office').first().waitFor()
    await phone
      .getByRole('status')
      .filter({ hasText: /^Slow network\. Shown as of \d\d:\d\d [ap]m\.$/ })
      .waitFor()
    await recordExpenseOf(worker, { recipient: 'While It Was Slow', amount: '50' })
    release()
    await phone.getByText('While It Was Slow').first().waitFor()
    await phone.getByText('Slow network.').waitFor({ state: 'detached' })
    await expect.poll(() => notConnected(phone).count()).toBe(0)
    forgive()
  })

if (isFullRun)
  it.each([
    ['/reports', 'Cement', '/api/site/summary'],
    ['/transactions', 'Sharma Traders', '"pages",{}'],
  ])('keeps what is read on %s, where that is the only screen that was opened', async (screen, shown, ...kept) => {
    const page = await app.openSignedOutPage({ keepsApp: true })
    const cookies = [...incharge.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
    await page.context().addCookies(cookies)
    await page.goto(at(screen))
    await waitUntilAvailableOffline(page, ...kept)
    await page.context().setOffline(true)
    const phone = await newTab(page, screen)
    await phone.getByText(shown).first().waitFor()
    await notConnected(phone).waitFor()
    forgive()
  })

if (isFullRun)
  it('has the names and the newest rows on a phone that has shown no screen but the first', async () => {
    const page = await keeper(incharge)
    await waitUntilAvailableOffline(page, '/api/site/beneficiaries', '"pages",{}')
    await page.context().setOffline(true)
    const expense = await newTab(page, '/expense')
    await expense.getByRole('combobox', { name: 'Paid to' }).click()
    await expense.getByRole('option', { name: /^Sharma Traders/ }).waitFor()
    const list = await newTab(page, '/transactions')
    await list.getByRole('button', { name: 'Open: Sharma Traders, ₹1,250' }).waitFor()
    forgive()
  })

if (isFullRun)
  it('asks ahead once, however long the page stays open', async () => {
    const asked: string[] = []
    const page = await app.openPageAs(incharge, '/site-dashboard', {
      keepsApp: true,
      async prepare(blank) {
        await blank.clock.install()
        blank.on('request', (request) => asked.push(new URL(request.url()).pathname))
      },
    })
    const names = () => asked.filter((one) => one === '/api/site/beneficiaries').length
    // Some seconds after the app is cached.
    await expect.poll(names, { timeout: 30_000 }).toBe(1)
    // Data without an observer is dropped after some minutes, and observed data is read again every half minute.
    for (const later of ['06:00', '00:31', '00:31']) {
      const answered = page.waitForResponse('**/api/site/balance')
      await page.clock.fastForward(later)
      await (await answered).finished()
      await page.clock.runFor(1000)
    }
    expect(names()).toBe(1)
  })

if (isFullRun)
  it('knows what was booked last, too, where the network went before the lists were read again', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await sendMoneyTo(app.office, worker, '1000')
    await recordExpenseOf(worker, { recipient: 'Just Edited', amount: '100' })
    const page = await app.openSignedInPage(worker.mobile, { keepsApp: true })
    await waitUntilAvailableOffline(page, '/api/site/balance', '"recent"')
    await blockChangeFeed(page)
    await holdListAnswers(page, '/api/site/transactions')
    const line = (of: Page) => of.locator('main').getByRole('listitem').filter({ hasText: 'Just Edited' })
    await line(page).getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog', { name: 'Edit Transaction' })
    await form.getByLabel('Amount', { exact: true }).fill('125')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const recent = async () => (await storedAnswers(page)).find(({ hash }) => hash.includes('"recent"'))?.data
    await expect.poll(recent).toMatchObject([{ amount: '125.00', revision: 2 }, {}])
    await page.context().setOffline(true)
    const phone = await newTab(page, '/site-dashboard')
    await line(phone).getByText('−₹125', { exact: true }).waitFor()
    await balance(phone).getByText('₹875').waitFor()
    forgive()
  })

if (isFullRun)
  it('reads again by itself when the network is back', async () => {
    const page = await keeper(incharge)
    await page.context().setOffline(true)
    await page.reload()
    await notConnected(page).waitFor()
    await balance(page).getByText('₹').waitFor()
    await recordExpenseOf(incharge, { recipient: 'Meanwhile Cement', amount: '10' })
    await page.context().setOffline(false)
    await page.getByText('Meanwhile Cement').waitFor()
    await notConnected(page).waitFor({ state: 'detached' })
    expect(path(page)).toBe('/site-dashboard')
    forgive()
  })

if (isFullRun)
  it('speaks Hindi', async () => {
    const page = await keeper(supervisor, { language: 'hi' })
    await page.context().setOffline(true)
    await page.goto(at('/'))
    await page
      .getByRole('status')
      .filter({ hasText: 'कनेक्शन नहीं है।' })
      .getByText(/यह \d\d:\d\d [ap]m तक का है।/)
      .waitFor()
    await page.getByText('₹700').first().waitFor()
    expect(path(page)).toBe('/supervisor-dashboard')
    forgive()
  })

if (isFullRun)
  it('shows what it knew where the network carries nothing, too, and nobody waits for it', async () => {
    const page = await keeper(incharge)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.context().route('**/api/site/**', async (route) => {
      await held
      // Some requests have been cancelled by then.
      await route.continue().catch(() => undefined)
    })
    const phone = await newTab(page, '/')
    await balance(phone).getByText('₹').waitFor()
    await notConnected(phone).getByText(/as of/).waitFor()
    letGo()
    await notConnected(phone).waitFor({ state: 'detached' })
  })

if (isFullRun)
  it('has nothing to show where nothing was read, and says so', async () => {
    const page = await keeper(incharge)
    await page.context().setOffline(true)
    // A list that was not opened before.
    await page.goto(at('/transactions?type=debit'))
    await page.getByText('Could not reach the server. Check the network and try again.').first().waitFor()
    await notConnected(page).waitFor()
    forgive()
  })

it('keeps nothing of whoever signs out', async () => {
  const page = await keeper(incharge)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Choose your role' }).waitFor()
  await expect.poll(() => storedAnswers(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('siteUser'))).toBeNull()
})

it('shows the next one on the same phone nothing of the one before', async () => {
  const page = await keeper(incharge)
  // The session ends without this phone knowing it, and another user signs in on it.
  await page.context().clearCookies()
  await page.goto(at('/site-login'))
  await page.locator('input[name=mobile]').fill(supervisor.mobile)
  await page.locator('input[name=password]').fill(TEST_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/supervisor-dashboard')
  await waitUntilAvailableOffline(page, '/api/site/balance')
  expect(new Set((await storedAnswers(page)).map(({ account }) => account))).toEqual(new Set([supervisor.id]))
  await page.context().setOffline(true)
  const phone = await newTab(page, '/site-dashboard')
  await phone.getByRole('heading', { name: 'Ramesh Kushwaha' }).waitFor()
  await phone.getByText('₹700').first().waitFor()
  await expect.poll(() => phone.locator('body').textContent()).not.toMatch(/Canal Bridge|Sharma Traders|48,0/)
  forgive()
})

if (isFullRun)
  it('keeps nothing of a tab whose browser is somebody else’s by now', async () => {
    const first = await keeper(incharge)
    const before = await storedAnswers(first)
    expect(new Set(before.map(({ account }) => account))).toEqual(new Set([incharge.id]))
    await first.context().clearCookies()
    const second = await newTab(first, '/site-login')
    await second.locator('input[name=mobile]').fill(supervisor.mobile)
    await second.locator('input[name=password]').fill(TEST_PASSWORD)
    await second.locator('button[type=submit]').click()
    await second.waitForURL('**/supervisor-dashboard')
    await waitUntilAvailableOffline(second, '/api/site/balance')
    // The first tab reads again, and gets answers for another user.
    const answered = first.waitForResponse('**/api/site/balance')
    await first.evaluate(() => window.dispatchEvent(new Event('focus')))
    await answered
    await first.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)))
    expect(new Set((await storedAnswers(first)).map(({ account }) => account))).toEqual(new Set([supervisor.id]))
    // An incharge's screen requests more than a supervisor may read.
    app.ignoreConsole(/status of 403/)
  })

if (isFullRun)
  it('lets one look whose session has ended meanwhile, until the server says so', async () => {
    const page = await keeper(incharge)
    await page.context().setOffline(true)
    await page.context().clearCookies()
    const phone = await newTab(page, '/')
    await balance(phone).getByText('₹').waitFor()
    await page.close()
    await phone.context().setOffline(false)
    await waitForSignIn(phone)
    await expect.poll(() => storedAnswers(phone)).toEqual([])
    app.ignoreConsole(/status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  })

if (isFullRun)
  it('leaves screens that were opened without the server’s word when the session is somebody else’s', async () => {
    const page = await keeper(incharge)
    await page.context().setOffline(true)
    const phone = await newTab(page, '/transactions')
    await notConnected(phone).waitFor()
    await page.close()
    const cookies = [...supervisor.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
    await phone.context().clearCookies()
    await phone.context().addCookies(cookies)
    await phone.context().setOffline(false)
    await phone.waitForURL('**/supervisor-dashboard')
    await phone.getByRole('heading', { name: 'Ramesh Kushwaha' }).waitFor()
    forgive()
  })

if (isFullRun)
  it('head office is told before it types, too, and none of its books are kept', async () => {
    const page = await openAdminDashboard(app, { keepsApp: true })
    await waitUntilAvailableOffline(page)
    const send = page.locator('#sendMoney')
    await send.getByLabel('Amount', { exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await send.getByText('Sending money needs the network. Wait with it until you are connected.').waitFor()
    await notConnected(page).waitFor()
    await expect.poll(() => storedAnswers(page)).toEqual([])
    await page.context().setOffline(false)
    await notConnected(page).waitFor({ state: 'detached' })
    forgive()
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
