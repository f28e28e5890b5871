import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { type CuttableProxy, openCuttableProxy } from '../../environment/network/cuttable-proxy.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { startTestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { runScheduledJobs } from '../../environment/service/run-scheduled-jobs.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'

const EMAIL = 'asha@live.example'
let app: AppInBrowser
let way: CuttableProxy
let rajesh: FieldUser
let stopJobs: () => Promise<void>
beforeAll(async () => {
  app = await openAppInBrowser()
  way = await openCuttableProxy(app.api.origin)
  rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar Plaza' })
  const ramesh = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, rajesh, '50000')
  await transferMoney(rajesh, ramesh, '300')
  await (await startTestSigner(app.api)).sign()
  await hireAuditor(app.office, EMAIL)
  stopJobs = await runScheduledJobs(app.api)
})
afterAll(async () => {
  await stopJobs()
  await way.cut()
  await app.close()
})

it('follows across a cut connection: says that it is offline, then counts what came meanwhile, none missed, none twice', async () => {
  const page = await openAdminDashboard(app, { auditor: EMAIL })
  // A cookie applies to every port of its host.
  await page.goto(`${way.origin}/admin/audit`)
  const status = page.getByRole('main').getByRole('status')
  await status.getByText('Live', { exact: true }).waitFor()
  const rows = page.getByRole('main').getByRole('listitem')
  const before = await rows.count()

  // The stream resumes correctly even if it was cut before its first event.
  await way.cut()
  await status.getByText(/^Offline/).waitFor()
  for (const n of [1, 2, 3]) await recordExpenseOf(rajesh, { narration: `While offline ${n}` })
  await way.restore()
  await status.getByText('3 new events').waitFor()
  await recordExpenseOf(rajesh, { narration: 'Live again' })
  await status.getByText('4 new events').waitFor()
  // The stream is cut again, after some events.
  await way.cut()
  await status.getByText(/^Offline/).waitFor()
  await recordExpenseOf(rajesh, { narration: 'Offline again' })
  await way.restore()
  await page.getByRole('button', { name: 'Try now' }).click()
  await status.getByText('5 new events').waitFor()
  await expect.poll(() => rows.count()).toBe(before)

  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => rows.count()).toBe(before + 5)
  const shown = await rows.allTextContents()
  const positions = shown.map((text) => Number(/#([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')))
  expect(positions).toEqual(Array.from(positions, (_, index) => positions.length - index))
  await status.getByText('Live', { exact: true }).waitFor()
  app.ignoreConsole(/net::ERR_/)
})

if (isFullRun)
  it('rebuilds every list from the screen while it is read, and the verification finds all of them equal', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/audit/proof`)
    const read = async () => [
      expectBody(await app.office.get('/api/admin/transactions'), 200, ROUTES.adminTransactions.answer),
      expectBody(await app.office.get('/api/admin/sites'), 200, ROUTES.adminSites.answer),
      expectBody(await app.office.get('/api/beneficiaries'), 200, ROUTES.beneficiaries.answer),
      expectBody(await app.office.get('/api/audit/events?type=TransferRecorded'), 200, ROUTES.auditEvents.answer),
    ]
    const expected = await read()
    let reading = true
    let reads = 0
    const reader = (async () => {
      for (; reading; reads++) expect(await read()).toEqual(expected)
    })()

    const lists = ['Balances', 'Transactions', 'Beneficiaries', 'People', 'Events']
    try {
      const panel = page.getByRole('region', { name: 'Rebuild a list' })
      for (const list of lists) {
        await panel.getByLabel('List').selectOption(list)
        await panel.getByRole('button', { name: 'Rebuild' }).click()
        await panel
          .getByRole('listitem')
          .filter({ hasText: new RegExp(`^${list}`) })
          .waitFor()
      }
      for (const list of lists) {
        const line = panel.getByRole('listitem').filter({ hasText: new RegExp(`^${list}`) })
        await expect.poll(() => line.textContent(), { timeout: 30_000 }).toMatch(/done\d+ of \d+ events/)
        const [, events, of] = /done(\d+) of (\d+) events/.exec((await line.textContent()) ?? '') ?? []
        expect(events).toBe(of)
      }
    } finally {
      reading = false
      await reader
    }
    expect(reads).toBeGreaterThan(5)

    await page.getByRole('button', { name: 'Verify now' }).click()
    await page.getByText('Verified', { exact: true }).waitFor()
    for (const list of lists) {
      const line = page.getByRole('term').filter({ hasText: `List: ${list}` })
      await expect.poll(() => line.locator('xpath=following-sibling::dd').textContent()).toBe('equal')
    }
  }, 60_000)

it('breaks no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
