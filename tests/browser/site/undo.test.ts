import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import {
  type AppInBrowser,
  expectToast,
  openAppInBrowser,
  openToast,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  countPendingEntries,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'

/** For the 5 s of its toast, a save and a deletion are taken back: in the ledger, on its way, or on the phone. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterEach(() => app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS))
afterAll(() => app.close())

const SESSION_OVER = { status: 401, code: 'unauthorized', title: 'Unauthorized', message: 'Please sign in' }
const KEPT = 'Saved on this phone, will be sent'

async function rowsOf({ client }: FieldUser) {
  const all = await expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  return all.filter(({ type }) => type === 'debit')
}

async function incharge(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  return worker
}

async function phone(worker: FieldUser, path: string, prepare?: (blank: Page) => Promise<unknown>) {
  let line: CuttableNetwork | undefined
  const page = await app.openPageAs(worker, path, {
    async prepare(blank) {
      await prepare?.(blank)
      line = await interceptNetwork(blank.context())
    },
  })
  if (line === undefined) throw new Error('The page was not prepared')
  return { page, line }
}

async function save(page: Page, amount: string, recipient: string): Promise<void> {
  await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  await fillExpenseForm(page, amount, recipient)
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
}

const undo = (page: Page) => openToast(page).getByRole('button', { name: 'Undo', exact: true })
const row = (page: Page, name: string) => page.locator('main').getByRole('listitem').filter({ hasText: name })

async function deleteRow(page: Page, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^Delete/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delete Transaction' })
  await dialog.getByText('For 5 seconds afterwards you can undo it.').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
}

describe('a save', () => {
  it('that is in the ledger is deleted again, by a double tap once, after the screen has changed', async () => {
    const worker = await incharge()
    const { page, line } = await phone(worker, '/expense')
    await save(page, '450', 'Ramlal')
    await expectToast(page, 'Expense saved successfully!', '₹450 · Ramlal')
    expect((await undo(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.waitForURL('**/site-dashboard')
    await row(page, 'Ramlal').waitFor()
    await undo(page).dblclick()
    await expectToast(page, 'Taken back', '₹450 · Ramlal')
    await row(page, 'Ramlal').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByTestId('current-balance').textContent()).toBe('₹10,000')
    await expect.poll(() => rowsOf(worker)).toEqual([])
    expect(line.commands.map((request) => request.method())).toEqual(['POST', 'DELETE'])
  })

  it('by the keyboard: F8 leads to the toast, Tab to its button', async () => {
    const worker = await incharge()
    const { page } = await phone(worker, '/expense')
    await save(page, '450', 'Ramlal')
    await undo(page).waitFor()
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => undo(page).evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Taken back', '₹450 · Ramlal')
    await expect.poll(() => rowsOf(worker)).toEqual([])
  })

  it('that waits on the phone never reaches the ledger', async () => {
    const worker = await incharge()
    const { page, line } = await phone(worker, '/expense')
    await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
    await line.cut()
    await save(page, '450', 'Ramlal')
    await expectToast(page, KEPT, '₹450 · Ramlal')
    await undo(page).click()
    await expectToast(page, 'Taken back', '₹450 · Ramlal')
    await expect.poll(() => countPendingEntries(page)).toBe(0)
    await line.restore()
    await page.waitForURL('**/site-dashboard')
    await expect.poll(() => page.getByTestId('current-balance').textContent()).toBe('₹10,000')
    expect([line.commands, await rowsOf(worker)]).toEqual([[], []])
  })

  it('whose answer was lost is deleted behind it, once', async () => {
    const worker = await incharge()
    const { page, line } = await phone(worker, '/expense')
    await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
    line.failAnswers('lost')
    await save(page, '450', 'Ramlal')
    await openToast(page).getByText(KEPT).waitFor({ timeout: 20_000 })
    await undo(page).click()
    await openToast(page).getByText('Taken back on this phone, will be sent').waitFor({ timeout: 20_000 })
    await line.restore()
    await expect.poll(() => countPendingEntries(page), { timeout: 20_000 }).toBe(0)
    await expect.poll(() => rowsOf(worker)).toEqual([])
  })

  if (isFullRun)
    it('of a supervisor, who deletes nothing, is taken back only while it waits', async () => {
      const supervisor = await hireFieldUser(app.office, 'supervisor')
      const { page, line } = await phone(supervisor, '/expense')
      await save(page, '50', 'Ramlal')
      await expectToast(page, 'Expense saved successfully!', '₹50 · Ramlal')
      await expect.poll(() => undo(page).count()).toBe(0)
      await page.waitForURL('**/supervisor-dashboard')
      await page.goto(`${app.api.origin}/expense`)
      await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
      await line.cut()
      await save(page, '60', 'Ramlal')
      await undo(page).click()
      await expectToast(page, 'Taken back', '₹60 · Ramlal')
      await line.restore()
      await expect.poll(() => countPendingEntries(page)).toBe(0)
      expect(await rowsOf(supervisor)).toMatchObject([{ amount: '50.00' }])
    })
})

