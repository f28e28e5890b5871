import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'

/** The expense form on a small phone: amount first, payees as chips, a pad of its own. */

const SMALL_PHONE = { width: 360, height: 740 }

let app: AppInBrowser
let incharge: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, incharge, '5000')
  const tea = { recipient: 'Ramlal Tea Stall', purpose: 'Tea', paymentMode: 'upi' as const }
  await recordExpenseOf(incharge, { ...tea, amount: '300', narration: 'For the crew' })
  await recordExpenseOf(incharge, { ...tea, amount: '450', narration: 'For the crew' })
  await recordExpenseOf(incharge, { recipient: 'Kumhar Bricks', amount: '600', narration: 'Bill 12' })
  await recordExpenseOf(incharge, { recipient: 'Malwa Cement', amount: '500', narration: 'Gate 2, ten bags' })
})
afterAll(() => app.close())

const openForm = async (options: object = { viewport: SMALL_PHONE }) => {
  const page = await app.openPageAs(incharge, '/expense', options)
  await chip(page, 'Ramlal Tea Stall').waitFor()
  return page
}
const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Often paid' }).getByRole('button', { name })
const key = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name, exact: true })
const pressKeys = async (page: Page, keys: string) => {
  for (const each of keys) await key(page, each).click()
}
const amount = (page: Page) => page.getByLabel('Amount', { exact: true })
const edgesOf = async (part: Locator) => {
  const box = await part.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) }
}
const newestRow = async () => {
  const [row] = expectBody(
    await incharge.client.get('/api/site/transactions?limit=1'),
    200,
    ROUTES.siteTransactions.answer,
  )
  return row
}

it('records a known payee with three taps and the digits of the amount', async () => {
  const page = await app.openPageAs(incharge, '/site-dashboard', { viewport: SMALL_PHONE })
  await page.getByRole('link', { name: 'Add Expense' }).first().click()
  await chip(page, 'Ramlal Tea Stall').waitFor()
  await pressKeys(page, '460')
  await chip(page, 'Ramlal Tea Stall').click()
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await openToast(page).getByText('₹460 · Ramlal Tea Stall').waitFor()
  expect(await newestRow()).toMatchObject({
    amount: '460.00',
    recipient: 'Ramlal Tea Stall',
    purpose: 'Tea',
    paymentMode: 'upi',
    narration: 'For the crew',
  })
})

if (isFullRun)
  it('opens with the pad, which leaves 300 px of the form and groups the digits, with the amount in words', async () => {
    const page = await openForm()
    await pressKeys(page, '150000')
    await key(page, 'Delete last digit').click()
    await expect.poll(() => amount(page).inputValue()).toBe('15,000')
    // A screen reader hears the amount after each key.
    const pad = page.getByRole('group', { name: 'Number pad' })
    await pad.getByRole('status').getByText('15,000', { exact: true }).waitFor()
    await page.getByText('fifteen thousand rupees').waitFor()
    await expect.poll(() => amount(page).getAttribute('inputmode')).toBe('none')
    const [header, footer] = [await page.locator('header').boundingBox(), await page.locator('footer').boundingBox()]
    expect((footer?.y ?? 0) - ((header?.y ?? 0) + (header?.height ?? 0))).toBeGreaterThanOrEqual(300)
    await key(page, 'Phone keyboard').click()
    await expect.poll(() => key(page, '1').count()).toBe(0)
    await expect.poll(() => amount(page).getAttribute('inputmode')).toBe('decimal')
  })

if (isFullRun)
  it('has the usual purpose, the mode that is not cash and the last amount in a chip, also at 320 px', async () => {
    const page = await openForm({ viewport: { width: 320, height: 740 } })
    // The last amount is that of a test before.
    await expect.poll(() => chip(page, 'Ramlal Tea Stall').textContent()).toMatch(/Tea\s· UPI\s· ₹4[56]0$/)
    await expect.poll(() => chip(page, 'Kumhar Bricks').textContent()).toMatch(/Cement\s· ₹600$/)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

if (isFullRun)
  it('has no pad at a desk', async () => {
    const page = await openForm({ viewport: DESK })
    await expect.poll(() => amount(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => page.getByRole('group', { name: 'Number pad' }).count()).toBe(0)
  })

it('stays open, empty and at the amount after "Save and next", and enters yesterday with one tap', async () => {
  const page = await openForm()
  await pressKeys(page, '70')
  await chip(page, 'Malwa Cement').click()
  // A narration of one time is only offered.
  await page.getByRole('button', { name: 'Gate 2, ten bags' }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.getByRole('button', { name: 'Save and next' }).click()
  await openToast(page).getByText('₹70 · Malwa Cement').waitFor()
  await expect.poll(() => amount(page).inputValue()).toBe('')
  await expect.poll(() => amount(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByRole('combobox', { name: 'Paid to' }).inputValue()).toBe('')
  // The toast stands clear of the amount, the names and the pad.
  expect((await edgesOf(openToast(page).first())).bottom).toBeLessThanOrEqual((await edgesOf(amount(page))).top)
  await pressKeys(page, '20')
  await chip(page, 'Ramlal Tea Stall').click()
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await openToast(page).getByText('₹20 · Ramlal Tea Stall').waitFor()
  const rows = expectBody(
    await incharge.client.get('/api/site/transactions?limit=10'),
    200,
    ROUTES.siteTransactions.answer,
  )
  const [today, yesterday] = ['20.00', '70.00'].map((sum) => rows.find((row) => row.amount === sum))
  expect(yesterday).toMatchObject({ recipient: 'Malwa Cement', narration: 'Gate 2, ten bags' })
  expect(Date.parse(today?.date ?? '') - Date.parse(yesterday?.date ?? '')).toBeGreaterThan(3_600_000)
})

if (isFullRun)
  it('takes back what a chip filled in when another is chosen, and keeps what was typed', async () => {
    const page = await openForm()
    await page.getByLabel('Purpose', { exact: true }).fill('Biscuits')
    await chip(page, 'Ramlal Tea Stall').click()
    await page.getByText('Filled in as usual: For the crew · UPI').first().waitFor()
    await chip(page, 'Kumhar Bricks').click()
    await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('Biscuits')
  })

if (isFullRun)
  it('takes it back also in a form that was left and opened again', async () => {
    const page = await openForm()
    await chip(page, 'Ramlal Tea Stall').click()
    await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('Tea')
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'Paid to' }).inputValue()).toBe('Ramlal Tea Stall')
    await chip(page, 'Kumhar Bricks').click()
    await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).not.toBe('Tea')
    await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => page.getByLabel('UPI', { exact: true }).isChecked()).toBe(false)
  })

