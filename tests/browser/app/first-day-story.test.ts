import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ADMIN } from '../../environment/service/test-service.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'

/** The whole first day, by two people on two devices: from an empty ledger to a recorded expense. */

const MOBILE = '9820012345'
const PASSWORD = 'Site-Pass-1'
let app: AppInBrowser
let office: Page
let phone: Page

beforeAll(async () => {
  app = await openAppInBrowser()
  office = await app.openSignedOutPage({ viewport: DESK })
  phone = await app.openSignedOutPage()
})
afterAll(() => app.close())

const balanceShown = (page: Page) => page.locator('#app').textContent()

describe('the first day', () => {
  it('turns a wrong password away in words, and lets the admin in with the right one', async () => {
    await office.goto(`${app.api.origin}/admin-login`)
    await office.locator('input[type=password]').waitFor()
    await signInAs(office, FIRST_ADMIN.email, 'not the password')
    await expect.poll(() => openToast(office).textContent()).toContain('Invalid email or password')
    app.ignoreConsole(/401/)
    await signInAs(office, FIRST_ADMIN.email, FIRST_ADMIN.password)
    await office.waitForURL(/\/admin$/)
    await expect.poll(() => openToast(office).textContent()).toContain('Welcome to Admin Dashboard')
  })

  it('creates a site incharge, after the form has said what is missing', async () => {
    await office.getByRole('button', { name: 'Create the first site incharge' }).first().click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create Site Incharge' }).click()
    await expect.poll(() => dialog.textContent()).toContain('Name is required')
    await dialog.getByLabel('Name', { exact: true }).fill('Ravi Kumar')
    await dialog.getByLabel('Mobile Number').fill(MOBILE)
    await dialog.getByLabel(/Site Name/).fill('Pune Ring Road')
    await dialog.locator('input[type=password]').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create Site Incharge' }).click()
    await expect.poll(() => openToast(office).textContent()).toContain('Site incharge created successfully')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  it('sends ₹5,000 after asking, once for a double tap', async () => {
    const incharge = office
      .locator('select')
      .filter({ has: office.locator('option', { hasText: 'Pune Ring Road' }) })
      .first()
    await incharge.selectOption(`site_${MOBILE}`)
    const form = office.locator('form').filter({ has: incharge })
    await form.getByLabel('Amount').fill('5000')
    await form.getByLabel('Narration').fill('Wages of the first week')
    await form.getByRole('button', { name: 'Send Money' }).click()
    const dialog = office.getByRole('dialog')
    await expect.poll(() => dialog.textContent()).toContain('Send ₹5,000 to Ravi Kumar?')
    await expect.poll(() => dialog.textContent()).toContain('Wages of the first week')
    await dialog.getByRole('button', { name: 'Send Money' }).dblclick({ noWaitAfter: true })
    await expect.poll(() => openToast(office).textContent()).toContain('Money Sent Successfully')
    const { rows } = await app.api.sql.query("SELECT count(*)::int AS n FROM events WHERE type = 'CreditRecorded'")
    expect(rows).toEqual([{ n: 1 }])
  })

  it('the incharge signs in on a phone and reads ₹5,000', async () => {
    await phone.goto(`${app.api.origin}/`)
    await phone
      .getByRole('button', { name: 'Continue' })
      .or(phone.getByRole('link', { name: 'Continue' }))
      .click()
    await phone.waitForURL(/\/site-login$/)
    await signInAs(phone, MOBILE, PASSWORD)
    await phone.waitForURL(/\/site-dashboard$/)
    await expect.poll(() => balanceShown(phone)).toContain('₹5,000')
  })

  it('records ₹1,250.50 for Ramesh Steel Traders and reads ₹3,749.50, booked once for two taps', async () => {
    await phone.getByRole('link', { name: 'Add Expense' }).first().click()
    await phone.waitForURL(/\/expense$/)
    await phone.getByRole('button', { name: 'Save Expense' }).click()
    await expect.poll(() => phone.locator('form').textContent()).toContain('Amount is required')
    await phone.getByLabel('Amount').first().fill('1250.50')
    await phone.getByLabel('Paid to', { exact: true }).fill('Ramesh Steel Traders')
    await phone.getByLabel('Purpose', { exact: true }).fill('Steel, 12 mm')
    await phone.getByLabel('Narration', { exact: true }).fill('Bill 118')
    await phone.getByRole('button', { name: 'Save Expense' }).dblclick({ noWaitAfter: true })
    await expect.poll(() => openToast(phone).textContent()).toContain('Expense saved successfully!')
    await phone.waitForURL(/\/site-dashboard$/)
    await expect.poll(() => balanceShown(phone)).toContain('₹3,749.50')
    await expect.poll(() => phone.locator('main').textContent()).toContain('Ramesh Steel Traders')
    const { rows } = await app.api.sql.query("SELECT count(*)::int AS n FROM events WHERE type = 'DebitRecorded'")
    expect(rows).toEqual([{ n: 1 }])
  })

  it('head office sees it at once, and the phone reads Hindi after one tap', async () => {
    await office.reload()
    await expect.poll(() => office.locator('main').textContent()).toContain('3,749.50')
    await phone.getByRole('button', { name: 'हिंदी' }).click()
    await expect.poll(() => balanceShown(phone)).toContain('शेष')
    await expect.poll(() => phone.evaluate(() => document.documentElement.lang)).toBe('hi')
  })

  it('says nothing on the console and breaks no rule of the content security policy', () => {
    expect(app.consoleMessages).toEqual([])
  })
})

async function signInAs(page: Page, name: string, password: string): Promise<void> {
  await page.locator('input[type=password]').fill(password)
  await page.locator('form input:not([type=password])').first().fill(name)
  await page.locator('button[type=submit]').click()
}
