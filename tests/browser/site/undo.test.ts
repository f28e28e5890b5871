import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, expectToast, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  countPendingEntries,
  interceptNetwork,
} from '../helpers/cut-network.ts'

/** For the 5 s of its toast, a save and a deletion are taken back: in the ledger, on its way, or on the phone. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterEach(() => app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS))
afterAll(() => app.close())

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

async function phone(worker: FieldUser, path: string) {
  let line: CuttableNetwork | undefined
  const page = await app.openPageAs(worker, path, {
    async prepare(blank) {
      line = await interceptNetwork(blank.context())
    },
  })
  if (line === undefined) throw new Error('The page was not prepared')
  return { page, line }
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

describe('a deletion', () => {
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
    await page.context().clearCookies()
    await undo(page).click()
    app.ignoreConsole(/status of 401/)
    await page.waitForURL(/login/)
    await expect.poll(() => countPendingEntries(page, worker.account)).toBe(1)
  })
})
