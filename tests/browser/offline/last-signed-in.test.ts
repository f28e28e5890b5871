import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  type FieldUser,
  hireFieldUser,
  sendMoneyTo,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { CUT_NETWORK_CONSOLE_ERRORS, interceptNetwork } from '../helpers/cut-network.ts'

/** The user shown without a network, in a browser that was killed and lost the latest writes to its local storage. */

let app: AppInBrowser
let before: FieldUser
let now: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  before = await hireFieldUser(app.office, 'site_incharge')
  now = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, before, '111')
  await sendMoneyTo(app.office, now, '222')
})
afterEach(() => {
  for (const pattern of [CUT_NETWORK_CONSOLE_ERRORS, /status of 401/, /ApiError/]) app.ignoreConsole(pattern)
})
afterAll(() => app.close())

async function signIn(page: Page, { mobile }: FieldUser): Promise<void> {
  await page.locator('input[name=mobile]').fill(mobile)
  await page.locator('input[name=password]').fill(TEST_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/site-dashboard')
  await page.getByTestId('current-balance').getByText('₹').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

const storage = (page: Page) => page.evaluate(() => ({ ...localStorage }))
/** Restores the storage of a browser that was killed before it stored the rest. */
const bringBack = (page: Page, kept: Record<string, string>) =>
  page.evaluate((all) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, kept)
const noted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        const opening = indexedDB.open('last-here')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('who').objectStore('who').get('account')
          reading.onsuccess = () => resolve(reading.result)
          opening.result.close()
        }
      }),
  )

it('whoever signed out before is not here again, and who signed in since is, once the server says so', async () => {
  const page = await app.openSignedOutPage()
  const line = await interceptNetwork(page.context())
  await page.goto(`${app.api.origin}/site-login`)
  await signIn(page, before)
  await expect.poll(() => noted(page)).toBe(before.account)
  const kept = await storage(page)
  await signOut(page)
  await expect.poll(() => noted(page)).toBe('')
  await page.goto(`${app.api.origin}/site-login`)
  await signIn(page, now)
  await expect.poll(() => noted(page)).toBe(now.account)

  await bringBack(page, kept)
  await line.cut()
  await page.goto(`${app.api.origin}/site-dashboard`)
  await page.getByText('Check the network and try again').waitFor()
  await expect.poll(() => page.locator('body').textContent()).not.toContain('₹')
  await line.restore()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByTestId('current-balance').getByText('₹222').waitFor()
  await expect.poll(() => noted(page)).toBe(now.account)
})
