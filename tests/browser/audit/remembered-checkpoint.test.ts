import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestSigner, type TestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

/**
 * An auditor and an incharge share one browser in the site office: it remembers the signed checkpoints that it has
 * seen.
 */

const EMAIL = 'asha@memory.example'
let app: AppInBrowser
let signer: TestSigner
let rajesh: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  await recordExpenseOf(rajesh)
  signer = await startTestSigner(app.api)
  await hireAuditor(app.office, EMAIL)
})
afterAll(() => app.close())

async function signIn(page: Page, screen: 'admin-login' | 'site-login', name: string): Promise<void> {
  await page.goto(`${app.api.origin}/${screen}`)
  await page.locator('input[type=password]').waitFor()
  await page.locator('input:not([type=password])').fill(name)
  await page.locator('input[type=password]').fill(TEST_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/(admin|site-dashboard)$/)
}

async function logout(page: Page, to: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(to)
  // Requests of the dashboard fail when its session ends; the browser itself reports the answers.
  await page.waitForLoadState('networkidle')
  app.ignoreConsole(/^Failed to load resource: .* 401 /)
}

const seen = (page: Page) => page.evaluate(() => localStorage.getItem('largestCheckpoint'))

it('outlives the logout of an auditor and of an incharge, and tells of a log that was cut meanwhile', async () => {
  const kept = await signer.sign()
  await recordExpenseOf(rajesh)
  const page = await app.openSignedOutPage()
  await signIn(page, 'admin-login', EMAIL)
  const largest = await signer.sign()
  await page.goto(`${app.api.origin}/admin/audit/proof`)
  await page.getByText(`This browser has now noted that ${largest} events are signed`).waitFor()
  const before = await seen(page)
  expect(before).toContain(`\\n${largest}\\n`)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await logout(page, /\/admin-login$/)
  expect(await seen(page)).toBe(before)

  await signIn(page, 'site-login', rajesh.mobile)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('siteUser'))).toContain('Rajesh')
  await logout(page, /\/$/)
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await seen(page)).toBe(before)

  // Simulates a database owner who truncates the log to an earlier checkpoint, and removes everything that shows the
  // later events.
  await app.api.sql.query(`
    DELETE FROM events WHERE position > ${kept};
    UPDATE log_heads h SET position = e.position, hash = e.hash FROM events e WHERE e.position = ${kept};
    DELETE FROM signed_checkpoints WHERE size > ${kept}`)

  await signIn(page, 'admin-login', EMAIL)
  await page.goto(`${app.api.origin}/admin/audit`)
  const alarm = page.getByRole('alert')
  await alarm.getByText(`This browser saw ${largest} signed events. The server now shows only ${kept}.`).waitFor()
  await page.goto(`${app.api.origin}/admin`)
  await logout(page, /\/admin-login$/)
  expect(await seen(page)).toBe(before)
  await signIn(page, 'admin-login', EMAIL)
  await page.goto(`${app.api.origin}/admin/audit/proof`)
  await alarm.getByText('Entries are missing').waitFor()
})

it('breaks no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
