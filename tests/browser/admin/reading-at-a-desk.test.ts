import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, holdListAnswers, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { waitUntilLoaded } from '../helpers/layout-and-accessibility.ts'
import { signInThroughForm } from '../helpers/sign-in-form.ts'

/** A reader at a desk: every text can be copied, no row jumps, and the wheel moves the page. */

const DESK = { width: 1366, height: 768 }
/** A table's head has no words so near to its upper edge. */
const HEAD_PADDING_PX = 3

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('an office without a site has the button beside the sentence that asks for it', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  await page.locator('#sendMoney').getByRole('button', { name: 'Create the first site incharge' }).click()
  await page.getByRole('dialog', { name: 'Create New Site Incharge' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#sites').getByRole('button', { name: 'Create the first site incharge' }).waitFor()
})

it('the text of a row can be selected with the mouse; a click still opens the entry', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  await sendMoneyTo(app.office, site, '90000')
  await recordExpenseOf(site, { amount: '17' })
  const page = await openAdminDashboard(app, { viewport: DESK })
  await page.goto(`${app.api.origin}/admin/all-transactions`)
  const amount = page.locator('main').getByText('−17.00', { exact: true })
  const { x, y, width, height } = (await amount.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 })
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('−17.00')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.mouse.click(x + 1, y + height / 2)
  await page.getByRole('dialog').getByText('−₹17', { exact: true }).waitFor()
})

it('the hint of a date moves no field beside it', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  await page.goto(`${app.api.origin}/admin/all-transactions`)
  const fields = page.locator('main select, main thead th')
  const tops = () => fields.evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)))
  await expect.poll(async () => (await tops()).length).toBeGreaterThan(5)
  const before = await tops()
  await page.getByLabel('From', { exact: true }).fill('01/10/0026')
  await page.getByText('The year 0026 cannot be right').waitFor()
  expect(await tops()).toEqual(before)
})

it('an auditor is welcomed as an auditor', async () => {
  await hireAuditor(app.office, 'desk-auditor@example.in')
  const page = await app.openSignedOutPage({ viewport: DESK })
  const asAuditor = { name: 'desk-auditor@example.in', password: TEST_PASSWORD }
  await signInThroughForm(page, app.api.origin, 'admin', asAuditor)
  await openToast(page).getByText('Welcome to the auditor dashboard').waitFor()
  await page.getByRole('heading', { name: 'Auditor Dashboard' }).waitFor()
})
it('returns to the place of a page after a reload, though its rows arrive late', async () => {
  await hireFieldUser(app.office, 'supervisor', { name: 'Reload Crew' })
  const page = await openAdminDashboard(app, { viewport: { width: 1100, height: 300 } })
  await page.goto(`${app.api.origin}/admin/people`)
  await page.getByText('Reload Crew').first().waitFor()
  await page.mouse.move(700, 150)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  const late = await holdListAnswers(page, '/api/admin/supervisors')
  await page.reload()
  await expect.poll(() => late.requestCount).toBeGreaterThan(0)
  late.release()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
})

function scrollToSixty(): number {
  window.scrollTo(0, 60)
  return window.scrollY
}

const chosenIn = (label: string, value: string) => async (page: Page) => {
  const list = page.getByRole('combobox', { name: label, exact: true })
  await list.selectOption(value)
  await expect.poll(() => list.inputValue()).toBe(value)
}

it.each([
  ['/transactions', 'type=debit', (page: Page) => page.getByRole('radio', { name: 'Spent' }).dispatchEvent('click')],
  ['/admin/all-transactions', 'type=debit', chosenIn('Type', 'debit')],
  ['/admin/audit', 'order=oldest', chosenIn('Order', 'oldest')],
  ['/admin/audit/access', 'order=oldest', chosenIn('Order', 'oldest')],
  ['/admin/audit/edit-log?action=created', 'action=all', chosenIn('What was done', 'all')],
])('another filter does not scroll a page to its top: %s', async (path, filtered, choose) => {
  const site = await hireFieldUser(app.office, 'site_incharge', { siteName: 'Stays In Place' })
  const numbers = Array.from({ length: 15 }, (_, number) => number)
  await Promise.all(numbers.map((number) => recordExpenseOf(site, { recipient: `Seller ${number}` })))
  const viewport = { width: 1100, height: 300 }
  const isOffice = path.startsWith('/admin')
  const page = isOffice ? await openAdminDashboard(app, { viewport }) : await app.openPageAs(site, path, { viewport })
  if (isOffice) await page.goto(`${app.api.origin}${path}`)
  await waitUntilLoaded(page)
  // The page may still grow to the height that it scrolls in.
  await expect.poll(() => page.evaluate(scrollToSixty)).toBe(60)
  await choose(page)
  await page.waitForURL(({ search }) => search.includes(filtered))
  await waitUntilLoaded(page)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60)
})

