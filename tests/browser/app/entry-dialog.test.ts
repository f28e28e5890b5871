import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { entryRows } from '../helpers/entry-table.ts'
import { changeLook, layoutAndAxeProblems } from '../helpers/layout-and-accessibility.ts'

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser
/** Much longer than the two lines that a row shows. */
const LONG = `${'Advance for shuttering, steel and two masons. '.repeat(9)}\nBill 4411 follows`

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Rau Bypass' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, incharge, '125000.50', { narration: LONG, date: '2026-04-01' })
  await transferMoney(incharge, supervisor, '2500', { narration: 'For two weeks', date: '2026-04-02' })
  for (let day = 10; day < 40; day++)
    await recordExpenseOf(incharge, { amount: `${day}`, date: `2026-05-${10 + (day % 20)}` })
})
afterAll(() => app.close())

const sheet = (page: Page) => page.getByRole('dialog', { name: /^(Transaction|लेन-देन)$/ })
const fact = (page: Page, label: string) =>
  sheet(page)
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
const opener = (where: Page | Locator, who: string) =>
  where.getByRole('button', { name: new RegExp(`^(Open|खोलें): ${who}`) })

it('a tap on money received shows all of it, and the back button closes it where one was', async () => {
  const page = await app.openPageAs(incharge, '/transactions?type=credit')
  await opener(page, 'Head Office').click()
  await expect.poll(() => fact(page, 'Narration').textContent()).toBe(LONG)
  await sheet(page).getByText('+₹1,25,000.50', { exact: true }).waitFor()
  await sheet(page).getByText('one lakh twenty five thousand rupees and fifty paise').waitFor()
  await expect.poll(() => fact(page, 'Received from').textContent()).toBe('Head Office')
  await expect.poll(() => fact(page, 'Payment Mode').textContent()).toBe('Bank Transfer')
  await expect.poll(() => fact(page, 'Date').textContent()).toBe('1 Apr 2026, Wednesday')
  await expect.poll(() => fact(page, 'Recorded').textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d [ap]m\u00a0· Admin$/)
  await expect.poll(() => fact(page, 'Last changed').textContent()).toBe('Never')
  await expect
    .poll(() =>
      sheet(page)
        .getByRole('button', { name: /Edit|Delete/ })
        .count(),
    )
    .toBe(0)
  await page.goBack()
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('?type=credit')

  // Opened further down and closed by Escape: the list keeps its scroll position, the focus returns to the row, and
  // Back leads back.
  await page.goto(`${app.api.origin}/site-dashboard`)
  await page.getByRole('link', { name: 'All Transactions' }).click()
  const row = opener(page, 'Ramesh Kushwaha')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return row.count()
    })
    .toBe(1)
  await row.focus()
  const before = await page.evaluate(() => window.scrollY)
  await page.keyboard.press('Enter')
  await expect.poll(() => fact(page, 'Supervisor').textContent()).toBe('Ramesh Kushwaha')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => row.evaluate((it) => it === document.activeElement)).toBe(true)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  // goBack() counts from the browser's last reported position, which can be before the step that Escape made.
  await page.evaluate(() => history.back())
  await page.waitForURL(/site-dashboard$/)
})

if (isFullRun)
  it('leaves the list where it stands, however busy the phone is', async () => {
    const page = await app.openPageAs(incharge, '/transactions', {
      // Simulates a phone too busy to report scrolling: the router never gets the scroll event.
      async prepare(page) {
        await page.addInitScript(() =>
          window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true),
        )
      },
    })
    const row = opener(page, 'Sharma Traders').nth(6)
    await row.focus()
    await page.evaluate(() => window.scrollTo(0, 321))
    await page.keyboard.press('Enter')
    await sheet(page).waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(321)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(321)
  })

