import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { type FrontServer, startFrontServer } from '../../environment/network/front-server.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { builtWebFolder } from '../helpers/app-in-browser.ts'
import { boxesOfButton, pixelsBelowCentre } from '../helpers/text-in-button.ts'
import { button, control, type DrivenBrowser, named, waitForPath, waitForText, waitUntil } from './driven-browser.ts'

/** Longer than the app waits before it shows a failure, and than a navigation that it might start. */
const SETTLE_MS = 2000
/** The number of pixels between the middle of a capital letter and the middle of its button. */
const MAX_OFF_CENTRE_PX = 1.5

/**
 * Declares the tests of a browser that is no Chromium: one visitor does the work of a site incharge, from the sign-in
 * on. Each test goes on where the one before it ended.
 * @returns gives a further test the browser
 */
export function testAsFieldUser(start: () => Promise<DrivenBrowser>): () => { browser: DrivenBrowser; at: At } {
  let front: FrontServer
  let api: TestService
  let worker: FieldUser
  let browser: DrivenBrowser
  const at = (path: string) => `${front.origin}${path}`

  beforeAll(async () => {
    front = await startFrontServer()
    api = await startTestService({ web: await builtWebFolder(), publicOrigin: front.origin })
    front.passTo(api.origin)
    const office = await signInAdmin(api.origin)
    worker = await hireFieldUser(office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
    await sendMoneyTo(office, worker, '50000')
    await recordExpenseOf(worker, { recipient: 'Of April', amount: '111', date: '2025-04-04' })
    await recordExpenseOf(worker, { recipient: 'Of May', amount: '222', date: '2025-05-05' })
    browser = await start()
  })
  afterEach(() => front.restore())
  afterAll(async () => {
    await browser?.close()
    await api?.close()
    await front?.close()
  })

  async function rowsOf() {
    return expectBody(await worker.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  }

  it('leads where one goes while a page is still loading, and not back', async () => {
    await browser.open(at('/landing'))
    const chunk = front.hold(/^\/assets\/site-login-screen-/)
    await browser.run(() => location.assign('/site-login'))
    await chunk.requested
    // The other page is slow to answer, so that the first one notices the end of its requests.
    const next = front.hold(/^\/landing$/)
    await browser.run(() => location.assign('/landing'))
    await next.requested
    await sleep(SETTLE_MS)
    next.release()
    await waitForPath(browser, '/landing')
    chunk.release()
    await sleep(SETTLE_MS)
    await waitUntil(browser, () => location.pathname === '/landing' && document.querySelector('h1') !== null)
  })

  it('signs in', async () => {
    await browser.open(at('/site-login'))
    await browser.type('//input[@name="mobile"]', worker.mobile)
    await browser.type('//input[@name="password"]', TEST_PASSWORD)
    await browser.click('//button[@type="submit"]')
    await waitForPath(browser, '/site-dashboard')
    await waitForText(browser, '₹49,667')
  })

  it('keeps an expense with a photo without a network, and books it once', async () => {
    await browser.open(at('/expense'))
    await waitForText(browser, '₹49,667')
    await waitUntil(browser, () => navigator.serviceWorker.controller !== null)
    const photo = join(browser.downloads, 'bill.jpg')
    await writeFile(photo, await samplePhoto())
    front.cut()
    await browser.type('//input[@name="amount"]', '250.50')
    await browser.type('//input[@name="recipient"]', 'Tea Stall')
    await browser.type('//input[@name="purpose"]', 'Tea')
    await browser.type('//textarea', 'For the crew')
    await browser.choose('//label[normalize-space()="Choose file"]//input', photo)
    await waitUntil(browser, () => document.querySelector('[aria-label="Look at bill 1"]') !== null)
    await browser.click(button('Save Expense'))
    await waitForPath(browser, '/site-dashboard')
    await waitForText(browser, 'Waiting to be sent (1)')
    // Another page of the app has it as well.
    await browser.open(at('/site-dashboard'))
    await waitForText(browser, 'Waiting to be sent (1)')
    front.restore()
    await waitUntil(browser, () => !document.body.innerText.includes('Waiting to be sent'))
    const [row, ...others] = (await rowsOf()).filter(({ recipient }) => recipient === 'Tea Stall')
    expect(others).toEqual([])
    expect(row).toMatchObject({ amount: '250.50', bills: [{ type: 'image/jpeg' }] })
    // The next round of the outbox sends nothing again.
    await browser.open(at('/site-dashboard'))
    await waitForText(browser, 'Tea Stall')
    await sleep(SETTLE_MS)
    expect((await rowsOf()).filter(({ recipient }) => recipient === 'Tea Stall')).toHaveLength(1)
  })

  it('filters by a typed date', async () => {
    await browser.open(at('/transactions'))
    await waitForText(browser, 'Of May')
    await browser.click(named('Filter by date'))
    // Day and month are equal, because the browser's own language orders them.
    await browser.typeDay(control('From'), ['04', '04', '2025'])
    await browser.typeDay(control('To'), ['04', '04', '2025'])
    await waitUntil(browser, () => location.search === '?from=2025-04-04&to=2025-04-04')
    await waitUntil(browser, () => {
      const text = document.body.innerText
      return text.includes('Of April') && !text.includes('Of May')
    })
  })

  it('exports a list as a file', async () => {
    await browser.open(at('/transactions'))
    await waitForText(browser, 'Of May')
    await browser.click(button('Export'))
    const file = async () => (await readdir(browser.downloads)).find((name) => name.endsWith('.xlsx'))
    await expect.poll(file).toBeDefined()
    const path = join(browser.downloads, (await file()) ?? '')
    // An xlsx is a ZIP.
    await expect.poll(async () => (await readFile(path)).subarray(0, 2).toString()).toBe('PK')
  })

  it('sets the text of a button in its middle', async () => {
    await browser.open(at('/transactions'))
    await waitForText(browser, 'Of May')
    const boxes = await browser.run(boxesOfButton, button('Export'))
    const below = await pixelsBelowCentre(await browser.screenshot(), boxes)
    expect(Math.abs(below)).toBeLessThanOrEqual(MAX_OFF_CENTRE_PX)
  })

  it('shows no microphones where it cannot listen', async () => {
    await browser.open(at('/expense'))
    await waitForText(browser, 'Speech recognition is not supported in this browser')
    await waitUntil(browser, () => document.querySelector('[aria-label^="Speak"]') === null)
  })

  return () => ({ browser, at })
}

type At = (path: string) => string
