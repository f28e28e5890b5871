import { readFile } from 'node:fs/promises'
import { dayBefore, dayOf } from '@ledger/contracts/dates.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseTallyFile } from '../../environment/files/parse-tally-file.ts'
import { hireFieldUser, recordExpenseOf, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openOfficePage } from '../helpers/admin-pages.ts'
import { type AppInBrowser, expectToast, openAppInBrowser } from '../helpers/app-in-browser.ts'

/** The file for Tally: what lacks a ledger, the file itself, and the same file again. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('is made once each name has a ledger, and is taken again byte for byte', async () => {
  const lastMonth = dayBefore(`${dayOf(new Date().toISOString()).slice(0, 7)}-01`)
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Ravi', siteName: 'Green Valley' })
  const [one, other] = [
    await hireFieldUser(app.office, 'supervisor', { name: 'Sita' }),
    await hireFieldUser(app.office, 'supervisor', { name: 'SITA' }),
  ]
  await sendMoneyTo(app.office, site, '1000', { date: lastMonth })
  const entries = []
  for (const { purpose, by } of [
    { purpose: 'Cement', by: site },
    { purpose: 'Tea', by: one },
    { purpose: 'Tea', by: other },
  ])
    entries.push(await recordExpenseOf(by, { date: lastMonth, amount: '10', purpose }))
  const page = await openAdminDashboard(app)
  await openOfficePage(page, '/admin/ledgers')
  await page.getByRole('link', { name: 'To Tally' }).click()
  const section = page.getByRole('region', { name: 'To Tally' })
  await section.getByText('4 vouchers', { exact: true }).waitFor()
  await section.getByText('These days are not closed. Their entries may still change.').waitFor()
  await section.getByText('2 names have no ledger in Tally yet').waitFor()
  await expect.poll(() => section.getByRole('button', { name: 'Make tally.xml' }).isDisabled()).toBe(true)

  await section.getByRole('button', { name: 'Choose: SITA', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ledger in Tally of SITA' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please enter a name').waitFor()
  await dialog.getByLabel('Ledger in Tally', { exact: true }).fill('Cash – Sita, second site')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await section.getByText('Cash – Sita, second site').waitFor()

  const saved = async (press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const file = await saved(() => section.getByRole('button', { name: 'Make tally.xml' }).click())
  expect(file.name).toMatch(/tally.*\.xml$/)
  expect(parseTallyFile(file.text).vouchers).toHaveLength(4)
  await expectToast(page, 'The file was made', '4 vouchers')
  const again = section.getByRole('button', { name: /^The file of .* again$/ })
  await again.waitFor()
  expect((await saved(() => again.click())).text).toBe(file.text)
  // The journal has no cancelled vouchers, and its message counts none.
  await site.client.delete(`/api/site/transactions/${entries[0]?.id}`)
  await page.reload()
  await section.getByText('3 vouchers · 1 cancelled', { exact: true }).waitFor()
  const journal = await saved(() => section.getByRole('button', { name: 'Journal as CSV' }).click())
  expect(journal.name).toMatch(/\.csv$/)
  await expectToast(page, 'The file was made', '3 vouchers')

  await section.getByRole('combobox', { name: 'Beneficiary', exact: true }).fill('sharma')
  await page.getByRole('option', { name: /Sharma Traders/ }).click()
  await page.getByRole('dialog', { name: 'Ledger in Tally of Sharma Traders' }).waitFor()
})
