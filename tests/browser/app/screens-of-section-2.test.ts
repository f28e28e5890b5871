import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hireFieldUser, recordExpenseOf, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser } from '../helpers/app-in-browser.ts'

/**
 * The statements of §2 about the screens that no other test checks: the texts and their places, and the target of each
 * link.
 */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

const at = (path: string) => `${app.api.origin}${path}`

/** Returns red, green and blue of a text, whatever the notation of its colour. */
function colourOf(text: Locator): Promise<{ red: number; green: number }> {
  return text.evaluate((element) => {
    const paper = new OffscreenCanvas(1, 1).getContext('2d')
    if (paper === null) throw new Error('No canvas')
    paper.fillStyle = getComputedStyle(element).color
    paper.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0] = paper.getImageData(0, 0, 1, 1).data
    return { red, green }
  })
}

it('offers two roles at every address of the chooser, the site’s chosen, and leads to the sign-in of each and back', async () => {
  const page = await app.openSignedOutPage()
  for (const path of ['/', '/login', '/login-type']) {
    await page.goto(at(path))
    for (const text of ['Site Ledger', 'Construction Site Accounting'])
      await page.getByText(text, { exact: true }).waitFor()
    await page.getByText('Head Office: Manage all sites, send money, view reports').waitFor()
    await page.getByText('Field User: Manage site expenses and transactions').waitFor()
    await expect
      .poll(() => page.getByRole('radio', { name: /^Site Incharge/ }).isChecked(), { message: path })
      .toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'हिंदी' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/site-login')
    await page.getByText('Back to Role Selection', { exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
  }
  await page.getByRole('radio', { name: /^Admin/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/admin-login')
  await page.getByText('Back to Site Login', { exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.close()
})

it('shows the typed password at the admin’s sign-in when asked, and hides it again', async () => {
  const page = await app.openSignedOutPage()
  await page.goto(at('/admin-login'))
  const password = page.locator('input[name=password]')
  await password.fill('Some-Pass-1')
  for (const [press, type] of [
    ['Show password', 'text'],
    ['Hide password', 'password'],
  ] as const) {
    await page.getByRole('button', { name: press }).click()
    await expect.poll(() => password.getAttribute('type')).toBe(type)
  }
  await expect.poll(() => password.inputValue()).toBe('Some-Pass-1')
  await page.close()
})

it('says on the public page what §2 lists: categories, capabilities, clients, and all ways to write; its motion is smooth', async () => {
  const page = await app.openSignedOutPage({ viewport: DESK })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(at('/landing'))
  const projects = page.locator('#projects li')
  await projects.first().waitFor()
  for (const card of await projects.all()) {
    await expect.poll(() => card.locator('svg').count()).toBeGreaterThan(0)
    await expect.poll(() => card.textContent()).toMatch(/Solar|Rooftop|Civil/)
    await expect.poll(() => card.locator('p').last().textContent()).not.toBe('')
  }
  for (const category of ['Solar', 'Rooftop', 'Civil'])
    await expect
      .poll(() => projects.getByText(category, { exact: true }).count(), { message: category })
      .toBeGreaterThan(0)
  await expect
    .poll(() => page.locator('#capabilities h3').allTextContents())
    .toEqual([
      'Engineering',
      'Procurement',
      'Construction',
      'Power Evacuation & Grid Compliance',
      'Government Compliance',
      'Financing Solutions',
    ])
  await expect.poll(() => page.locator('#partners figure:has(blockquote):has(figcaption):has(svg)').count()).toBe(4)
  // Records how the page asks the browser to scroll; the scrolling itself is the browser's.
  await page.evaluate(() => {
    Element.prototype.scrollIntoView = (how) => {
      if (typeof how === 'object') document.documentElement.dataset.motion = how.behavior ?? ''
    }
  })
  const nav = page.getByRole('navigation', { name: 'Sections of this page' }).first()
  await nav.getByRole('link', { name: 'Contact' }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-motion')).toBe('smooth')
  const contact = page.locator('#contact')
  await contact.scrollIntoViewIfNeeded()
  for (const field of ['Name', 'Email', 'Phone', 'Message']) await contact.getByLabel(field).waitFor()
  await page.locator('#contact').getByText('Indore, Madhya Pradesh 452015').waitFor()
  await page.close()
})

it('shows an incharge whose book it is and three ways on; green with a plus came in, red with a minus went out', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Kavita More', siteName: 'Nashik Flyover' })
  await sendMoneyTo(app.office, worker, '1000')
  await recordExpenseOf(worker, { recipient: 'Steel Yard', amount: '1250.50' })
  const page = await app.openSignedInPage(worker.mobile)
  const head = page.getByRole('banner')
  for (const text of ['Kavita More', 'Nashik Flyover', worker.mobile])
    await head.getByText(text, { exact: true }).waitFor()
  await page.getByText('Deficit amount', { exact: true }).waitFor()
  const credit = page.locator('main li').getByText('+₹1,000', { exact: true })
  const debit = page.locator('main li').getByText('−₹1,250.50', { exact: true })
  const [green, red] = [await colourOf(credit), await colourOf(debit)]
  expect(green.green).toBeGreaterThan(green.red)
  expect(red.red).toBeGreaterThan(red.green)
  // Two rows need no search (§2: more than three).
  await expect.poll(() => page.getByRole('searchbox').count()).toBe(0)
  for (const [tile, path] of [
    ['Add Expense', '/expense'],
    ['Reports', '/reports'],
    ['Khata, All Transactions', '/transactions'],
  ] as const) {
    await page.getByRole('link', { name: tile, exact: true }).click()
    await page.waitForURL(`**${path}`)
    await page.goto(at('/site-dashboard'))
  }
  await page.getByRole('link', { name: /^Current Balance/ }).click()
  await page.waitForURL('**/balance-details')
  for (const text of ['Deficit amount', '1 credit', '1 expense']) await page.getByText(text, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export Report' }).waitFor()
  // §9: a list with its own scrolling is about 24rem high.
  for (const list of ['Money received', 'Expenses made']) {
    const box = page.getByRole('region', { name: list })
    await expect
      .poll(() => box.evaluate((element) => getComputedStyle(element).maxHeight), { message: list })
      .toBe('384px')
  }
  await page.close()
})

it('asks an expense in the form of §2: balance above, a name or a new one, four modes of which cash is chosen', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '800')
  await recordExpenseOf(worker, { recipient: 'Known Traders', amount: '50' })
  const page = await app.openPageAs(worker, '/expense')
  await page.getByRole('banner').getByText('₹750', { exact: true }).waitFor()
  await page.getByText('OR', { exact: true }).waitFor()
  const modes = page.locator('form input[name=paymentMode]')
  expect(await modes.evaluateAll((all) => all.map((each) => each.getAttribute('value')))).toEqual([
    'cash',
    'upi',
    'bank_transfer',
    'cheque',
  ])
  await expect.poll(() => page.getByLabel('Cash', { exact: true }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Save Expense', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/site-dashboard')
  await page.close()
})

it('offers the search of the five newest from four entries on', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  for (const recipient of ['One', 'Two', 'Three']) await recordExpenseOf(worker, { recipient })
  const page = await app.openPageAs(worker, '/site-dashboard')
  await page.locator('main li').filter({ hasText: 'Three' }).waitFor()
  await expect.poll(() => page.getByRole('searchbox').count()).toBe(0)
  await recordExpenseOf(worker, { recipient: 'Four' })
  await page.reload()
  await page.getByRole('searchbox').waitFor()
  await page.close()
})

it('takes the balance out of the answer of a save, without waiting for another reading', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '900')
  await recordExpenseOf(worker, { recipient: 'Steel Yard', amount: '100' })
  const page = await app.openPageAs(worker, '/site-dashboard', { viewport: DESK })
  await page.getByTestId('current-balance').getByText('₹800').waitFor()
  // From here on no request for the balance is answered.
  await page.route('**/api/site/balance', () => undefined)
  await page.getByRole('button', { name: 'Edit: Steel Yard, ₹100' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=amount]').fill('300')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByTestId('current-balance').getByText('₹600').waitFor()
  await page.close()
})

it('shows a supervisor a welcome with the number, three cards, the panel of an expense, and the way out', async () => {
  const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Anil Yadav' })
  const page = await app.openSignedInPage(supervisor.mobile)
  const head = page.getByRole('banner')
  await head.getByText('Welcome, Anil Yadav', { exact: true }).waitFor()
  await head.getByText(supervisor.mobile, { exact: true }).waitFor()
  for (const card of ['Current Balance', 'Total Received', 'All time credits', 'Total Spent', 'All time debits'])
    await page.getByText(card, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Excel', exact: true }).waitFor()
  // A phone has it in its bar, and once.
  await page.getByRole('link', { name: 'Add Expense', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add Expense' }).count()).toBe(0)
  await expect
    .poll(() => page.getByRole('link', { name: 'Reports', exact: true }).first().getAttribute('href'))
    .toBe('/reports')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  // Requests that were running when the session ended are refused.
  app.ignoreConsole(/status of 401/)
  await page.close()
})

it('shows head office the same dashboard at its three addresses, with its cards, the active sites and how they paid', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Only Here', siteName: 'Unlike Others' })
  await sendMoneyTo(app.office, worker, '300')
  await recordExpenseOf(worker, { amount: '120', paymentMode: 'cheque' })
  const page = await openAdminDashboard(app, { viewport: DESK })
  for (const path of ['/admin', '/admin-dashboard', '/comprehensive-admin-dashboard']) {
    await page.goto(at(path))
    for (const card of ['Total Money Sent', 'Total Expenses', 'Active Sites'])
      await page.locator('#overview').getByText(card, { exact: true }).waitFor()
  }
  const sites = await openDashboardSection(page, 'All Active Sites with Balances')
  await sites.getByRole('searchbox').fill('unlike')
  await sites.getByRole('row', { name: /Only Here.*₹180/ }).waitFor()
  // The sites come first in the table, then their total and the supervisors.
  await expect.poll(() => sites.locator('tbody').first().locator('tr').count()).toBe(1)
  const beneficiaries = await openDashboardSection(page, 'Beneficiary Reports')
  await beneficiaries.getByRole('heading', { name: 'Payment summary' }).waitFor()
  await beneficiaries.getByText('Cheque', { exact: true }).waitFor()
  await beneficiaries.getByText('₹120', { exact: true }).first().waitFor()
  await page.close()
})

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
