import { dayOf, daysBefore } from '@ledger/contracts/dates.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import { fillExpenseForm } from '../helpers/cut-network.ts'

/** The ways from the first screen of a phone: a brick, the bar below, and an entry that was just saved. */

let app: AppInBrowser
let incharge: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge')
  await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, incharge, '5000')
  for (const recipient of ['One', 'Two', 'Three', 'Four', 'Five']) await recordExpenseOf(incharge, { recipient })
})
afterAll(() => app.close())

const openHome = () => app.openPageAs(incharge, '/site-dashboard', { viewport: PHONE })
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

if (isFullRun)
  it('the list begins in the upper half of the smallest phone', async () => {
    const page = await app.openPageAs(incharge, '/site-dashboard', { viewport: { width: 360, height: 740 } })
    await page.getByRole('region', { name: 'Spent in the last seven days' }).getByText('5 expenses').waitFor()
    await rowOf(page, 'Five').waitFor()
    await expect.poll(async () => (await rowOf(page, 'Five').boundingBox())?.y).toBeLessThanOrEqual(360)
  })

if (isFullRun)
  it('a brick leads to the entries of its day', async () => {
    const page = await openHome()
    const week = page.getByRole('region', { name: 'The last seven days' })
    await week.getByRole('link', { name: /5 expenses$/ }).click()
    const day = dayOf(new Date().toISOString())
    await page.waitForURL(`**/transactions?from=${day}&to=${day}`)
    await rowOf(page, 'Five').waitFor()
  })

if (isFullRun)
  it('the bar leads to the amount of a transfer with one tap, from home and from another screen', async () => {
    const page = await openHome()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const isAtAmount = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await menu.getByRole('link', { name: 'Transfer' }).click()
    await expect.poll(isAtAmount).toBe('amount')
    await menu.getByRole('link', { name: 'All Transactions' }).click()
    await page.waitForURL('**/transactions')
    await menu.getByRole('link', { name: 'Transfer' }).click()
    await expect.poll(isAtAmount).toBe('amount')
  })

it('a row that was just saved shows itself, and one of an earlier day has a way to it', async () => {
  const page = await openHome()
  const enter = async (recipient: string, day?: string) => {
    await page.getByRole('link', { name: 'Add Expense' }).first().click()
    await page.getByRole('group', { name: 'Number pad' }).waitFor()
    await fillExpenseForm(page, '75', recipient)
    if (day !== undefined) await page.getByLabel('Date', { exact: true }).fill(day)
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await page.waitForURL('**/site-dashboard')
  }
  await enter('Ramlal')
  await page.locator('.flash', { hasText: 'Ramlal' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Back-dated/ }).count()).toBe(0)
  const day = daysBefore(dayOf(new Date().toISOString()), 20)
  await enter('Old Debt', day)
  await page.getByRole('link', { name: /^Back-dated/ }).click()
  await page.waitForURL(`**/transactions?from=${day}&to=${day}`)
  await page.locator('.flash', { hasText: 'Old Debt' }).waitFor()
})

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
