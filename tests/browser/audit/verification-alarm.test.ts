import { join } from 'node:path'
import { verifyAndSave } from '@ledger/ledger-service/proof/verification/scheduled-verification.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { startTestSigner, type TestSigner } from '../../environment/service/checkpoint-signer.ts'
import { hireAuditor, hireFieldUser, recordExpenseOf } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'

/** The nightly verification of a log that was really tampered with, and the users who see the result in the morning. */

const EMAIL = 'asha@alarm.example'
let app: AppInBrowser
let signer: TestSigner
let position: number
const raised: object[] = []

beforeAll(async () => {
  app = await openAppInBrowser()
  const rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  await recordExpenseOf(rajesh, { narration: 'Ten bags' })
  await recordExpenseOf(rajesh, { narration: 'Diesel' })
  signer = await startTestSigner(app.api)
  await signer.sign()
  await hireAuditor(app.office, EMAIL)
  const { rows } = await app.api.sql.query<{ position: number }>(
    `SELECT position FROM events WHERE data::text LIKE '%Ten bags%'`,
  )
  position = rows[0]?.position ?? 0
})
afterAll(() => app.close())

async function verify(): Promise<void> {
  const { db, companyId } = app.api.company
  const databaseUrl = app.api.database.url
  const file = join(temporaryFolder(), 'checkpoints.txt')
  const onBad = (report: object) => void raised.push(report)
  await verifyAndSave({
    db,
    databaseUrl,
    companyId,
    publicKey: signer.key.publicKey,
    files: { file, sharedFiles: [] },
    onBad,
  })
}

async function change(from: string, to: string): Promise<void> {
  const text = 'UPDATE events SET data = replace(data::text, $1, $2)::json WHERE position = $3'
  await app.api.sql.query(text, [from, to, position])
}

const alarmOn = (page: Page) => page.getByRole('alert')

it('is seen on the dashboard and on every audit screen, says from which event on, and goes when it was put right', async () => {
  await verify()
  const page = await openAdminDashboard(app, { auditor: EMAIL, viewport: PHONE })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${app.api.origin}/admin/audit/proof`)
  const nights = page.getByRole('region', { name: 'Nightly verifications' })
  await expect.poll(() => nights.getByRole('listitem').count()).toBe(1)
  await nights.getByText('Verified', { exact: true }).waitFor()
  await expect.poll(() => alarmOn(page).count()).toBe(0)

  await change('Ten bags', 'Six bags')
  await verify()
  expect(raised).toHaveLength(1)
  for (const path of ['/admin', '/admin/audit', '/admin/audit/time-line']) {
    await page.goto(app.api.origin + path)
    await alarmOn(page).getByText('The ledger did not pass its verification').waitFor()
    await alarmOn(page).getByText(`From event ${position} on:`).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  }
  await alarmOn(page).getByRole('link', { name: 'See the proof' }).click()
  await page.waitForURL(/\/admin\/audit\/proof$/)
  await nights.getByText(new RegExp(`From event ${position} on`)).waitFor()
  await expect.poll(() => nights.getByRole('listitem').count()).toBe(2)

  await change('Six bags', 'Ten bags')
  await verify()
  await page.reload()
  await expect.poll(() => nights.getByRole('listitem').count()).toBe(3)
  await expect.poll(() => alarmOn(page).count()).toBe(0)
})

if (isFullRun)
  it('is said in Hindi, too, of a list that does not agree', async () => {
    const { db, companyId } = app.api.company
    const differs = { name: 'balances', position: 9, result: 'different', differences: 2 }
    const report = JSON.stringify({ ok: false, projections: [differs] })
    await db.insertInto('verifications').values({ company_id: companyId, ok: false, report }).execute()
    const page = await openAdminDashboard(app, { auditor: EMAIL, language: 'hi' })
    await alarmOn(page).getByText('एक सूची बही से नहीं मिलती').waitFor()
    await alarmOn(page).getByText('सूची “शेष” की 2 पंक्तियाँ रिकॉर्ड से नहीं मिलतीं').waitFor()
    await page.goto(`${app.api.origin}/admin/audit/proof`)
    await page.getByRole('region', { name: 'रात की जाँच' }).getByText('ये बही से नहीं मिलतीं: शेष').waitFor()
  })

it('breaks no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
