import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fund, hire, PASSWORD, pass, spend, type Worker } from '../environment/people.ts'
import { officeOf } from './admin-app.ts'
import { type FieldApp, holdLists, openFieldApp, withoutStream } from './field-app.ts'
import { keptRows, untilKept } from './kept-app.ts'

/** The app opens without a network, and shows its latest cached data; no user sees the data of another. */

let app: FieldApp
let incharge: Worker
let supervisor: Worker
beforeAll(async () => {
  app = await openFieldApp()
  incharge = await hire(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  supervisor = await hire(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await fund(app.office, incharge, '50000')
  await spend(incharge, { recipient: 'Sharma Traders', amount: '1250' })
  await pass(incharge, supervisor, '700')
})
afterAll(() => app.close())

const at = (path: string) => `${app.api.origin}${path}`
const path = (page: Page) => new URL(page.url()).pathname
const notConnected = (page: Page) => page.getByRole('status').filter({ hasText: 'Not connected.' })
const balance = (page: Page) => page.getByTestId('current-balance')
/** Ignores the browser's own messages about a failed call. */
const forgive = () => app.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)

/** An incharge's pages, and the data that this phone has cached of each afterwards. */
const SEEN = [
  ['/transactions', '"pages",{}'],
  ['/transactions?type=credit', '"sums",{"type":"credit"}'],
  ['/balance-details', '"pages",{"type":"debit"}'],
  ['/expense', '/api/site/beneficiaries'],
] as const

/** Signs in, opens every screen once, and waits until all are cached. */
async function keeper(worker: Worker, options: { language?: 'en' | 'hi' } = {}): Promise<Page> {
  const page = await app.signedIn(worker.mobile, { ...options, keepsApp: true })
  const own = worker === incharge ? ['"recent"', '/api/site/supervisors'] : ['"pages",{"type":"credit"}']
  await untilKept(page, '/api/site/balance', ...own)
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
    await untilKept(page, ...kept)
  }
  await page.goto(at('/site-dashboard'))
  await page.getByRole('link', { name: 'Reports' }).click()
  await untilKept(page, '/api/site/summary', '"pages",{"type":"credit"}', '/api/site/ledger')
  await page.context().setOffline(true)

  const phone = await newTab(page, '/')
  await balance(phone).getByText('₹48,050').waitFor()
  expect(path(phone)).toBe('/site-dashboard')
  await phone.getByRole('heading', { name: 'Rajesh Patidar' }).waitFor()
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

it.each([
  ['/reports', 'Cement', '/api/site/summary'],
  ['/transactions', 'Sharma Traders', '"pages",{}'],
])('keeps what is read on %s, where that is the only screen that was opened', async (screen, shown, ...kept) => {
  const page = await app.visitor({ keepsApp: true })
  const cookies = [...incharge.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
  await page.context().addCookies(cookies)
  await page.goto(at(screen))
  await untilKept(page, ...kept)
  await page.context().setOffline(true)
  const phone = await newTab(page, screen)
  await phone.getByText(shown).first().waitFor()
  await notConnected(phone).waitFor()
  forgive()
})

it('has the names and the newest rows on a phone that has shown no screen but the first', async () => {
  const page = await keeper(incharge)
  await untilKept(page, '/api/site/beneficiaries', '"pages",{}')
  await page.context().setOffline(true)
  const expense = await newTab(page, '/expense')
  await expense.getByRole('combobox', { name: 'Paid to' }).click()
  await expense.getByRole('option', { name: /^Sharma Traders/ }).waitFor()
  const list = await newTab(page, '/transactions')
  await list.getByRole('button', { name: 'Open: Sharma Traders, ₹1,250' }).waitFor()
  forgive()
})

it('asks ahead once, however long the page stays open', async () => {
  const asked: string[] = []
  const page = await app.at(incharge, '/site-dashboard', {
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

it('knows what was booked last, too, where the network went before the lists were read again', async () => {
  const worker = await hire(app.office, 'site_incharge')
  await fund(app.office, worker, '1000')
  await spend(worker, { recipient: 'Just Edited', amount: '100' })
  const page = await app.signedIn(worker.mobile, { keepsApp: true })
  await untilKept(page, '/api/site/balance', '"recent"')
  await withoutStream(page)
  await holdLists(page, '/api/site/transactions')
  const line = (of: Page) => of.locator('main').getByRole('listitem').filter({ hasText: 'Just Edited' })
  await line(page).getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit Transaction' })
  await form.getByLabel('Amount', { exact: true }).fill('125')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const recent = async () => (await keptRows(page)).find(({ hash }) => hash.includes('"recent"'))?.data
  await expect.poll(recent).toMatchObject([{ amount: '125.00', revision: 2 }, {}])
  await page.context().setOffline(true)
  const phone = await newTab(page, '/site-dashboard')
  await line(phone).getByText('−₹125', { exact: true }).waitFor()
  await balance(phone).getByText('₹875').waitFor()
  forgive()
})

it('reads again by itself when the network is back', async () => {
  const page = await keeper(incharge)
  await page.context().setOffline(true)
  await page.reload()
  await notConnected(page).waitFor()
  await balance(page).getByText('₹').waitFor()
  await spend(incharge, { recipient: 'Meanwhile Cement', amount: '10' })
  await page.context().setOffline(false)
  await page.getByText('Meanwhile Cement').waitFor()
  await notConnected(page).waitFor({ state: 'detached' })
  expect(path(page)).toBe('/site-dashboard')
  forgive()
})

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
  await expect.poll(() => keptRows(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('siteUser'))).toBeNull()
})

it('shows the next one on the same phone nothing of the one before', async () => {
  const page = await keeper(incharge)
  // The session ends without this phone knowing it, and another user signs in on it.
  await page.context().clearCookies()
  await page.goto(at('/site-login'))
  await page.locator('input[name=mobile]').fill(supervisor.mobile)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/supervisor-dashboard')
  await untilKept(page, '/api/site/balance')
  expect(new Set((await keptRows(page)).map(({ account }) => account))).toEqual(new Set([supervisor.id]))
  await page.context().setOffline(true)
  const phone = await newTab(page, '/site-dashboard')
  await phone.getByRole('heading', { name: 'Ramesh Kushwaha' }).waitFor()
  await phone.getByText('₹700').first().waitFor()
  await expect.poll(() => phone.locator('body').innerText()).not.toMatch(/Canal Bridge|Sharma Traders|48,0/)
  forgive()
})

it('keeps nothing of a tab whose browser is somebody else’s by now', async () => {
  const first = await keeper(incharge)
  const before = await keptRows(first)
  expect(new Set(before.map(({ account }) => account))).toEqual(new Set([incharge.id]))
  await first.context().clearCookies()
  const second = await newTab(first, '/site-login')
  await second.locator('input[name=mobile]').fill(supervisor.mobile)
  await second.locator('input[name=password]').fill(PASSWORD)
  await second.locator('button[type=submit]').click()
  await second.waitForURL('**/supervisor-dashboard')
  await untilKept(second, '/api/site/balance')
  // The first tab reads again, and gets answers for another user.
  const answered = first.waitForResponse('**/api/site/balance')
  await first.evaluate(() => window.dispatchEvent(new Event('focus')))
  await answered
  await first.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)))
  expect(new Set((await keptRows(first)).map(({ account }) => account))).toEqual(new Set([supervisor.id]))
  // An incharge's screen requests more than a supervisor may read.
  app.forgive(/status of 403/)
})

it('lets one look whose session has ended meanwhile, until the server says so', async () => {
  const page = await keeper(incharge)
  await page.context().setOffline(true)
  await page.context().clearCookies()
  const phone = await newTab(page, '/')
  await balance(phone).getByText('₹').waitFor()
  await page.close()
  await phone.context().setOffline(false)
  await phone.waitForURL(/\/login/)
  await expect.poll(() => keptRows(phone)).toEqual([])
  app.forgive(/status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
})

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

it('head office is told before it types, too, and none of its books are kept', async () => {
  const page = await officeOf(app, { keepsApp: true })
  await untilKept(page)
  const send = page.locator('#sendMoney')
  await send.getByLabel('Amount', { exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await send.getByText('Sending money needs the network. Wait with it until you are connected.').waitFor()
  await notConnected(page).waitFor()
  await expect.poll(() => keptRows(page)).toEqual([])
  await page.context().setOffline(false)
  await notConnected(page).waitFor({ state: 'detached' })
  forgive()
})

it('said nothing else on the console', () => {
  expect(app.said).toEqual([])
})
