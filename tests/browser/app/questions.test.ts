import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { closeBooks } from '../../environment/service/close-books.ts'
import {
  askAbout,
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { CUT_NETWORK_CONSOLE_ERRORS, type CuttableNetwork, interceptNetwork } from '../helpers/cut-network.ts'
import { axeViolations, layoutProblems } from '../helpers/layout-and-accessibility.ts'

/** A question on an entry, once around: the office asks, the phone shows and answers it without a network. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
/** The browser reports each dropped call, and the refusal of the late answer. */
afterEach(() => {
  app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS)
  app.ignoreConsole(/status of 409 .*\/answers$/)
})
afterAll(() => app.close())

async function incharge(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  return worker
}

/** Opens the home of a phone whose line can be cut. */
async function phoneOf(worker: FieldUser): Promise<{ page: Page; line: CuttableNetwork }> {
  let line: CuttableNetwork | undefined
  const page = await app.openPageAs(worker, '/site-dashboard', {
    async prepare(blank) {
      line = await interceptNetwork(blank.context())
    },
  })
  if (line === undefined) throw new Error('The page was not prepared')
  return { page, line }
}

it('is asked at a desk, shows on the phone with a count, is answered offline with a photo, and is read and closed', async () => {
  const worker = await incharge()
  const expense = await recordExpenseOf(worker, { recipient: 'Tea Stall', amount: '450' })
  const { page, line } = await phoneOf(worker)
  await page.getByTestId('current-balance').getByText('₹').waitFor()

  const desk = await openAdminDashboard(app)
  await desk.goto(`${app.api.origin}/admin/all-transactions?account=${worker.id}`)
  await desk.locator('tr.entry-row').filter({ hasText: 'Tea Stall' }).click()
  const entry = desk.getByRole('dialog')
  await entry.getByRole('button', { name: 'Ask the site' }).click()
  await entry.getByLabel(/^Question to/).fill('Where is the bill?')
  await entry.getByRole('button', { name: 'Send Question' }).click()
  const questions = entry.getByRole('region', { name: 'Questions' })
  await questions.getByText('Not answered yet').waitFor()

  await expect.poll(() => page.getByTestId('question-count').textContent()).toBe('1')
  const mark = page.locator('main').getByRole('listitem').filter({ hasText: 'Tea Stall' }).getByText('QUESTION')
  await mark.first().waitFor()
  await line.cut()
  await page.getByRole('button', { name: /Where is the bill\?/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your answer').fill('x'.repeat(501))
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await dialog.getByText('Please use at most 500 characters').waitFor()
  await dialog.getByLabel('Your answer').fill('The shop gave it today')
  const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
  await dialog.locator('input[type=file]').last().setInputFiles(photo)
  await dialog.getByRole('button', { name: /Remove/ }).waitFor()
  await expect.poll(() => dialog.getByLabel('Also add to the entry').isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await openToast(page).getByText('Saved on this phone, will be sent', { exact: true }).waitFor()
  // The answer, and the bill as a change of the entry.
  await page.getByRole('button', { name: 'Waiting to be sent (2)' }).waitFor()
  await page
    .getByRole('button', { name: /Where is the bill\?/ })
    .getByText('WAITING')
    .waitFor()
  await page.getByTestId('question-count').waitFor({ state: 'detached' })

  await line.restore()
  await questions.getByText('The shop gave it today').waitFor()
  await questions.getByText('Answered', { exact: true }).waitFor()
  await questions.getByRole('group', { name: 'Bills of the answer' }).getByRole('button').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Where is the bill\?/ }).count()).toBe(0)
  const answers = line.commands.filter((request) => request.url().endsWith('/answers'))
  expect(new Set(answers.map((request) => request.headers()['idempotency-key'])).size).toBe(1)
  await expect.poll(() => line.commands.map((request) => request.method())).toEqual(['POST', 'POST', 'POST', 'PUT'])
  const own = async () =>
    expectBody(await worker.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  await expect.poll(own).toMatchObject([{ id: expense.id, revision: 2, bills: [{ type: 'image/jpeg' }] }, {}])
  const reply = await app.office.get(`/api/admin/questions?transaction=${expense.id}`)
  expect(expectBody(reply, 200, ROUTES.questions.answer)).toMatchObject([
    { state: 'answered', answers: [{ text: 'The shop gave it today', bills: [{ type: 'image/jpeg' }] }] },
  ])

  await questions.getByRole('button', { name: 'Close question' }).click()
  await questions.getByText('Closed', { exact: true }).waitFor()
  await questions.getByRole('button', { name: 'Close question' }).waitFor({ state: 'detached' })
  await questions.getByRole('button', { name: 'Ask again' }).waitFor()
})

if (isFullRun)
  it('an answer that waits while the question is closed comes back with the reason, and is thrown away by its owner', async () => {
    const worker = await incharge()
    const expense = await recordExpenseOf(worker, { recipient: 'Gupta Steel' })
    const { id } = await askAbout(app.office, expense.id, 'How many rods?')
    const { page, line } = await phoneOf(worker)
    await page.getByRole('button', { name: /How many rods\?/ }).waitFor()
    await line.cut()
    await page.getByRole('button', { name: /How many rods\?/ }).click()
    await page.getByRole('dialog').getByLabel('Your answer').fill('Forty')
    await expect.poll(() => page.getByLabel('Also add to the entry').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Send Answer' }).click()
    await openToast(page).getByText('Saved on this phone, will be sent', { exact: true }).waitFor()
    expectBody(await app.office.post(`/api/admin/questions/${id}/close`), 200, ROUTES.closeQuestion.answer)
    await line.restore()
    await page.getByRole('button', { name: 'Not accepted (1)' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Forty').waitFor()
    await sheet.getByText('This question was closed. It takes no more answers.').waitFor()
    await sheet.getByRole('button', { name: 'Throw away' }).click()
    await sheet.getByRole('button', { name: 'Throw away' }).click()
    await sheet.getByText('Nothing waits to be sent').waitFor()
  })

if (isFullRun)
  it('a reason for a missing bill that is too long is refused in words, not cut', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'Crane Hire', amount: '6000' })
    const desk = await openAdminDashboard(app)
    await desk.goto(`${app.api.origin}/admin/all-transactions?worklist=withoutBill`)
    await desk.locator('tr.entry-row').filter({ hasText: 'Crane Hire' }).click()
    const entry = desk.getByRole('dialog')
    await entry.getByRole('button', { name: 'No bill needed' }).click()
    await entry.getByText('Please say why no bill is needed').waitFor()
    await entry.getByLabel('Reason').fill('x'.repeat(201))
    await entry.getByText('Please use at most 200 characters').waitFor()
  })

/** Opens the answer to the question of this text, and adds a photo to it. */
async function answerWithPhoto(page: Page, question: string, answer: string): Promise<Locator> {
  await page.getByRole('button', { name: question }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your answer').fill(answer)
  const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
  await dialog.locator('input[type=file]').last().setInputFiles(photo)
  await dialog.getByRole('button', { name: /Remove/ }).waitFor()
  return dialog
}

/** The bills of the answer to a question on an entry, and the revision and the bills of the entry. */
async function billsOf({ client }: FieldUser, entry: string) {
  const [asked, own] = await Promise.all([
    app.office.get(`/api/admin/questions?transaction=${entry}`),
    client.get(`/api/site/transactions/${entry}`),
  ])
  const { revision, bills } = expectBody(own, 200, ROUTES.siteTransaction.answer)
  const questions = expectBody(asked, 200, ROUTES.questions.answer)
  const answers = questions.flatMap((one) => one.answers.map(({ text, bills: { length } }) => [text, length]))
  return { answers, entry: [revision, bills.length] }
}

/** A second try of the test finds the days of the first one closed, so it has those of the next month. */
let closedMonth = 2

it('an entry of closed books is offered neither a bill of the answer nor a change', { timeout: 150_000 }, async () => {
  closedMonth += 1
  const worker = await incharge()
  const { id } = await recordExpenseOf(worker, { recipient: 'Old Cement', date: `2026-0${closedMonth}-20` })
  await askAbout(app.office, id, 'Which cement?')
  expect((await closeBooks(app.office, `2026-0${closedMonth}-28`)).status).toBe(201)
  const { page } = await phoneOf(worker)
  const row = page.getByRole('button', { name: /^Open: Old Cement/ }).first()
  await row.waitFor()
  const dialog = await answerWithPhoto(page, 'Which cement?', 'Of Ambuja')
  await expect.poll(() => dialog.getByLabel('Also add to the entry').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await openToast(page).getByText('Answer sent').waitFor()
  await expect.poll(() => billsOf(worker, id)).toEqual({ answers: [['Of Ambuja', 1]], entry: [1, 0] })

  await row.click()
  const entry = page.getByRole('dialog', { name: 'Transaction' })
  await entry.getByText('The books of this day are closed.').waitFor()
  await entry.getByRole('button', { name: 'Record again today' }).waitFor()
  await expect.poll(() => entry.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0)
})

if (isFullRun)
  it('a question that is half written stays with its entry until it is sent or cancelled', async () => {
    const worker = await incharge()
    await recordExpenseOf(worker, { recipient: 'Sand Depot', amount: '300' })
    await recordExpenseOf(worker, { recipient: 'Brick Kiln', amount: '700' })
    const desk = await openAdminDashboard(app)
    await desk.goto(`${app.api.origin}/admin/all-transactions?account=${worker.id}`)
    const row = (name: string) => desk.locator('tr.entry-row').filter({ hasText: name })
    const entry = desk.getByRole('dialog')
    const field = entry.getByLabel(/^Question to/)
    const openAgain = async () => {
      await row('Sand Depot').click()
      await expect.poll(() => field.inputValue()).toBe('Which lorry?')
    }
    await row('Sand Depot').click()
    await entry.getByRole('button', { name: 'Ask the site' }).click()
    await field.fill('Which lorry?')
    await row('Brick Kiln').click()
    await entry.getByText('−₹700', { exact: true }).waitFor()
    await field.waitFor({ state: 'detached' })
    await openAgain()
    await entry.getByRole('button', { name: 'Close', exact: true }).click()
    await openAgain()
    await field.press('Escape')
    await desk.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })
    await openAgain()
    await entry.getByRole('button', { name: 'Cancel' }).click()
    await entry.getByRole('button', { name: 'Throw away' }).click()
    await entry.getByRole('button', { name: 'Ask the site' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    await field.fill('Which driver?')
    await entry.getByRole('button', { name: 'Send Question' }).click()
    await entry.getByText('Not answered yet').waitFor()
    await row('Brick Kiln').click()
    await row('Sand Depot').click()
    await entry.getByRole('button', { name: 'Ask again' }).waitFor()
    await expect.poll(() => field.count()).toBe(0)
  })

it('a question whose answer was lost is asked once, though its form was closed before the next try', async () => {
  const worker = await incharge()
  const { id } = await recordExpenseOf(worker, { recipient: 'Lime Kiln', amount: '900' })
  const desk = await openAdminDashboard(app)
  let isLost = true
  const keys: (string | undefined)[] = []
  await desk.route(`**/api/admin/transactions/${id}/questions`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (!isLost) return route.fallback()
    await route.fetch()
    return route.abort('internetdisconnected')
  })
  await desk.goto(`${app.api.origin}/admin/all-transactions?account=${worker.id}`)
  const row = desk.locator('tr.entry-row').filter({ hasText: 'Lime Kiln' })
  const entry = desk.getByRole('dialog')
  const field = entry.getByLabel(/^Question to/)
  const send = entry.getByRole('button', { name: 'Send Question' })
  await row.click()
  await entry.getByRole('button', { name: 'Ask the site' }).click()
  await field.fill('x'.repeat(501))
  await send.click()
  await entry.getByText('Please use at most 500 characters').waitFor()
  await field.fill('How many bags?')
  await send.click()
  await entry.getByRole('alert').filter({ visible: true }).first().waitFor()
  await entry.getByRole('button', { name: 'Close', exact: true }).click()
  await entry.waitFor({ state: 'detached' })
  isLost = false
  await row.click()
  await expect.poll(() => field.inputValue()).toBe('How many bags?')
  await send.click()
  await entry.getByRole('button', { name: 'Ask again' }).waitFor()
  expect(new Set(keys).size).toBe(1)
  const asked = await app.office.get(`/api/admin/questions?transaction=${id}`)
  expect(expectBody(asked, 200, ROUTES.questions.answer)).toMatchObject([{ text: 'How many bags?' }])
})

if (isFullRun)
  it('an account that is disabled is asked with a word about it, and one that is deleted is not asked', async () => {
    const worker = await hireFieldUser(app.office, 'supervisor', { name: 'Gone Home' })
    await recordExpenseOf(worker, { recipient: 'Last Tea', amount: '40' })
    await app.office.patch(`/api/admin/supervisors/${worker.id}/status`, { status: 'disabled' })
    const desk = await openAdminDashboard(app)
    await desk.goto(`${app.api.origin}/admin/all-transactions?q=last%20tea`)
    const row = desk.locator('tr.entry-row').filter({ hasText: 'Last Tea' })
    const entry = desk.getByRole('dialog')
    const ask = entry.getByRole('button', { name: 'Ask the site' })
    await row.click()
    await ask.click()
    await entry.getByText('The account of Gone Home is disabled.').waitFor()
    await app.office.delete(`/api/admin/supervisors/${worker.id}`)
    await desk.reload()
    await row.click()
    await entry.getByText('The account of Gone Home was deleted.').waitFor()
    await expect.poll(() => ask.count()).toBe(0)
  })

if (isFullRun)
  it.each([
    ['at a desk', DESK],
    ['on a phone', PHONE],
  ])('stands in the rows of its list with its answer %s, in both languages', async (_, viewport) => {
    const worker = await incharge()
    const [answered, open] = [
      await recordExpenseOf(worker, { recipient: 'Crusher Depot' }),
      await recordExpenseOf(worker, { recipient: 'Cement Depot' }),
    ]
    const lorry = await askAbout(app.office, answered.id, 'Which lorry?')
    const bags = await askAbout(app.office, open.id, 'How many bags?')
    const answer = (id: string, text: string) => worker.client.post(`/api/site/questions/${id}/answers`, { text })
    expectBody(await answer(lorry.id, 'The red one'), 201, ROUTES.answerQuestion.answer)
    for (const [language, answeredText, waiting, columns] of [
      ['en', 'Answered: ', 'Waiting for the site', ['Question', 'Answer']],
      ['hi', 'जवाब आया: ', 'साइट का जवाब बाकी', ['सवाल', 'जवाब']],
    ] as const) {
      const page = await openAdminDashboard(app, { viewport, language })
      await page.goto(`${app.api.origin}/admin/all-transactions?account=${worker.id}&worklist=questions`)
      const rows = viewport === DESK ? page.locator('tr.entry-row') : page.locator('main').getByRole('listitem')
      const row = (party: string, question: RegExp) => rows.filter({ hasText: party }).filter({ hasText: question })
      await row('Crusher Depot', /Which lorry\? \(Admin, /)
        .getByText(`${answeredText}The red one`)
        .waitFor()
      const asked = row('Cement Depot', /How many bags\? \(Admin, /)
      await asked.getByText(waiting).waitFor()
      if (viewport === DESK)
        for (const name of columns) await page.getByRole('columnheader', { name, exact: true }).waitFor()
      expect([await layoutProblems(page), await axeViolations(page)]).toEqual([[], []])
      if (language === 'en') continue
      expectBody(await answer(bags.id, 'Forty'), 201, ROUTES.answerQuestion.answer)
      await asked.getByText(`${answeredText}Forty`).waitFor()
    }
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