it('a head that stays over its rows shows nothing of them above itself', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { siteName: 'Below The Head' })
  const numbers = Array.from({ length: 15 }, (_, number) => number)
  await Promise.all(numbers.map((number) => recordExpenseOf(site, { recipient: `Payee ${number}` })))
  const height = 300
  const page = await openAdminDashboard(app, { viewport: { width: 1100, height } })
  for (const [width, path] of [
    [1100, '/all-transactions'],
    [1100, `/ledgers?of=${site.id}#statements`],
    [900, `/ledgers?site=${site.id}`],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${app.api.origin}/admin${path}`)
    const table = page.locator('main table').first()
    const row = table.locator('tbody tr').nth(4)
    await row.waitFor()
    await waitUntilLoaded(page)
    // A page that the address leads into comes to its section again when it grows, until somebody presses a key.
    await page.keyboard.press('Shift')
    const { top, rowPx } = await row.evaluate((it) => {
      const box = it.getBoundingClientRect()
      return { top: scrollY + box.top, rowPx: box.height }
    })
    // Each part of the row's words passes the upper edge of the window.
    for (let part = 4; part < rowPx; part += 4) {
      await page.evaluate((y) => window.scrollTo(0, y), top + part)
      const head = await table.locator('thead th').first().boundingBox()
      const { x = 0, width: tablePx = 0 } = (await table.boundingBox()) ?? {}
      expect(Math.round(head?.y ?? height), path).toBe(0)
      const strip = await page.screenshot({ clip: { x: x + 1, y: 0, width: tablePx - 2, height: HEAD_PADDING_PX } })
      const shades = await sharp(strip).greyscale().raw().toBuffer()
      expect(Math.max(...shades) - Math.min(...shades), `${path}, ${part} px of a row`).toBeLessThan(8)
    }
  }
})

it('the wheel moves each page over each of its lists, because none scrolls by itself', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Aarti Verma', siteName: 'Long Lists' })
  const numbers = Array.from({ length: 15 }, (_, number) => number)
  await Promise.all(numbers.map((number) => recordExpenseOf(site, { recipient: `Trader ${number}` })))
  await Promise.all(numbers.map((number) => hireFieldUser(app.office, 'supervisor', { name: `Crew ${number}` })))
  const page = await openAdminDashboard(app, { viewport: { width: 1100, height: 600 } })
  await page.mouse.move(700, 300)
  for (const [path, shown] of [
    ['/admin', 'Long Lists'],
    ['/admin/people', 'Crew 9'],
    ['/admin/ledgers', 'Trader 9'],
    ['/admin/beneficiaries', 'Trader 9'],
    ['/admin/all-transactions', 'Trader 9'],
  ] as const) {
    await page.goto(`${app.api.origin}${path}`)
    await page.locator('main').getByText(shown).first().waitFor()
    await waitUntilLoaded(page)
    const place = () =>
      page.evaluate(() => ({ at: scrollY, end: document.documentElement.scrollHeight - innerHeight - 1 }))
    let seen = await place()
    expect(seen.end, path).toBeGreaterThan(0)
    while (seen.at < seen.end) {
      const { at } = seen
      await page.mouse.wheel(0, 150)
      await expect
        .poll(
          async () => {
            seen = await place()
            return seen.at > at || seen.at >= seen.end
          },
          { message: `${path} at ${at}` },
        )
        .toBe(true)
    }
  }
})
