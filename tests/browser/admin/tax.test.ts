import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { hireFieldUser, recordExpenseOf } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openOfficePage } from '../helpers/admin-pages.ts'
import { type AppInBrowser, expectToast, openAppInBrowser } from '../helpers/app-in-browser.ts'

/** The list for tax, the details of a party, the limits and the certificate of a year, in the browser. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('lists a party without a PAN, takes its details, and lists it with them', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Tax Site' })
  await recordExpenseOf(site, { recipient: 'Big Works', amount: '45000', date: '2026-02-10', paymentMode: 'upi' })
  const page = await openAdminDashboard(app)
  await openOfficePage(page, '/admin/ledgers')
  await page.getByRole('link', { name: 'Tax list' }).click()
  const section = page.getByRole('region', { name: 'Tax list' })
  const row = section.getByRole('row').filter({ hasText: 'Big Works' })
  await row.getByText('No PAN').waitFor()
  await row.getByRole('cell', { name: 'at once' }).waitFor()
  await page.keyboard.press('Control+p')
  const paper = page.getByRole('main', { name: 'Payments above the limits for tax' })
  await expect
    .poll(() => paper.locator('tbody').getByRole('row').allInnerTexts())
    .toEqual(['Big Works\tNo PAN\tat once\t45,000.00\t45,000.00\t45,000.00', 'Total\t\t\t\t\t45,000.00'])
  await page.goBack()
  await expect.poll(() => page.locator('.paper').count()).toBe(0)
  await row.getByRole('link', { name: 'Big Works' }).click()

  await page.getByRole('button', { name: 'Add details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details of Big Works' })
  await dialog.getByLabel('GSTIN').fill('27aapfu0939f1zw')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please enter a valid GSTIN of 15 characters').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByText('Throw away what you typed?').waitFor()
  await dialog.getByRole('button', { name: 'Keep writing' }).click()
  await dialog.getByLabel('GSTIN').fill('27aapfu0939f1zv')
  await dialog.getByLabel('PAN').fill('aapfu0939f')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Details saved', 'Big Works')
  await page.getByText('27AAPFU0939F1ZV').waitFor()

  await page.goBack()
  await row.getByText('AAPFU0939F').waitFor()
  await section.getByRole('button', { name: 'Change the limits' }).click()
  const limits = page.getByRole('dialog', { name: 'Change the limits' })
  await limits.getByRole('button', { name: 'Pick the day' }).click()
  const calendar = limits.getByRole('dialog', { name: 'Pick the day' })
  await calendar.getByRole('grid').waitFor()
  // The dialog of the form stays.
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await limits.getByLabel('They hold from').fill('01/01/2026')
  await limits.getByLabel('One payment above').fill('50000')
  await limits.getByRole('button', { name: 'Save' }).click()
  await section.getByText('Nobody is above a limit in this period', { exact: true }).waitFor()
  await section.getByText('From 1 Jan 2026').waitFor()
  // A list of nobody is filed, too.
  await section.getByRole('button', { name: 'Export', exact: true }).waitFor()
  await page.keyboard.press('Control+p')
  await paper.getByText('Nobody is above a limit in this period').first().waitFor()
})

if (isFullRun)
  it('says on the certificate of a year that the log was not verified yet', async () => {
    const page = await openAdminDashboard(app)
    await openOfficePage(page, '/admin/ledgers')
    await page.getByRole('link', { name: 'Certificate of a year' }).click()
    const section = page.getByRole('region', { name: 'Certificate of a year' })
    await section.getByLabel('Financial year').selectOption('2025-26')
    await section.getByRole('heading', { name: 'Certificate of the books, 2025-26' }).waitFor()
    await section.getByText('The log was not verified yet. This page proves nothing until it is.').waitFor()
    const entries = section.getByText('Entries', { exact: true }).locator('xpath=..')
    await expect.poll(() => entries.innerText()).toMatch(/1$/)
  })
