import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { startTestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openSection, visitEverySection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, expectToast, openAppInBrowser } from '../helpers/app-in-browser.ts'
import {
  axeViolations,
  type Look,
  layoutProblems,
  lowTouchTargets,
  waitUntilLoaded,
} from '../helpers/layout-and-accessibility.ts'

/**
 * Every screen with long names, crores, and words of all lengths, in the look that is the hardest: on the narrowest
 * phone, in Hindi, in the dark. The long run adds the narrowest phone in English, and a desk.
 */

const NARROW = { width: 320, height: 640 }
const OTHER_LOOKS = [
  ['the narrowest phone', NARROW, 'en'],
  ['a desk', DESK, 'hi'],
] as const
let app: AppInBrowser
let incharge: FieldUser
let crew: FieldUser
let edited: string
let deleted: string

beforeAll(async () => {
  app = await openAppInBrowser()
  const site = { name: 'Chandrashekhar Vishwakarma', siteName: 'Sanwer Road Factory Shed' }
  incharge = await hireFieldUser(app.office, 'site_incharge', site)
  crew = await hireFieldUser(app.office, 'supervisor', { name: 'Chandrashekhar Kushwaha' })
  await sendMoneyTo(app.office, incharge, '330000000')
  // A year of months, so that their labels are close together.
  for (let month = 1; month <= 12; month++)
    await recordExpenseOf(incharge, { amount: '1234567.50', purpose: 'Shuttering', date: daysAgo(30 * month) })
  const bills = [await uploadBillFileForId(incharge.client, await samplePhoto())]
  for (const [purpose, recipient] of [
    ['Centring and shuttering labour', 'Shri Ganesh Building Material Suppliers'],
    ['Dewatering', 'Vishwakarma Shuttering Works'],
  ])
    await recordExpenseOf(incharge, { amount: '12345678.90', purpose, recipient, paymentMode: 'bank_transfer', bills })
  await transferMoney(incharge, crew, '45000000', { paymentMode: 'bank_transfer' })
  await recordExpenseOf(crew, { amount: '31234567.25' })
  edited = (await recordExpenseOf(incharge, { amount: '1500' })).id
  const changed = {
    ...sampleExpenseBody,
    amount: '1200',
    narration: 'Eight bags of the new kind, and the freight to the site',
  }
  await incharge.client.put(`/api/site/transactions/${edited}`, changed, { 'if-match': '"1"' })
  deleted = (await recordExpenseOf(incharge, { amount: '820.50', recipient: 'Indore Petrol Pump' })).id
  await incharge.client.delete(`/api/site/transactions/${deleted}`)
  const message = {
    name: 'Visitor',
    email: 'visitor@example.in',
    phone: '+91 98765 43210',
    message: 'A roof of 200 kW',
  }
  await app.office.post('/api/contact', message)
  await (await startTestSigner(app.api)).sign()
})
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type View = Pick<Look, 'viewport' | 'language'>
/** Notes the problems of the present page, once it has loaded. */
type See = (page: Page, what: string) => Promise<void>

/** The screens of the app, by who sees them: each opens its URLs, and notes what is wrong there. */
const SCREENS: Record<string, (view: View, see: See) => Promise<void>> = {
  async 'a visitor'(view, see) {
    const page = await app.openSignedOutPage(view)
    for (const path of ['/landing', '/', '/login?error=no_provider', '/site-login', '/admin-login', '/nowhere']) {
      await page.goto(app.api.origin + path)
      await see(page, path)
    }
  },
  async 'the field'(view, see) {
    await see(await app.openPageAs(crew, '/supervisor-dashboard', view), '/supervisor-dashboard')
    const page = await app.openPageAs(incharge, '/site-dashboard', view)
    await see(page, '/site-dashboard')
    for (const path of ['/expense', '/balance-details', '/reports', '/transactions']) {
      await page.goto(app.api.origin + path)
      await see(page, path)
    }
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^(Edit|बदलें)/ }) })
    for (const [name, content, what] of [
      [/^(Open|खोलें)/, 'dl', 'an entry'],
      [/^(Edit|बदलें)/, 'textarea', 'its form'],
      [/^(Delete|मिटाएँ)/, 'button', 'its deletion'],
    ] as const) {
      await rows.first().getByRole('button', { name }).click()
      await page.locator(`dialog ${content}`).first().waitFor()
      await see(page, what)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
  },
  async 'head office'(view, see) {
    const page = await openAdminDashboard(app, view)
    await visitEverySection(page, async (section) => see(page, `head office, ${await section.getAttribute('id')}`))
    await page.goto(`${app.api.origin}/admin/all-transactions?deleted=include`)
    await see(page, 'all transactions')
    await page.goto(`${app.api.origin}/admin/beneficiaries`)
    // Dispatches the event directly, because the list may be read again under a pointer.
    await page.locator('#beneficiaries li a').first().dispatchEvent('click')
    await page.waitForURL(/\/admin\/beneficiary/)
    // The URL changes first; until the statement has arrived the dashboard stays, which also has totals.
    await page.locator('#beneficiaries').waitFor({ state: 'detached' })
    await page.locator('tfoot').waitFor()
    await see(page, 'a statement')
  },
  async 'an auditor'(view, see) {
    const page = await openAdminDashboard(app, view)
    const entry = [`/entry/${edited}`, `/entry/${deleted}`, `/receipt/${edited}`]
    const timeLine = ['/time-line?earlier=9', '/time-line/ledger?account=head_office&earlier=9']
    for (const path of ['', '/access', ...timeLine, '/edit-log?action=all', '/proof', ...entry]) {
      await page.goto(`${app.api.origin}/admin/audit${path}`)
      await see(page, `/admin/audit${path}`)
    }
  },
}

