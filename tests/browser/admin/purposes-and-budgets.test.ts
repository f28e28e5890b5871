import { afterAll, beforeAll, expect, it } from 'vitest'
import { hireFieldUser, recordExpenseOf, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('takes the usual purposes in one tap, adds a word to one, and warns of a budget that is exceeded', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Asha Rao', siteName: 'Canal Bridge' })
  await sendMoneyTo(app.office, site, '9000')
  await recordExpenseOf(site, { amount: '100', purpose: 'cemant' })
  await recordExpenseOf(site, { amount: '200', purpose: 'सीमेंट' })
  await recordExpenseOf(site, { amount: '60', purpose: 'ACC bags' })
  const ofLongAgo = { site: site.id, purpose: 'Sand', month: '2020-01', amount: '10' }
  expect((await app.office.put('/api/admin/budgets', ofLongAgo)).status).toBe(200)
  const page = await openAdminDashboard(app)
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: /^Start with \d+ usual ones$/ }).click()
  await page.getByRole('button', { name: 'Change Cement' }).waitFor()
  await page.getByRole('button', { name: 'Add “ACC bags”' }).click()
  await page.getByRole('dialog').getByLabel('It is').selectOption({ label: 'another word for Cement' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/cemant, .*ACC bags/).waitFor()

  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).first().click()
  const budgets = page.getByRole('region', { name: 'Budgets' })
  // Where no month of late has a budget, older ones are there at once.
  await budgets.getByText('Jan 2020').waitFor()
  await page.getByRole('button', { name: 'Set a budget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Site').selectOption({ label: 'Canal Bridge, Asha Rao' })
  await dialog.getByLabel('Purpose').fill('cement')
  await dialog.getByLabel('For').selectOption({ label: 'the whole time of the site' })
  await dialog.getByLabel('Budget').fill('350')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await budgets.getByText('₹360 of ₹350').waitFor()
  await expect.poll(() => budgets.getByRole('listitem').innerText()).toContain('102 %')

  await budgets.getByRole('button', { name: 'Show older months, too' }).click()
  await budgets.getByText('Jan 2020').waitFor()
  await budgets.getByRole('button', { name: 'Show only the last months' }).click()
  await expect.poll(() => budgets.getByRole('listitem').count()).toBe(1)
  await budgets.getByRole('button', { name: 'Change the budget: Canal Bridge, Cement' }).click()
  await page.getByRole('dialog', { name: 'Change the budget' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByLabel('Add up').selectOption({ label: 'By purpose' })
  const table = page.getByRole('region', { name: 'Summary' }).getByRole('table')
  await expect.poll(() => table.getByRole('row').nth(1).innerText()).toMatch(/Cement\s+3\s+₹360/)
  await table.getByRole('link', { name: 'Cement' }).click()
  // Rows keep what was typed.
  for (const typed of ['cemant', 'सीमेंट', 'ACC bags']) await page.getByText(typed).first().waitFor()

  await page.getByRole('navigation').getByRole('link', { name: 'Today' }).first().click()
  await page.getByRole('link', { name: /Budgets at 80 % or more\s*1 above 100 %\s*1/ }).click()
  await budgets.getByText('₹360 of ₹350').waitFor()

  const phone = await app.openPageAs(site, '/site-dashboard')
  await phone.getByRole('link', { name: 'Add Expense' }).click()
  await phone.locator('datalist option[value="Cement"]').waitFor({ state: 'attached' })
})
