import { DATE_IN_FUTURE_MESSAGE, dayOf } from '@ledger/contracts/dates.ts'
import { ERROR_CATALOGUE } from '@ledger/contracts/http/error-catalogue.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import {
  type AppInBrowser,
  expectToast,
  openAppInBrowser,
  openToast,
  recordToasts,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  countPendingEntries,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'

/** An entry of a field user waits on the phone, and reaches the ledger exactly once, whatever happens in between. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterEach(() => app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS))
afterAll(() => app.close())

const DAY_MS = 86_400_000
const today = () => dayOf(new Date().toISOString())
const KEPT = 'Saved on this phone, will be sent'
const SAVE = { name: 'Save Expense', exact: true }

async function rowsOf({ client }: FieldUser) {
  return expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
}

const row = (page: Page, name: string) => page.locator('main').getByRole('listitem').filter({ hasText: name })
const BEFORE_COUNT = /^(Waiting to be sent|Not accepted|भेजना बाकी|मंज़ूर नहीं हुआ) \(/
const bar = (page: Page) => page.locator('main').getByRole('button', { name: BEFORE_COUNT })
const sheet = (page: Page) => page.getByRole('dialog', { name: BEFORE_COUNT })

/** Opens a screen on a phone with its line, after the first check of the outbox. */
async function phone(worker: FieldUser, path: string, look: Parameters<AppInBrowser['openPageAs']>[2] = {}) {
  let line: CuttableNetwork | undefined
  const page = await app.openPageAs(worker, path, {
    ...look,
    async prepare(blank) {
      line = await interceptNetwork(blank.context())
      await look.prepare?.(blank)
    },
  })
  if (line === undefined) throw new Error('The page was not prepared')
  return { page, line }
}

/** Opens an expense form that is ready, with the list of beneficiaries loaded. */
async function atExpense(worker: FieldUser, look?: Parameters<AppInBrowser['openPageAs']>[2]) {
  const { page, line } = await phone(worker, '/expense', look)
  await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  return { page, line }
}

async function save(page: Page, amount: string, recipient: string): Promise<void> {
  await fillExpenseForm(page, amount, recipient)
  await page.getByRole('button', SAVE).click()
}

async function incharge(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  return worker
}

