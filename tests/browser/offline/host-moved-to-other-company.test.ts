import { ROUTES } from '@ledger/contracts/http/routes.ts'
import {
  addCompany,
  addCompanyHost,
  removeCompanyHost,
  setCompanyDisabled,
} from '@ledger/ledger-service/companies/manage-companies.ts'
import type { Pool } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { chromiumOfWorker } from '../../environment/processes/chromium.ts'
import {
  type FieldUser,
  hireFieldUser,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { builtWebFolder, PHONE } from '../helpers/app-in-browser.ts'
import { countPendingEntries, fillExpenseForm, interceptNetwork } from '../helpers/cut-network.ts'

/**
 * A phone stores its data by host, and a host can move from one company to another, where a user has the same number:
 * data of the first company is neither shown to that user nor sent for them, and is there again when the host moves
 * back.
 */

const HOST = 'site.localhost'
const NOTICED = { timeout: 15_000 }

let acme: TestService
let beta: TestService
let pool: Pool
let browser: Browser
/** The worker of Acme, and the account with the same number at Beta. */
let worker: FieldUser
let namesake: TestClient
beforeAll(async () => {
  acme = await startTestService({ servesEveryCompany: true, web: await builtWebFolder() })
  pool = ownerPool(acme.database.ownerUrl)
  await addCompanyHost(pool, acme.company.companyId, 'acme.localhost')
  await addCompanyHost(pool, acme.company.companyId, HOST)
  const made = await addCompany(pool, { name: 'Beta', hosts: ['beta.localhost'] })
  if ('refused' in made) return expect.fail(made.refused)
  const first = await acme.atCompany(acme.company.companyId, 'acme.localhost')
  beta = await acme.atCompany(made.companyId, 'beta.localhost')
  const [office, betas] = [await signInAdmin(first.origin), await signInAdmin(beta.origin)]
  worker = await hireFieldUser(office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  await sendMoneyTo(office, worker, '48000')
  const same = { name: 'Rajesh Patidar', mobile: worker.mobile, password: TEST_PASSWORD, siteName: 'Ring Road' }
  const { id } = expectBody(await betas.post('/api/admin/users', same), 201, ROUTES.createSiteUser.answer)
  namesake = await signInFieldUser(beta.origin, worker.mobile)
  await sendMoneyTo(betas, { ...worker, id, client: namesake }, '700')
  browser = await chromiumOfWorker()
})
afterAll(async () => {
  await pool.end()
  await acme.close()
})

const at = (path: string) => `http://${HOST}:${new URL(acme.origin).port}${path}`
const bar = (page: Page) => page.locator('main').getByRole('button', { name: /^Waiting to be sent/ })
const SAVE = { name: 'Save Expense', exact: true }

async function recipientsOf(client: TestClient): Promise<string[]> {
  const rows = expectBody(await client.get('/api/site/transactions?type=debit'), 200, ROUTES.siteTransactions.answer)
  return rows.map(({ recipient }) => recipient ?? '')
}

/** Moves the host and waits until the server answers there for the other company. */
async function handOver(from: TestService, to: TestService, client: TestClient): Promise<void> {
  await removeCompanyHost(pool, from.company.companyId, HOST)
  await addCompanyHost(pool, to.company.companyId, HOST)
  // Uses a copy each time, because an answer without a session deletes the cookie.
  const asked = () => client.withSameCookies(new URL(at('/')).origin).get('/api/site/auth')
  await expect.poll(async () => (await asked()).status, NOTICED).toBe(200)
}

async function signInAt(page: Page): Promise<void> {
  await page.goto(at('/site-login'))
  await page.locator('input[name=mobile]').fill(worker.mobile)
  await page.locator('input[name=password]').fill(TEST_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/site-dashboard')
}

it('shows and sends nothing of the company that had the host before, and all of it when it has it again', async () => {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block', timezoneId: 'Asia/Kolkata' })
  onTestFinished(() => context.close())
  const line = await interceptNetwork(context)
  const page = await context.newPage()
  await signInAt(page)
  await page.getByText('₹48,000').first().waitFor()
  await line.cut()
  await page.getByRole('link', { name: 'Add Expense' }).click()
  await fillExpenseForm(page, '80', 'Of Acme')
  await page.getByRole('button', SAVE).click()
  await bar(page).waitFor()
  await page.getByRole('link', { name: 'Add Expense' }).click()
  await fillExpenseForm(page, '90', 'Half Filled At Acme')

  await handOver(acme, beta, namesake)
  await line.restore()
  await signInAt(page)
  await page.getByText('₹700').first().waitFor()
  await page.getByRole('link', { name: 'Add Expense' }).click()
  await expect.poll(() => page.locator('input[name=amount]').inputValue()).toBe('')
  await fillExpenseForm(page, '1', 'Of Beta')
  await page.getByRole('button', SAVE).click()
  await page.waitForURL('**/site-dashboard')
  await page.locator('main').getByRole('listitem').filter({ hasText: 'Of Beta' }).waitFor()
  await expect.poll(() => bar(page).count()).toBe(0)
  await expect.poll(() => page.locator('body').textContent()).not.toMatch(/Acme|48,0|Canal Bridge/)
  await expect.poll(() => recipientsOf(namesake)).toEqual(['Of Beta'])
  expect(await recipientsOf(worker.client)).toEqual([])
  expect(await countPendingEntries(page, worker.account)).toBe(1)

  await handOver(beta, acme, worker.client)
  await signInAt(page)
  await expect.poll(() => recipientsOf(worker.client)).toEqual(['Of Acme'])
  await expect.poll(() => page.locator('body').textContent()).not.toMatch(/Beta|Ring Road/)
  expect(await recipientsOf(namesake)).toEqual(['Of Beta'])
}, 120_000)

if (isFullRun)
  it('keeps what is entered while a company is disabled, also in an app that was opened anew, and sends it when it is back', async () => {
    const context = await browser.newContext({ viewport: PHONE, timezoneId: 'Asia/Kolkata' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await signInAt(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await setCompanyDisabled(pool, acme.company.companyId, true)
    await expect
      .poll(async () => (await worker.client.withSameCookies().get('/api/site/auth')).status, NOTICED)
      .toBe(404)
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await fillExpenseForm(page, '7', 'Meanwhile')
    await page.getByRole('button', SAVE).click()
    await bar(page).waitFor()
    await page.reload()
    await bar(page).waitFor()
    await page.getByText('Not connected.').waitFor()
    await setCompanyDisabled(pool, acme.company.companyId, false)
    await expect.poll(() => recipientsOf(worker.client), { timeout: 90_000 }).toContain('Meanwhile')
    await expect.poll(() => page.locator('body').textContent()).not.toMatch(/not accepted/i)
  }, 180_000)

if (isFullRun)
  it('says in an open screen that a company is away while it is disabled, and goes on when it is back', async () => {
    const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block', timezoneId: 'Asia/Kolkata' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await signInAt(page)
    await page.getByText('₹47,913').first().waitFor()
    await expect.poll(() => page.title()).toContain('Test Builders')
    await expect.poll(() => page.getByRole('banner').textContent()).toContain('Test Builders')
    const answered = async () => (await worker.client.withSameCookies().get('/api/site/auth')).status
    await setCompanyDisabled(pool, acme.company.companyId, true)
    await expect.poll(answered, NOTICED).toBe(404)
    await page.getByRole('link', { name: 'All Transactions' }).click()
    await page.getByText('Not connected.').waitFor()
    await setCompanyDisabled(pool, acme.company.companyId, false)
    await expect.poll(answered, NOTICED).toBe(200)
    await page.getByText('Not connected.').waitFor({ state: 'detached', timeout: 60_000 })
    await page.locator('main').getByText('Of Acme').first().waitFor()
  }, 120_000)
