import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import type { Locator, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

const today = () => dayOf(new Date().toISOString())

async function rowsOf({ client }: FieldUser) {
  return expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
}

/** Returns the text below a field, which is linked to it for screen readers. */
async function below(field: Locator): Promise<string> {
  const id = await field.getAttribute('aria-describedby')
  return id === null ? '' : ((await field.page().locator(`[id="${id}"]`).textContent()) ?? '')
}

it('dates an expense today, or on the day that is chosen, which stands below it in words', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  const page = await app.openPageAs(worker, '/expense')
  const date = page.getByLabel('Date', { exact: true })
  await expect.poll(() => date.inputValue()).toBe(today())
  await expect.poll(() => date.getAttribute('max')).toBe(today())
  await page.getByLabel('Amount', { exact: true }).fill('450')
  await page.getByLabel('Paid to', { exact: true }).fill('Sharma Traders')
  await page.getByLabel('Purpose', { exact: true }).fill('Cement')
  await page.getByLabel('Narration', { exact: true }).fill('Bill of April')

  await date.fill('')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await openToast(page).getByText('Please enter a valid date').waitFor()
  await expect.poll(() => rowsOf(worker)).toHaveLength(0)

  await date.fill('2025-04-01')
  await expect.poll(() => below(date)).toBe('1 Apr 2025, Tuesday')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await page.waitForURL(/site-dashboard$/)
  expect((await rowsOf(worker)).map((row) => dayOf(row.date))).toEqual(['2025-04-01'])
})

