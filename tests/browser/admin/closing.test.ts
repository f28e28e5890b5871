import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { startTestSigner } from '../../environment/service/checkpoint-signer.ts'
import { closeBooks } from '../../environment/service/close-books.ts'
import {
  type FieldUser,
  hireFieldUser,
  hireOfficeUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openOfficePage } from '../helpers/admin-pages.ts'
import { type AppInBrowser, expectToast, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'

/** The end of the month: the office closes the books, and a phone that was offline finds its entry refused. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('closes the books after a look, gives a statement that proves itself, and opens them with a reason that stays', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Month End' })
  await sendMoneyTo(app.office, site, '1000', { date: '2026-02-10' })
  const worker = await hireFieldUser(app.office, 'supervisor', { name: 'Below Zero' })
  await recordExpenseOf(worker, { amount: '1500', date: '2026-02-11' })
  const page = await openAdminDashboard(app)
  await openOfficePage(page, '/admin/ledgers')
  await page.getByRole('link', { name: 'Close the books' }).click()
  const section = page.getByRole('region', { name: 'Close the books' })
  await section.getByText('No month is closed yet').waitFor()
  const day = section.getByRole('textbox', { name: 'Close up to' })
  await section.getByRole('button', { name: /^Close up to/ }).waitFor()
  await day.fill('30/02/2026')
  await day.press('Enter')
  await section.getByText('There is no such date. Please check the day and the month').waitFor()
  // Nothing is closed up to the day from before.
  await expect.poll(() => section.getByRole('button', { name: /^Close up to/ }).count()).toBe(0)
  await day.fill('28/02/2026')
  await day.press('Enter')
  await section
    .getByRole('listitem')
    .filter({ hasText: 'Expenses without a bill' })
    .getByText('0', { exact: true })
    .waitFor()
  const below = section.getByRole('listitem').filter({ hasText: 'Days on which an account closes below zero' })
  await below.getByText('11 Feb 2026').waitFor()
  await expect
    .poll(() => below.getByRole('link', { name: 'Below Zero', exact: true }).getAttribute('href'))
    .toBe(`/admin/ledgers?account=${worker.id}&to=2026-02-28#cashBook`)
  await section.getByRole('button', { name: 'Close up to 28 Feb 2026' }).click()
  const asking = page.getByRole('dialog', { name: 'Close up to 28 Feb 2026' })
  await asking.getByText(/nothing dated 28 Feb 2026 or earlier/).waitFor()
  await asking.getByRole('button', { name: 'Close', exact: true }).last().click()
  // On a busy machine the answer comes before the seal.
  const toast = openToast(page)
  await toast.getByText('Closed up to 28 Feb 2026', { exact: true }).first().waitFor()
  await toast
    .getByText(/^(The balances are sealed\.|Being sealed …)$/)
    .last()
    .waitFor()
  await section.getByText('Sealed: 4 balances').waitFor()
  // The next month is proposed; a day that is closed is none to close.
  await section.getByRole('button', { name: 'Close up to 31 Mar 2026' }).waitFor()
  await day.fill('28/02/2026')
  await day.press('Enter')
  await section.getByText('This day is closed already. Choose a later one.').waitFor()
  await expectProofOfStatement(page, site)
  await page.getByRole('link', { name: 'Close the books' }).click()

  await section.getByRole('button', { name: 'Open again' }).click()
  const opening = page.getByRole('dialog', { name: 'Open again' })
  await opening.getByRole('button', { name: 'Open again' }).click()
  await opening.getByText('Please give a reason').waitFor()
  await opening.getByLabel('Why are the books opened again?').fill('A bill came late')
  await opening.getByRole('button', { name: 'Open again' }).click()
  await section.getByText('No month is closed yet').waitFor()
  await section.getByText(/^Opened again by Admin, .*: A bill came late$/).waitFor()
})

/** Follows a sealed closing to the statement of a person for its days, and checks the file as an outsider would. */
async function expectProofOfStatement(page: Page, { id }: FieldUser): Promise<void> {
  const signer = await startTestSigner(app.api)
  await page.getByRole('region', { name: 'Close the books' }).getByRole('link', { name: 'Statement' }).click()
  const screen = page.getByRole('region', { name: 'Statements' })
  await screen.getByLabel('Statement of').selectOption(id)
  // The head of a printed screen has it among other texts.
  const sealed = /^Books closed and sealed up to 28 Feb 2026: these figures are in the seal [0-9a-f]{16}$/
  await screen.getByText(sealed, { exact: true }).waitFor()
  const press = async () => {
    await screen.getByRole('button', { name: 'Download or print' }).click()
    await screen.getByRole('button', { name: 'Proof of the seal (JSON)' }).click()
  }
  await press()
  await expectToast(
    page,
    'The file could not be made',
    'No signed checkpoint covers this yet. Please try again in a minute.',
  )
  app.ignoreConsole(/status of 404/)
  await signer.sign()
  const waiting = page.waitForEvent('download')
  await press()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^Statement_Month_End_.*\.json$/)
  const script = join(checkoutFolder, 'tools', 'verify', 'verify.mjs')
  const saved = join(temporaryFolder(), file.suggestedFilename())
  await file.saveAs(saved)
  const { stdout } = await promisify(execFile)(process.execPath, [script, saved, '--key', signer.verifierKey])
  expect(stdout).toContain('1 entry, none missing, none added, closing ₹1,000.00')
}

