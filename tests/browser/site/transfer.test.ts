import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, blockChangeFeed, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { selectOptionBeginningWith } from '../helpers/select-option.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

async function inchargeWith(amount: string): Promise<FieldUser> {
  const incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  await sendMoneyTo(app.office, incharge, amount)
  return incharge
}

const formOf = (page: Page) => page.locator('form', { has: page.getByLabel('Supervisor', { exact: true }) })
const submitOf = (page: Page) => page.getByRole('button', { name: 'Transfer Money' })

async function fill(page: Page, given: { to?: string; amount: string; mode?: string; narration: string }) {
  const form = formOf(page)
  if (given.to !== undefined) await selectOptionBeginningWith(form.getByLabel('Supervisor', { exact: true }), given.to)
  await form.getByLabel('Amount', { exact: true }).fill(given.amount)
  if (given.mode !== undefined) await form.getByLabel(given.mode, { exact: true }).check()
  await form.getByLabel('Narration', { exact: true }).fill(given.narration)
}

async function transfersOf({ client }: FieldUser) {
  const rows = expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  return rows.filter((row) => row.isTransfer)
}

if (isFullRun)
  it('without supervisors says whom to ask', async () => {
    const page = await app.openSignedInPage((await inchargeWith('100')).mobile)
    await expect
      .poll(() => page.getByText('No supervisors available for transfer.').textContent())
      .toBe('No supervisors available for transfer. Contact admin to create supervisor accounts.')
  })

