import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import {
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../../environment/service/test-service.ts'
import { openAdminDashboard, openDashboardSection, visitEverySection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import { axeViolations, lowTouchTargets } from '../helpers/layout-and-accessibility.ts'
import { signInThroughForm } from '../helpers/sign-in-form.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
  const giver = await hireFieldUser(app.office, 'site_incharge', {
    name: 'Rajesh Patidar',
    siteName: 'Vijay Nagar Plaza',
  })
  const taker = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, giver, '250000')
  await recordExpenseOf(giver, { recipient: 'Maa Narmada Pipes', amount: '1234.50' })
  await transferMoney(giver, taker, '5000')
  await recordExpenseOf(taker, { amount: '6000' })
  const message = { name: 'Visitor', email: 'v@example.in', phone: '+91 98765 43210', message: 'A roof of 200 kW' }
  await app.office.post('/api/contact', message)
})
afterAll(() => app.close())

const LEDGERS: Record<string, string> = {
  siteLedger: 'Rajesh Patidar, Vijay Nagar Plaza',
  supervisorLedger: 'Ramesh Kushwaha',
}

const views = [
  { name: 'a phone in Hindi', viewport: PHONE, language: 'hi' as const, scheme: 'light' as const },
  { name: 'a desk in English', viewport: DESK, language: 'en' as const, scheme: 'light' as const },
  { name: 'a dark phone in English', viewport: PHONE, language: 'en' as const, scheme: 'dark' as const },
]

for (const { name, viewport, language, scheme } of isFullRun ? views : [])
  it(`reads on ${name}: every section, for everybody, nothing too small, nothing wider than the screen`, async () => {
    const page = await openAdminDashboard(app, { viewport, language })
    await page.emulateMedia({ colorScheme: scheme })
    const isRight = async (where: string) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      // A mouse needs no more than the rows of 36 px that a desk has.
      const low = viewport === DESK ? [] : await lowTouchTargets(page)
      expect([where, width, low, await axeViolations(page)]).toEqual([where, viewport.width, [], []])
    }
    await isRight('as it opens')
    await visitEverySection(page, async (section) => {
      const id = (await section.getAttribute('id')) ?? ''
      const of = LEDGERS[id]
      if (of !== undefined) {
        await section.locator('select').first().selectOption({ label: of })
        await section.locator('table').waitFor()
      }
      await isRight(id)
    })
    await page.goto(`${app.api.origin}/admin/all-transactions`)
    await page.getByText('Maa Narmada Pipes').waitFor()
    if (viewport === PHONE) {
      await page.getByRole('button', { name: /^(Filters|छाँटें)$/ }).click()
      await page.getByLabel(/^(Period|कब का हिसाब)$/).selectOption('days')
      await page.locator('input[type=date]').first().waitFor()
    }
    await isRight('all transactions')
  })

/** Their forms are those of the dialogs that every run opens. */
const MORE_DIALOGS = [
  ['Site Incharge User Management', 'Create Site User'],
  ['Site Incharge User Management', /^Delete:/],
  ['Supervisor Management', 'Create Supervisor'],
  ['Supervisor Management', /^Edit:/],
  ['People of the Office', 'Create Office User'],
] as const

