import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { hireFieldUser, recordExpenseOf } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openOfficePage } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

/** Two spellings of one party: head office merges them, takes them apart, and gives a party another name. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('merges two spellings under the name that stays, undoes it, and renames', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Names Site' })
  for (const [recipient, amount] of [
    ['Vikas Cranes', '100'],
    ['Crane hire Vikas', '20'],
    ['Tea Stall', '3'],
  ])
    await recordExpenseOf(site, { recipient, amount })
  const page = await openAdminDashboard(app)
  await openOfficePage(page, '/admin/beneficiaries')
  const list = page.getByRole('region', { name: 'Beneficiaries', exact: true }).last()
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  for (const name of ['Vikas Cranes', 'Crane hire Vikas'])
    await list.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const merging = page.getByRole('dialog', { name: 'Merge these names?' })
  await merging.getByText('Crane hire Vikas', { exact: true }).click()
  await merging.getByRole('button', { name: 'Merge', exact: true }).click()
  await merging.waitFor({ state: 'detached' })
  await row('Crane hire Vikas').getByText('₹120', { exact: true }).waitFor()
  await expect.poll(() => row('Vikas Cranes').count()).toBe(0)

  await row('Crane hire Vikas').getByRole('button', { name: 'Undo Vikas Cranes' }).click()
  await row('Vikas Cranes').getByText('₹100', { exact: true }).waitFor()
  await row('Crane hire Vikas').getByText('₹20', { exact: true }).waitFor()

  await row('Tea Stall').getByRole('button', { name: 'Rename Tea Stall' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Tea Stall' })
  await renaming.getByLabel('Name').fill('vikas cranes')
  await renaming.getByRole('button', { name: 'Rename', exact: true }).click()
  await renaming.getByRole('button', { name: 'Merge the two' }).waitFor()
  await renaming.getByLabel('Name').fill('Ramu Tea Stall')
  await renaming.getByRole('button', { name: 'Rename', exact: true }).click()
  await renaming.waitFor({ state: 'detached' })
  await row('Ramu Tea Stall').getByText('₹3', { exact: true }).waitFor()
  await row('Ramu Tea Stall').getByRole('button', { name: 'Undo Tea Stall' }).waitFor()
})

if (isFullRun)
  it('says on the page of a party that its details could not be read', async () => {
    const page = await openAdminDashboard(app)
    app.ignoreConsole(/net::ERR_FAILED/)
    await page.route('**/api/admin/beneficiaries/*/details', (route) => route.abort())
    await openOfficePage(page, '/admin/beneficiaries')
    await page.getByRole('link', { name: 'Vikas Cranes', exact: true }).click()
    await page.getByText('Could not reach the server. Check the network and try again.').waitFor()
  })