it('cannot be sent until all is filled, says what is missing, and checks in the order of the rules with their titles', async () => {
  await hireFieldUser(app.office, 'supervisor', { name: 'Order Kushwaha' })
  const page = await app.openSignedInPage((await inchargeWith('1000')).mobile, { viewport: DESK })
  await submitOf(page).waitFor()
  await expect.poll(() => submitOf(page).isDisabled()).toBe(true)
  await expect.poll(() => page.getByText('Still missing').count()).toBe(0)
  await formOf(page).getByLabel('Amount', { exact: true }).fill('5')
  await page.getByText('Still missing: Supervisor, Payment Mode, Narration').waitFor()

  await fill(page, { to: 'Order Kushwaha', amount: '0', mode: 'UPI', narration: ' ' })
  await expect.poll(() => submitOf(page).isEnabled()).toBe(true)
  await submitOf(page).click()
  await openToast(page).getByText('Invalid Amount', { exact: true }).waitFor()
  await openToast(page).getByText('Please enter a valid amount greater than 0').waitFor()

  await formOf(page).getByLabel('Amount', { exact: true }).fill('1000.01')
  await submitOf(page).click()
  await openToast(page).getByText('Missing Information', { exact: true }).waitFor()
  await openToast(page).getByText('Please provide a narration for the transfer').waitFor()

  await formOf(page).getByLabel('Narration', { exact: true }).fill('Wages')
  await submitOf(page).click()
  await openToast(page).getByText('Insufficient Balance', { exact: true }).waitFor()
  await openToast(page).getByText('Transfer amount exceeds available balance').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

it('names supervisor, amount and narration, is booked once for two taps, and leaves an empty form with the day of today', async () => {
  const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  const incharge = await inchargeWith('5000')
  const page = await app.openSignedInPage(incharge.mobile)
  await fill(page, { to: 'Ramesh Kushwaha', amount: '1500.50', mode: 'Cash', narration: 'Wages of the week' })
  await submitOf(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Transfer ₹1,500.50 to Ramesh Kushwaha?').waitFor()
  await dialog.getByText('Wages of the week').waitFor()
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).dblclick()
  await openToast(page).getByText('Transfer Successful', { exact: true }).waitFor()
  await openToast(page).getByText('Money has been transferred to supervisor successfully').waitFor()
  await openToast(page).getByText('₹1,500.50 to Ramesh Kushwaha').waitFor()
  await expect.poll(() => page.getByTestId('current-balance').textContent()).toBe('₹3,499.50')
  await page.locator('li', { hasText: 'Ramesh Kushwaha' }).getByText('TRANSFER', { exact: true }).waitFor()
  await page.getByText('−₹1,500.50', { exact: true }).first().waitFor()

  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  await expect.poll(() => formOf(page).getByLabel('Date', { exact: true }).inputValue()).toBe(today)
  await expect.poll(() => formOf(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('')
  await expect.poll(() => submitOf(page).isDisabled()).toBe(true)
  await expect.poll(() => page.getByText('Still missing').count()).toBe(0)
  expect(await transfersOf(incharge)).toHaveLength(1)
  expect(await transfersOf(supervisor)).toMatchObject([
    { type: 'credit', amount: '1500.50', narration: 'Wages of the week' },
  ])
})

if (isFullRun)
  it('sends again to a known supervisor with four taps and the amount, as last time, and leaves what was typed', async () => {
    const [known, other] = [
      await hireFieldUser(app.office, 'supervisor', { name: 'Tulsiram Ahirwar' }),
      await hireFieldUser(app.office, 'supervisor', { name: 'Manoj Gehlot' }),
    ]
    const incharge = await inchargeWith('50000')
    await transferMoney(incharge, known, '2000', { date: '2026-03-01', paymentMode: 'cash', narration: 'Weekly wages' })
    await transferMoney(incharge, other, '500', { date: '2026-02-01', paymentMode: 'upi', narration: 'Diesel' })
    const page = await app.openPageAs(incharge, '/site-dashboard')
    const form = formOf(page)
    const chips = form.getByRole('group', { name: 'Sent money before' }).getByRole('radio')
    await expect.poll(() => chips.count()).toBe(2)
    const narration = form.getByLabel('Narration', { exact: true })

    await form.getByLabel('Amount', { exact: true }).fill('2500')
    await form.getByRole('radio', { name: 'Tulsiram Ahirwar Last: ₹2,000, 1 Mar 2026' }).check()
    await expect.poll(() => form.getByLabel('Supervisor', { exact: true }).inputValue()).toBe(known.id)
    await expect.poll(() => narration.inputValue()).toBe('Weekly wages')
    // Another supervisor changes what was filled in, and nothing that was typed.
    await narration.fill('Two masons')
    await form.getByLabel('Supervisor', { exact: true }).selectOption(other.id)
    await expect.poll(() => form.getByLabel('UPI', { exact: true }).isChecked()).toBe(true)
    await expect.poll(() => narration.inputValue()).toBe('Two masons')
    await chips.first().check()
    await expect.poll(() => form.getByLabel('Cash', { exact: true }).isChecked()).toBe(true)
    await submitOf(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
    await openToast(page).getByText('₹2,500 to Tulsiram Ahirwar').waitFor()
    const [sent] = await transfersOf(incharge)
    expect(sent).toMatchObject({ amount: '2500.00', paymentMode: 'cash', narration: 'Two masons' })
    await form.getByRole('radio', { name: 'Tulsiram Ahirwar Last: ₹2,500' }).waitFor()
  })

if (isFullRun)
  it('has a receipt to share after a transfer and later, in the language last chosen for the receiver', async () => {
    const receiver = await hireFieldUser(app.office, 'supervisor', { name: 'Tulsiram Ahirwar' })
    const incharge = await inchargeWith('5000')
    const page = await app.openSignedInPage(incharge.mobile)
    await formOf(page).getByLabel('Amount', { exact: true }).fill('2000')
    await formOf(page).getByLabel('Supervisor', { exact: true }).selectOption(receiver.id)
    await formOf(page).getByLabel('UPI', { exact: true }).check()
    await formOf(page).getByLabel('Narration', { exact: true }).fill('Weekly wages')
    await formOf(page)
      .getByLabel('Reference', { exact: true })
      .fill(`Paid by IMPS from HDFC Bank, UTR ${'7'.repeat(12)}`)
    await submitOf(page).click()
    await formOf(page).getByText('Please use at most 40 characters').waitFor()
    await formOf(page).getByLabel('Reference', { exact: true }).fill('UTR 77')
    await submitOf(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()

    await formOf(page).getByRole('button', { name: 'Share receipt' }).click()
    const receipt = page.getByRole('dialog', { name: 'Share receipt' })
    const text = () => receipt.getByRole('status').first().textContent()
    await expect.poll(text).toMatch(/\nVoucher: T\//)
    const lines = (await text())?.split('\n')
    expect(lines?.slice(0, 4)).toEqual([
      'Receipt: ₹2,000',
      'two thousand rupees',
      'To: Tulsiram Ahirwar',
      `From: Rajesh Patidar, Site ${incharge.mobile}`,
    ])
    expect(lines?.slice(5, 7)).toEqual(['For: Weekly wages', 'Reference: UTR 77'])
    await receipt.getByRole('radio', { name: 'हिंदी' }).check()
    await expect.poll(text).toContain('दो हज़ार रुपये\nकिसे दिया: Tulsiram Ahirwar\nकिसने दिया: Rajesh Patidar')
    const link = new URL(String(await receipt.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')))
    expect(Object.fromEntries(link.searchParams)).toEqual({ phone: `91${receiver.mobile}`, text: await text() })

    await page.goto(`${app.api.origin}/transactions`)
    await page.getByRole('button', { name: 'Open: Tulsiram Ahirwar, ₹2,000' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Share receipt' }).click()
    await expect.poll(() => receipt.getByRole('radio', { name: 'हिंदी' }).isChecked()).toBe(true)
    const namesKept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('receipt')).length)
    expect(await namesKept()).toBe(1)
    await page.goto(`${app.api.origin}/site-dashboard`)
    // Readings that are under way when the session ends.
    app.ignoreConsole(/status of 401/)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(namesKept).toBe(0)
  })

if (isFullRun)
  it('lists whom money was sent to first, tells two of a name apart, keeps the balance in sight, and confirms number and day', async () => {
    const [first, second, never] = [
      await hireFieldUser(app.office, 'supervisor', { name: 'Same Name' }),
      await hireFieldUser(app.office, 'supervisor', { name: 'Same Name' }),
      await hireFieldUser(app.office, 'supervisor', { name: 'Aarti First By Name' }),
    ]
    const incharge = await inchargeWith('250000')
    await transferMoney(incharge, first, '10', { date: '2026-03-01' })
    await transferMoney(incharge, second, '10', { date: '2026-03-05' })
    const page = await app.openPageAs(incharge, '/site-dashboard')
    const select = formOf(page).getByLabel('Supervisor', { exact: true })
    const label = ({ mobile }: FieldUser) => `Same Name · ${mobile.slice(-4)}`
    const used = select.locator('optgroup[label="Sent money before"] option')
    await expect.poll(() => used.allTextContents()).toEqual([label(second), label(first)])
    const others = await select.locator('optgroup[label="Others"] option').allTextContents()
    expect(others).toContain(`Aarti First By Name · ${never.mobile.slice(-4)}`)

    await select.selectOption(first.id)
    const amount = formOf(page).getByLabel('Amount', { exact: true })
    await amount.fill('123456')
    const hint = page.locator(`[id="${await amount.getAttribute('aria-describedby')}"]`)
    await expect.poll(() => hint.textContent()).toMatch(/^₹1,23,456 · .+ rupees · Available: ₹2,49,980$/)
    await formOf(page).getByLabel('Cash', { exact: true }).check()
    await formOf(page).getByLabel('Narration', { exact: true }).fill('Wages')
    await formOf(page).getByLabel('Date', { exact: true }).fill('2026-04-01')
    await submitOf(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Transfer ₹1,23,456 to Same Name?').waitFor()
    await dialog.getByText(`Same Name, ${first.mobile}`, { exact: true }).waitFor()
    await dialog.getByText('1 Apr 2026, Wednesday', { exact: true }).waitFor()
  })

if (isFullRun)
  it.each([
    ['takes one to the form that the address names, however late it loads', false],
    ['leaves one alone who has gone elsewhere before the form has loaded', true],
  ])('%s', async (_what, goesElsewhere) => {
    await hireFieldUser(app.office, 'supervisor', { name: 'Late Form' })
    const code = Promise.withResolvers<void>()
    const page = await app.openPageAs(await inchargeWith('1000'), '/site-dashboard#transfer', {
      viewport: { width: 390, height: 500 },
      async prepare(blank) {
        await blank.route(/\/assets\/transfer-form-/, async (route) => {
          await code.promise
          await route.continue()
        })
      },
    })
    const place = () => page.evaluate(() => window.scrollY)
    await expect.poll(place).toBeGreaterThan(0)
    await page.locator('#transfer [aria-busy=true]').waitFor()
    if (goesElsewhere) {
      await page.mouse.move(200, 250)
      await page.mouse.wheel(0, -5000)
      await expect.poll(place).toBe(0)
    }
    code.resolve()
    await submitOf(page).waitFor()
    await expect.poll(async () => (await place()) > 0).toBe(!goesElsewhere)
    const isInForm = () => page.evaluate(() => document.activeElement?.closest('#transfer') != null)
    await expect.poll(isInForm).toBe(!goesElsewhere)
  })

it('goes once when the answer is lost, even over a reload', async () => {
  await hireFieldUser(app.office, 'supervisor', { name: 'Lost Answer' })
  const incharge = await inchargeWith('5000')
  const page = await app.openSignedInPage(incharge.mobile)
  await fill(page, { to: 'Lost Answer', amount: '700', mode: 'UPI', narration: 'Diesel' })
  const keys = new Set<string | undefined>()
  let isLost = true
  await page.route('**/api/site/transfer', async (route) => {
    if (!isLost) return route.fallback()
    keys.add(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort('connectionreset')
  })
  await submitOf(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
  await openToast(page).getByText('Transfer Failed', { exact: true }).waitFor()
  app.ignoreConsole(/ERR_CONNECTION_RESET/)

  isLost = false
  await page.reload()
  await submitOf(page).waitFor()
  await expect.poll(() => formOf(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('700')
  const second = page.waitForRequest('**/api/site/transfer')
  await submitOf(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
  keys.add((await second).headers()['idempotency-key'])
  await openToast(page).getByText('Transfer Successful', { exact: true }).waitFor()
  expect(keys.size).toBe(1)
  expect(await transfersOf(incharge)).toHaveLength(1)
})

if (isFullRun)
  it('shows the server’s own words where the ledger refuses', async () => {
    const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Soon Disabled' })
    const incharge = await inchargeWith('5000')
    // After the refusal of a disabled account the list has no recipient left.
    const page = await app.openPageAs(incharge, '/site-dashboard', { prepare: blockChangeFeed })
    await fill(page, { to: 'Soon Disabled', amount: '10', mode: 'UPI', narration: 'Tea' })
    await submitOf(page).click()
    const path = `/api/admin/supervisors/${supervisor.id}/status`
    expect((await app.office.patch(path, { status: 'disabled' })).status).toBe(200)
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
    await openToast(page).getByText('Transfer Failed', { exact: true }).waitFor()
    await openToast(page).getByText('This account is disabled or deleted').waitFor()
    app.ignoreConsole(/status of 422/)
    expect(await transfersOf(incharge)).toHaveLength(0)
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
