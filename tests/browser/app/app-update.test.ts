import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { type FieldUser, hireFieldUser, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, builtWebFolder, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  countPendingEntries,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'
import { cachedAppFiles, countDraftFiles, waitUntilAvailableOffline } from '../helpers/offline-storage.ts'

/** A new version replaces the one that a page has open: the page continues, and the next page uses the new version. */

vi.setConfig({ testTimeout: 150_000 })

let folder: string
let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'))
  cpSync(await builtWebFolder(), join(folder, 'web'), { recursive: true })
  app = await openAppInBrowser({ web: join(folder, 'web') })
  incharge = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, incharge, '5000')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the id of a deployed version. It is longer than what the name of a file may contain by chance. */
const idOf = (version: string) => `deployed${version}`
/** Finds the id in a service worker: that of a build, or that of a version deployed before. */
const ID_IN_WORKER = /\bid:\s*["'`]([\da-f]{16}|deployedV\d+)["'`]/

/**
 * Deploys the same app under other file names, like a build of changed sources; the old files are gone from the server.
 */
function deploy(version: string): void {
  const [web, next, old] = ['web', 'next', 'old'].map((name) => join(folder, name)) as [string, string, string]
  cpSync(web, next, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const named = globSync('assets/*', { cwd: next }).map((path) => basename(path))
  const renamed = new Map(named.map((name) => [name, name.replace(/[\w-]{2}\.(\w+)$/, `${version}.$1`)]))
  for (const path of globSync('{assets/*.{js,css},index.html,sw.js}', { cwd: next })) {
    const file = join(next, path)
    let text = readFileSync(file, 'utf8')
    for (const [before, after] of renamed) text = text.replaceAll(before, after)
    if (path === 'sw.js') {
      const [, id] = ID_IN_WORKER.exec(text) ?? []
      if (id === undefined) throw new Error('The service worker has no id')
      text = text.replaceAll(id, idOf(version))
    }
    writeFileSync(file, text)
  }
  for (const [before, after] of renamed) renameSync(join(next, 'assets', before), join(next, 'assets', after))
  renameSync(web, old)
  renameSync(next, web)
  rmSync(old, { recursive: true })
}

const at = (path: string) => `${app.api.origin}${path}`
/** Returns the name of the script that a page runs. */
const scriptOf = (page: Page) => page.locator('script[type=module]').getAttribute('src')

/** Opens a signed-in page that reveals whether it was reloaded. */
async function opened(): Promise<Page> {
  const page = await app.openSignedInPage(incharge.mobile, { keepsApp: true })
  await waitUntilAvailableOffline(page, '/api/site/balance')
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  return page
}
const isSame = (page: Page) => page.evaluate(() => 'isSame' in globalThis)

/** Waits until a version serves the app in this browser. */
async function untilItAnswers(page: Page, version: string): Promise<void> {
  await expect
    .poll(async () => (await cachedAppFiles(page)).includes(`/shell/${idOf(version)}`), { timeout: 20_000 })
    .toBe(true)
  const isActive = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.installing === null && registration.waiting === null && registration.active?.state
    })
  // Chromium may give the old worker half a minute to finish.
  await expect.poll(isActive, { timeout: 60_000 }).toBe('activated')
}

/** Requests an update, and returns its outcome. */
function outcomeOfUpdate(page: Page): Promise<ServiceWorkerState> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const outcome = new Promise<ServiceWorkerState>((resolve) => {
      const watch = () => {
        const worker = registration.installing
        const look = () => {
          if (worker?.state === 'redundant' || worker?.state === 'activated') resolve(worker.state)
        }
        worker?.addEventListener('statechange', look)
      }
      registration.addEventListener('updatefound', watch, { once: true })
    })
    // A failed update is reported by `outcome`.
    await registration.update().catch(() => undefined)
    return outcome
  })
}

async function fillAndSave(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel('Paid to', { exact: true }).fill('Sharma Traders')
  await page.getByLabel('Purpose', { exact: true }).fill('Cement')
  await page.getByLabel('Narration', { exact: true }).fill('Ten bags')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await openToast(page).getByText(`₹${amount} · Sharma Traders`).waitFor()
}

