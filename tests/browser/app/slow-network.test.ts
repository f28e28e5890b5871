import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

/**
 * A site with a weak signal: half a second round trip, 50 kB a second. SLOW_LINE_RUNS=5 gives the figure of
 * docs/performance.md.
 */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const RUNS = Number(process.env.SLOW_LINE_RUNS ?? 1)
/** Between two keys, like a user who looks at them. */
const KEY_MS = 120

/** The requests for the content of the dashboard. */
const FIRST = [
  '/api/site/balance',
  '/api/site/supervisors',
  '/api/site/transactions/sums',
  '/api/site/transactions?limit=5',
]

let app: AppInBrowser
let worker: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  await hireFieldUser(app.office, 'supervisor')
  await sendMoneyTo(app.office, worker, '100000')
  const bills = Array.from({ length: 250 }, (_, bill) => `Bill ${bill}, ten bags of cement for the second floor`)
  await Promise.all(bills.map((narration) => recordExpenseOf(worker, { narration })))
})
afterAll(() => app.close())

interface ObservedCall {
  path: string
  sentAt: number
  answeredAt: number | undefined
  bytes: number
}

/** Records every API call from now on, with its bytes on the line. */
async function watch(page: Page): Promise<Map<string, ObservedCall>> {
  const session = await page.context().newCDPSession(page)
  const calls = new Map<string, ObservedCall>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return
    calls.set(requestId, { path: pathname + search, sentAt: timestamp, answeredAt: undefined, bytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const call = calls.get(requestId)
    if (call) call.answeredAt = timestamp
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const call = calls.get(requestId)
    if (call) call.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  return calls
}

it('asks on a slow line for what the first screen shows, all of it at once and no more', async () => {
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const page = await app.openSignedOutPage()
    const calls = await watch(page)
    await page.goto(`${app.api.origin}/site-login`)
    await page.locator('input[name=mobile]').pressSequentially(worker.mobile, { delay: KEY_MS })
    await page.locator('input[name=password]').pressSequentially(TEST_PASSWORD, { delay: KEY_MS })
    calls.clear()
    const from = performance.now()
    await page.locator('button[type=submit]').click()
    await Promise.all([
      page.getByTestId('current-balance').getByText('₹').waitFor(),
      page.locator('main li').nth(4).waitFor(),
    ])
    seconds.push((performance.now() - from) / 1000)
    await page.getByText('5 of 251', { exact: true }).waitFor()

    const all = [...calls.values()].filter(({ path }) => path !== '/api/site/login')
    const shownAt = Math.max(...FIRST.map((path) => all.find((call) => call.path === path)?.answeredAt ?? Infinity))
    // The refetch after the stream begins comes later.
    const first = all.filter(({ sentAt }) => sentAt <= shownAt)
    expect(first.map(({ path }) => path).sort()).toEqual(FIRST)
    // No request waits for the answer to another one.
    const lastSent = Math.max(...first.map(({ sentAt }) => sentAt))
    const firstAnswered = Math.min(...first.map(({ answeredAt }) => answeredAt ?? 0))
    expect(lastSent).toBeLessThan(firstAnswered)
    const bytes = first.reduce((sum, call) => sum + call.bytes, 0)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(8000)
    process.stdout.write(`Balance and list after sign-in: ${seconds.at(-1)?.toFixed(2)} s, ${bytes} bytes\n`)
    await page.context().close()
  }
})

if (isFullRun)
  it('has the screen of a supervisor, too, before the number is typed', async () => {
    const supervisor = await hireFieldUser(app.office, 'supervisor')
    await transferMoney(worker, supervisor, '5000')
    for (let bill = 0; bill < 5; bill += 1) await recordExpenseOf(supervisor)
    for (let run = 0; run < RUNS; run += 1) {
      const page = await app.openSignedOutPage()
      await watch(page)
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        // With a window, even an invisible one, the browser requests the icon again at each change of the URL.
        if (pathname !== '/favicon.svg') asked.push(pathname)
      })
      await page.goto(`${app.api.origin}/site-login`)
      const screen = page.waitForResponse(/\/assets\/supervisor-dashboard-screen-/)
      await page.locator('input[name=mobile]').pressSequentially(supervisor.mobile, { delay: KEY_MS })
      await page.locator('input[name=password]').pressSequentially(TEST_PASSWORD, { delay: KEY_MS })
      await screen
      asked.length = 0
      const from = performance.now()
      await page.locator('button[type=submit]').click()
      await Promise.all([
        page.getByTestId('current-balance').getByText('₹4,500').waitFor(),
        // Waits for real rows: the placeholders are also six, and disappear.
        page.locator('main ul:not([aria-busy]) > li').nth(5).waitFor(),
      ])
      const seconds = (performance.now() - from) / 1000
      const [first, second] = asked
      expect([first, second]).toEqual(['/api/site/login', '/api/site/balance'])
      process.stdout.write(`Balance and lists of a supervisor after sign-in: ${seconds.toFixed(2)} s\n`)
      await page.context().close()
    }
  })

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
