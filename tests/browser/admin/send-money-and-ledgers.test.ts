import { readFile } from 'node:fs/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { today } from '@ledger/web/src/shared/api/today.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { listItemNamed, openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import {
  type AppInBrowser,
  blockChangeFeed,
  DESK,
  holdListAnswers,
  openAppInBrowser,
  openToast,
  PHONE,
} from '../helpers/app-in-browser.ts'
import { entryRows, openExportMenu, sumsOfEntries } from '../helpers/entry-table.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

async function balanceOf({ client }: FieldUser): Promise<string> {
  return expectBody(await client.get('/api/site/balance'), 200, ROUTES.siteBalance.answer).currentBalance
}

const RECENT = 'Recent Transactions'

it('sends money after a confirmation that names amount, incharge and purpose; every figure of the page follows', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Gets Money', siteName: 'Canal Bridge' })
  const page = await openAdminDashboard(app)
  const form = page.getByRole('region', { name: 'Send Money to Site Incharge' })
  await form.getByLabel('Site Incharge').selectOption({ label: 'Gets Money, Canal Bridge' })
  const amount = form.getByLabel('Amount')
  await amount.fill('12,500.50x')
  await form.getByText('“12,500.50x” is not an amount. Please write it in digits, like 1500.50').waitFor()
  await expect.poll(() => amount.inputValue()).toBe('')
  await amount.fill('₹ 12,500.50\u00a0')
  await expect.poll(() => amount.inputValue()).toBe('12500.50')
  await form.getByLabel('Narration').fill('Shuttering timber')
  await form.getByRole('button', { name: 'Send Money' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Send ₹12,500.50 to Gets Money?').waitFor()
  await dialog.getByText(`Gets Money, Canal Bridge, ${worker.mobile}`).waitFor()
  await dialog.getByText('Shuttering timber').waitFor()
  await expect.poll(() => balanceOf(worker)).toBe('0.00')
  await dialog.getByRole('button', { name: 'Send Money' }).dblclick()
  await openToast(page).getByText('Money Sent Successfully').waitFor()
  await expect.poll(() => balanceOf(worker)).toBe('12500.50')
  const recent = await openDashboardSection(page, RECENT)
  await listItemNamed(recent, 'Shuttering timber').getByText('+₹12,500.50').waitFor()
  // As money sent, and as money that is with the sites.
  await expect.poll(() => page.locator('#overview').getByText('₹12,500.50').count()).toBe(2)
})

if (isFullRun)
  it('finds credits by words and days, clears, and shows five', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Many Credits' })
    for (const n of [1, 2, 3, 4, 5, 6])
      await sendMoneyTo(app.office, worker, `${n}00`, { narration: `Bricks lot ${n}` })
    await sendMoneyTo(app.office, worker, '77', { narration: 'Long ago', date: '2026-01-05' })
    await recordExpenseOf(worker, { narration: 'Bricks were bought' })
    const page = await openAdminDashboard(app)
    const recent = await openDashboardSection(page, RECENT)
    await recent.getByRole('searchbox').fill('BRICKS')
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(5)
    await expect.poll(() => recent.getByText('Bricks were bought').count()).toBe(0)
    await recent.getByRole('searchbox').fill('')
    await recent.getByLabel('To', { exact: true }).fill('2026-01-05')
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(1)
    await recent.getByText('Long ago').waitFor()
    await recent.getByLabel('To', { exact: true }).fill('2026-01-04')
    await recent.getByText('No transactions found').waitFor()
    await recent.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(5)
  })

it('edits a credit, and loads the new version when somebody else was faster', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Edited Credit' })
  const sent = await sendMoneyTo(app.office, worker, '1000', { narration: 'To be mended' })
  const page = await openAdminDashboard(app)
  const recent = await openDashboardSection(page, RECENT)
  await listItemNamed(recent, 'To be mended')
    .getByRole('button', { name: /^Edit: Edited Credit/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Money Sent' })
  const { recipient, purpose, paymentMode } = sent
  const elsewhere = { type: 'credit', amount: '1100', recipient, purpose, paymentMode, narration: 'To be mended' }
  expect((await app.office.put(`/api/admin/transactions/${sent.id}`, elsewhere)).status).toBe(200)
  await dialog.getByLabel('Amount').fill('1250')
  await dialog.getByLabel('Reason for the change').fill('Sent by cheque')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Load the new version' }).click()
  app.ignoreConsole(/status of 412/)
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('1100')
  await dialog.getByLabel('Amount').fill('1250')
  await dialog.getByLabel('Cheque', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.locator('[id$=-error]').getByText('Please give a reason').waitFor()
  await dialog.getByLabel('Reason for the change').fill('Sent by cheque')
  await dialog.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await openToast(page).getByText('Transaction updated successfully!').waitFor()
  expect((await app.office.get(`/api/audit/transactions/${sent.id}/history`)).text).toContain('Sent by cheque')
  await listItemNamed(recent, 'To be mended').getByText('+₹1,250').waitFor()
  await expect.poll(() => balanceOf(worker)).toBe('1250.00')
})

if (isFullRun)
  it.each(['/admin', '/admin/all-transactions'])(
    'on %s, an edit and a deletion begin from what was just booked, however late the list comes and how old it is then',
    async (path) => {
      const name = path === '/admin' ? 'Credited Twice' : 'Credited Again'
      const worker = await hireFieldUser(app.office, 'site_incharge', { name })
      await sendMoneyTo(app.office, worker, '1000', { narration: 'Edited twice' })
      // The table of a desk has these two in its panel.
      const page = await openAdminDashboard(app, { viewport: path === '/admin' ? DESK : PHONE })
      await blockChangeFeed(page)
      await page.goto(`${app.api.origin}${path}`)
      const lines = path === '/admin' ? await openDashboardSection(page, RECENT) : page.locator('main')
      const line = listItemNamed(lines, name)
      await line.waitFor()
      const lists = await holdListAnswers(page, '/api/admin/transactions')
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect.poll(() => lists.requestCount).toBeGreaterThan(0)
      const dialog = page.getByRole('dialog', { name: 'Edit Money Sent' })
      await line.getByRole('button', { name: /^Edit/ }).click()
      await dialog.getByLabel('Amount').fill('1100')
      await dialog.getByLabel('Reason for the change').fill('Sent more')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await line.getByText('+₹1,100').waitFor()
      await line.getByText(name).first().waitFor()
      await line.getByRole('button', { name: /^Edit/ }).click()
      await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('1100')
      await dialog.getByLabel('Amount').fill('1200')
      await dialog.getByLabel('Reason for the change').fill('Sent more')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await line.getByRole('button', { name: /^Delete: .*₹1,200/ }).click()
      await page.getByRole('dialog').getByLabel('Reason for deleting').fill('Sent twice')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await line.waitFor({ state: 'detached' })
      const isRead = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/transactions')
      lists.release()
      await (await isRead).finished()
      await expect.poll(() => balanceOf(worker)).toBe('0.00')
      await expect.poll(() => line.count()).toBe(0)
    },
  )

if (isFullRun)
  it.each(['/admin', '/admin/all-transactions'])(
    'on %s, says that rows are of the search before until those of this one have come',
    async (path) => {
      const [one, other] = path === '/admin' ? ['Basalt Crew', 'Quite Another'] : ['Gravel Team', 'Somebody Else']
      for (const name of [one, other])
        await sendMoneyTo(app.office, await hireFieldUser(app.office, 'site_incharge', { name }), '10')
      const page = await openAdminDashboard(app, { viewport: path === '/admin' ? DESK : PHONE })
      await page.goto(`${app.api.origin}${path}`)
      const lines = path === '/admin' ? await openDashboardSection(page, RECENT) : page.locator('main')
      await listItemNamed(lines, other).waitFor()
      const lists = await holdListAnswers(page, '/api/admin/transactions')
      await lines.getByRole('searchbox').fill(one)
      await lines.locator('[aria-busy=true]').filter({ hasText: other }).waitFor()
      lists.release()
      await listItemNamed(lines, other).waitFor({ state: 'detached' })
      await listItemNamed(lines, one).waitFor()
      await expect.poll(() => lines.locator('[aria-busy=true]').count()).toBe(0)
    },
  )

if (isFullRun)
  it('edits and deletes a transfer on both sides at once', async () => {
    const giver = await hireFieldUser(app.office, 'site_incharge', { name: 'Gives Some' })
    const taker = await hireFieldUser(app.office, 'supervisor', { name: 'Takes Some' })
    await sendMoneyTo(app.office, giver, '500')
    await transferMoney(giver, taker, '200', { narration: 'Crew wages' })
    const page = await openAdminDashboard(app)
    const recent = await openDashboardSection(page, RECENT)
    const line = listItemNamed(recent, 'Crew wages')
    await line.getByText('TRANSFER').waitFor()
    await line.getByRole('button', { name: /^Edit: Takes Some/ }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Transfer' })
    await expect.poll(() => editing.getByLabel('Cheque', { exact: true }).count()).toBe(0)
    await editing.getByLabel('Amount').fill('900')
    await editing.getByLabel('Reason for the change').fill('Gave more')
    await editing.getByRole('button', { name: 'Save', exact: true }).click()
    await editing.getByRole('alert').getByText('Transfer amount exceeds available balance').waitFor()
    app.ignoreConsole(/status of 422/)
    await editing.getByLabel('Amount').fill('300')
    await editing.getByRole('button', { name: 'Save', exact: true }).click()
    await line.getByText('+₹300').waitFor()
    expect([await balanceOf(giver), await balanceOf(taker)]).toEqual(['200.00', '300.00'])
    await line.getByRole('button', { name: /^Delete: Takes Some/ }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete Transaction' })
    await deleting.getByText('Are you sure you want to delete this transaction?').waitFor()
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click()
    await deleting.locator('[id$=-error]').getByText('Please give a reason').waitFor()
    await deleting.getByLabel('Reason for deleting').fill('Sent twice')
    await deleting.getByRole('button', { name: 'Delete', exact: true }).dblclick()
    await openToast(page).getByText('Transaction deleted successfully!').waitFor()
    expect([await balanceOf(giver), await balanceOf(taker)]).toEqual(['500.00', '0.00'])
  })

it('keeps a ledger: opening and closing balance, the balance after each row, and the same in a file', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Book Keeper', siteName: 'Ghat Road' })
  await sendMoneyTo(app.office, worker, '1000', { date: '2026-03-01' })
  await recordExpenseOf(worker, { amount: '250.25', recipient: '=Sand & Co', date: '2026-04-02' })
  await recordExpenseOf(worker, { amount: '900', recipient: 'Steel Co', date: '2026-04-03' })
  const page = await openAdminDashboard(app)
  const section = await openDashboardSection(page, 'Site-Wise Ledger')
  await section.getByLabel('Site Incharge').selectOption({ label: 'Book Keeper, Ghat Road' })
  await section.getByLabel('From').fill('2026-04-01')
  await expect
    .poll(() => section.getByRole('definition').allTextContents())
    .toEqual(['₹1,000', '₹0', '₹1,150.25', '−₹150.25'])
  const rows = await section.getByRole('row').allInnerTexts()
  expect(rows.slice(1).map((row) => row.split(/\s*\n\s*|\t/).filter((text) => text !== ''))).toEqual([
    ['Opening balance', '1,000.00'],
    ['2 Apr 2026', '=Sand & Co', 'Cement\u00a0· Ten bags', 'Cash', '−250.25', '749.75'],
    ['3 Apr 2026', 'Steel Co', 'Cement\u00a0· Ten bags', 'Cash', '−900.00', '−150.25'],
    ['Closing balance', '0.00', '1,150.25', '−150.25'],
  ])
  const waiting = page.waitForEvent('download')
  await (await openExportMenu(section, 'Excel')).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe(`Ledger_Book_Keeper_Ghat_Road_2026-04-01_to_${today()}.xlsx`)
  await openToast(page).getByText('Export Successful').waitFor()
  const { default: Excel } = await import('exceljs')
  const book = new Excel.Workbook()
  await book.xlsx.load((await readFile(await file.path())).buffer)
  const sheet = book.getWorksheet('Transaction Report')
  const column = (letter: string, to: number) =>
    Array.from({ length: to - 1 }, (_, index) => sheet?.getCell(`${letter}${index + 2}`).value)
  expect(column('D', 5)).toEqual(['Opening Balance', '=Sand & Co', 'Steel Co', 'Closing Balance'])
  expect(column('C', 5)).toEqual([null, 250.25, 900, null])
  expect(column('I', 5)).toEqual([1000, 749.75, -150.25, -150.25])
  expect(sheet?.getCell('A11').value).toBe('Current Balance (Deficit)')
})

/** Returns by how much each balance of a book differs from the balance above it, in rupees. */
async function balanceSteps(box: Locator): Promise<number[]> {
  const rows = await box.getByRole('row').allInnerTexts()
  const balances = rows
    .flatMap((row) => /−?₹[\d,]+$/.exec(row.trim()) ?? [])
    .map((text) => Number(text.replace('−', '-').replace(/[₹,]/g, '')))
  return balances.slice(1).map((balance, place) => balance - (balances[place] ?? 0))
}

if (isFullRun)
  it('keeps a ledger of several pages true: each balance follows from the one above, whatever is booked meanwhile', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Late Bills' })
    await sendMoneyTo(app.office, worker, '1000', { date: '2026-01-01' })
    const entries = Array.from({ length: 204 }, (_, entry) => entry)
    await Promise.all(entries.map(() => recordExpenseOf(worker, { amount: '1', date: '2026-02-01' })))
    const steps = (...others: number[]) => [1000, ...others, ...entries.map(() => -1), 0]
    const openBook = async (page: Page) => {
      const section = await openDashboardSection(page, 'Site-Wise Ledger')
      await section.getByLabel('Site Incharge').selectOption({ label: `Late Bills, Site ${worker.mobile}` })
      const box = section.getByRole('region', { name: 'Ledger of Late Bills' })
      return { box, earlier: box.getByRole('button', { name: 'Show earlier ones' }) }
    }
    // The table of a desk draws only the rows near the view.
    const page = await openAdminDashboard(app, { viewport: PHONE })
    const { box, earlier } = await openBook(page)
    await earlier.click()
    await box.getByRole('row', { name: 'Balance brought forward ₹996' }).waitFor()
    await earlier.click()
    await box.getByRole('row', { name: 'Opening balance ₹0' }).waitFor()
    expect(await balanceSteps(box)).toEqual(steps())
    // All three pages are read again when another user books an entry.
    await recordExpenseOf(worker, { amount: '100', date: '2026-01-15', narration: 'Found late' })
    await box.getByText('Found late').waitFor()
    await expect.poll(() => balanceSteps(box)).toEqual(steps(-100))
    await page.close()

    // A page that hears of nothing learns of it from the ledger, which refuses the next page.
    const unaware = await openAdminDashboard(app, { viewport: PHONE, prepare: blockChangeFeed })
    const { box: old, earlier: next } = await openBook(unaware)
    await old.getByRole('row', { name: 'Balance brought forward ₹796' }).waitFor()
    app.ignoreConsole(/status of 409/)
    await recordExpenseOf(worker, { amount: '50', date: '2026-01-16', narration: 'Found later' })
    await next.click()
    await old.getByRole('row', { name: 'Balance brought forward ₹846' }).waitFor()
    expect(await balanceSteps(old)).toEqual([...entries.slice(4).map(() => -1), 0])
    await unaware.close()
  })

if (isFullRun)
  it('has the closing balance of a long ledger on top, and brings earlier pages in above what is read', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Long Book' })
    await sendMoneyTo(app.office, worker, '1000', { date: '2026-01-01' })
    const entries = Array.from({ length: 104 }, (_, entry) => entry)
    await Promise.all(entries.map((entry) => recordExpenseOf(worker, { amount: '1', narration: `Entry ${entry}.` })))
    const page = await openAdminDashboard(app, { viewport: PHONE })
    const section = await openDashboardSection(page, 'Site-Wise Ledger')
    await section.getByLabel('Site Incharge').selectOption({ label: `Long Book, Site ${worker.mobile}` })
    const box = section.getByRole('region', { name: 'Ledger of Long Book' })
    await box.getByText('Entry 99.').waitFor()
    // A ledger is as long as the page: the newest row is at its end, and the closing balance above it as well.
    await expect.poll(() => box.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
    await expect.poll(() => section.getByRole('definition').last().innerText()).toBe('₹896')
    await expect.poll(() => box.getByRole('row', { name: 'Closing balance ₹896' }).isVisible()).toBe(true)
    await expect.poll(() => box.getByRole('row', { name: 'Opening balance' }).count()).toBe(0)
    await box.getByRole('row', { name: 'Balance brought forward ₹996' }).waitFor()
    const earlier = box.getByRole('button', { name: 'Show earlier ones' })
    await earlier.scrollIntoViewIfNeeded()
    const read = box.getByRole('row').filter({ hasText: /Entry/ }).first()
    const words = await read.innerText()
    const before = await read.boundingBox()
    await earlier.click()
    await box.getByRole('row', { name: 'Opening balance ₹0' }).waitFor()
    const after = await box
      .getByRole('row')
      .filter({ hasText: /Entry \d+\./.exec(words)?.[0] ?? '' })
      .boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60)
    await page.close()
  })

if (isFullRun)
  it('searches people, entries and beneficiaries at once, on the server', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Quartz Incharge' })
    await sendMoneyTo(app.office, worker, '10')
    await recordExpenseOf(worker, { recipient: 'Quartz Traders', narration: 'Floor' })
    const page = await openAdminDashboard(app)
    const section = await openDashboardSection(page, 'Search Across All Data')
    await section.getByRole('searchbox').fill('quartz')
    await section.getByRole('heading', { name: 'Beneficiaries' }).waitFor()
    await section.getByRole('heading', { name: 'Site incharges, 1' }).waitFor()
    await entryRows(section).filter({ hasText: 'Floor' }).getByText('−100.00').waitFor()
    await section.getByRole('searchbox').fill('no such thing anywhere')
    await section.getByText('Nothing found for').waitFor()
  })

if (isFullRun)
  it('leads from a search to everybody that it found, a few at a time', async () => {
    for (let number = 1; number <= 10; number += 1)
      await hireFieldUser(app.office, 'supervisor', { name: `Feldspar Helper ${number}` })
    const page = await openAdminDashboard(app)
    const section = await openDashboardSection(page, 'Search Across All Data')
    await section.getByRole('searchbox').fill('feldspar')
    const names = section.getByText(/^Feldspar Helper \d+$/)
    await section.getByRole('heading', { name: 'Supervisors, 8 of 10' }).waitFor()
    await expect.poll(() => names.count()).toBe(8)
    await section.getByRole('button', { name: 'Show more' }).click()
    await section.getByRole('heading', { name: 'Supervisors, 10' }).waitFor()
    expect(new Set(await names.allTextContents()).size).toBe(10)
    await expect.poll(() => section.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })

if (isFullRun)
  it('lists every row of every account on a page of its own, narrowed by the server', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Lists All' })
    await sendMoneyTo(app.office, worker, '40')
    await recordExpenseOf(worker, { recipient: 'Only Here', amount: '7' })
    const page = await openAdminDashboard(app)
    await (await openDashboardSection(page, RECENT)).getByRole('link', { name: 'View All' }).click()
    await page.waitForURL(/\/admin\/all-transactions$/)
    await page.getByLabel('Account').selectOption({ label: `Lists All, Site ${worker.mobile}` })
    await expect.poll(() => sumsOfEntries(page)).toMatch(/^2 entries/)
    const panel = page.getByRole('dialog')
    await entryRows(page).filter({ hasText: '+40.00' }).click()
    await expect.poll(() => panel.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.getByLabel('Type').selectOption('debit')
    await expect.poll(() => sumsOfEntries(page)).toBe('1 entry · in ₹0 · out ₹7')
    await entryRows(page).filter({ hasText: 'Only Here' }).click()
    await panel.getByRole('link', { name: 'Receipt' }).waitFor()
    await expect.poll(() => panel.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0)
  })

if (isFullRun)
  it('shows what visitors of the public page wrote', async () => {
    const body = { name: 'Visitor One', email: 'v@example.in', phone: '+91 98765 43210', message: 'A roof of 200 kW' }
    expect((await app.office.post('/api/contact', body)).status).toBe(204)
    const page = await openAdminDashboard(app)
    const section = await openDashboardSection(page, 'Messages from the Public Page')
    await section.getByText('A roof of 200 kW').waitFor()
    await expect
      .poll(() => section.getByRole('link', { name: '+91 98765 43210' }).getAttribute('href'))
      .toBe('tel:+919876543210')
  })

it('said nothing on the console and broke no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