if (isFullRun)
  it('leads on to edit and delete; afterwards it says when and by whom it was changed', async () => {
    await recordExpenseOf(incharge, { recipient: 'Kamal Hardware', amount: '100' })
    const page = await app.openPageAs(incharge, '/site-dashboard', { viewport: DESK })
    await opener(page, 'Kamal Hardware').click()
    await expect.poll(() => fact(page, 'Paid to').textContent()).toBe('Kamal Hardware')
    await expect.poll(() => fact(page, 'Purpose').textContent()).toBe('Cement')
    await sheet(page).getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Transaction' })
    await form.getByLabel('Amount', { exact: true }).fill('250')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await opener(page, 'Kamal Hardware, ₹250').click()
    await expect
      .poll(() => fact(page, 'Last changed').textContent())
      .toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d [ap]m\u00a0· You$/)
    await sheet(page).getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete Transaction' })
      .getByText('Kamal Hardware', { exact: true })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await openToast(page).getByText('Transaction deleted successfully!').waitFor()
    await opener(page, 'Kamal Hardware').waitFor({ state: 'detached' })
  })

if (isFullRun)
  it('is opened from a search too, shows what was changed meanwhile, and says when it is gone', async () => {
    const { id } = await recordExpenseOf(incharge, { recipient: 'Gone Traders', amount: '75', narration: 'Before' })
    const page = await app.openPageAs(incharge, '/site-dashboard', {
      viewport: DESK,
      // Blocks the notifications, because a refetch could replace the row before it is clicked.
      prepare: async (page) => {
        await page.route('**/api/site/follow', () => {})
      },
    })
    await page.getByRole('searchbox').fill('gone traders')
    const row = opener(page.locator('main li'), 'Gone Traders')
    await expect.poll(() => page.locator('main li').count()).toBe(1)
    const change = { ...sampleExpenseBody, recipient: 'Gone Traders', narration: 'After' }
    expect((await incharge.client.put(`/api/site/transactions/${id}`, change)).status).toBe(200)
    await row.click()
    await expect.poll(() => fact(page, 'Narration').textContent()).toBe('After')
    await page.keyboard.press('Escape')
    expect((await incharge.client.call('DELETE', `/api/site/transactions/${id}`)).status).toBe(200)
    await row.click()
    await sheet(page).getByRole('alert').getByText('This transaction was deleted meanwhile').waitFor()
    await expect
      .poll(() =>
        sheet(page)
          .getByRole('button', { name: /Edit|Delete/ })
          .count(),
      )
      .toBe(0)
    app.ignoreConsole(/status of 404/)
  })

if (isFullRun)
  it('is shared with its bill where the phone’s sheet takes files, and without it where the bill cannot be read', async () => {
    const bill = await uploadBillFileForId(incharge.client, await samplePhoto())
    await recordExpenseOf(incharge, { recipient: 'Bill Stores', amount: '77', bills: [bill], date: '2026-05-01' })
    const page = await app.openPageAs(incharge, '/transactions?q=Bill%20Stores', {
      async prepare(opened) {
        await opened.addInitScript(() => {
          const share = async ({ text = '', files = [] }: ShareData) =>
            sessionStorage.setItem('shared', JSON.stringify([text.split('\n')[0], files.map(({ type }) => type)]))
          Object.defineProperty(navigator, 'share', { value: share })
          Object.defineProperty(navigator, 'canShare', { value: () => true })
        })
      },
    })
    const shared = () => page.evaluate(() => sessionStorage.getItem('shared'))
    await opener(page, 'Bill Stores').click()
    await sheet(page).getByRole('button', { name: 'Share' }).click()
    await expect.poll(shared).toBe(JSON.stringify(['Paid ₹77 to Bill Stores', ['image/jpeg']]))

    await page.reload()
    await page.route(`**/api/bills/${bill}`, (route) => route.abort())
    app.ignoreConsole(/ERR_FAILED|Failed to fetch/)
    await opener(page, 'Bill Stores').click()
    await sheet(page).getByRole('button', { name: 'Share' }).click()
    await openToast(page).getByText('The bill could not be added. Only the text was shared.').waitFor()
    await expect.poll(shared).toBe(JSON.stringify(['Paid ₹77 to Bill Stores', []]))
  })