if (isFullRun)
  it('reads with its dialogs open', async () => {
    const page = await openAdminDashboard(app, { viewport: PHONE })
    for (const [section, button] of [
      ['Site Incharge User Management', /^Edit:/],
      ['Recent Transactions', /^Edit:/],
      ['Recent Transactions', /^Delete:/],
      ...(isFullRun ? MORE_DIALOGS : []),
    ] as const) {
      await (await openDashboardSection(page, section)).getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      expect([section, await lowTouchTargets(page), await axeViolations(page)]).toEqual([section, [], []])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

it('has a bar below on a phone, with the rest under "More"; the way back and a reload keep the page', async () => {
  const page = await openAdminDashboard(app, { viewport: PHONE })
  const bar = page.getByRole('navigation', { name: 'Head office' })
  await expect
    .poll(() => bar.getByRole('listitem').allInnerTexts())
    .toEqual(['Today', 'Send', 'Entries', 'Ledgers', 'More'])
  await bar.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await sheet.getByRole('button', { name: 'Logout' }).waitFor()
  await sheet.getByRole('link', { name: 'People' }).click()
  await page.waitForURL(/\/admin\/people$/)
  await sheet.waitFor({ state: 'detached' })
  await page.getByText('Ramesh Kushwaha').waitFor()
  await page.reload()
  await page.getByText('Ramesh Kushwaha').waitFor()
  await page.goBack()
  await page.waitForURL(/\/admin$/)
  await page.getByRole('region', { name: 'All Active Sites with Balances' }).waitFor()
  // One list in place of nine buttons.
  await bar.getByRole('link', { name: 'Ledgers' }).click()
  await page.getByRole('combobox', { name: 'Ledgers' }).selectOption({ label: 'Cash counts' })
  await page.waitForURL(/#cashCounts$/)
  await page.getByText('Nobody has counted cash yet').waitFor()
})

if (isFullRun)
  it('leads every section that the dashboard had to the page that has it now', async () => {
    const page = await openAdminDashboard(app)
    for (const [id, path] of [
      ['sites', '/admin'],
      ['pictures', '/admin/reports'],
      ['supervisors', '/admin/people'],
      ['supervisorLedger', '/admin/ledgers'],
      ['beneficiaries', '/admin/beneficiaries'],
      ['search', '/admin/search'],
      ['messages', '/admin/messages'],
    ] as const) {
      await page.goto(`${app.api.origin}/admin#${id}`)
      await page.waitForURL((url) => url.pathname === path && url.hash === `#${id}`)
      await page.locator(`main section#${id}`).waitFor()
    }
  })

if (isFullRun)
  it('keeps the filters of all transactions behind a button on a phone, and says how many narrow the list', async () => {
    const page = await openAdminDashboard(app, { viewport: PHONE })
    await page.goto(`${app.api.origin}/admin/all-transactions`)
    const type = page.getByLabel('Type', { exact: true })
    await page.getByText('Maa Narmada Pipes').waitFor()
    await expect.poll(() => type.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await type.selectOption('credit')
    await page.getByRole('button', { name: 'Filters (1 chosen)' }).click()
    await expect.poll(() => type.isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Maa Narmada Pipes').count()).toBe(0)
  })

if (isFullRun)
  it('has the one period bar over all transactions of a phone, too, and carries the period to the next page', async () => {
    for (const [language, label] of [
      ['en', 'Period'],
      ['hi', 'कब का हिसाब'],
    ] as const) {
      const page = await openAdminDashboard(app, { viewport: PHONE, language })
      await page.goto(`${app.api.origin}/admin/all-transactions`)
      const entry = page.getByText('Maa Narmada Pipes')
      await entry.waitFor()
      const bar = page.getByLabel(label, { exact: true })
      await bar.selectOption('lastFinancialYear')
      await entry.waitFor({ state: 'detached' })
      const { search } = new URL(page.url())
      expect(search).toMatch(/^\?from=\d{4}-04-01&to=\d{4}-03-31$/)
      await page.reload()
      await expect.poll(() => bar.inputValue()).toBe('lastFinancialYear')
      await page.locator('nav a[href^="/admin/ledgers"]').click()
      await page.waitForURL(`${app.api.origin}/admin/ledgers${search}`)
      await page.goBack()
      await bar.selectOption('all')
      await entry.waitFor()
      await bar.selectOption('days')
      await expect.poll(() => page.locator('input[type=date]').count()).toBe(2)
      expect([await lowTouchTargets(page), await axeViolations(page)]).toEqual([[], []])
    }
  })

if (isFullRun)
  it('is used with the keyboard alone: a page by its name, its heading, a form filled and left', async () => {
    const page = await openAdminDashboard(app)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole('link', { name: 'People', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/people$/)
    await page.getByRole('button', { name: 'Edit: Ramesh Kushwaha', exact: true }).waitFor()
    await expect.poll(focused).toBe('People')
    const marked = page.getByRole('navigation', { name: 'Head office' }).locator('[aria-current=page]')
    await expect.poll(() => marked.allTextContents()).toEqual(['People'])
    await page.getByRole('button', { name: 'Create Supervisor' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create New Supervisor' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Create Supervisor')
  })

it('has the menu on every page of a desk, and carries the period from page to page', async () => {
  const page = await openAdminDashboard(app)
  const menu = page.getByRole('navigation', { name: 'Head office' })
  await page.goto(`${app.api.origin}/admin/ledgers?from=2026-04-01&to=2026-04-30`)
  const book = page.getByRole('region', { name: 'Site-Wise Ledger' })
  await expect.poll(() => book.getByLabel('From', { exact: true }).inputValue()).toBe('01/04/2026')
  for (const [name, path] of [
    ['People', '/admin/people'],
    ['History / Audit', '/admin/audit'],
    ['Reports', '/admin/reports'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    await expect.poll(() => menu.locator('[aria-current=page]').allTextContents()).toEqual([name])
    await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-04-01&to=2026-04-30')
  }
  await page.getByLabel('Period').selectOption('All time')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.goBack()
  await page.waitForURL(/\/admin\/audit\?/)
})

if (isFullRun)
  it('takes a typed day in any usual form, says what is wrong with it without moving anything, and has a calendar', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/reports`)
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
    await from.fill('1.4.26')
    await from.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-04-01')
    await expect.poll(() => from.inputValue()).toBe('01/04/2026')
    const top = () => page.locator('main').evaluate((main) => main.scrollHeight)
    const before = await top()
    await to.fill('31/03/2026')
    await page.getByText('The end date is before the start date').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-04-01')
    expect(await top()).toBe(before)
    await to.fill('30/0')
    await to.blur()
    await page.getByText('This date is not complete').waitFor()
    expect(await top()).toBe(before)
    await page.getByRole('button', { name: 'Pick the last day' }).click()
    const calendar = page.getByRole('dialog', { name: 'Pick the last day' })
    await calendar.getByRole('grid').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await to.fill('')
    await page.getByRole('button', { name: 'Pick the first day' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Friday, 3 April 2026' }).click()
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?from=2026-04-03/)
    await expect.poll(() => from.inputValue()).toBe('03/04/2026')
  })

it('sends money to a site from its row: a panel that knows the receiver and the balances, sent by Enter', async () => {
  const page = await openAdminDashboard(app)
  const row = page.getByRole('row', { name: /Rajesh Patidar/ })
  await row.getByRole('button', { name: 'Send money to Rajesh Patidar' }).click()
  const panel = page.getByRole('dialog', { name: 'Send money to Rajesh Patidar' })
  const send = async (balances: string) => {
    await expect.poll(() => panel.getByLabel('Amount').evaluate((field) => field === document.activeElement)).toBe(true)
    await panel.getByLabel('Narration').fill('Sand of this week')
    await panel.getByLabel('Amount').fill('500')
    await panel.getByText(balances).waitFor()
    await panel.getByLabel('Amount').press('Enter')
    await page.getByRole('dialog', { name: 'Please confirm' }).getByText('Send ₹500 to Rajesh Patidar?').waitFor()
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
  }
  await send('Balance now ₹2,43,765.50, after sending ₹2,44,265.50')
  await expect.poll(() => row.innerText()).toContain('₹2,44,265.50')
  // The toast of the first time is still there, with a button of its own.
  await row.getByRole('button', { name: 'Send money to Rajesh Patidar' }).click()
  await send('Balance now ₹2,44,265.50, after sending ₹2,44,765.50')
  await expect.poll(() => row.innerText()).toContain('₹2,44,765.50')
})

if (isFullRun)
  it('orders the sites by need, keeps another order in the address, and names those that are short of cash', async () => {
    const poor = await hireFieldUser(app.office, 'site_incharge', { name: 'Zakir Poor', siteName: 'Last of All' })
    await recordExpenseOf(poor, { amount: '70' })
    const page = await openAdminDashboard(app)
    const heads = page.locator('#sites tbody').first().getByRole('rowheader')
    const names = async () => (await heads.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    await expect.poll(names).toEqual(['Zakir Poor Last of All', 'Rajesh Patidar Vijay Nagar Plaza'])
    const row = page.getByRole('row', { name: /Zakir Poor/ })
    await expect
      .poll(async () => (await row.getByRole('cell').allInnerTexts()).slice(0, 3))
      .toEqual(['−₹70', '−₹70', '−₹70'])
    await page.getByLabel('Order of the sites').selectOption('By name')
    await page.waitForURL(/\/admin\?order=name$/)
    await page.reload()
    await expect.poll(names).toEqual(['Rajesh Patidar Vijay Nagar Plaza', 'Zakir Poor Last of All'])
    await page.getByRole('button', { name: 'Supervisors' }).click()
    await page
      .getByRole('row', { name: /Ramesh Kushwaha/ })
      .getByText('−₹1,000')
      .waitFor()
    await page.getByRole('link', { name: /^Short of cash/ }).click()
    const short = page.getByRole('list', { name: 'Short of cash' })
    await short.getByRole('listitem').filter({ hasText: 'Last of All' }).getByText('−₹70').waitFor()
    await short.getByRole('button', { name: 'Send money to Zakir Poor' }).click()
    await page.getByRole('dialog', { name: 'Send money to Zakir Poor' }).waitFor()
  })

if (isFullRun)
  it('comes to the section that the address names and stays there while what is above it arrives, until somebody scrolls', async () => {
    const page = await openAdminDashboard(app, { viewport: { width: 1100, height: 300 } })
    const top = () =>
      page.evaluate(() => Math.round(document.getElementById('supervisors')?.getBoundingClientRect().top ?? -1))
    await page.goto(`${app.api.origin}/admin/people#supervisors`)
    await page.getByText('Ramesh Kushwaha').waitFor()
    await expect.poll(top).toBe(16)
    await page.mouse.wheel(0, -300)
    await expect.poll(top).toBeGreaterThan(200)
    await page.setViewportSize({ width: 1050, height: 300 })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1050)
    expect(await top()).toBeGreaterThan(200)
  })

it('leads whoever is not signed in to the sign-in, from every address, and there after a logout', async () => {
  const visitor = await app.openSignedOutPage({ viewport: DESK })
  const worker = await hireFieldUser(app.office, 'site_incharge')
  const field = await app.openSignedInPage(worker.mobile)
  const admin = ['/admin', '/admin-dashboard', '/comprehensive-admin-dashboard', '/admin/all-transactions']
  const audit = firstUnlessFullRun(['', '/access', '/time-line', '/edit-log', '/proof']).map(
    (rest) => `/admin/audit${rest}`,
  )
  for (const nobody of firstUnlessFullRun([visitor, field])) {
    for (const path of [...admin, ...audit]) {
      await nobody.goto(app.api.origin + path)
      await nobody.waitForURL(/\/admin-login$/)
    }
  }
  const page = await app.openSignedOutPage()
  await signInThroughForm(page, app.api.origin, 'admin', { name: FIRST_ADMIN.email, password: FIRST_ADMIN.password })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/admin-login$/)
  await page.goto(`${app.api.origin}/admin`)
  await page.waitForURL(/\/admin-login$/)
  app.ignoreConsole(/status of 40[13]/)
})

it('said nothing on the console and broke no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
