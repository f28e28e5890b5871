import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { fund, hire, PASSWORD, type Worker } from '../environment/people.ts'
import { OF_THE_LINE, openLine } from './cut-line.ts'
import { type FieldApp, openFieldApp } from './field-app.ts'

/** The user shown without a network, in a browser that was killed and lost the latest writes to its local storage. */

let app: FieldApp
let before: Worker
let now: Worker
beforeAll(async () => {
  app = await openFieldApp()
  before = await hire(app.office, 'site_incharge')
  now = await hire(app.office, 'site_incharge')
  await fund(app.office, before, '111')
  await fund(app.office, now, '222')
})
afterEach(() => {
  for (const pattern of [OF_THE_LINE, /status of 401/, /ApiError/]) app.forgive(pattern)
})
afterAll(() => app.close())

async function signIn(page: Page, { mobile }: Worker): Promise<void> {
  await page.locator('input[name=mobile]').fill(mobile)
  await page.locator('input[name=password]').fill(PASSWORD)
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
  const page = await app.visitor()
  const line = await openLine(page.context())
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
  await line.mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByTestId('current-balance').getByText('₹222').waitFor()
  await expect.poll(() => noted(page)).toBe(now.account)
})
