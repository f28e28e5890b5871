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
      expect([where, width, await lowTouchTargets(page), await axeViolations(page)]).toEqual([
        where,
        viewport.width,
        [],
        [],
      ])
    }
    await isRight('as it opens')
    await visitEverySection(page, async (section) => {
      const id = (await section.getAttribute('id')) ?? ''
      const of = LEDGERS[id]
      if (of !== undefined) {
        await section.locator('select').selectOption({ label: of })
        await section.locator('table').waitFor()
      }
      // A desktop shows all of them at once.
      if (viewport === PHONE) await isRight(id)
    })
    await isRight('with every section')
    await page.goto(`${app.api.origin}/admin/all-transactions`)
    await page.getByText('Maa Narmada Pipes').waitFor()
    if (viewport === PHONE) {
      await page.getByRole('button', { name: /^(Filters|छाँटें)$/ }).click()
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
  ['Auditors', 'Create Auditor'],
] as const

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

it('shows a phone one section at an address of its own, which a reload and the way back keep', async () => {
  const page = await openAdminDashboard(app, { viewport: PHONE })
  const shown = () =>
    page
      .locator('main section[id]')
      .filter({ visible: true })
      .evaluateAll((all) => all.map(({ id }) => id))
  await page.getByRole('region', { name: 'All Active Sites with Balances' }).waitFor()
  await expect.poll(shown).toEqual(['sites'])
  await page.getByRole('link', { name: 'Supervisors', exact: true }).click()
  await page.getByText('Ramesh Kushwaha').waitFor()
  await expect.poll(shown).toEqual(['supervisors'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('supervisors')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1500)
  await page.reload()
  await page.getByText('Ramesh Kushwaha').waitFor()
  await expect.poll(shown).toEqual(['supervisors'])
  await page.goBack()
  await expect.poll(shown).toEqual(['sites'])
  // The strip of names marks the current section, whichever way it was opened.
  for (const id of ['auditors', 'recent']) {
    await page.goto(`${app.api.origin}/admin#${id}`)
    const name = page.locator(`nav a[href="#${id}"][aria-current]`)
    await expect.poll(async () => (await name.boundingBox())?.x).toSatisfy((x = -1) => x >= 0 && x < 300)
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

it('is used with the keyboard alone: a section by its name, a form filled, sent and left', async () => {
  const page = await openAdminDashboard(app)
  await page.getByRole('link', { name: 'Supervisors', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#supervisors')
  await page.getByRole('button', { name: 'Edit: Ramesh Kushwaha', exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Create Supervisor')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create New Supervisor' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Create Supervisor')
})

if (isFullRun)
  it('comes to the section that the address names and stays there while what is above it arrives, until somebody scrolls', async () => {
    const page = await openAdminDashboard(app)
    const top = (id: string) =>
      page.evaluate((name) => Math.round(document.getElementById(name)?.getBoundingClientRect().top ?? -1), id)
    /** Waits until everything in view has loaded. */
    const settled = () =>
      page.waitForFunction(() =>
        [...document.querySelectorAll('main [aria-busy=true]')].every((busy) => {
          const { top, bottom } = busy.getBoundingClientRect()
          return bottom < -300 || top > innerHeight + 300
        }),
      )
    await page.goto(`${app.api.origin}/admin#siteLedger`)
    await page.reload()
    await expect.poll(() => top('siteLedger')).toBe(24)
    await settled()
    expect(await top('siteLedger')).toBe(24)
    await page.getByRole('link', { name: 'Beneficiaries', exact: true }).click()
    await expect.poll(() => top('beneficiaries')).toBe(24)
    await settled()
    expect(await top('beneficiaries')).toBe(24)
    await page.mouse.wheel(0, -300)
    await expect.poll(() => top('beneficiaries')).toBeGreaterThan(200)
    await page.setViewportSize({ width: 1100, height: 900 })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1100)
    expect(await top('beneficiaries')).toBeGreaterThan(200)
  })

if (isFullRun)
  it('marks the section that was asked for, also where the page ends before it comes to the top, and after it has grown', async () => {
    const page = await openAdminDashboard(app)
    const marked = () =>
      page.locator('nav a[aria-current]').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    await visitEverySection(page)
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await expect.poll(marked).toEqual(['#search'])
    const isAtEnd = () => page.evaluate(() => innerHeight + scrollY >= document.body.scrollHeight - 4)
    expect(await isAtEnd()).toBe(true)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect.poll(marked).toEqual(['#overview'])
    await page.evaluate(() => history.replaceState(history.state, '', location.pathname))
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(marked).toEqual(['#auditors'])
    // The results make the page longer, so its end leaves the window.
    await page.locator('#search').getByRole('searchbox').fill('a')
    await expect.poll(isAtEnd).toBe(false)
    await expect.poll(marked).not.toEqual(['#auditors'])
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