it('warns before an expense that makes the balance negative, and takes it', async () => {
  const page = await openForm()
  await pressKeys(page, '9999')
  await page.getByText('The balance will be negative after this').waitFor()
  await key(page, 'Delete last digit').click()
  await expect.poll(() => page.getByText('The balance will be negative after this').count()).toBe(0)
  // More than half of the balance: after the answer the form still has the amount for a second.
  for (const _ of '999') await key(page, 'Delete last digit').click()
  await pressKeys(page, '1999')
  await chip(page, 'Ramlal Tea Stall').click()
  await page.evaluate(() => {
    const note = () => {
      if (document.body.textContent.includes('will be negative')) document.documentElement.dataset.warned = ''
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await openToast(page).getByText('₹1,999 · Ramlal Tea Stall').waitFor()
  await page.waitForURL('**/site-dashboard')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.warned)).toBeUndefined()
})

if (isFullRun)
  it('records an entry again with two taps, and takes it back', async () => {
    const page = await app.openPageAs(incharge, '/site-dashboard', { viewport: SMALL_PHONE })
    const count = async () =>
      expectBody(await incharge.client.get('/api/site/transactions/sums'), 200, ROUTES.siteTransactionSums.answer).count
    const before = await count()
    await page
      .getByRole('button', { name: /Malwa Cement.*500/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Record again today' }).click()
    await openToast(page).getByText('₹500 · Malwa Cement').waitFor()
    expect(await newestRow()).toMatchObject({ recipient: 'Malwa Cement', amount: '500.00', bills: [] })
    expect(await count()).toBe(before + 1)
    await openToast(page).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(count).toBe(before)
  })

if (isFullRun)
  it('warns before one recorded again, and before a change, where it makes the balance negative', async () => {
    const poor = await hireFieldUser(app.office, 'site_incharge')
    await sendMoneyTo(app.office, poor, '100')
    await recordExpenseOf(poor, { recipient: 'Raju Pickup', amount: '80' })
    const page = await app.openPageAs(poor, '/site-dashboard', { viewport: SMALL_PHONE })
    await page.getByTestId('current-balance').getByText('₹20', { exact: true }).waitFor()
    const entry = page.getByRole('button', { name: /Raju Pickup.*80/ }).first()
    await entry.click()
    await page.getByRole('button', { name: 'Record again today' }).click()
    await page.getByText('The balance will be negative after this: −₹60').waitFor()
    await expect.poll(() => amount(page).inputValue()).toBe('80')
    await page.goto(`${app.api.origin}/site-dashboard`)
    await page.getByTestId('current-balance').getByText('₹20', { exact: true }).waitFor()
    await entry.click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await dialog.getByLabel('Amount', { exact: true }).fill('101')
    await dialog.getByText('The balance will be negative after this: −₹1', { exact: true }).waitFor()
    await dialog.getByLabel('Amount', { exact: true }).fill('100')
    await expect.poll(() => dialog.getByText('The balance will be negative').count()).toBe(0)
  })

if (isFullRun)
  it('shows a supervisor, who could not take it back, the filled form first', async () => {
    const supervisor = await hireFieldUser(app.office, 'supervisor')
    await recordExpenseOf(supervisor, { recipient: 'Raju Pickup', amount: '80', narration: 'To the depot' })
    const page = await app.openPageAs(supervisor, '/expense', { viewport: SMALL_PHONE })
    await pressKeys(page, '5000')
    await page.goto(`${app.api.origin}/supervisor-dashboard`)
    await page
      .getByRole('button', { name: /Raju Pickup.*80/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Record again today' }).click()
    await expect.poll(() => amount(page).inputValue()).toBe('80')
    await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('To the depot')
    await page.getByRole('button', { name: 'Save Expense' }).click()
    await openToast(page).getByText('₹80 · Raju Pickup').waitFor()
    await page.waitForURL('**/supervisor-dashboard')
    // An expense that was half entered is still there.
    await page.getByRole('link', { name: 'Add Expense' }).first().click()
    await expect.poll(() => amount(page).inputValue()).toBe('5,000')
  })
