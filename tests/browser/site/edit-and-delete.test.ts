import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import {
  type AppInBrowser,
  blockChangeFeed,
  holdListAnswers,
  openAppInBrowser,
  openToast,
} from '../helpers/app-in-browser.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

async function incharge(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  return worker
}

async function rowsOf({ client }: FieldUser) {
  return expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
}

/** Excludes toasts, which are list items as well, and name the row. A day's first row has that day's sums above it. */
const row = (page: Page, name: string) => page.locator('main').getByRole('listitem').filter({ hasText: name })

async function openEdit(page: Page, name: string) {
  await row(page, name).getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
  await dialog.getByLabel('Amount', { exact: true }).waitFor()
  return dialog
}

it('offers edit and delete on own expenses, and neither on money received nor on transfers', async () => {
  const worker = await incharge()
  const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Crew Leader' })
  await recordExpenseOf(worker, { recipient: 'Own Expense' })
  await transferMoney(worker, supervisor, '50')
  const page = await app.openSignedInPage(worker.mobile)
  await row(page, 'Own Expense').waitFor()
  const offered = (name: string) => row(page, name).getByRole('button', { name: /^(Edit|Delete)/ })
  await expect.poll(() => offered('Own Expense').count()).toBe(2)
  await expect.poll(() => offered('Crew Leader').count()).toBe(0)
  await expect.poll(() => offered('Head Office').count()).toBe(0)
  await expect.poll(() => row(page, 'Head Office').getByText('+₹10,000', { exact: true }).count()).toBe(1)
})

it('edits with the fields of the expense form; list and balance follow', async () => {
  const worker = await incharge()
  await recordExpenseOf(worker, { recipient: 'Sharma Traders', amount: '100' })
  const page = await app.openSignedInPage(worker.mobile)
  const dialog = await openEdit(page, 'Sharma Traders')
  await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe('100')
  await expect.poll(() => dialog.getByLabel('Paid to', { exact: true }).inputValue()).toBe('Sharma Traders')
  await expect.poll(() => dialog.getByLabel('Cash', { exact: true }).isChecked()).toBe(true)
  await dialog.getByLabel('Amount', { exact: true }).fill('250.75')
  await dialog.getByLabel('Cheque', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await openToast(page).getByText('Transaction updated successfully!').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'Sharma Traders').getByText('−₹250.75', { exact: true }).waitFor()
  await expect.poll(() => page.getByTestId('current-balance').textContent()).toBe('₹9,749.25')
  await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '250.75', paymentMode: 'cheque', revision: 2 }, {}])
})

it('says so when somebody else was faster, and loads the new version without losing the way', async () => {
  const worker = await incharge()
  const { id } = await recordExpenseOf(worker, { recipient: 'Fast Hands', amount: '100' })
  const page = await app.openSignedInPage(worker.mobile)
  const dialog = await openEdit(page, 'Fast Hands')
  const elsewhere = { ...sampleExpenseBody, recipient: 'Fast Hands', amount: '333' }
  expect((await worker.client.put(`/api/site/transactions/${id}`, elsewhere)).status).toBe(200)
  await dialog.getByLabel('Amount', { exact: true }).fill('111')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Somebody changed this transaction while you had it open.').waitFor()
  app.ignoreConsole(/status of 412/)
  await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe('111')
  await dialog.getByRole('button', { name: 'Load the new version' }).click()
  await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe('333')
  await dialog.getByLabel('Amount', { exact: true }).fill('111')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await openToast(page).getByText('Transaction updated successfully!').waitFor()
  await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '111.00', revision: 3 }, {}])
})

