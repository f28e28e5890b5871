import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { fillExpenseForm } from '../helpers/cut-network.ts'

/** The phone's back button closes what lies over a screen, and no way out of a form loses what was typed unasked. */

let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  await sendMoneyTo(app.office, incharge, '10000')
  await recordExpenseOf(incharge, { recipient: 'Sharma Traders', amount: '100' })
})
afterAll(() => app.close())

const path = (page: Page) => new URL(page.url()).pathname
const row = (page: Page) => page.locator('main').getByRole('listitem').filter({ hasText: 'Sharma Traders' })

/** Opens the full list by way of the dashboard, so that a step back too many shows. */
async function atList(): Promise<Page> {
  const page = await app.openPageAs(incharge, '/site-dashboard')
  await page.getByRole('link', { name: 'All Transactions' }).click()
  // The dashboard has a row of the same entry.
  await page.getByRole('heading', { name: 'All Transactions' }).waitFor()
  await row(page).waitFor()
  return page
}

it('Back closes the sheet of an edit and of a deletion, and one more step leaves the list', async () => {
  const page = await atList()
  for (const [button, title] of [
    [/^Edit/, 'Edit Transaction'],
    [/^Delete/, 'Delete Transaction'],
  ] as const) {
    await row(page).getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBe(1)
    await page.evaluate(() => history.back())
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => path(page)).toBe('/transactions')
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
  }
  // Closed by its own button, a sheet takes its step of the history with it.
  await row(page)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
  await page.evaluate(() => history.back())
  await page.waitForURL('**/site-dashboard')
})

if (isFullRun)
  it('Back closes the export, and a sheet that opens from another one closes alone', async () => {
    const page = await app.openPageAs(incharge, '/balance-details')
    await page.getByRole('button', { name: 'Export Report' }).click()
    const sheet = page.getByRole('dialog', { name: 'Export Report' })
    await sheet.waitFor()
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBe(1)
    await page.evaluate(() => history.back())
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => path(page)).toBe('/balance-details')

    // An entry that leads on to its form: the form has the step of the entry, and needs no other.
    const list = await atList()
    await row(list).getByRole('button', { name: /^Open/ }).click()
    await list.getByRole('dialog', { name: 'Transaction', exact: true }).getByRole('button', { name: 'Edit' }).click()
    const form = list.getByRole('dialog', { name: 'Edit Transaction' })
    await form.waitFor()
    await expect.poll(() => list.evaluate(() => history.state.covers)).toBe(1)
    await list.evaluate(() => history.back())
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => list.evaluate(() => history.state.covers)).toBeUndefined()
    await expect.poll(() => path(list)).toBe('/transactions')
  })

if (isFullRun)
  it('Back from the form keeps the draft unasked; Cancel and Escape ask where something was typed', async () => {
    const page = await atList()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    const amount = dialog.getByLabel('Amount', { exact: true })
    const open = async () => {
      await row(page).getByRole('button', { name: /^Edit/ }).click()
      await amount.waitFor()
      await expect.poll(() => page.evaluate(() => history.state.covers)).toBe(1)
    }
    await open()
    await amount.fill('250')
    await page.evaluate(() => history.back())
    await dialog.waitFor({ state: 'detached' })
    await open()
    await expect.poll(() => amount.inputValue()).toBe('250')
    for (const leave of [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave()
      await dialog.getByText('Throw away what you typed?').waitFor()
      await dialog.getByRole('button', { name: 'Keep writing' }).click()
      await expect.poll(() => amount.inputValue()).toBe('250')
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Throw away' }).click()
    await dialog.waitFor({ state: 'detached' })
    await open()
    // Nothing was typed, so nothing is asked.
    await expect.poll(() => amount.inputValue()).toBe('100')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

if (isFullRun)
  it('after saving, Back does not lead to an empty form; Cancel asks there too', async () => {
    const page = await app.openPageAs(incharge, '/reports')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await page.locator('input[name=amount]').fill('12')
    await page.getByText('Unsaved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep writing' }).click()
    await fillExpenseForm(page, '12', 'Tea Stall')
    await page.getByRole('button', { name: 'Save Expense' }).click()
    await page.waitForURL('**/site-dashboard')
    await page.evaluate(() => history.back())
    await expect.poll(() => path(page)).toBe('/site-dashboard')
    await page.getByRole('heading', { name: 'Recent Transactions' }).waitFor()
    await page.evaluate(() => history.back())
    await page.waitForURL('**/reports')
  })