async function problemsOn(
  screens: (view: View, see: See) => Promise<void>,
  view: View,
  problemsOf: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  await screens(view, async (page, what) => {
    await waitUntilLoaded(page)
    found.push(...(await problemsOf(page)).map((each) => `${what}: ${each}`))
  })
  return found
}

for (const [who, screens] of Object.entries(SCREENS)) {
  if (isFullRun || who === 'the field')
    it(`reads for ${who} in the dark, in Hindi, on the narrowest phone: nothing is cut, touches or is too low, axe finds nothing`, async () => {
      const found = await problemsOn(screens, { viewport: NARROW, language: 'hi' }, async (page) => {
        await page.emulateMedia({ colorScheme: 'dark' })
        return [...(await layoutProblems(page)), ...(await lowTouchTargets(page)), ...(await axeViolations(page))]
      })
      expect(found).toEqual([])
    }, 180_000)

  for (const [device, viewport, language] of isFullRun ? OTHER_LOOKS : [])
    it(`cuts nothing and lets nothing touch for ${who} on ${device}, in ${language}`, async () => {
      expect(await problemsOn(screens, { viewport, language }, layoutProblems)).toEqual([])
    }, 180_000)
}

it('brings what is wrong into view, clear of the head and of the bar of buttons', async () => {
  const page = await app.openPageAs(incharge, '/expense', { viewport: NARROW })
  await page.getByLabel('Date', { exact: true }).focus()
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expectToast(page, 'Error', 'Amount is required')
  const isClear = () =>
    page.evaluate(() => {
      const it = document.activeElement
      const { left, top, bottom } = it?.getBoundingClientRect() ?? new DOMRect()
      return [top + 4, bottom - 4].every((y) => it?.contains(document.elementFromPoint(left + 8, y)))
    })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
  await expect.poll(isClear).toBe(true)
})

if (isFullRun)
  it('leaves the focus on the period that was chosen', async () => {
    const has = (chosen: Locator) => chosen.evaluate((it) => it === document.activeElement)
    const office = await openAdminDashboard(app)
    const pictures = await openSection(office, 'pictures')
    await pictures.getByText('By purpose').waitFor()
    const period = office.getByRole('combobox', { name: 'Period', exact: true })
    await period.focus()
    const answer = office.waitForResponse((response) => /\/admin\/summary\?.*from=/.test(response.url()))
    await period.selectOption('This month')
    await answer
    await pictures.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await pictures.getByText('By purpose').waitFor()
    await expect.poll(() => has(period)).toBe(true)

    const field = await app.openPageAs(incharge, '/reports')
    const month = field.getByLabel('This month')
    await month.check()
    await field.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await field.getByText('By purpose', { exact: true }).waitFor()
    await expect.poll(() => has(month)).toBe(true)
  })

if (isFullRun)
  it('shows in the strip of the audit which section one is in, also where its font comes late', async () => {
    const page = await openAdminDashboard(app, { viewport: NARROW, language: 'hi' })
    let letFonts: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letFonts = resolve
    })
    await page.route('**/*.woff2', (route) => held.then(() => route.continue()))
    // Waits only for the commit, because the load event waits for fonts.
    await page.goto(`${app.api.origin}/admin/audit/proof`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const current = page.locator('nav [aria-current=page]')
    const end = async () => {
      const { x = 0, width = 999 } = (await current.boundingBox()) ?? {}
      return x + width
    }
    await expect.poll(end).toBeLessThanOrEqual(NARROW.width)
    letFonts()
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded')
    await expect.poll(end).toBeLessThanOrEqual(NARROW.width)
  })

if (isFullRun)
  it('takes no notice of what a messenger writes behind an address', async () => {
    const page = await app.openPageAs(incharge, '/transactions?fbclid=IwAR0x&utm_source=wa&type=debit')
    await page.getByRole('listitem').first().waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?type=debit')
  })

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
