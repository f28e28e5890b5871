import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { type CuttableProxy, openCuttableProxy } from '../../environment/network/cuttable-proxy.ts'
import {
  askAbout,
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../../environment/service/test-service.ts'
import {
  type AppInBrowser,
  DESK,
  expectToast,
  openAppInBrowser,
  openToast,
  recordToasts,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'
import { selectOptionBeginningWith } from '../helpers/select-option.ts'

/** A change made on another phone shows at once; tests/api/http/change-feed.test.ts checks how soon. */

/** Long enough for a busy machine; the 30 s refetch would be too late. */
const BEFORE_REFETCH = { timeout: 15_000 }

let app: AppInBrowser
let way: CuttableProxy
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  way = await openCuttableProxy(app.api.origin)
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, incharge, '100000')
  await transferMoney(incharge, supervisor, '300')
})
afterAll(async () => {
  await way.cut()
  await app.close()
})

/** The answered calls of a page, each with its query. */
const answered = new WeakMap<Page, string[]>()
const toasts = new WeakMap<Page, string[]>()
const answers = (page: Page, address: RegExp) => answered.get(page)?.filter((path) => address.test(path)).length ?? 0

/** Opens a screen, and waits until it follows changes and has read its data once more. */
async function following(
  worker: FieldUser,
  path: string,
  look: Parameters<AppInBrowser['openPageAs']>[2] = {},
): Promise<Page> {
  const page = await app.openPageAs(worker, path, { ...look, prepare: watch })
  await isFollowing(page)
  return page
}

async function watch(page: Page): Promise<void> {
  const paths: string[] = []
  answered.set(page, paths)
  page.on('response', (response) => void paths.push(response.url().slice(new URL(response.url()).origin.length)))
  toasts.set(page, await recordToasts(page))
}

async function isFollowing(page: Page): Promise<void> {
  await expect.poll(() => answers(page, /\/site\/follow$/)).toBeGreaterThan(0)
  // The first credits, and the second reading of the screen after the stream has begun.
  await expect.poll(() => answers(page, CREDITS)).toBe(1)
  await expect.poll(() => answers(page, BALANCE)).toBeGreaterThanOrEqual(2)
}

const BALANCE = /\/site\/balance$/
const CREDITS = /type=credit&limit=50$/

/** Returns every toast that the page showed. */
const saidOn = (page: Page) => toasts.get(page) ?? []

it('shows a transfer from one phone on the other at once, and says it once', async () => {
  const [from, to] = [
    await following(incharge, '/site-dashboard'),
    await following(supervisor, '/supervisor-dashboard'),
  ]
  const form = from.locator('form', { has: from.getByLabel('Supervisor', { exact: true }) })
  await selectOptionBeginningWith(form.getByLabel('Supervisor', { exact: true }), 'Ramesh Kushwaha')
  await form.getByLabel('Amount', { exact: true }).fill('200')
  await form.getByLabel('UPI', { exact: true }).check()
  await form.getByLabel('Narration', { exact: true }).fill('Tea for the crew')
  await from.getByRole('button', { name: 'Transfer Money' }).click()
  const recorded = from.waitForResponse((response) => response.url().endsWith('/api/site/transfer'))
  await from.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
  await recorded
  await to
    .getByRole('listitem')
    .filter({ hasText: 'Tea for the crew' })
    .or(to.getByText('₹500'))
    .first()
    .waitFor(BEFORE_REFETCH)
  await expect.poll(() => saidOn(to)).toEqual([expect.stringMatching(/Money received.*₹200 from Rajesh Patidar/)])
  // Two more refetches, as the screen makes them by itself.
  for (let n = 0; n < 2; n++) {
    const before = answers(to, BALANCE)
    // A refetch starts no request while one is running.
    const look = async () => {
      await to.evaluate(() => window.dispatchEvent(new Event('focus')))
      return answers(to, BALANCE)
    }
    await expect.poll(look).toBeGreaterThan(before)
  }
  await recordExpenseOf(supervisor, { amount: '50' })
  await to.getByText('₹450').first().waitFor(BEFORE_REFETCH)
  await to.waitForTimeout(500)
  expect(saidOn(to)).toEqual([expect.stringContaining('₹200 from Rajesh Patidar')])
  // The sender gets only the toast of the transfer, and none about received money.
  expect(saidOn(from)).toEqual([expect.stringContaining('Transfer Successful')])
  // Money that was there at opening causes no toast either.
  const before = saidOn(to).length
  await to.reload()
  await to.getByText('₹450').first().waitFor()
  await expect.poll(() => answers(to, CREDITS)).toBeGreaterThanOrEqual(3)
  await to.waitForTimeout(300)
  expect(saidOn(to)).toHaveLength(before)
})

if (isFullRun)
  it('says money from head office in Hindi, on a screen without a balance too; what is said already is read first', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Sunita Verma' })
    await sendMoneyTo(app.office, worker, '500')
    const page = await following(worker, '/balance-details', { language: 'hi' })
    await sendMoneyTo(app.office, worker, '20000')
    await expectToast(page, 'पैसे मिले', 'हेड ऑफिस से ₹20,000 मिले')
    // The toast disappears after five seconds, but not while the pointer is on it.
    await openToast(page).hover()
    await page.getByText('₹20,500').first().waitFor(BEFORE_REFETCH)
    // While the first toast shows, further ones wait for it and are combined.
    await sendMoneyTo(app.office, worker, '7')
    await expect.poll(() => answers(page, CREDITS)).toBe(3)
    await sendMoneyTo(app.office, worker, '8')
    await expect.poll(() => answers(page, CREDITS)).toBe(4)
    await openToast(page).getByRole('button').click()
    await expectToast(page, 'पैसे मिले', 'हेड ऑफिस से ₹7 मिले · हेड ऑफिस से ₹8 मिले')
  })

