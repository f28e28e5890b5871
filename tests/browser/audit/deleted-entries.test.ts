import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { startTestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import { entryRows, sumsOfEntries } from '../helpers/entry-table.ts'
import { axeViolations } from '../helpers/layout-and-accessibility.ts'

/** "Show deleted", and the links from every list to the history of an entry. */

const EMAIL = 'asha@history.example'
let app: AppInBrowser
let rajesh: FieldUser
let deleted: string

beforeAll(async () => {
  app = await openAppInBrowser()
  rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar Plaza' })
  const ramesh = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, rajesh, '50000', { narration: 'For the slab' })
  await recordExpenseOf(rajesh, { amount: '1500', recipient: 'Sharma Traders' })
  await transferMoney(rajesh, ramesh, '5000')
  deleted = (await recordExpenseOf(rajesh, { amount: '820.50', recipient: 'Indore Petrol Pump', purpose: 'Diesel' })).id
  const enteredAt = '2026-03-01T10:03:00+05:30'
  expect((await rajesh.client.call('DELETE', `/api/site/transactions/${deleted}`, { enteredAt })).status).toBe(200)
  await hireAuditor(app.office, EMAIL)
  await startTestSigner(app.api)
})
afterAll(() => app.close())

async function all(options: Parameters<typeof openAdminDashboard>[1]): Promise<Page> {
  const page = await openAdminDashboard(app, options)
  await page.goto(`${app.api.origin}/admin/all-transactions`)
  return page
}
const rowOf = (page: Page, text: string) => entryRows(page).filter({ hasText: text })
const cardOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

it('shows deleted entries when asked to, struck through, with who did it and when, and leads to their history', async () => {
  const page = await all({ auditor: EMAIL })
  await expect.poll(() => sumsOfEntries(page)).toMatch(/^4 entries/)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByLabel('Show deleted').check()
  await expect.poll(() => sumsOfEntries(page)).toMatch(/^5 entries.* · 1 deleted, ₹820\.50, in no sum$/)
  const row = rowOf(page, 'Indore Petrol Pump')
  await row.getByText(/Deleted by Rajesh Patidar on \d+ \w+ 2\d{3}, \d\d:\d\d [ap]m/).waitFor()
  await expect.poll(() => row.locator('del').allTextContents()).toContain('−820.50')
  await expect.poll(() => rowOf(page, 'Sharma Traders').locator('del').count()).toBe(0)
  await page.getByLabel('Only deleted').check()
  await expect.poll(() => sumsOfEntries(page)).toMatch(/^1 entry/)
  await page.getByLabel('Show deleted').uncheck()
  await expect.poll(() => sumsOfEntries(page)).toMatch(/^4 entries/)
  await page.getByLabel('Show deleted').check()
  await row.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Whole history' }).click()
  await page.getByText('This entry was deleted. Its history stays.').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/audit/entry/${deleted}`)
  // Shows the time of the phone beside the time of the ledger.
  const entered = page.locator('dl > div').filter({ hasText: 'Entered, by the clock of the phone' })
  await expect.poll(() => entered.locator('dd').allTextContents()).toEqual(['1 Mar 2026, 10:03 am'])

  // The same page in Hindi, on a phone, is no wider than the screen.
  await page.goto(`${app.api.origin}/admin/all-transactions`)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'हिंदी' }).click()
  await page.getByRole('button', { name: /^छाँटें/ }).click()
  await page.getByLabel('मिटाए गए भी दिखाएँ').check()
  await cardOf(page, 'Indore Petrol Pump')
    .getByText(/Rajesh Patidar ने .* को मिटाया/)
    .waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await axeViolations(page)).toEqual([])
})

if (isFullRun)
  it('gives an admin no way to change what is deleted', async () => {
    const sent = await sendMoneyTo(app.office, rajesh, '77', { narration: 'By mistake' })
    expect((await app.office.delete(`/api/admin/transactions/${sent.id}`)).status).toBe(200)
    const page = await all({ viewport: DESK })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByLabel('Show deleted').check()
    const panel = page.getByRole('dialog')
    const change = { name: /^(Edit|Delete)/ }
    await rowOf(page, '−77.00').or(rowOf(page, '+77.00')).click()
    await panel.getByText('By mistake').first().waitFor()
    await expect.poll(() => panel.getByRole('button', change).count()).toBe(0)
    await rowOf(page, 'For the slab').click()
    await expect.poll(() => panel.getByRole('button', change).count()).toBe(2)
  })

if (isFullRun)
  it('leads from every list of the dashboard to the history of an entry', async () => {
    const page = await openAdminDashboard(app, { auditor: EMAIL })
    for (const title of ['Recent Transactions', 'Search Across All Data', 'Site-Wise Ledger']) {
      await page.goto(`${app.api.origin}/admin`)
      const section = await openDashboardSection(page, title)
      if (title.startsWith('Search')) await section.getByRole('searchbox').fill('slab')
      if (title.startsWith('Recent'))
        await section
          .getByRole('link', { name: /^History: .*₹50,000$/ })
          .first()
          .click()
      else {
        await entryRows(section).filter({ hasText: 'For the slab' }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'Whole history' }).click()
      }
      await page.waitForURL(/\/admin\/audit\/entry\//)
      await page.getByRole('article').getByText('For the slab').first().waitFor()
    }
  })

it('breaks no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