it('goes on with a page of the old version, through screens that it had not loaded, and opens the new one next', async () => {
  const page = await opened()
  const old = await scriptOf(page)
  deploy('V2')
  expect((await fetch(at(old ?? ''))).status).toBe(404)

  const next = await page.context().newPage()
  await next.goto(at('/site-dashboard'))
  await untilItAnswers(next, 'V2')
  // The page of the old version is unchanged, and has never loaded the form.
  expect(await isSame(page)).toBe(true)
  await page.getByRole('link', { name: 'Add Expense' }).click()
  await fillAndSave(page, '45')
  await page.waitForURL('**/site-dashboard')
  expect(await isSame(page)).toBe(true)
  expect(await scriptOf(page)).toBe(old)

  await next.goto(at('/site-dashboard'))
  await next.getByText('Sharma Traders').first().waitFor()
  expect(await scriptOf(next)).toMatch(/V2\.js$/)
  // The files of the old version stay as long as one of its pages is open; then they are deleted.
  expect(await cachedAppFiles(next)).toContain(old)
  await page.close()
  await expect
    .poll(
      async () => {
        await next.goto(at('/site-dashboard'))
        return cachedAppFiles(next)
      },
      { timeout: 20_000 },
    )
    .not.toContain(old)
  await next.context().setOffline(true)
  await next.goto(at('/expense'))
  await next.getByLabel('Amount', { exact: true }).waitFor()
  app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

if (isFullRun)
  it('does not touch a form under somebody who types', async () => {
    const page = await opened()
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await page.getByLabel('Narration', { exact: true }).fill('Half of a sente')
    deploy('V3')
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await untilItAnswers(page, 'V3')
    expect(await isSame(page)).toBe(true)
    await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('Half of a sente')
    await fillAndSave(page, '46')
  })

if (isFullRun)
  it('keeps a form that is half filled, with its bill, for whoever goes on with it in the new version', async () => {
    const page = await opened()
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await page.getByLabel('Narration', { exact: true }).fill('Half of a sente')
    const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
    await page.getByLabel('Choose file').setInputFiles([photo])
    await expect.poll(() => countDraftFiles(page), { timeout: 20_000 }).toBe(1)
    deploy('V6')
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await untilItAnswers(page, 'V6')
    await page.reload()
    await expect.poll(() => scriptOf(page)).toMatch(/V6\.js$/)
    await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('Half of a sente')
    await page.getByRole('button', { name: 'Remove bill 1' }).waitFor()
    await fillAndSave(page, '47')
    await page.waitForURL('**/site-dashboard')
    await page.getByRole('listitem').filter({ hasText: '₹47' }).getByText('1 bill', { exact: true }).waitFor()
  })

if (isFullRun)
  it('hands over to the new version what waits to be sent: nothing is lost, and nothing goes twice', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await sendMoneyTo(app.office, worker, '5000')
    const page = await app.openSignedInPage(worker.mobile, { keepsApp: true })
    await waitUntilAvailableOffline(page, '/api/site/balance')
    const line = await interceptNetwork(page.context())
    // Reloads, because the page was opened before the line.
    await page.reload()
    await page.getByTestId('current-balance').getByText('₹').waitFor()
    const enter = async (recipient: string) => {
      await page.getByRole('link', { name: 'Add Expense' }).click()
      await fillExpenseForm(page, '10', recipient)
      await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
      await page.waitForURL('**/site-dashboard')
    }
    line.failAnswers('lost')
    await enter('Lost Answer')
    await line.cut()
    await enter('Never Sent')
    await expect.poll(() => countPendingEntries(page, worker.account)).toBe(2)
    deploy('V7')
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await untilItAnswers(page, 'V7')
    // A page of each version is open when the network returns.
    const next = await page.context().newPage()
    await next.goto(at('/site-dashboard'))
    await expect.poll(() => scriptOf(next)).toMatch(/V7\.js$/)
    await next.getByRole('button', { name: 'Waiting to be sent (2)' }).waitFor()
    await line.restore()
    await expect.poll(() => countPendingEntries(next, worker.account), { timeout: 30_000 }).toBe(0)
    const rows = expectBody(
      await worker.client.get('/api/site/transactions?type=debit'),
      200,
      ROUTES.siteTransactions.answer,
    )
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(['Lost Answer', 'Never Sent'])
    app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS)
  })

if (isFullRun)
  it('whoever loads the page again has the newest, before this browser knows that there is one', async () => {
    const page = await opened()
    deploy('V4')
    await page.reload()
    await page.getByTestId('current-balance').getByText('₹').waitFor()
    expect(await scriptOf(page)).toMatch(/V4\.js$/)
  })

if (isFullRun)
  it('keeps the version that it has where a new one does not come whole', async () => {
    const page = await opened()
    const whole = (await cachedAppFiles(page)).filter((path) => path.startsWith('/shell/'))
    deploy('V5')
    // A server in the middle of a deployment: the service worker is there, its files are not.
    const [missing] = globSync('assets/expense-screen-*.js', { cwd: join(folder, 'web') })
    if (missing === undefined) throw new Error('The build has no such chunk')
    renameSync(join(folder, 'web', missing), join(folder, 'late.js'))
    expect(await outcomeOfUpdate(page)).toBe('redundant')
    expect((await cachedAppFiles(page)).filter((path) => path.startsWith('/shell/'))).toEqual(whole)
    await page.getByRole('link', { name: 'Add Expense' }).click()
    await page.getByLabel('Amount', { exact: true }).waitFor()
    renameSync(join(folder, 'late.js'), join(folder, 'web', missing))
    expect(await outcomeOfUpdate(page)).toBe('activated')
    await untilItAnswers(page, 'V5')
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