if (isFullRun)
  it('shows head office what the field spends, and counts it in the worklists', async () => {
    const page = await app.openSignedOutPage({ viewport: DESK })
    await watch(page)
    await page.goto(`${app.api.origin}/admin-login`)
    await page.locator('input[name=email]').fill(FIRST_ADMIN.email)
    await page.locator('input[name=password]').fill(FIRST_ADMIN.password)
    await page.locator('button[type=submit]').click()
    await expect.poll(() => answers(page, /\/admin\/follow$/)).toBe(1)
    await expect.poll(() => answers(page, /\/admin\/sites/)).toBeGreaterThanOrEqual(2)
    const totals = page.locator('#overview')
    await totals.getByText('₹').first().waitFor()
    const before = await totals.textContent()
    const toLookAt = page.getByRole('region', { name: 'To look at' })
    const count = (list: string) => toLookAt.getByRole('link', { name: new RegExp(`^${list} ?\\d+$`) }).textContent()
    await expect.poll(() => count('Without a bill')).toBe('Without a bill0')
    const { id } = await recordExpenseOf(incharge, { amount: '12345' })
    await expect.poll(() => count('Without a bill'), BEFORE_REFETCH).toBe('Without a bill1')
    await expect.poll(() => totals.textContent(), BEFORE_REFETCH).not.toBe(before)
    await askAbout(app.office, id, 'Where is the bill?')
    await expect.poll(() => count('Questions'), BEFORE_REFETCH).toBe('Questions1')
    expect((await incharge.client.delete(`/api/site/transactions/${id}`)).status).toBe(200)
    await expect.poll(() => count('Without a bill'), BEFORE_REFETCH).toBe('Without a bill0')
    expect(saidOn(page)).toEqual([expect.stringContaining('Login Successful')])
  })

if (isFullRun)
  describe('a page that nobody sees', () => {
    it('is not told, and says what came meanwhile when it is seen again', async () => {
      const page = await following(supervisor, '/supervisor-dashboard')
      const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/follow'))
      await turn(page, 'hidden')
      await closed
      await transferMoney(incharge, supervisor, '70')
      const again = page.waitForRequest((request) => request.url().endsWith('/follow'))
      await turn(page, 'visible')
      expect(await (await again).headerValue('last-event-id')).toMatch(/^\d+$/)
      await expect.poll(() => saidOn(page)).toEqual([expect.stringContaining('₹70 from Rajesh Patidar')])
    })

    const turn = (page: Page, state: 'hidden' | 'visible') =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
  })

it('comes back by itself when the server was away, to what it missed', async () => {
  const page = await app.openSignedOutPage()
  await watch(page)
  const cookies = [...supervisor.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
  await page.context().addCookies(cookies)
  // A cookie applies to every port of its host.
  await page.goto(`${way.origin}/supervisor-dashboard`)
  await isFollowing(page)
  await way.cut()
  await transferMoney(incharge, supervisor, '90')
  await page.waitForTimeout(2000)
  expect(saidOn(page)).toEqual([])
  await way.restore()
  await expect.poll(() => saidOn(page)).toEqual([expect.stringContaining('₹90 from Rajesh Patidar')])
  app.ignoreConsole(/net::ERR_/)
})

if (isFullRun)
  it('is told of changes as soon as that part of the app could be loaded', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await app.openSignedOutPage()
    await watch(page)
    let tries = 0
    await page.route('**/assets/after-first-screen-*.js', (route) => {
      tries += 1
      return tries <= 2 ? route.abort() : route.continue()
    })
    const cookies = [...worker.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
    await page.context().addCookies(cookies)
    await page.goto(`${app.api.origin}/site-dashboard`)
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    const look = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      return answers(page, /\/site\/follow$/)
    }
    // That chunk waits until no request runs, and each look starts a new one: on a busy machine this takes a while.
    await expect.poll(look, { interval: 3000, timeout: 25_000 }).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    await sendMoneyTo(app.office, worker, '1300')
    await expect.poll(() => saidOn(page)).toEqual([expect.stringContaining('₹1,300 from Head Office')])
    app.ignoreConsole(/net::ERR_FAILED/)
  })

if (isFullRun)
  it('leads to the sign-in, once, when the session has ended elsewhere', async () => {
    const worker = await hireFieldUser(app.office, 'supervisor')
    const page = await following(worker, '/supervisor-dashboard')
    const led: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/login')) led.push(request.url())
    })
    await app.office.patch(`/api/admin/supervisors/${worker.id}/status`, { status: 'disabled' })
    await waitForSignIn(page)
    // The toast shows for half a second, on the screen that is left.
    expect([...new Set(saidOn(page))]).toEqual([expect.stringContaining('You are logged out. Logging in again...')])
    await page.waitForTimeout(1000)
    expect(led).toHaveLength(1)
    app.ignoreConsole(/status of 401|net::ERR_/)
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
