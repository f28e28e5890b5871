import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { listItemNamed, openAdminDashboard, openOfficePage } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { cachedAppFiles, waitUntilAvailableOffline } from '../helpers/offline-storage.ts'

/** A chunk of the app that failed to load without a network loads at the next request: the page stays as it is. */

let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  await sendMoneyTo(app.office, incharge, '5000')
  await recordExpenseOf(incharge, { recipient: 'Sharma Traders', amount: '100' })
})
afterAll(() => app.close())

/** Blocks all scripts from now on, until the returned function is called. */
async function withoutScripts(page: Page): Promise<() => void> {
  let isAway = true
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await page.route('**/assets/*.js', (route) => (isAway ? route.abort() : route.fallback()))
  return () => {
    isAway = false
  }
}
const isSame = (page: Page) => page.evaluate(() => 'isSame' in globalThis)

/** Opens the field's dashboard, with the chunks that load by themselves. */
async function dashboard(): Promise<Page> {
  const page = await app.openPageAs(incharge, '/site-dashboard')
  for (const part of ['toaster', 'after-first-screen', 'start-outbox'])
    await expect.poll(() => scripts(page)).toContainEqual(expect.stringContaining(`/assets/${part}-`))
  await untilImported(page)
  return page
}

const scripts = (page: Page, how?: 'fetch') =>
  page.evaluate(
    (how) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\/assets\/.*\.js$/.test(entry.name))
        .filter((entry) => ((entry as PerformanceResourceTiming).initiatorType === 'fetch') === (how === 'fetch'))
        .map(({ name }) => name),
    how,
  )

/**
 * Waits until every fetched chunk is also imported: a route disables the browser's cache, so a chunk between the two
 * would be requested again, and fail permanently.
 */
async function untilImported(page: Page): Promise<void> {
  const onTheirWay = async () => {
    const before = await scripts(page, 'fetch')
    // Another chunk may start when one has finished.
    await page.waitForTimeout(500)
    const [fetched, imported] = [await scripts(page, 'fetch'), await scripts(page)]
    return fetched.filter((name) => !before.includes(name) || !imported.includes(name))
  }
  await expect.poll(onTheirWay).toEqual([])
}

it('a dialog', async () => {
  const page = await dashboard()
  const network = await withoutScripts(page)
  const line = page.locator('main').getByRole('listitem').filter({ hasText: 'Sharma Traders' })
  for (const _ of [1, 2]) {
    const isSaid = page.waitForEvent('console', (message) => message.text().includes('did not arrive'))
    await line.getByRole('button', { name: /^Edit/ }).click()
    await isSaid
    await openToast(page).getByText('The form could not be opened. Check the network and try again.').waitFor()
  }
  network()
  await line.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
  await dialog.getByLabel('Amount', { exact: true }).fill('130')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const rows = async () =>
    expectBody(await incharge.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  await expect.poll(rows).toMatchObject([{ amount: '130.00' }, {}])
  await expect.poll(() => isSame(page)).toBe(true)
  app.ignoreConsole(/net::ERR_FAILED/)
})

if (isFullRun)
  it('a screen whose code was looked for in vain before anybody went there', async () => {
    const page = await dashboard()
    const network = await withoutScripts(page)
    const link = page.getByRole('link', { name: 'Reports' })
    for (const place of [link, page.getByRole('heading').first(), link]) {
      await place.hover()
      await page.waitForTimeout(300)
    }
    // A load that is in vain fails after a second; a click before that waits for the same load.
    await page.waitForTimeout(1500)
    network()
    await link.click()
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    await page.getByText('Sharma Traders').first().waitFor()
    await expect.poll(() => isSame(page)).toBe(true)
    app.ignoreConsole(/net::ERR_FAILED/)
  })

if (isFullRun)
  it('a screen without an answer says so, and only a bad answer of the server reloads the page, once', async () => {
    const page = await dashboard()
    const network = await withoutScripts(page)
    const failed = page.getByText('The screen could not be opened. Check the network and try again.')
    const pressed = performance.now()
    await page.getByRole('link', { name: 'Reports' }).click()
    await failed.waitFor()
    // A page that is left while it loads shows no failure before it is gone.
    expect(performance.now() - pressed).toBeGreaterThan(1000)
    await expect.poll(() => isSame(page)).toBe(true)
    network()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Sharma Traders').first().waitFor()
    await expect.poll(() => isSame(page)).toBe(true)

    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    await page.route('**/assets/balance-details-*.js', (route) => route.fulfill({ status: 404, body: 'Gone' }))
    await page.goto(`${app.api.origin}/site-dashboard`)
    await page.getByRole('link', { name: 'Balance Details' }).click()
    await failed.waitFor()
    const reloads = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith('tanstack_router_reload')),
    )
    expect(reloads).toHaveLength(1)
    app.ignoreConsole(/net::ERR_FAILED|status of 404|did not arrive/)
  })

if (isFullRun)
  it('a screen that arrived but was not imported, after a reload', async () => {
    const page = await dashboard()
    let isAway = true
    // The browser remembers a failed import as long as the page stands.
    await page.route('**/assets/reports-screen-*.js', (route) =>
      isAway && route.request().resourceType() === 'script' ? route.abort() : route.fallback(),
    )
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByText('The screen could not be opened. Check the network and try again.').waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Sharma Traders').first().waitFor()
    app.ignoreConsole(/net::ERR_FAILED|did not arrive/)
  })

if (isFullRun)
  it('a page of head office, and what was typed in another one stays', async () => {
    const page = await openAdminDashboard(app, { viewport: PHONE })
    const form = page.getByRole('region', { name: 'Send Money to Site Incharge' })
    await form.getByLabel('Amount').fill('777')
    await untilImported(page)
    const network = await withoutScripts(page)
    await openOfficePage(page, '/admin/beneficiaries')
    const failed = page.getByText('The screen could not be opened. Check the network and try again.')
    await failed.waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor()
    network()
    await page.getByRole('button', { name: 'Try again' }).click()
    await listItemNamed(page.locator('#beneficiaries'), 'Sharma Traders').first().waitFor()
    await openOfficePage(page, '/admin/send-money')
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('777')
    await expect.poll(() => isSame(page)).toBe(true)
    app.ignoreConsole(/net::ERR_FAILED|did not arrive/)
  })

if (isFullRun)
  it('what the service worker has not kept, too; what it has needs no network', async () => {
    const page = await openAdminDashboard(app, { viewport: PHONE, keepsApp: true })
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    await page.getByRole('region', { name: 'Send Money to Site Incharge' }).getByLabel('Amount').waitFor()
    await waitUntilAvailableOffline(page)
    expect((await cachedAppFiles(page)).filter((path) => /\/assets\/office-pages-/.test(path))).toEqual([])
    await page.context().setOffline(true)
    await openOfficePage(page, '/admin/search')
    const failed = page.getByText('The screen could not be opened. Check the network and try again.')
    await failed.waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('#search').getByRole('searchbox').waitFor()
    await expect.poll(() => isSame(page)).toBe(true)
    await expect.poll(async () => (await cachedAppFiles(page)).join()).toMatch(/\/assets\/office-pages-/)

    const field = await app.openSignedInPage(incharge.mobile, { keepsApp: true })
    await waitUntilAvailableOffline(field)
    await field.context().setOffline(true)
    await field.getByRole('link', { name: 'Reports' }).click()
    await field.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|did not arrive/)
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