if (isFullRun)
  it('edits the day of an expense, and leaves its hour alone when the day was not touched', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await recordExpenseOf(worker, { recipient: 'Old Bill', date: '2025-04-01T08:15:00+05:30' })
    const page = await app.openPageAs(worker, '/site-dashboard', { language: 'hi' })
    const line = page.locator('main li', { hasText: 'Old Bill' })
    const edit = async (change: (dialog: Locator) => Promise<void>) => {
      await line.getByRole('button', { name: /^बदलें/ }).click()
      const dialog = page.getByRole('dialog')
      await change(dialog)
      await dialog.getByRole('button', { name: 'सेव करें', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await edit(async (dialog) => {
      await expect.poll(() => dialog.getByLabel('तारीख').inputValue()).toBe('2025-04-01')
      await dialog.getByLabel('राशि', { exact: true }).fill('99')
    })
    await expect
      .poll(() => rowsOf(worker))
      .toMatchObject([{ amount: '99.00', date: '2025-04-01T02:45:00.000Z', revision: 2 }])
    await line.getByText('−₹99', { exact: true }).waitFor()
    await edit(async (dialog) => {
      await dialog.getByLabel('तारीख').fill('2025-04-06')
      await expect.poll(() => below(dialog.getByLabel('तारीख'))).toBe('6 अप्रैल 2025, रविवार')
    })
    expect((await rowsOf(worker)).map((row) => dayOf(row.date))).toEqual(['2025-04-06'])
  })

async function withoutDate(route: Route): Promise<void> {
  const response = await route.fetch()
  const { date: _, ...headers } = response.headers()
  await route.fulfill({ response, headers })
}

if (isFullRun)
  it('keeps a draft over the night and dates it the day on which it is taken up again', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await app.openPageAs(worker, '/expense', {
      async prepare(page) {
        await page.clock.setFixedTime('2025-04-01T17:00:00.000Z')
        // Removes the date of the server's answers, so that the page assumes the same night. A page that has closed
        // waits for no answer.
        await page.route(/\/api\/(?!site\/follow)/, (route) => withoutDate(route).catch(() => undefined))
      },
    })
    const date = page.getByLabel('Date', { exact: true })
    await expect.poll(() => date.inputValue()).toBe('2025-04-01')
    await page.getByLabel('Amount', { exact: true }).fill('450')
    await page.clock.setFixedTime('2025-04-02T03:00:00.000Z')
    await page.reload()
    await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('450')
    await expect.poll(() => date.inputValue()).toBe('2025-04-02')
    await date.fill('2025-03-31')
    await page.reload()
    await expect.poll(() => date.inputValue()).toBe('2025-03-31')
  })

if (isFullRun)
  it('dates money sent by head office as it is typed, never on the day from before, and asks about the day before it goes', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Dated Money', siteName: 'Canal' })
    const page = await openAdminDashboard(app)
    const form = page.getByRole('region', { name: 'Send Money to Site Incharge' })
    await form.getByLabel('Site Incharge').selectOption({ label: 'Dated Money, Canal' })
    await form.getByLabel('Amount').fill('500')
    await form.getByLabel('Narration').fill('Timber')
    const date = form.getByLabel('Date', { exact: true })
    const written = today().split('-').reverse().join('/')
    await expect.poll(() => date.inputValue()).toBe(written)
    await date.fill('06/04/2025')
    await expect.poll(() => below(date)).toBe('6 Apr 2025, Sunday')
    const send = form.getByRole('button', { name: 'Send Money' })
    for (const [typed, wrong] of [
      ['01/0', 'This date is not complete. Please fill in day, month and year'],
      ['31/04/2025', 'There is no such date. Please check the day and the month'],
    ] as const) {
      await date.fill(typed)
      await send.click()
      await expect.poll(() => below(date)).toBe(wrong)
      await openToast(page).getByText('Please enter a valid date').waitFor()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
    await date.fill('1.4.25')
    await send.click()
    await page.getByRole('dialog').getByText('1 Apr 2025, Tuesday').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send Money' }).click()
    await openToast(page).getByText('Money Sent Successfully').waitFor()
    expect((await rowsOf(worker)).map((row) => dayOf(row.date))).toEqual(['2025-04-01'])
    await expect.poll(() => date.inputValue()).toBe(written)
  })

if (isFullRun)
  it('asks about the day of a transfer, and says the days of a filter in words, narrow as a phone is', async () => {
    const crew = await hireFieldUser(app.office, 'supervisor', { name: 'Night Crew' })
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await sendMoneyTo(app.office, worker, '1000')
    for (const recipient of ['One', 'Two', 'Three']) await recordExpenseOf(worker, { recipient })
    const page = await app.openPageAs(worker, '/site-dashboard', { viewport: { width: 320, height: 640 } })
    await page.getByLabel('Supervisor', { exact: true }).selectOption(crew.id)
    await page.getByLabel('Amount', { exact: true }).fill('10')
    await page.getByLabel('UPI', { exact: true }).check()
    await page.getByLabel('Narration', { exact: true }).fill('Tea')
    await page.getByLabel('Date', { exact: true }).fill('2025-04-06')
    await page.getByRole('button', { name: 'Transfer Money' }).click()
    await page.getByRole('dialog').getByText('6 Apr 2025, Sunday').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Filter by date' }).click()
    const from = page.getByLabel('From', { exact: true })
    await expect.poll(() => below(from)).toBe('')
    await from.fill('2025-04-01')
    await expect.poll(() => below(from)).toBe('1 Apr 2025, Tuesday')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

/** Types into a date field as a person does. The fourth of April is the same in dd/mm and in mm/dd. */
async function typeDate(field: Locator, digits: string): Promise<void> {
  await field.blur()
  await field.focus()
  await field.page().keyboard.type(digits)
}
const APRIL_4 = '0404'

if (isFullRun)
  it('keeps a typed date as a draft until it is whole: no digit is asked for, what is wrong is said, and the address and the list agree', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await recordExpenseOf(worker, { recipient: 'Earlier', date: '2026-04-03' })
    await recordExpenseOf(worker, { recipient: 'Later', date: '2026-04-04' })
    const page = await app.openPageAs(worker, '/transactions')
    const lines = page.locator('main').getByRole('listitem')
    const askedFor = new Set<string | null>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/site/transactions') askedFor.add(searchParams.get('from'))
    })
    await page.getByRole('button', { name: 'Filter by date' }).click()
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
    const agree = async (address: string, count: number) => {
      await expect.poll(() => new URL(page.url()).search).toBe(address)
      await expect.poll(() => lines.count()).toBe(count)
    }

    await typeDate(from, `${APRIL_4}0026`)
    await page.getByText('The year 0026 cannot be right. Please write it in full, like 2026').waitFor()
    await expect.poll(() => from.inputValue()).toBe('0026-04-04')
    await agree('', 2)
    await typeDate(from, `${APRIL_4}2026`)
    await agree('?from=2026-04-04', 1)
    expect([...askedFor]).toEqual(expect.arrayContaining(['2026-04-04']))
    expect([...askedFor].filter((day) => day !== null && day !== '2026-04-04')).toEqual([])

    await to.fill('2026-04-03')
    await page.getByText('The end date is before the start date').waitFor()
    await agree('?from=2026-04-04', 1)
    await to.fill('2026-04-04')
    await agree('?from=2026-04-04&to=2026-04-04', 1)

    await from.focus()
    await page.keyboard.press('Backspace')
    await from.blur()
    await page.getByText('This date is not complete. Please fill in day, month and year').waitFor()
    await agree('?from=2026-04-04&to=2026-04-04', 1)
    await page.getByRole('button', { name: 'Clear' }).click()
    await agree('', 2)
    await expect.poll(() => from.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(false)
    await expect.poll(() => page.getByText('This date is not complete').count()).toBe(0)

    await page.goto(`${app.api.origin}/transactions?from=0026-04-04&to=2026-02-30`)
    await agree('', 2)
  })

if (isFullRun)
  it('takes no half or ancient date for an export', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await recordExpenseOf(worker, {})
    const page = await app.openPageAs(worker, '/reports')
    await page.getByRole('button', { name: 'Generate Report' }).click()
    const dialog = page.getByRole('dialog')
    const [from, to] = [dialog.getByLabel('From'), dialog.getByLabel('To')]
    const apply = dialog.getByRole('button', { name: 'Apply Filter' })
    await typeDate(from, `${APRIL_4}0026`)
    await typeDate(to, `${APRIL_4}2026`)
    await apply.click()
    await dialog.getByText('Please enter a valid date').waitFor()
    await typeDate(from, `${APRIL_4}2026`)
    await apply.click()
    await dialog.getByText('4 Apr 2026 to 4 Apr 2026').waitFor()
    await from.focus()
    await page.keyboard.press('Backspace')
    // The sentence that appears under the field moves the button, but not before the press ends.
    await apply.click({ delay: 500 })
    await dialog.getByText('Please select both start and end dates').waitFor()
    await dialog.getByText('This date is not complete').waitFor()
  })