if (isFullRun)
  it.each(['/site-dashboard', '/transactions'])(
    'on %s, an edit and a deletion begin from what was just booked, however late the list comes and how old it is then',
    async (path) => {
      const worker = await incharge()
      await recordExpenseOf(worker, { recipient: 'Edited Twice', amount: '100' })
      await recordExpenseOf(worker, { recipient: 'Edited And Deleted', amount: '70' })
      const page = await app.openPageAs(worker, path, { prepare: blockChangeFeed })
      await row(page, 'Edited Twice').waitFor()
      const open = async (name: string, amount: string) => {
        const dialog = await openEdit(page, name)
        await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe(amount)
        return dialog
      }
      const save = async (dialog: Locator, amount: string) => {
        await dialog.getByLabel('Amount', { exact: true }).fill(amount)
        await dialog.getByRole('button', { name: 'Save', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      /** Requests from before the edit are answered after it. */
      const held = async () => {
        const lists = await holdListAnswers(page, '/api/site/transactions')
        // While a request is running no other one starts.
        const look = async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('focus')))
          return lists.requestCount
        }
        await expect.poll(look).toBeGreaterThan(0)
        return lists
      }
      let lists = await held()
      await save(await open('Edited Twice', '100'), '120')
      const again = await open('Edited Twice', '120')
      lists.release()
      await save(again, '130')
      await row(page, 'Edited Twice').getByText('−₹130', { exact: true }).waitFor()

      lists = await held()
      await save(await open('Edited And Deleted', '70'), '75')
      await row(page, 'Edited And Deleted')
        .getByRole('button', { name: /^Delete: .*₹75/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await row(page, 'Edited And Deleted').waitFor({ state: 'detached' })
      const isRead = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/site/transactions')
      lists.release()
      await (await isRead).finished()
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '130.00', revision: 3 }, {}])
      await expect.poll(() => row(page, 'Edited And Deleted').count()).toBe(0)
      await expect.poll(() => row(page, 'Edited Twice').getByText('−₹130', { exact: true }).count()).toBe(1)
    },
  )

if (isFullRun)
  it('goes on showing what was booked while the server answers lists that are of before', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'Edited While Behind', amount: '100' })
    await recordExpenseOf(worker, { recipient: 'Deleted While Behind', amount: '70' })
    const page = await app.openPageAs(worker, '/transactions', { prepare: blockChangeFeed })
    await row(page, 'Deleted While Behind').waitFor()
    const isBehind = (why: string) =>
      app.api.sql.query(`UPDATE read.checkpoints SET stopped_because = ${why} WHERE projection = 'ledger'`)
    /** Waits for the next list with a lag header. */
    const oldList = () =>
      page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === '/api/site/transactions' && 'ledger-lag' in answer.headers(),
      )
    await isBehind("'a test'")
    try {
      const afterEdit = oldList()
      const dialog = await openEdit(page, 'Edited While Behind')
      await dialog.getByLabel('Amount', { exact: true }).fill('120')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await (await afterEdit).finished()
      const afterDeletion = oldList()
      await row(page, 'Deleted While Behind')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await (await afterDeletion).finished()
      await row(page, 'Deleted While Behind').waitFor({ state: 'detached' })
      // The page has drawn its answer by now.
      const afterLook = oldList()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await (await afterLook).finished()
      const again = await openEdit(page, 'Edited While Behind')
      await expect.poll(() => again.getByLabel('Amount', { exact: true }).inputValue()).toBe('120')
      await again.getByLabel('Amount', { exact: true }).fill('130')
      await again.getByRole('button', { name: 'Save', exact: true }).click()
      await again.waitFor({ state: 'detached' })
      await row(page, 'Edited While Behind').getByText('−₹130', { exact: true }).waitFor()
      await expect.poll(() => row(page, 'Deleted While Behind').count()).toBe(0)
    } finally {
      await isBehind('NULL')
    }
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '130.00', revision: 3 }, {}])
  })

if (isFullRun)
  it('goes on showing the balance of an answer while the server reads one that is of before', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'Balance While Behind', amount: '100' })
    const page = await app.openPageAs(worker, '/site-dashboard', { prepare: blockChangeFeed })
    const balance = () => page.getByTestId('current-balance').textContent()
    await expect.poll(balance).toBe('₹9,900')
    const isBehind = (why: string) =>
      app.api.sql.query(`UPDATE read.checkpoints SET stopped_because = ${why} WHERE projection = 'balances'`)
    const oldBalance = () =>
      page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === '/api/site/balance' && 'ledger-lag' in answer.headers(),
      )
    const look = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await isBehind("'a test'")
    try {
      const afterEdit = oldBalance()
      const dialog = await openEdit(page, 'Balance While Behind')
      await dialog.getByLabel('Amount', { exact: true }).fill('120')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await (await afterEdit).json()).toMatchObject({ currentBalance: '9900.00' })
      // When the second answer arrives, the first one is drawn.
      const afterLook = oldBalance()
      await look()
      await (await afterLook).finished()
      await expect.poll(balance).toBe('₹9,880')
    } finally {
      await isBehind('NULL')
    }
    await sendMoneyTo(app.office, worker, '50')
    await look()
    await expect.poll(balance).toBe('₹9,930')
  })

