import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { waitUntilAvailableOffline } from '../helpers/offline-storage.ts'

/**
 * A phone with a quarter of this processor's speed, without a network. OFFLINE_RUNS=10 gives the figure of
 * docs/performance.md.
 */
const SLOWER = 4
/** The files that load before the balance shows, and the code that draws toasts if that takes more than a second. */
const MOST_FILES = 20
const RUNS = Number(process.env.OFFLINE_RUNS ?? 1)

let app: AppInBrowser
let worker: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  await sendMoneyTo(app.office, worker, '100000')
  for (let bill = 0; bill < 60; bill += 1) await recordExpenseOf(worker, { narration: `Bill ${bill}` })
})
afterAll(() => app.close())

declare const shown: { balanceMs?: number; rowsMs?: number }

/** Records when the balance and the rows appear, in milliseconds since the page was requested. */
function noteWhenShown(): void {
  const times: typeof shown = {}
  Object.assign(globalThis, { shown: times })
  new MutationObserver(() => {
    if (document.querySelector('[data-testid=current-balance]')?.textContent?.includes('₹'))
      times.balanceMs ??= performance.now()
    if (document.querySelectorAll('main li').length >= 5) times.rowsMs ??= performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Opens the app as from the home screen: no part of it is in memory. */
async function openAnew(page: Page): Promise<{ balanceMs: number; rowsMs: number }> {
  const tab = await page.context().newPage()
  await tab.addInitScript(noteWhenShown)
  const session = await tab.context().newCDPSession(tab)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await tab.goto(`${app.api.origin}/`)
  await tab.getByTestId('current-balance').getByText('₹').waitFor()
  await tab.locator('main li').nth(4).waitFor()
  const { balanceMs = 0, rowsMs = 0 } = await tab.evaluate(() => shown)
  // The screen does not wait for the code of other screens.
  const files = await tab.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  )
  expect(files.filter(({ name }) => /role-(selection|choice)/.test(name))).toEqual([])
  // A slow phone needs some milliseconds to load each file and to run its code.
  const before = files.filter(({ name, startTime }) => name.endsWith('.js') && startTime < balanceMs)
  expect(before.length).toBeLessThanOrEqual(MOST_FILES)
  await tab.close()
  return { balanceMs, rowsMs }
}

it('shows the balance and the newest entries on a slow phone without a network', async () => {
  const page = await app.openSignedInPage(worker.mobile, { keepsApp: true })
  await waitUntilAvailableOffline(page, '/api/site/balance', '"recent"', '"sums"', '/api/site/supervisors')
  await page.context().setOffline(true)
  for (let run = 0; run < RUNS; run += 1) {
    const { balanceMs, rowsMs } = await openAnew(page)
    process.stdout.write(
      `Without a network: balance after ${balanceMs.toFixed(0)} ms, five rows after ${rowsMs.toFixed(0)} ms\n`,
    )
    expect(balanceMs).toBeGreaterThan(0)
  }
  app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
