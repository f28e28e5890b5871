import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { type FieldUser, hireFieldUser } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

/** A tab opened beside a signed-in one: it shares the cookie, but has its own session storage. */

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge')
  supervisor = await hireFieldUser(app.office, 'supervisor')
})
afterAll(() => app.close())

const at = (path: string) => `${app.api.origin}${path}`
const path = (page: Page) => new URL(page.url()).pathname

/** Opens a tab with the cookies of a client, and records every password field that is ever on the page. */
async function newTab({ cookies }: { cookies: ReadonlyMap<string, string> }): Promise<Page> {
  const page = await app.openSignedOutPage()
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.api.origin })))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('input[type=password]') !== null) document.documentElement.dataset.asked = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  return page
}
const wasAsked = (page: Page) => page.evaluate(() => document.documentElement.dataset.asked === 'yes')

it('leads each role from every address to where it belongs, and asks nobody for the password again', async () => {
  const wanted = {
    incharge: {
      '/': '/site-dashboard',
      '/login': '/site-dashboard',
      '/site-login': '/site-dashboard',
      '/site-dashboard': '/site-dashboard',
      '/supervisor-dashboard': '/site-dashboard',
      '/expense': '/expense',
      '/transactions?type=debit': '/transactions',
      '/balance-details': '/balance-details',
      '/reports': '/reports',
    },
    supervisor: {
      '/': '/supervisor-dashboard',
      '/site-login': '/supervisor-dashboard',
      '/site-dashboard': '/supervisor-dashboard',
      '/supervisor-dashboard': '/supervisor-dashboard',
      '/transactions': '/transactions',
    },
    office: { '/': '/admin', '/admin-login': '/admin', '/site-dashboard': '/admin', '/expense': '/admin' },
  }
  const clients = { incharge: incharge.client, supervisor: supervisor.client, office: app.office }
  for (const who of ['incharge', 'supervisor', 'office'] as const) {
    const page = await newTab(clients[who])
    for (const [from, to] of Object.entries(wanted[who]).slice(0, isFullRun ? undefined : 1)) {
      await page.goto(at('/landing'))
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(at(from))
      await page.locator('header button, nav').first().waitFor()
      await expect.poll(() => path(page), { message: `${who} at ${from}` }).toBe(to)
      expect(await wasAsked(page), `${who} at ${from}`).toBe(false)
    }
  }
})

it('knows who it is: the name in the head is the one of the account', async () => {
  const named = await hireFieldUser(app.office, 'site_incharge', { name: 'Sunita Rao', siteName: 'Canal Bridge' })
  const page = await newTab(named.client)
  await page.goto(at('/'))
  await page.getByText('Sunita Rao').waitFor()
  await page.getByText('Canal Bridge').waitFor()
  await expect
    .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('siteUser') ?? '')))
    .toEqual({
      id: named.id,
      name: 'Sunita Rao',
      siteName: 'Canal Bridge',
      mobile: named.mobile,
      role: 'site_incharge',
    })
  // A user of the other kind may sign in here: the new session replaces the old one.
  await page.goto(at('/admin-login'))
  await page.locator('input[name=email]').waitFor()
  await page.goto(at('/site-dashboard'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Choose your role' }).waitFor()
  expect(path(page)).toBe('/')
  // The refused requests that were running when the session ended.
  app.ignoreConsole(/status of 401/)
})

if (isFullRun)
  it('says that it is opening while the answer is on its way, and no form comes and goes', async () => {
    const page = await newTab(incharge.client)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/site/auth', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(at('/site-login'))
    await page.getByText('On a slow network this takes a moment.').waitFor()
    expect(await wasAsked(page)).toBe(false)
    letGo()
    await page.waitForURL('**/site-dashboard')
    expect(await wasAsked(page)).toBe(false)
  })

if (isFullRun)
  it('takes a garbled note of who was here for none, and asks the server', async () => {
    const page = await newTab(incharge.client)
    await page.addInitScript(() => {
      for (const storage of [sessionStorage, localStorage]) storage.setItem('siteUser', '{"id":"site_98')
    })
    await page.goto(at('/'))
    await page.getByTestId('current-balance').getByText('₹').waitFor()
  })

if (isFullRun)
  it('without a network says so, and opens at the next try', async () => {
    const page = await newTab(incharge.client)
    let isAway = true
    await page.route('**/api/site/auth', (route) => (isAway ? route.abort('internetdisconnected') : route.fallback()))
    await page.goto(at('/site-dashboard'))
    await page.getByText('The screen could not be opened. Check the network and try again.').waitFor()
    app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|Could not reach the server/)
    expect(path(page)).toBe('/site-dashboard')
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('current-balance').getByText('₹').waitFor()
  })

it('after a sign-out, Back and a reload without a network lead to the sign-in and to the chooser', async () => {
  const page = await newTab((await hireFieldUser(app.office, 'site_incharge')).client)
  await page.goto(at('/'))
  await page.getByRole('button', { name: 'Logout' }).click()
  const chooser = page.getByRole('heading', { name: 'Choose your role' })
  await chooser.waitFor()
  // Above all no session that seems to have ended by itself, whose number the next person would find.
  await expect.poll(() => page.evaluate(() => Object.entries(sessionStorage))).toEqual([])
  await page.route('**/api/site/auth', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await chooser.waitFor()
  await page.goBack()
  await page.locator('input[name=mobile]').waitFor()
  expect(path(page)).toBe('/site-login')
  app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|status of 401/)
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