async function signInAt(page: Page, mobile: string): Promise<void> {
  await page.goto(`${app.api.origin}/site-login`)
  await page.locator('input[name=mobile]').fill(mobile)
  await page.locator('input[name=password]').fill(TEST_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/site-dashboard')
}

const keysOf = ({ commands }: CuttableNetwork) => commands.map((request) => request.headers()['idempotency-key'])

describe('without a network', () => {
  it('an expense waits, shows at once beside the balance with it, outlives a reload, and is sent when the network is back', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker)
    await line.cut()
    await save(page, '250.50', 'Tea Stall')
    await expectToast(page, KEPT, '₹250.50 · Tea Stall')
    await page.getByRole('status').getByText('Saved on this phone', { exact: true }).waitFor()
    await page.waitForURL('**/site-dashboard')
    for (const again of [false, true]) {
      if (again) await page.reload()
      await row(page, 'Tea Stall').getByText('WAITING', { exact: true }).waitFor()
      await row(page, 'Tea Stall').getByText('−₹250.50', { exact: true }).waitFor()
      await expect.poll(() => bar(page).textContent()).toBe('Waiting to be sent (1)')
    }
    // No command failed: the phone had checked first whether the server is reachable.
    expect(line.commands.filter((request) => request.method() === 'POST')).toEqual([])
    await line.restore()
    await expectToast(page, 'Expense saved successfully!', '₹250.50 · Tea Stall')
    await bar(page).waitFor({ state: 'detached' })
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '250.50', recipient: 'Tea Stall' }, {}])
    await row(page, 'Tea Stall').waitFor()
    await expect.poll(() => row(page, 'Tea Stall').getByText('WAITING').count()).toBe(0)
  })

  if (isFullRun)
    it('edits show what they will make of a row, deletions are struck, and what was never sent is changed and removed on the phone', async () => {
      const worker = await incharge()
      await recordExpenseOf(worker, { recipient: 'To Change', amount: '100' })
      await recordExpenseOf(worker, { recipient: 'To Delete', amount: '70' })
      const { page, line } = await phone(worker, '/site-dashboard')
      await row(page, 'To Change').waitFor()
      const week = page.getByRole('region', { name: 'Spent in the last seven days' })
      const spentToday = () => week.getByRole('heading').textContent()
      await expect.poll(spentToday).toBe('Today−₹1702 expenses')
      // Loads the code of the forms once.
      const dialog = page.getByRole('dialog')
      const press = (name: string, what: RegExp) => row(page, name).getByRole('button', { name: what }).click()
      await press('To Change', /^Edit/)
      await dialog.getByLabel('Amount', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await press('To Delete', /^Delete/)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await line.cut()

      await press('To Change', /^Edit/)
      await dialog.getByLabel('Amount', { exact: true }).fill('120')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await expectToast(page, KEPT, '₹120 · To Change')
      await row(page, 'To Change').getByText('−₹120', { exact: true }).waitFor()
      // A second edit replaces the first: one change waits, with the latest values.
      await press('To Change', /^Edit/)
      await expect.poll(() => dialog.getByLabel('Amount', { exact: true }).inputValue()).toBe('120')
      await dialog.getByLabel('Amount', { exact: true }).fill('130')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await row(page, 'To Change').getByText('−₹130', { exact: true }).waitFor()

      await press('To Delete', /^Delete/)
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await row(page, 'To Delete').getByText('TO BE DELETED', { exact: true }).waitFor()
      const struck = row(page, 'To Delete').getByText('−₹70', { exact: true })
      await expect.poll(() => struck.evaluate((it) => getComputedStyle(it).textDecorationLine)).toBe('line-through')
      // 9,830 in the ledger, 30 more spent, 70 no longer spent.
      await page.getByText('With what waits').locator('..').getByText('₹9,870', { exact: true }).waitFor()
      await expect.poll(() => bar(page).textContent()).toBe('Waiting to be sent (2)')
      await expect.poll(spentToday).toBe('Today−₹1301 expense')
      await page.getByRole('heading', { name: /^Today.*balance ₹9,870$/ }).waitFor()

      await page.getByRole('button', { name: 'Logout' }).click()
      await dialog.getByText('2 changes wait on this phone and are not in the ledger yet.').waitFor()
      await dialog.getByRole('button', { name: 'Stay' }).click()
      await dialog.waitFor({ state: 'detached' })

      // Removing a new entry that waits leaves nothing.
      await page.getByRole('link', { name: 'Add Expense' }).click()
      await save(page, '5', 'Never Mind')
      await page.waitForURL('**/site-dashboard')
      await press('Never Mind', /^Delete/)
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await row(page, 'Never Mind').waitFor({ state: 'detached' })

      await line.restore()
      await expectToast(page, '2 changes were sent', '2 changes were sent')
      await bar(page).waitFor({ state: 'detached' })
      await expect
        .poll(() => rowsOf(worker))
        .toMatchObject([{ recipient: 'To Change', amount: '130.00', revision: 2 }, {}])
      await expect.poll(spentToday).toBe('Today−₹1301 expense')
      expect(line.commands.map((request) => request.method()).sort()).toEqual(['DELETE', 'PUT'])
    })
})

