import { ROUTES } from '@ledger/contracts/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf } from '../environment/client.ts'
import { type Cuttable, openCuttable } from '../environment/cuttable.ts'
import { runJobs } from '../environment/jobs.ts'
import { fund, hire, hireAuditor, PASSWORD, pass, spend, type Worker } from '../environment/people.ts'
import { ADMIN } from '../environment/service.ts'
import { startSigner } from './audit-signer.ts'
import { DESK, type FieldApp, openFieldApp } from './field-app.ts'

const EMAIL = 'asha@live.example'
let app: FieldApp
let way: Cuttable
let rajesh: Worker
let stopJobs: () => Promise<void>
beforeAll(async () => {
  app = await openFieldApp()
  way = await openCuttable(app.api.origin)
  rajesh = await hire(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar Plaza' })
  const ramesh = await hire(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await fund(app.office, rajesh, '50000')
  await pass(rajesh, ramesh, '300')
  await (await startSigner(app.api)).sign()
  await hireAuditor(app.office, EMAIL)
  stopJobs = await runJobs(app.api)
})
afterAll(async () => {
  await stopJobs()
  await way.cut()
  await app.close()
})

async function office({ email, password }: { email: string; password: string }): Promise<Page> {
  const page = await app.visitor({ viewport: DESK })
  await page.goto(`${app.api.origin}/admin-login`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/admin$/)
  return page
}

it('follows across a cut connection: says that it is offline, then counts what came meanwhile, none missed, none twice', async () => {
  const page = await office({ email: EMAIL, password: PASSWORD })
  // A cookie applies to every port of its host.
  await page.goto(`${way.origin}/admin/audit`)
  const status = page.getByRole('main').getByRole('status')
  await status.getByText('Live', { exact: true }).waitFor()
  const rows = page.getByRole('listitem')
  const before = await rows.count()

  // The stream resumes correctly even if it was cut before its first event.
  await way.cut()
  await status.getByText(/^Offline/).waitFor()
  for (const n of [1, 2, 3]) await spend(rajesh, { narration: `While offline ${n}` })
  await way.mend()
  await status.getByText('3 new events').waitFor()
  await spend(rajesh, { narration: 'Live again' })
  await status.getByText('4 new events').waitFor()
  // The stream is cut again, after some events.
  await way.cut()
  await status.getByText(/^Offline/).waitFor()
  await spend(rajesh, { narration: 'Offline again' })
  await way.mend()
  await page.getByRole('button', { name: 'Try now' }).click()
  await status.getByText('5 new events').waitFor()
  await expect.poll(() => rows.count()).toBe(before)

  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => rows.count()).toBe(before + 5)
  const shown = await rows.allTextContents()
  const positions = shown.map((text) => Number(/#([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')))
  expect(positions).toEqual(Array.from(positions, (_, index) => positions.length - index))
  await status.getByText('Live', { exact: true }).waitFor()
  app.forgive(/net::ERR_/)
})

it('rebuilds every list from the screen while it is read, and the verification finds all of them equal', async () => {
  const page = await office(ADMIN)
  await page.goto(`${app.api.origin}/admin/audit/proof`)
  const read = async () => [
    bodyOf(await app.office.get('/api/admin/transactions'), 200, ROUTES.adminTransactions.answer),
    bodyOf(await app.office.get('/api/admin/sites'), 200, ROUTES.adminSites.answer),
    bodyOf(await app.office.get('/api/beneficiaries'), 200, ROUTES.beneficiaries.answer),
    bodyOf(await app.office.get('/api/audit/events?type=TransferRecorded'), 200, ROUTES.auditEvents.answer),
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
  expect(app.said).toEqual([])
})
