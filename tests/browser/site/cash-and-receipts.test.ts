import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('cash is counted on the phone and differs, and head office is led to it', async () => {
  const incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Drawer Keeper', siteName: 'Canal Bridge' })
  await sendMoneyTo(app.office, incharge, '1000', { paymentMode: 'cash' })
  await recordExpenseOf(incharge, { amount: '250', paymentMode: 'cash' })
  const page = await app.openPageAs(incharge, '/balance-details')
  const section = page.getByRole('region', { name: 'Cash in hand' })
  await section.getByLabel('Cash counted').fill('700')
  await section.getByRole('button', { name: 'Save Count' }).click()
  await openToast(page).getByText('₹50 less than the ledger').waitFor()
  await section.getByRole('listitem').getByText('₹50 less than the ledger').waitFor()
  await section.getByText('₹750 in the ledger').waitFor()

  const desk = await openAdminDashboard(app)
  await desk.getByRole('link', { name: 'Cash counts that differ' }).click()
  const counts = desk.getByRole('table', { name: 'Last counts that differ' })
  await counts.getByText('-₹50').or(counts.getByText('−₹50')).waitFor()
  await counts.getByRole('link', { name: 'Drawer Keeper, Canal Bridge' }).click()
  await desk.getByRole('region', { name: 'Cash book' }).waitFor()
})

it('a supervisor says that a transfer has come, and both see when', async () => {
  const incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Money Giver' })
  const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Money Taker' })
  await sendMoneyTo(app.office, incharge, '1000')
  const { id } = await transferMoney(incharge, supervisor, '300')
  const page = await app.openSignedInPage(supervisor.mobile)
  const button = page.getByRole('button', { name: 'Received: ₹300 from Money Giver' })
  await button.waitFor()
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await button.click()
  await page.getByText(/^received on /).waitFor()
  await expect.poll(() => button.count()).toBe(0)
  const reply = await incharge.client.get(`/api/site/transactions/${id}`)
  expect(expectBody(reply, 200, ROUTES.siteTransaction.answer).acknowledgedAt).not.toBeNull()
})

it('an incharge sees what each supervisor of the site has left, and nobody else', async () => {
  const incharge = await hireFieldUser(app.office, 'site_incharge')
  const ofSite = { siteId: incharge.id, siteFrom: '2026-01-05' }
  const bala = await hireFieldUser(app.office, 'supervisor', { name: 'Bala Menon', ...ofSite })
  const anil = await hireFieldUser(app.office, 'supervisor', { name: 'Anil Rao', ...ofSite })
  const other = await hireFieldUser(app.office, 'supervisor', { name: 'Of No Site' })
  await sendMoneyTo(app.office, incharge, '1000')
  for (const supervisor of [bala, other]) await transferMoney(incharge, supervisor, '300')
  await recordExpenseOf(bala, { amount: '120.50' })
  await recordExpenseOf(anil, { amount: '40' })
  const page = await app.openPageAs(incharge, '/site-dashboard')
  const card = page.getByRole('region', { name: 'Supervisors of this site' })
  await expect.poll(() => card.getByRole('listitem').allTextContents()).toEqual(['Anil Rao−₹40', 'Bala Menon₹179.50'])
})

if (isFullRun)
  it('a transfer that is not confirmed leads to its entry', async () => {
    const incharge = await hireFieldUser(app.office, 'site_incharge')
    const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Slow Taker' })
    await sendMoneyTo(app.office, incharge, '1000')
    await transferMoney(incharge, supervisor, '300')
    const missing = await incharge.client.get('/api/site/transactions?type=debit')
    const page = await app.openPageAs(incharge, '/site-dashboard', {
      // The ledger says it only after three days.
      async prepare(blank) {
        await blank.route('**/api/site/transfers/unacknowledged', (route) => route.fulfill({ json: missing.json }))
      },
    })
    const line = page.getByText('1 transfer is not confirmed after 3 days').locator('..')
    await line.getByRole('button', { name: 'Open: Slow Taker, ₹300' }).click()
    await page.getByRole('dialog').getByText('three hundred rupees').waitFor()
  })
