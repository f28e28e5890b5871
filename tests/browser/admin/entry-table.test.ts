import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import { entryRows, openExportMenu, sumsOfEntries } from '../helpers/entry-table.ts'
import { axeViolations } from '../helpers/layout-and-accessibility.ts'

/** The office's table: moved through and opened by keys, copied, and as fast for a long list as for a short one. */

const SMALL_LAPTOP = { width: 1366, height: 768 }
/** The server sends 500 rows a page. */
const LONG_LIST = 540

let app: AppInBrowser
let incharge: FieldUser
let busy: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Ravi Kumar', siteName: 'Canal Bridge' })
  busy = await hireFieldUser(app.office, 'site_incharge', { name: 'Long Book' })
  await sendMoneyTo(app.office, incharge, '5000', { date: '2026-04-01', narration: 'RTGS' })
  await recordExpenseOf(incharge, { recipient: 'Tea Stall', amount: '20.25', date: '2026-04-02', narration: 'Tea' })
  await recordExpenseOf(incharge, { recipient: 'Steel Yard', amount: '1400', date: '2026-04-03', narration: 'Rods' })
  const amounts = Array.from({ length: LONG_LIST }, (_, index) => String(index + 1))
  await sendMoneyTo(app.office, busy, '900000', { date: '2026-01-01' })
  for (let first = 0; first < LONG_LIST; first += 60)
    await Promise.all(
      amounts.slice(first, first + 60).map((amount) => recordExpenseOf(busy, { amount, date: '2026-02-01' })),
    )
})
afterAll(() => app.close())

async function openEntries(search: string): Promise<Page> {
  const page = await openAdminDashboard(app, {
    viewport: SMALL_LAPTOP,
    prepare: (opened) => opened.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  })
  await page.goto(`${app.api.origin}/admin/all-transactions${search}`)
  await entryRows(page).first().waitFor()
  return page
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Transaction' })
const currentRow = (page: Page) => page.locator('tr[aria-selected=true]').innerText()

it('is moved through and opened by keys, and the panel goes along with the reader', async () => {
  const page = await openEntries(`?account=${incharge.id}`)
  const panel = panelOf(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => currentRow(page)).toContain('Steel Yard')
  await page.keyboard.press('Enter')
  await panel.getByText('−₹1,400', { exact: true }).waitFor()
  await panel.getByText('Recorded · ').waitFor()
  await page.keyboard.press('ArrowDown')
  await panel.getByText('−₹20.25', { exact: true }).waitFor()
  await page.keyboard.press('End')
  await panel.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.keyboard.press('Home')
  await expect.poll(() => currentRow(page)).toContain('Steel Yard')
  await page.keyboard.press('/')
  await page.keyboard.type('tea')
  await expect.poll(() => sumsOfEntries(page)).toBe('1 entry · in ₹0 · out ₹20.25')
  await expect.poll(() => page.locator('td mark').allTextContents()).toEqual(['Tea', 'Tea'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await panel.getByText('Tea Stall', { exact: true }).waitFor()
})

if (isFullRun)
  it('is copied as cells, from one row to another, and selecting text opens nothing', async () => {
    const page = await openEntries(`?account=${incharge.id}`)
    const at = async (text: string) => {
      const box = await page.getByRole('gridcell', { name: text, exact: true }).first().boundingBox()
      if (box === null) throw new Error(`There is no ${text}`)
      return box
    }
    const [from, to] = [await at('3 Apr 2026'), await at('−20.25')]
    await page.mouse.move(from.x + 16, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 17, to.y + to.height / 2, { steps: 5 })
    await page.mouse.up()
    await page.keyboard.press('Control+c')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()))).toEqual([
      ['3 Apr 2026', 'Ravi Kumar', 'Canal Bridge', 'Steel Yard', 'Cement · Rods', 'Cash', '', '', '−1,400.00'],
      ['2 Apr 2026', 'Ravi Kumar', 'Canal Bridge', 'Tea Stall', 'Cement · Tea', 'Cash', '', '', '−20.25'],
    ])
    await expect.poll(() => panelOf(page).count()).toBe(0)
  })

if (isFullRun)
  it('hides columns for this browser, and says what a file holds before it is made', async () => {
    const page = await openEntries(`?account=${incharge.id}`)
    const heads = () => page.getByRole('columnheader').allTextContents()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Site', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(heads).not.toContain('Site')
    const closedBy = async (leave: () => Promise<void>) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Site', exact: true }).waitFor()
      await leave()
      await expect.poll(() => page.getByRole('checkbox', { name: 'Site', exact: true }).count()).toBe(0)
    }
    await closedBy(() => page.keyboard.press('Escape'))
    await closedBy(() => page.getByRole('searchbox').click())
    await closedBy(() => page.getByRole('searchbox').focus())
    await page.reload()
    await entryRows(page).first().waitFor()
    expect(await heads()).toEqual([
      'Date',
      'Account',
      'Party',
      'Purpose · narration',
      'Mode',
      // The room of the site is enough for it.
      'Reference',
      'Bill',
      'In (₹)',
      'Out (₹)',
    ])
    const csv = await openExportMenu(page, 'CSV')
    await page.getByText('3 entries · in ₹5,000 · out ₹1,420.25').last().waitFor()
    const waiting = page.waitForEvent('download')
    await csv.click()
    expect((await waiting).suggestedFilename()).toMatch(/^Transactions_Ravi_Kumar.*\.csv$/)
  })