it('lets an accountant close and not open, and an auditor look', async () => {
  for (const [role, buttons] of [
    ['accountant', ['Close up to']],
    ['auditor', []],
  ] as const) {
    await hireOfficeUser(app.office, role, `${role}@example.in`)
    const page = await openAdminDashboard(app, { auditor: `${role}@example.in` })
    await openOfficePage(page, '/admin/ledgers')
    await page.getByRole('link', { name: 'Close the books' }).click()
    const section = page.getByRole('region', { name: 'Close the books' })
    await section.getByText('Expenses without a bill').waitFor()
    const names = await section.getByRole('button').allInnerTexts()
    expect(names.filter((name) => /Close|Open again/.test(name)).map((name) => name.slice(0, 11))).toEqual(buttons)
  }
})

it('keeps an expense that arrives after the closing on the phone, and books it today with its true day', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '1000')
  let line: CuttableNetwork | undefined
  const page = await app.openPageAs(worker, '/expense', {
    async prepare(blank) {
      line = await interceptNetwork(blank.context())
    },
  })
  await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  await line?.cut()
  await page.getByLabel('Date', { exact: true }).fill('2026-03-30')
  await fillExpenseForm(page, '81', 'Late Tea')
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await page.waitForURL('**/site-dashboard')
  expect((await closeBooks(app.office, '2026-03-31')).status).toBe(201)
  await line?.restore()
  await openToast(page).getByText('An entry or a change was not accepted').waitFor()
  await page.getByRole('button', { name: /^Not accepted \(/ }).click()
  const entry = page.getByRole('dialog', { name: /^Not accepted \(/ }).getByRole('listitem')
  await entry.getByText('The books are closed up to 31 Mar 2026').waitFor()
  await entry.getByRole('button', { name: 'Book it today' }).click()
  await expect
    .poll(async () => {
      const rows = expectBody(await worker.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
      return rows
        .filter(({ recipient }) => recipient === 'Late Tea')
        .map(({ date, narration }) => [dayOf(date), narration])
    })
    .toEqual([[dayOf(new Date().toISOString()), expect.stringMatching(/^Paid on 30 Mar 2026\. ./)]])
  app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS)
  app.ignoreConsole(/status of 422/)
})

/** A second try of the test finds the days of the first one closed, so it has those of the next month. */
let closedMonth = 3

it('offers no change of money that was sent on a closed day, and leads to where the books are opened', async () => {
  closedMonth += 1
  const month = `2026-0${closedMonth}`
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Shut Gate' })
  await sendMoneyTo(app.office, site, '310', { date: `${month}-10` })
  const page = await openAdminDashboard(app)
  await page.goto(`${app.api.origin}/admin?credits=shut%20gate`)
  const recent = page.locator('#recent')
  const changes = recent.getByRole('button', { name: /^(Edit|Delete): / })
  await expect.poll(() => changes.count()).toBe(2)
  expect((await closeBooks(app.office, `${month}-28`)).status).toBe(201)
  await page.reload()
  await recent.getByText('₹310').first().waitFor()
  await expect.poll(() => changes.count()).toBe(0)

  await page.goto(`${app.api.origin}/admin/all-transactions?account=${site.id}`)
  await page.locator('tr.entry-row').click()
  const panel = page.getByRole('dialog', { name: 'Transaction' })
  await panel.getByText('The books of this day are closed.').waitFor()
  await expect.poll(() => panel.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0)
  await panel.getByRole('link', { name: 'An admin opens them again under “Close the books”.' }).click()
  await page.getByRole('region', { name: 'Close the books' }).getByRole('button', { name: 'Open again' }).waitFor()
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