if (isFullRun)
  it('a copy whose answer was lost, on a phone that can keep nothing, is recorded once by the next try', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'Ramlal', amount: '450' })
    const { page, line } = await phone(worker, '/site-dashboard', (blank) =>
      blank.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('Not in this window', 'InvalidStateError')
        }
      }),
    )
    await row(page, 'Ramlal').click()
    const again = page.getByRole('button', { name: 'Record again today' })
    line.failAnswers('lost')
    await again.click()
    await openToast(page).getByText('Failed to save expense').waitFor({ timeout: 20_000 })
    await line.restore()
    await again.click()
    await expectToast(page, 'Expense saved successfully!', '₹450 · Ramlal')
    expect(await rowsOf(worker)).toHaveLength(2)
  })

describe('a deletion', () => {
  if (isFullRun)
    it('is undone by the same entry under its own id and number, with its bills and its day', async () => {
      const worker = await incharge()
      const billId = await uploadBillFileForId(worker.client, await samplePhoto())
      const before = await recordExpenseOf(worker, {
        ...{ recipient: 'Malwa Cement', amount: '12500.50', date: '2026-11-03', narration: 'Bill 7456' },
        bills: [billId],
      })
      const { page } = await phone(worker, '/site-dashboard')
      await deleteRow(page, 'Malwa Cement')
      await expectToast(page, 'Transaction deleted successfully!', '₹12,500.50 · Malwa Cement')
      await undo(page).click()
      await expectToast(page, 'Taken back: entered again', '₹12,500.50 · Malwa Cement')
      await row(page, 'Malwa Cement').waitFor()
      const [again, ...more] = await rowsOf(worker)
      const { recipient, amount, purpose, narration, paymentMode, bills } = before
      expect(again).toMatchObject({ recipient, amount, purpose, narration, paymentMode, bills, revision: 1 })
      expect([again?.date.slice(0, 10), again?.id === before.id, again?.voucher === before.voucher, more]).toEqual([
        ...['2026-11-03', false, false, []],
      ])
    })

  if (isFullRun)
    it('that waits is taken back from the phone', async () => {
      const worker = await incharge()
      await recordExpenseOf(worker, { recipient: 'To Stay', amount: '70' })
      const { page, line } = await phone(worker, '/site-dashboard')
      await row(page, 'To Stay').waitFor()
      await row(page, 'To Stay')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await line.cut()
      await deleteRow(page, 'To Stay')
      await expectToast(page, KEPT, '₹70 · To Stay')
      await row(page, 'To Stay').getByText('TO BE DELETED', { exact: true }).waitFor()
      await undo(page).click()
      await expectToast(page, 'Taken back', '₹70 · To Stay')
      await row(page, 'To Stay').getByText('TO BE DELETED', { exact: true }).waitFor({ state: 'detached' })
      expect(await countPendingEntries(page)).toBe(0)
      await line.restore()
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ recipient: 'To Stay', revision: 1 }])
    })

  it('whose undoing meets an ended session keeps the entry on the phone', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'To Keep', amount: '70' })
    const { page } = await phone(worker, '/site-dashboard')
    await row(page, 'To Keep').waitFor()
    await deleteRow(page, 'To Keep')
    await undo(page).waitFor()
    // Only the new entry meets the end: otherwise the reading of the lists may meet it first.
    await page.route('**/api/site/transactions', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json: SESSION_OVER }) : route.fallback(),
    )
    await undo(page).click()
    app.ignoreConsole(/status of 401/)
    await waitForSignIn(page)
    await expect.poll(() => countPendingEntries(page, worker.account)).toBe(1)
  })
})