if (isFullRun)
  it('shows a voucher number that was searched for where its column has no room, and the column once it is chosen', async () => {
    const page = await openEntries('?q=p/26-27/2')
    const purpose = page.locator('td', { hasText: 'P/26-27/000002 · Cement · Rods' })
    await expect.poll(() => purpose.locator('mark').allTextContents()).toEqual(['P/26-27/000002'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Voucher number no room here' }).check()
    await page.getByRole('columnheader', { name: 'Voucher number' }).waitFor()
    await page.getByRole('checkbox', { name: 'Site no room here' }).waitFor()
    await expect.poll(() => purpose.count()).toBe(0)
    await expect.poll(() => page.locator('td mark').allTextContents()).toEqual(['P/26-27/000002'])
  })

if (isFullRun)
  it('marks the amount, the day and the mode that were found', async () => {
    const page = await openEntries(`?account=${incharge.id}&q=${encodeURIComponent('1400 cash 3 Apr 2026')}`)
    await expect.poll(() => page.locator('td mark').allTextContents()).toEqual(['3 Apr 2026', 'Cash', '1,400'])
  })

if (isFullRun)
  it('shows twenty entries of a small laptop’s first screen, and draws no more rows for a long list', async () => {
    const page = await openEntries(`?account=${busy.id}`)
    const laterPages = new Set<string>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const cursor = searchParams.get('cursor')
      if (pathname === '/api/admin/transactions' && cursor !== null) laterPages.add(cursor)
    })
    const seen = () =>
      entryRows(page).evaluateAll((rows) => {
        const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
        return rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return top >= head - 1 && bottom <= innerHeight
        }).length
      })
    await expect.poll(() => sumsOfEntries(page)).toMatch(/^541 entries/)
    await expect.poll(seen).toBeGreaterThanOrEqual(20)
    expect(laterPages.size).toBe(0)
    const most = { rows: 0 }
    const reached = new Set<number>()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 2500)
        const drawn = await entryRows(page).evaluateAll((rows) =>
          rows.map((row) => Number((row as HTMLElement).dataset.entryIndex)),
        )
        most.rows = Math.max(most.rows, drawn.length)
        for (const index of drawn) reached.add(index)
        return reached.has(LONG_LIST)
      })
      .toBe(true)
    expect(most.rows).toBeLessThanOrEqual(60)
    expect(laterPages.size).toBe(1)
  })

it('is narrowed to a beneficiary found by typing in either script, which a reload shows and a key removes', async () => {
  const page = await openEntries('')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const box = page.getByRole('combobox', { name: 'Beneficiary', exact: true })
  await box.fill('स्टील')
  await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['Steel Yard'])
  await page.keyboard.press('Enter')
  await page.waitForURL(/beneficiary=b/)
  await expect.poll(() => sumsOfEntries(page)).toBe('1 entry · in ₹0 · out ₹1,400')
  await page.reload()
  await expect.poll(() => box.inputValue()).toBe('Steel Yard')
  expect(await axeViolations(page)).toEqual([])
  await box.fill('tea')
  await page.getByRole('option', { name: 'Tea Stall' }).click()
  await expect.poll(() => sumsOfEntries(page)).toBe('1 entry · in ₹0 · out ₹20.25')
  await box.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.search.includes('beneficiary'))
  await expect.poll(() => box.inputValue()).toBe('')
  await expect.poll(() => sumsOfEntries(page)).toMatch(/^544 entries/)
})

it('takes an entry off its worklist by a review, which has a reason where no bill is needed', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Reviewed Site' })
  await recordExpenseOf(site, { recipient: 'Old Crane', amount: '250000' })
  for (const narration of ['Morning', 'Evening'])
    await recordExpenseOf(site, { recipient: 'Twice Tea', amount: '500', narration })
  const page = await openEntries(`?account=${site.id}`)
  const panel = panelOf(page)
  const openFirst = async (list: string) => {
    await page.goto(`${app.api.origin}/admin/all-transactions?account=${site.id}&worklist=${list}`)
    await entryRows(page).first().click()
  }
  for (const [list, review] of [
    ['large', 'Seen'],
    ['looksTwice', 'Not a duplicate'],
  ] as const) {
    await openFirst(list)
    await panel.getByRole('button', { name: review, exact: true }).click()
    await page.getByText('Nothing to look at here').waitFor()
  }
  await openFirst('withoutBill')
  const notNeeded = panel.getByRole('button', { name: 'No bill needed', exact: true })
  await notNeeded.click()
  await panel.getByText('Please say why no bill is needed').waitFor()
  const reason = panel.getByLabel('Reason')
  await reason.fill('The crane has a slip')
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await entryRows(page).first().click()
  await expect.poll(() => reason.inputValue()).toBe('The crane has a slip')
  await notNeeded.click()
  await page.getByText('Nothing to look at here').waitFor()

  await page.goto(`${app.api.origin}/admin/all-transactions?account=${site.id}`)
  await entryRows(page).filter({ hasText: 'Old Crane' }).click()
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByRole('listitem').filter({ hasText: 'No bill needed' }).getByText('The crane has a slip').waitFor()
  await history.getByText('Seen', { exact: true }).waitFor()
})

if (isFullRun)
  it('takes an entry off its worklist on a phone, too', async () => {
    const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Phone Site' })
    await recordExpenseOf(site, { recipient: 'Phone Crane', amount: '7000' })
    const page = await openAdminDashboard(app, { viewport: PHONE })
    await page.goto(`${app.api.origin}/admin/all-transactions?account=${site.id}&worklist=withoutBill`)
    const dialog = panelOf(page)
    const opener = page.getByRole('button', { name: /^Open: Phone Crane/ })
    await opener.click()
    await dialog.getByLabel('Reason').fill('Paid by the hour')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await opener.click()
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Paid by the hour')
    await dialog.getByRole('button', { name: 'No bill needed', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Nothing to look at here').waitFor()
  })

it('said nothing on the console and broke no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