if (isFullRun)
  it('is shared through the phone’s own sheet, in the reader’s language, and copied where there is none', async () => {
    const phone = await app.openPageAs(supervisor, '/supervisor-dashboard', {
      language: 'hi',
      async prepare(page) {
        await page.addInitScript(() => {
          const share = async ({ text }: ShareData) => sessionStorage.setItem('shared', text ?? '')
          Object.defineProperty(navigator, 'share', { value: share })
        })
      },
    })
    await opener(phone, 'Rajesh Patidar').click()
    await sheet(phone).getByRole('button', { name: 'शेयर करें' }).click()
    await expect
      .poll(() => phone.evaluate(() => sessionStorage.getItem('shared')))
      .toBe(`Rajesh Patidar से ₹2,500 मिले\nFor two weeks\n2 अप्रैल 2026 · UPI\nWorker ${supervisor.mobile}`)

    for (const clipboard of firstUnlessFullRun(['there', 'missing'] as const)) {
      const desk = await app.openPageAs(supervisor, '/supervisor-dashboard', {
        viewport: DESK,
        async prepare(page) {
          await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
          await page.addInitScript((isMissing) => {
            Object.defineProperty(navigator, 'share', { value: undefined })
            if (isMissing) Object.defineProperty(navigator, 'clipboard', { value: undefined })
          }, clipboard === 'missing')
        },
      })
      await opener(desk, 'Rajesh Patidar').click()
      await sheet(desk).getByRole('button', { name: 'Copy as text' }).click()
      await openToast(desk).getByText('Copied').waitFor()
      await desk.keyboard.press('Escape')
      await desk.getByRole('button', { name: 'Add Expense' }).click()
      const paper = desk.getByRole('dialog').getByLabel('Narration', { exact: true })
      await paper.focus()
      await desk.keyboard.press('Control+V')
      await expect
        .poll(() => paper.inputValue())
        .toBe(`Received ₹2,500 from Rajesh Patidar\nFor two weeks\n2 Apr 2026 · UPI\nWorker ${supervisor.mobile}`)
      await desk.close()
    }
  })

if (isFullRun)
  it('opens at head office too, with whose it is, and leads to its history without a dead step back', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Anita Joshi', siteName: 'Canal' })
    const { id } = await sendMoneyTo(app.office, worker, '900', { narration: LONG })
    const edit = { ...sampleExpenseBody, type: 'credit', recipient: 'Anita Joshi', amount: '950', narration: LONG }
    expect((await app.office.put(`/api/admin/transactions/${id}`, edit)).status).toBe(200)
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/all-transactions`)
    await entryRows(page).filter({ hasText: 'Anita Joshi' }).click()
    await expect.poll(() => fact(page, 'Account').textContent()).toBe('Anita Joshi, Canal')
    await expect.poll(() => fact(page, 'Narration').textContent()).toBe(LONG)
    await expect.poll(() => fact(page, 'Last changed').textContent()).toMatch(/[ap]m\u00a0· Admin$/)
    await expect
      .poll(() =>
        sheet(page)
          .getByRole('button', { name: /Edit|Delete/ })
          .count(),
      )
      .toBe(2)
    await sheet(page).getByRole('link', { name: 'Whole history' }).click()
    await page.waitForURL(/audit\/entry/)
    await page.goBack()
    await page.waitForURL(/all-transactions$/)
    await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
  })

if (isFullRun)
  it('fits the smallest phone, with the longest texts', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Lakshminarayanan Venkatasubramanian' })
    await recordExpenseOf(worker, {
      amount: '999999999.99',
      recipient: 'W'.repeat(120),
      purpose: 'Reinforcement '.repeat(14),
      narration: LONG,
    })
    const found: string[] = []
    const viewport = { ...PHONE, width: 320 }
    const page = await app.openPageAs(worker, '/transactions', { viewport })
    await opener(page, 'WWW').click()
    await sheet(page).locator('dl').waitFor()
    for (const language of firstUnlessFullRun(['hi', 'en'] as const)) {
      await changeLook(page, { viewport, language })
      found.push(...(await layoutAndAxeProblems(page, language)))
      const wide = await sheet(page).evaluate((it) => it.scrollWidth - it.clientWidth)
      if (wide > 0) found.push(`${language}: ${wide} px too wide`)
    }
    expect(found).toEqual([])
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