if (isFullRun)
  it('shows an entry that was edited as it is now, also before it is asked for', async () => {
    const worker = await incharge()
    const { id } = await recordExpenseOf(worker, { recipient: 'Opened Again', amount: '100' })
    const page = await app.openPageAs(worker, '/site-dashboard', { prepare: blockChangeFeed })
    const sheet = page.getByRole('dialog', { name: 'Transaction', exact: true })
    const open = () => row(page, 'Opened Again').getByRole('button', { name: /^Open/ }).click()
    await open()
    await sheet.getByText('Never').waitFor()
    await sheet.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await dialog.getByLabel('Amount', { exact: true }).fill('140')
    const one = await holdListAnswers(page, `/api/site/transactions/${id}`)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await open()
    await expect.poll(() => one.requestCount).toBeGreaterThan(0)
    await sheet.getByText('−₹140', { exact: true }).waitFor()
    await expect.poll(() => sheet.getByText('Never').count()).toBe(0)
    await sheet.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Amount', { exact: true }).fill('150')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    one.release()
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '150.00', revision: 3 }, {}])
  })

if (isFullRun)
  it('an edit whose answer is lost is settled by the same key, and what is typed outlives a reload', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'Lost Answer', amount: '100' })
    const page = await app.openSignedInPage(worker.mobile)
    const keys = new Set<string | undefined>()
    let isLost = true
    await page.route('**/api/site/transactions/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      keys.add(route.request().headers()['idempotency-key'])
      if (!isLost) return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    let dialog = await openEdit(page, 'Lost Answer')
    await dialog.getByLabel('Amount', { exact: true }).fill('120')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await openToast(page).getByText('Saved on this phone, will be sent').waitFor()
    isLost = false
    await openToast(page).getByText('Transaction updated successfully!').waitFor()
    app.ignoreConsole(/ERR_CONNECTION_RESET/)
    expect(keys.size).toBe(1)
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '120.00', revision: 2 }, {}])
    // A draft belongs to the revision that it began with.
    await row(page, 'Lost Answer').getByText('−₹120', { exact: true }).waitFor()

    dialog = await openEdit(page, 'Lost Answer')
    await dialog.getByLabel('Amount', { exact: true }).fill('130')
    await page.reload()
    dialog = await openEdit(page, 'Lost Answer')
    await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe('130')
  })

it('asks before it deletes; the balance comes back', async () => {
  const worker = await incharge()
  await recordExpenseOf(worker, { recipient: 'Wrong Entry', amount: '100' })
  const page = await app.openSignedInPage(worker.mobile)
  await row(page, 'Wrong Entry')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Are you sure you want to delete this transaction?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => rowsOf(worker)).toHaveLength(2)
  await row(page, 'Wrong Entry')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).dblclick()
  await openToast(page).getByText('Transaction deleted successfully!').waitFor()
  await row(page, 'Wrong Entry').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByTestId('current-balance').textContent()).toBe('₹10,000')
  await expect.poll(() => rowsOf(worker)).toHaveLength(1)
})

it('after an update without a session leads to the external sign-in; after a delete only says so', async () => {
  const worker = await incharge()
  await recordExpenseOf(worker, { recipient: 'No Session', amount: '100' })
  const page = await app.openPageAs(worker, '/site-dashboard', { prepare: blockChangeFeed })
  await row(page, 'No Session')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await openToast(page).getByText('Unauthorized', { exact: true }).waitFor()
  await page.waitForTimeout(900)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/site-dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // No answer of a reading leads away first.
  await page.route('**/api/site/**', async (route) => {
    if (route.request().method() !== 'GET') await route.continue()
  })
  const dialog = await openEdit(page, 'No Session')
  const external = page.waitForRequest('**/api/login')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await openToast(page).getByText('Unauthorized', { exact: true }).waitFor()
  await external
  app.ignoreConsole(/status of 401/)
  await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '100.00', revision: 1 }, {}])
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
