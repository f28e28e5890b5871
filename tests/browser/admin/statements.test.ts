import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOfPdf } from '../../environment/files/independent-file-readers.ts'
import { isFullRun } from '../../environment/full-run.ts'
import {
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('shows the statement of a site with its supervisors, and of head office, and makes the paper', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Book Keeper', siteName: 'Canal Bridge' })
  const sita = await hireFieldUser(app.office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(app.office, site, '1000', { date: '2026-04-01', reference: 'UTR N0001' })
  await transferMoney(site, sita, '300', { date: '2026-04-02' })
  const body = { name: 'Sita', siteId: site.id, siteFrom: '2026-04-03' }
  expect((await app.office.put(`/api/admin/supervisors/${sita.id}`, body)).status).toBe(200)
  await recordExpenseOf(sita, {
    amount: '120.50',
    date: '2026-04-03',
    recipient: 'Tea Stall',
    narration: 'for the crew',
  })
  const page = await openAdminDashboard(app)
  await page.getByRole('navigation').getByRole('link', { name: 'Ledgers' }).first().click()
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  const screen = page.getByRole('region', { name: 'Statements' })
  const lines = async () =>
    (await screen.getByRole('table').first().getByRole('row').allInnerTexts())
      .slice(1)
      .map((row) => row.split(/\s*[\t\n]\s*/).filter((cell) => cell !== '' && !/^[RPT]\/\d\d-\d\d\/\d+$/.test(cell)))
  await expect.poll(async () => (await lines()).length).toBe(4)
  await screen.getByLabel('Statement of').selectOption({ label: 'Canal Bridge (Book Keeper)' })
  await expect
    .poll(async () => (await lines()).map((cells) => [cells[0], cells.at(-1)]))
    .toEqual([
      ['Opening balance', '₹0'],
      ['1 Apr 2026', '₹1,000'],
      ['2 Apr 2026', '₹700'],
      ['3 Apr 2026', '₹1,000'],
      ['3 Apr 2026', '₹879.50'],
      ['Closing balance', '₹879.50'],
    ])
  expect((await lines())[3]).toContain('Came to the site with this money')
  expect((await lines())[4]?.join(' ')).toMatch(/Tea Stall Sita\s·\s.+for the crew/)
  await screen.getByRole('button', { name: 'Download or print' }).click()
  const waiting = page.waitForEvent('download')
  await screen.getByRole('button', { name: 'PDF', exact: true }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^Statement_Book_Keeper_Canal_Bridge_.*\.pdf$/)
  const [paper = []] = await pagesOfPdf(new Uint8Array(await readFile(await file.path())))
  const text = paper.map((one) => one.text).join(' ')
  expect(text).toContain('Statement of site, with its supervisors')
  expect(text).toContain('Brought and taken along by supervisors')
  await screen.getByLabel('Statement of').selectOption({ label: 'Head office (money sent)' })
  await expect.poll(async () => (await lines()).at(-1)).toEqual(['Closing balance', '−₹1,000'])
  await page.reload()
  await expect.poll(async () => (await lines()).at(-1)).toEqual(['Closing balance', '−₹1,000'])
})

if (isFullRun)
  it('ends the day book with the numbers of deleted entries', async () => {
    const site = await hireFieldUser(app.office, 'site_incharge', { siteName: 'Mandi Road' })
    const gone = await recordExpenseOf(site, { date: '2026-04-04' })
    expect((await site.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/ledgers?of=company&from=2026-04-01&to=2026-04-30#statements`)
    const screen = page.getByRole('region', { name: 'Statements' })
    await screen.getByRole('heading', { name: 'Cancelled: entries that were deleted' }).waitFor()
    await expect
      .poll(() => screen.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/^4 Apr 2026.*P\/26-27\/000002$/)])
  })

if (isFullRun)
  it('is reached from the page of a beneficiary', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/beneficiary?id=${encodeURIComponent('b:tea stall')}`)
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    const screen = page.getByRole('region', { name: 'Statements' })
    await screen.getByRole('cell', { name: '₹120.50' }).first().waitFor()
    await expect.poll(() => screen.getByLabel('Statement of').locator('option:checked').innerText()).toBe('Tea Stall')
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