if (isFullRun)
  it.each([
    '/admin',
    '/admin/all-transactions',
    '/admin/beneficiary?id=b:sharma%20traders',
    '/admin/audit',
    '/admin/audit/access',
    '/admin/audit/edit-log?from=2026-04-01',
  ])('asks for no digit of a year at %s', async (path) => {
    const page = await openAdminDashboard(app)
    if (path === '/admin') await openDashboardSection(page, 'Recent Transactions')
    else await page.goto(`${app.api.origin}${path}`)
    const askedFor = new Set<string | null>()
    page.on('request', (request) => askedFor.add(new URL(request.url()).searchParams.get('from')))
    const from = page.getByLabel('From', { exact: true }).first()
    await typeDate(from, `${APRIL_4}0026`)
    await page.getByText('The year 0026 cannot be right').waitFor()
    await typeDate(from, `${APRIL_4}2026`)
    await expect.poll(() => [...askedFor]).toContain('2026-04-04')
    expect([...askedFor].filter((day) => day?.startsWith('0'))).toEqual([])
  })

it('has one field for a day, so that no screen shows one without its words', async () => {
  const source = join(checkoutFolder, 'web', 'src')
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.tsx'))
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join(source, name), 'utf8')] as const),
  )
  expect(texts.filter(([, text]) => text.includes('type="date"')).map(([name]) => name)).toEqual([
    join('shared', 'entry', 'form', 'day-field.tsx'),
  ])
})

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