if (isFullRun)
  it('asks the browser once, for the first entry that waits, to keep what is on the phone', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker, {
      async prepare(blank) {
        await blank.addInitScript(() => {
          const { persist } = StorageManager.prototype
          StorageManager.prototype.persist = function () {
            localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}once `)
            return persist.call(this)
          }
        })
      },
    })
    const asked = () => page.evaluate(() => localStorage.getItem('asked'))
    await save(page, '5', 'Sent At Once')
    await page.waitForURL('**/site-dashboard')
    await row(page, 'Sent At Once').waitFor()
    expect(await asked()).toBeNull()
    await line.cut()
    for (const name of ['Waits', 'Waits Too']) {
      await page.getByRole('link', { name: 'Add Expense' }).click()
      await save(page, '6', name)
      await page.waitForURL('**/site-dashboard')
      await row(page, name).getByText('WAITING', { exact: true }).waitFor()
      await expect.poll(asked).toBe('once ')
    }
  })

describe('with a network that loses things', () => {
  it('an answer cut after booking is settled by the same key, and what was entered meanwhile comes after it', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker)
    line.failAnswers('lost')
    await save(page, '41', 'Lost Answer')
    await expectToast(page, KEPT, '₹41 · Lost Answer')
    await expect.poll(() => rowsOf(worker)).toHaveLength(2)
    await page.waitForURL('**/site-dashboard')
    await row(page, 'Lost Answer').getByText('WAITING', { exact: true }).waitFor()
    await row(page, 'Lost Answer').filter({ hasText: 'WAITING' }).getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await dialog.getByLabel('Amount', { exact: true }).fill('42')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await line.restore()
    await bar(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => rowsOf(worker))
      .toMatchObject([{ amount: '42.00', recipient: 'Lost Answer', revision: 2 }, {}])
    const posts = line.commands.filter((request) => request.method() === 'POST')
    expect(posts.length).toBeGreaterThan(1)
    expect(new Set(posts.map((request) => request.headers()['idempotency-key'])).size).toBe(1)
  })

  if (isFullRun)
    it('a server that is away is asked again no sooner than it said, under the same key, until it has booked once', async () => {
      const worker = await incharge()
      const { page, line } = await atExpense(worker)
      line.failAnswers('away')
      await save(page, '43', 'Away')
      await expectToast(page, KEPT, '₹43 · Away')
      await expect.poll(() => line.commands.length).toBeGreaterThan(2)
      // No online event triggers it, because the phone was never offline.
      line.failAnswers('never arrives')
      await line.restore()
      await expect.poll(async () => (await rowsOf(worker)).length).toBe(2)
      expect(new Set(keysOf(line)).size).toBe(1)
      const [first, second] = line.commands.map((request) => request.timing().startTime)
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990)
    })

  it('two tabs of one person send each entry once', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker)
    const other = await page.context().newPage()
    await other.addInitScript(
      (kept) => {
        for (const [key, value] of kept) sessionStorage.setItem(key, value)
      },
      await page.evaluate(() => Object.entries<string>(sessionStorage).filter(([key]) => key.startsWith('site'))),
    )
    await other.goto(`${app.api.origin}/expense`)
    await other.getByText('Site balance').locator('..').getByText('₹').waitFor()
    await line.cut()
    for (const [tab, name] of [
      [page, 'First Tab'],
      [other, 'Second Tab'],
    ] as const) {
      await save(tab, '10', name)
      await tab.waitForURL('**/site-dashboard')
    }
    await expect.poll(() => bar(page).textContent()).toBe('Waiting to be sent (2)')
    await expect.poll(() => bar(other).textContent()).toBe('Waiting to be sent (2)')
    await line.restore()
    await Promise.all([page, other].map((tab) => bar(tab).waitFor({ state: 'detached' })))
    expect((await rowsOf(worker)).map(({ recipient }) => recipient).sort()).toEqual([
      'First Tab',
      'Second Tab',
      expect.any(String),
    ])
    const keys = keysOf(line)
    expect(keys).toHaveLength(new Set(keys).size)
  })
})

describe('two people on one phone', () => {
  it('what one entered the other neither sees nor sends, not even from a page that was left open', async () => {
    const [one, two] = [await incharge(), await incharge()]
    const { page, line } = await atExpense(one)
    await line.cut()
    await save(page, '77', 'Of One')
    await page.waitForURL('**/site-dashboard')
    await bar(page).waitFor()
    // Another user signs in to this browser; the first user's page stays open.
    const cookies = [...two.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    const asked = page.waitForResponse((reply) => reply.url().endsWith('/api/site/auth') && reply.status() === 401)
    await line.restore()
    // The first user's page asks whether it may send, and learns that another account is signed in.
    await asked
    const other = await page.context().newPage()
    await other.goto(`${app.api.origin}/site-dashboard`)
    await other.getByTestId('current-balance').getByText('₹').waitFor()
    await row(other, 'Head Office').waitFor()
    await expect.poll(() => bar(other).count()).toBe(0)
    await expect.poll(() => rowsOf(two)).toHaveLength(1)
    await expect.poll(() => rowsOf(one)).toHaveLength(1)
    await page.close()

    // The first user signs in again on this phone: now the entry is sent.
    const reader = { ...two, client: await signInFieldUser(app.api.origin, two.mobile) }
    await other.getByRole('button', { name: 'Logout' }).click()
    await other.getByRole('heading', { name: 'Choose your role' }).waitFor()
    await signInAt(other, one.mobile)
    await expect.poll(async () => (await rowsOf(one)).length).toBe(2)
    await expect.poll(() => rowsOf(reader)).toHaveLength(1)
    app.ignoreConsole(/status of 401/)
  })

  it('the server takes nothing for one account with the session of another', async () => {
    const [one, two] = [await incharge(), await incharge()]
    const reply = await two.client.call('POST', '/api/site/transactions', sampleExpenseBody, {
      headers: { 'ledger-account': one.id },
    })
    expect([reply.status, reply.json]).toMatchObject([401, { code: 'other_account' }])
    await expect.poll(() => rowsOf(two)).toHaveLength(1)
    expect(
      (
        await two.client.call('POST', '/api/site/transactions', sampleExpenseBody, {
          headers: { 'ledger-account': two.id },
        })
      ).status,
    ).toBe(201)
  })

  if (isFullRun)
    it('what waits is the account’s, whatever its number: a new one sends it, whoever is given the old one does not', async () => {
      const worker = await incharge()
      const { page, line } = await atExpense(worker)
      await line.cut()
      await save(page, '80', 'Before The New Number')
      await page.waitForURL('**/site-dashboard')
      await bar(page).waitFor()
      await page.goto(`${app.api.origin}/landing`)
      await line.restore()
      const mobile = nextUnusedMobile()
      const renamed = { name: 'New Number', mobile }
      expect((await app.office.put(`/api/admin/users/${worker.id}`, renamed)).status).toBe(200)
      const heir = { name: 'Old Number', mobile: worker.mobile, password: TEST_PASSWORD, siteName: 'Elsewhere' }
      expectBody(await app.office.post('/api/admin/users', heir), 201, ROUTES.createSiteUser.answer)

      await page.context().clearCookies()
      const other = await page.context().newPage()
      await signInAt(other, worker.mobile)
      // The outbox has checked once: an entry of the new owner of the number does not wait.
      await other.getByRole('link', { name: 'Add Expense' }).click()
      await save(other, '1', 'Of The Heir')
      await expectToast(other, 'Expense saved successfully!', '₹1 · Of The Heir')
      await other.waitForURL('**/site-dashboard')
      await row(other, 'Of The Heir').waitFor()
      await expect.poll(() => bar(other).count()).toBe(0)
      await expect.poll(() => countPendingEntries(other, worker.account)).toBe(1)
      await other.getByRole('button', { name: 'Logout' }).click()
      await other.getByRole('heading', { name: 'Choose your role' }).waitFor()
      await expect.poll(() => rowsOf(worker)).toHaveLength(1)

      await signInAt(other, mobile)
      await expectToast(other, 'Expense saved successfully!', '₹80 · Before The New Number')
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ recipient: 'Before The New Number' }, {}])
      app.ignoreConsole(/status of 401/)
    })

  if (isFullRun)
    it('what an older version kept under the number is the account’s, with its bills, once the server has told whose it is', async () => {
      const worker = await incharge()
      const { page, line } = await atExpense(worker, {
        async prepare(blank) {
          await blank.addInitScript(() => sessionStorage.removeItem('siteAccount'))
        },
      })
      await page
        .getByLabel('Choose file')
        .setInputFiles([{ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }])
      await page
        .getByRole('group', { name: /^Bills/ })
        .getByRole('listitem')
        .waitFor()
      await line.cut()
      await save(page, '81', 'Of The Older Version')
      await page.waitForURL('**/site-dashboard')
      await bar(page).waitFor()
      await expect.poll(() => countPendingEntries(page, worker.id)).toBe(1)
      await page.goto(`${app.api.origin}/landing`)
      await line.restore()
      const next = await page.context().newPage()
      line.failAnswers('away')
      await next.goto(`${app.api.origin}/site-dashboard`)
      await expect.poll(() => countPendingEntries(next, worker.account)).toBe(1)
      await row(next, 'Of The Older Version').getByText('WAITING', { exact: true }).waitFor()
      await expect.poll(() => countPendingEntries(next, worker.id)).toBe(0)
      await line.restore()
      await bar(next).waitFor({ state: 'detached' })
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ recipient: 'Of The Older Version', bills: [{}] }, {}])
    })

  it('a session that has ended keeps everything until the same person signs in again', async () => {
    const worker = await incharge()
    const { page } = await atExpense(worker)
    await fillExpenseForm(page, '78', 'After The Session')
    // The toast shows for half a second, and disappears with the screen.
    const said = await recordToasts(page)
    const external = page.waitForRequest('**/api/login')
    await page.context().clearCookies()
    await page.getByRole('button', SAVE).click()
    await external
    await waitForSignIn(page)
    // By the save, and possibly by a request that failed at the same time.
    expect([...new Set(said)]).toEqual([expect.stringContaining('You are logged out. Logging in again...')])
    // The sign-in says that the entry is safe, and has the number.
    await page.getByText('Your entry of ₹78 is on this phone and is sent when you sign in.').waitFor()
    await expect.poll(() => page.locator('input[name=mobile]').inputValue()).toBe(worker.mobile)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await page.locator('input[name=password]').fill(TEST_PASSWORD)
    await page.locator('button[type=submit]').click()
    await expectToast(page, 'Expense saved successfully!', '₹78 · After The Session')
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ recipient: 'After The Session' }, {}])
    app.ignoreConsole(/status of 401/)
  })

  if (isFullRun)
    it('signing out says how much waits and what happens to it; it stays, and is sent after the next sign-in', async () => {
      const worker = await incharge()
      const { page, line } = await atExpense(worker)
      const reader = { ...worker, client: await signInFieldUser(app.api.origin, worker.mobile) }
      line.failAnswers('away')
      await save(page, '79', 'Left Behind')
      await page.waitForURL('**/site-dashboard')
      await bar(page).waitFor()
      const dialog = page.getByRole('dialog', { name: 'Not everything is sent' })
      await page.getByRole('button', { name: 'Logout' }).click()
      await dialog.getByText('1 entry waits on this phone and is not in the ledger yet.').waitFor()
      await dialog.getByText('What waits is sent when you sign in here again.').waitFor()
      await dialog.getByRole('button', { name: 'Stay' }).click()
      await dialog.waitFor({ state: 'detached' })
      // Only the logout reaches the server.
      await page.route('**/api/site/logout', (route) => route.continue())
      await page.getByRole('button', { name: 'Logout' }).click()
      await dialog.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('heading', { name: 'Choose your role' }).waitFor()
      await expect.poll(() => rowsOf(reader)).toHaveLength(1)
      await line.restore()
      await page.goto(`${app.api.origin}/site-login`)
      await page.locator('input[name=mobile]').fill(worker.mobile)
      await page.locator('input[name=password]').fill(TEST_PASSWORD)
      await page.locator('button[type=submit]').click()
      await expect.poll(async () => (await rowsOf(reader)).length).toBe(2)
      app.ignoreConsole(/status of 401/)
    })
})

if (isFullRun)
  describe('what the ledger refuses later', () => {
    it('a day that has not come: the sentence stands with the entry, which is mended; another one is thrown away after a question', async () => {
      const worker = await incharge()
      const ahead = dayOf(new Date(Date.now() + 3 * DAY_MS).toISOString())
      const { page, line } = await atExpense(worker)
      await line.cut()
      for (const [amount, name] of [
        ['81', 'To Mend'],
        ['82', 'To Throw Away'],
      ] as const) {
        await page.getByLabel('Date', { exact: true }).fill(ahead)
        await save(page, amount, name)
        await page.waitForURL('**/site-dashboard')
        await row(page, name).getByText('WAITING', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Add Expense' }).click()
      }
      await page.goBack()
      await line.restore()
      await openToast(page).getByText('2 entries or changes were not accepted').waitFor()
      // The entries were refused, so none waits to be sent.
      await expect.poll(() => bar(page).textContent()).toBe('Not accepted (2)')
      await row(page, 'To Mend').getByText('NOT ACCEPTED', { exact: true }).waitFor()
      // The dialog does not promise to send refused entries with the next sign-in.
      await page.getByRole('button', { name: 'Logout' }).click()
      const leaving = page.getByRole('dialog', { name: 'Not everything is sent' })
      await leaving.getByText('2 not accepted: sent only after you have mended it.').waitFor()
      await expect.poll(() => leaving.getByText(/^What waits is sent/).count()).toBe(0)
      await leaving.getByRole('button', { name: 'Stay' }).click()
      await leaving.waitFor({ state: 'detached' })

      // A later entry is sent past the refused ones, which are not said again.
      await line.cut()
      await page.getByRole('link', { name: 'Add Expense' }).click()
      await save(page, '83', 'Comes Later')
      await page.waitForURL('**/site-dashboard')
      await bar(page).click()
      await sheet(page).getByRole('button', { name: 'Try now' }).waitFor()
      await line.restore()
      await expectToast(page, 'Expense saved successfully!', '₹83 · Comes Later')

      const entry = (name: string) => sheet(page).getByRole('listitem').filter({ hasText: name })
      await entry('To Mend').getByText(DATE_IN_FUTURE_MESSAGE, { exact: true }).waitFor()
      await entry('To Throw Away').getByRole('button', { name: 'Throw away' }).click()
      await entry('To Throw Away').getByText('Throw this expense away? It is not in the ledger.').waitFor()
      await entry('To Throw Away').getByRole('button', { name: 'Throw away' }).click()
      await entry('To Throw Away').waitFor({ state: 'detached' })
      await entry('To Mend').getByRole('button', { name: 'Mend' }).click()
      const form = page.getByRole('dialog', { name: 'Edit Transaction' })
      await expect.poll(() => form.getByLabel('Amount', { exact: true }).inputValue()).toBe('81')
      await form.locator('input[type=date]').fill('2026-04-01')
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await form.waitFor({ state: 'detached' })
      await bar(page).waitFor({ state: 'detached' })
      await expect
        .poll(() => rowsOf(worker))
        .toMatchObject([{ recipient: 'Comes Later' }, {}, { amount: '81.00', date: '2026-04-01T06:30:00.000Z' }])
      app.ignoreConsole(/status of 400/)
    })

    if (isFullRun)
      it('an entry changed elsewhere (412): both versions beside each other, and one of them is chosen', async () => {
        const worker = await incharge()
        for (const [choice, amount] of [
          ['Save mine', '150.00'],
          ['Keep the ledger’s', '333.00'],
        ] as const) {
          const name = `Changed ${amount}`
          const { id } = await recordExpenseOf(worker, { recipient: name, amount: '100' })
          const { page, line } = await phone(worker, '/site-dashboard')
          await row(page, name).getByRole('button', { name: /^Edit/ }).click()
          const form = page.getByRole('dialog', { name: 'Edit Transaction' })
          await form.getByLabel('Amount', { exact: true }).fill('150')
          await line.cut()
          await form.getByRole('button', { name: 'Save', exact: true }).click()
          await form.waitFor({ state: 'detached' })
          const elsewhere = { ...sampleExpenseBody, recipient: name, amount: '333', narration: 'Eleven bags' }
          expect((await worker.client.put(`/api/site/transactions/${id}`, elsewhere)).status).toBe(200)
          await line.restore()
          await row(page, name).getByText('NOT ACCEPTED', { exact: true }).waitFor()
          await bar(page).click()
          await sheet(page).getByText('Somebody changed this entry before your change arrived.').waitFor()
          const cells = sheet(page).locator('tbody tr').first().locator('td')
          await expect.poll(() => cells.allTextContents()).toEqual(['₹150 (different)', '₹333 (different)'])
          await sheet(page).getByText('Eleven bags').waitFor()
          await sheet(page).getByRole('button', { name: choice }).click()
          await sheet(page).getByText('Nothing waits to be sent').waitFor()
          expect((await rowsOf(worker)).find(({ recipient }) => recipient === name)).toMatchObject({ amount })
        }
        app.ignoreConsole(/status of 412/)
      })

    if (isFullRun)
      it('an entry deleted elsewhere (409): nobody who throws the change away is told that the ledger keeps the entry', async () => {
        const { page } = await editMeanwhile('Deleted Elsewhere', async ({ client }, { id }) => {
          expect((await client.call('DELETE', `/api/site/transactions/${id}`, undefined)).status).toBe(200)
        })
        await sheet(page).getByText('This transaction was already deleted', { exact: true }).waitFor()
        await sheet(page).getByRole('button', { name: 'Throw away' }).click()
        await sheet(page).getByText('Throw this change away? The entry is no longer in the ledger.').waitFor()
        await sheet(page).getByRole('button', { name: 'Throw away' }).click()
        await sheet(page).getByText('Nothing waits to be sent').waitFor()
        app.ignoreConsole(/status of 409/)
      })

    if (isFullRun)
      it.each([
        ['not_editable', 0],
        ['total_too_large', 1],
      ] as const)(
        '%s: the sentence stays with the entry, which is thrown away, or mended where that helps',
        async (code, mends) => {
          const { status, title, message } = ERROR_CATALOGUE[code]
          const { page } = await editMeanwhile(`Refused ${status}`, async (_, { id }, shown) => {
            const refuse = { status, json: { status, code, title, message } }
            await shown.route(`**/api/site/transactions/${id}`, (route) => route.fulfill(refuse))
          })
          for (const again of [false, true]) {
            if (again) {
              await page.reload()
              await bar(page).click()
            }
            await sheet(page).getByText(message, { exact: true }).waitFor()
            await sheet(page).getByRole('button', { name: 'Throw away' }).waitFor()
            await expect.poll(() => sheet(page).getByRole('button', { name: 'Mend' }).count()).toBe(mends)
          }
          await sheet(page).getByRole('button', { name: 'Throw away' }).click()
          await sheet(page).getByText('Throw this change away? The ledger keeps the entry as it was.').waitFor()
          app.ignoreConsole(/status of 4(03|22)/)
        },
      )
  })

/** Edits an entry while something else happens; the edit waits and is refused, and its sheet is open. */
async function editMeanwhile(
  name: string,
  meanwhile: (worker: FieldUser, entry: { id: string }, page: Page) => Promise<void>,
) {
  const worker = await incharge()
  const entry = await recordExpenseOf(worker, { recipient: name, amount: '100' })
  const { page, line } = await phone(worker, '/site-dashboard')
  await row(page, name).getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit Transaction' })
  await form.getByLabel('Amount', { exact: true }).fill('150')
  await line.cut()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await meanwhile(worker, entry, page)
  await line.restore()
  await expect.poll(() => bar(page).textContent()).toBe('Not accepted (1)')
  await bar(page).click()
  return { worker, page }
}

if (isFullRun)
  it('a photo that the phone cannot read any more: its entry is booked without it, and the photo waits and says so', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker)
    await line.cut()
    const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
    await page.getByLabel('Choose file').setInputFiles([photo])
    await page.getByRole('button', { name: 'Remove bill 1' }).waitFor()
    await save(page, '85', 'Lost Photo')
    await page.waitForURL('**/site-dashboard')
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await save(page, '86', 'Behind It')
    await page.waitForURL('**/site-dashboard')
    await expect.poll(() => bar(page).textContent()).toBe('Waiting to be sent (2)')
    await loseFiles(page)
    await line.restore()
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ recipient: 'Behind It' }, { recipient: 'Lost Photo' }, {}])
    await row(page, 'Lost Photo').getByText('NOT ACCEPTED', { exact: true }).waitFor()
    await expect.poll(() => bar(page).textContent()).toBe('Not accepted (1)')
    await bar(page).click()
    const sentence =
      'A photo or PDF of this entry can no longer be read on this phone. Choose it again, or save without it.'
    await sheet(page).getByText(sentence, { exact: true }).waitFor()
    await sheet(page).getByText('The entry is in the ledger, without this bill.').waitFor()
    await sheet(page).getByRole('button', { name: 'Throw away' }).click()
    await sheet(page).getByText('Throw this change away? The ledger keeps the entry as it was.').waitFor()
    await sheet(page).getByRole('button', { name: 'Cancel' }).click()
    await sheet(page).getByRole('button', { name: 'Mend' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Transaction' })
    await form.getByText(sentence, { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await bar(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => rowsOf(worker))
      .toMatchObject([{ recipient: 'Behind It' }, { recipient: 'Lost Photo', bills: [] }, {}])
  })

/** Deletes the files of all waiting entries from the browser's storage, but not the entries that name them. */
function loseFiles(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('files', 'readwrite')
          transaction.objectStore('files').clear()
          transaction.oncomplete = () => resolve()
          transaction.onerror = () => reject(transaction.error)
          opening.result.close()
        }
      }),
  )
}

if (isFullRun)
  it('what waits is sent when the page comes to the front', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker)
    await page.clock.install()
    line.failAnswers('never arrives')
    await save(page, '87', 'On Focus')
    await expectToast(page, KEPT, '₹87 · On Focus')
    await page.waitForURL('**/site-dashboard')
    await row(page, 'On Focus').getByText('WAITING', { exact: true }).waitFor()
    // From here on no timer retries.
    await page.clock.pauseAt(Date.now() + 60_000)
    line.restoreWithoutEvent()
    await expect.poll(() => rowsOf(worker)).toHaveLength(1)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => rowsOf(worker)).toMatchObject([{ recipient: 'On Focus' }, {}])
  })

if (isFullRun)
  it('the question before a sign-out says, without a network, that it needs one', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker)
    await line.cut()
    await save(page, '88', 'Stays Signed In')
    await page.waitForURL('**/site-dashboard')
    await bar(page).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not everything is sent' })
    await dialog.getByText('Signing out needs the network. Until you are connected you stay signed in.').waitFor()
    await line.restore()
    await expect.poll(() => dialog.getByText('Signing out needs the network.').count()).toBe(0)
  })

if (isFullRun)
  it.each([
    ['ahead', 3],
    ['behind', -3],
  ] as const)(
    'a clock three days %s: today is the ledger’s, in a form that is open already and in one opened without a network, until the clock is put right',
    async (_, days) => {
      const worker = await incharge()
      const { page, line } = await atExpense(worker, {
        prepare: (blank) => blank.clock.setSystemTime(new Date(Date.now() + days * DAY_MS)),
      })
      const date = page.getByLabel('Date', { exact: true })
      await expect.poll(() => date.inputValue()).toBe(today())
      await line.cut()
      await save(page, '12', 'Wrong Clock')
      await page.waitForURL('**/site-dashboard')
      await page.goto(`${app.api.origin}/expense`)
      await expect.poll(() => date.inputValue()).toBe(today())
      await save(page, '13', 'Wrong Clock Again')
      await page.waitForURL('**/site-dashboard')
      await page.clock.setSystemTime(new Date())
      await page.goto(`${app.api.origin}/expense`)
      await expect.poll(() => date.inputValue()).toBe(today())
      await line.restore()
      await expect
        .poll(async () => (await rowsOf(worker)).map((entry) => dayOf(entry.date)))
        .toEqual([today(), today(), today()])
    },
  )

if (isFullRun)
  it('the phone’s time is kept beside the ledger’s, be it hours off', async () => {
    const worker = await incharge()
    const { page, line } = await atExpense(worker, {
      prepare: (blank) => blank.clock.setSystemTime(new Date(Date.now() - 5 * 3_600_000)),
    })
    await line.cut()
    const before = await page.evaluate(() => Date.now())
    await save(page, '12', 'Slow Clock')
    await page.waitForURL('**/site-dashboard')
    await bar(page).waitFor()
    await line.restore()
    await expect.poll(async () => (await rowsOf(worker)).length).toBe(2)
    const { rows } = await app.api.sql.query(
      `SELECT meta->>'enteredAt' AS entered, recorded_at AS recorded FROM events
     WHERE type = 'DebitRecorded' ORDER BY position DESC LIMIT 1`,
    )
    const entered = Date.parse(rows[0].entered)
    expect(entered).toBeGreaterThanOrEqual(before)
    expect(new Date(rows[0].recorded).getTime() - entered).toBeGreaterThan(4.5 * 3_600_000)
  })

if (isFullRun)
  describe('a phone that can keep nothing', () => {
    it('says so before one types, books with a network as ever, and gives back to the form what got no answer', async () => {
      const worker = await incharge()
      const { page, line } = await atExpense(worker, {
        async prepare(blank) {
          await blank.addInitScript(() => {
            IDBFactory.prototype.open = () => {
              throw new DOMException('Not in this window', 'InvalidStateError')
            }
          })
        },
      })
      await page.getByRole('alert').getByText('This phone cannot keep entries').waitFor()
      line.failAnswers('never arrives')
      await save(page, '91', 'Private Window')
      await expectToast(page, 'Error', 'Failed to save expense')
      await expect.poll(() => page.locator('input[name=amount]').inputValue()).toBe('91')
      await line.restore()
      await page.getByRole('button', SAVE).click()
      await expectToast(page, 'Expense saved successfully!', '₹91 · Private Window')
      expect(new Set(keysOf(line)).size).toBe(1)
      await expect.poll(() => rowsOf(worker)).toMatchObject([{ amount: '91.00' }, {}])
    })
  })

if (isFullRun)
  it('a phone that is full says so before one types', async () => {
    const worker = await incharge()
    const quota = { origin: app.api.origin, quotaSize: 1000 }
    for (const isFull of [false, true]) {
      const { page } = await atExpense(worker, {
        async prepare(blank) {
          const session = await blank.context().newCDPSession(blank)
          if (isFull) await session.send('Storage.overrideQuotaForOrigin', quota)
        },
      })
      const said = page.getByRole('alert').getByText('Saving works only with a network.')
      if (isFull) await said.waitFor()
      else await expect.poll(() => said.count()).toBe(0)
      await save(page, '92', 'Full Phone')
      await expectToast(page, 'Expense saved successfully!', '₹92 · Full Phone')
    }
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
