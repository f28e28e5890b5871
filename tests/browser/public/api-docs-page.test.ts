import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { chromiumOfWorker } from '../../environment/processes/chromium.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let browser: Browser
const WIDEST: RouteName[] = ['createSiteUser', 'auditEditLogFile', 'uploadBill', 'transfer']
/** The console messages of the page: the browser reports a breach of the content security policy there. */
const said: string[] = []

beforeAll(async () => {
  api = await startTestService()
  browser = await chromiumOfWorker()
})
afterAll(() => api.close())

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  onTestFinished(() => page.close())
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(`${api.origin}${path}`)
  return page
}

it('the page of the API reads on a phone: nothing wider than the screen, nothing too small to touch', async () => {
  const page = await open('/api/docs', 360)
  await page.locator('.opblock').last().waitFor()
  await expect.poll(() => page.locator('.opblock').count()).toBe(Object.keys(ROUTES).length)
  // The widest of each kind: a form, a list with filters, files, a refusal with many codes. Drawing all takes a minute.
  for (const name of WIDEST) {
    const call = page.locator(`[id$="-${name}"]`)
    await call.locator('.opblock-summary-control').click()
    await call.locator('.response').last().waitFor()
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const heights = await page
    .locator('.opblock-summary-control')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  // It describes calls and makes none: a click on an example must not book money.
  await expect.poll(() => page.getByRole('button', { name: /try it out|authori[sz]/i }).count()).toBe(0)
})

if (isFullRun)
  it('opens the call that the address names', async () => {
    const page = await open('/api/docs#/Site/transfer', 1000)
    const shown = page.locator('.opblock.is-open')
    await shown.getByText('Transfer money to a supervisor').waitFor()
    await expect.poll(() => shown.count()).toBe(1)
    // From the document: a field with its description, the header of a command, its roles, a refusal.
    for (const text of ['Idempotency-Key', 'x-roles', 'Transfer amount exceeds available balance'])
      await shown.getByText(text).first().waitFor()
  })

it('breaks no rule of the content security policy', () => {
  expect(said).toEqual([])
})
