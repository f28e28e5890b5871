// node tests/by-hand/slow-phone.ts http://127.0.0.1:3000: opens a running demo (npm run demo) on a slow phone with a
// weak signal: 400 ms a round trip, 50 kB a second, a quarter of the CPU. Prints in seconds, the median of five runs:
// the sign-in, with nothing stored; the balance after it; the last balance and the fresh one when it is opened again.
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { provideChromium } from '../environment/processes/chromium.ts'

const INCHARGE = { mobile: '9000000001', password: 'Demo2026' }
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const CPU_SLOWDOWN = 4
const RUNS = 5
/** Between two keys, like a user who looks at them. */
const KEY_MS = 120

const address = process.argv[2]
if (address === undefined) throw new Error('Please give the address of a running demo')

async function main(origin: string): Promise<void> {
  const executablePath = provideChromium((line) => process.stderr.write(`${line}\n`))
  if (executablePath === undefined) throw new Error('There is no Chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const runs: Record<string, number>[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
      })
      runs.push(await measureOpening(context, origin))
      await context.close()
    }
    for (const name of Object.keys(runs[0] ?? {}))
      process.stdout.write(`${name}: ${median(runs.map((run) => run[name] ?? Number.NaN)).toFixed(2)} s\n`)
  } finally {
    await browser.close()
  }
}

async function measureOpening(context: BrowserContext, origin: string): Promise<Record<string, number>> {
  const page = await openSlowPage(context)
  const begun = performance.now()
  void page.goto(`${origin}/site-login`)
  await page.locator('input[name=mobile]').waitFor()
  const signIn = performance.now() - begun
  await page.locator('input[name=mobile]').pressSequentially(INCHARGE.mobile, { delay: KEY_MS })
  await page.locator('input[name=password]').pressSequentially(INCHARGE.password, { delay: KEY_MS })
  const pressed = performance.now()
  await page.locator('button[type=submit]').click()
  await balanceOf(page).waitFor()
  const balance = performance.now() - pressed
  // The service worker and what the phone remembers are stored meanwhile.
  await page.waitForTimeout(10_000)
  await page.close()
  const again = await openSlowPage(context)
  const reopened = performance.now()
  const fresh = again.waitForResponse(/\/api\/site\/balance/).then(() => performance.now() - reopened)
  void again.goto(`${origin}/site-dashboard`)
  await balanceOf(again).waitFor()
  const last = performance.now() - reopened
  return toSeconds({
    'sign-in': signIn,
    'balance after sign-in': balance,
    'last balance, opened again': last,
    'fresh balance, opened again': await fresh,
  })
}

const balanceOf = (page: Page) => page.getByTestId('current-balance').getByText('₹')

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

function toSeconds(times: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ms / 1000]))
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

await main(address)
