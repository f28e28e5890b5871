import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { killWithProfile, launchWithProfile } from '../../environment/processes/chromium.ts'
import { type FieldUser, hireFieldUser } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { countPendingEntries, fillExpenseForm, interceptNetwork } from '../helpers/cut-network.ts'

/**
 * A phone ends the browser whenever it needs the memory. OUTBOX_KILLS sets how often this happens in the middle of a
 * save.
 */

const KILLS = Number(process.env.OUTBOX_KILLS ?? 6)

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

function newProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-ledger-phone-'))
  // The processes of a killed browser continue to write for a moment.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return folder
}

/** Starts the browser of a phone, signed in as this worker. */
async function start(folder: string, { client, id, mobile, role }: FieldUser): Promise<BrowserContext> {
  const context = await launchWithProfile(folder, { viewport: PHONE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin })))
  await context.addInitScript((user) => sessionStorage.setItem('siteUser', JSON.stringify(user)), {
    ...{ id, mobile, role, name: 'Rajesh Patidar', siteName: null },
  })
  return context
}

async function kill(folder: string, context: BrowserContext): Promise<void> {
  const gone = new Promise((resolve) => context.once('close', resolve))
  killWithProfile(folder)
  await gone
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(app.api.origin + path)
  return page
}

async function recipientsOf({ client }: FieldUser): Promise<string[]> {
  const rows = expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  return rows.map(({ recipient }) => recipient).sort()
}

const bar = (page: Page) => page.locator('main').getByRole('button', { name: /^Waiting to be sent/ })

it('what was said to be on the phone is there after the browser was killed, and is sent once', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  const folder = newProfile()
  const before = await start(folder, worker)
  const line = await interceptNetwork(before)
  const form = await open(before, '/expense')
  await form.getByText('Site balance').locator('..').getByText('₹').waitFor()
  line.failAnswers('never arrives')
  await fillExpenseForm(form, '61', 'Before The Kill')
  await form.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await openToast(form).getByText('Saved on this phone, will be sent').waitFor()
  await kill(folder, before)
  await expect.poll(() => recipientsOf(worker)).toEqual([])

  const after = await start(folder, worker)
  await open(after, '/site-dashboard')
  await expect.poll(() => recipientsOf(worker)).toEqual(['Before The Kill'])
  await after.close()
})

if (isFullRun)
  it('killed after it was booked and before the answer came, it is settled by its key', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const folder = newProfile()
    const before = await start(folder, worker)
    const form = await open(before, '/expense')
    await form.getByText('Site balance').locator('..').getByText('₹').waitFor()
    const { promise: booked, resolve: isBooked } = Promise.withResolvers<void>()
    await form.route('**/api/site/transactions', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      isBooked()
      // The request gets no answer.
    })
    await fillExpenseForm(form, '62', 'In The Dark')
    await form.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await booked
    await kill(folder, before)
    await expect.poll(() => recipientsOf(worker)).toEqual(['In The Dark'])

    const after = await start(folder, worker)
    const posted = after.waitForEvent('request', (request) => request.method() === 'POST')
    const home = await open(after, '/site-dashboard')
    expect((await (await posted).response())?.status()).toBe(201)
    await bar(home).waitFor({ state: 'detached' })
    await expect.poll(() => recipientsOf(worker)).toEqual(['In The Dark'])
    await after.close()
  })

if (isFullRun)
  it('killed at any moment of a save, it is in the ledger at most once, and for certain where the person was told', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const folder = newProfile()
    const told: string[] = []
    for (let kills = 0; kills < KILLS; kills += 1) {
      const name = `Kill ${kills}`
      const context = await start(folder, worker)
      const form = await open(context, '/expense')
      await form.getByText('Site balance').locator('..').getByText('₹').waitFor()
      await fillExpenseForm(form, '63', name)
      // The entry of the last kill is sent meanwhile, with its own toast.
      const toast = openToast(form).filter({ hasText: name }).getByText('Expense saved successfully!').waitFor()
      const isTold = toast.then(
        () => told.push(name),
        () => undefined,
      )
      // The click fails when the browser is killed.
      void form
        .getByRole('button', { name: 'Save Expense', exact: true })
        .click({ noWaitAfter: true })
        .catch(() => undefined)
      // Each kill comes a little later; a whole save takes a fifth of a second on a quiet machine.
      await new Promise((resolve) => setTimeout(resolve, kills * (400 / KILLS)))
      await kill(folder, context)
      await isTold
    }
    const after = await start(folder, worker)
    const home = await open(after, '/site-dashboard')
    await home.getByTestId('current-balance').getByText('₹').waitFor()
    await expect.poll(async () => (await countPendingEntries(home)) === 0).toBe(true)
    const booked = await recipientsOf(worker)
    expect(booked).toEqual([...new Set(booked)])
    expect(booked).toEqual(expect.arrayContaining(told))
    await after.close()
  })
