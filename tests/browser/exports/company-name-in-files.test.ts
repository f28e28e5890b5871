import { readFile } from 'node:fs/promises'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { chromiumOfWorker } from '../../environment/processes/chromium.ts'
import {
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'
import { openDashboardSection } from '../helpers/admin-pages.ts'
import { builtWebFolder, PHONE } from '../helpers/app-in-browser.ts'
import { openExportMenu } from '../helpers/entry-table.ts'

/** Files and printed pages name their company, so that a bookkeeper of several companies can distinguish them. */

const COMPANY = 'Narmada Buildcon & Sons'

let first: TestService
let narmada: TestService
let browser: Browser
let mobile: string
beforeAll(async () => {
  first = await startTestService({ servesEveryCompany: true, web: await builtWebFolder() })
  const pool = ownerPool(first.database.ownerUrl)
  await addCompanyHost(pool, first.company.companyId, 'first.localhost')
  const made = await addCompany(pool, { name: COMPANY, hosts: ['narmada.localhost'] })
  await pool.end()
  if ('refused' in made) return expect.fail(made.refused)
  narmada = await first.atCompany(made.companyId, 'narmada.localhost')
  const office = await signInAdmin(narmada.origin)
  const incharge = await hireFieldUser(office, 'site_incharge', {
    name: 'Sunita Rathore',
    siteName: 'Omkareshwar Ghat',
  })
  mobile = incharge.mobile
  await sendMoneyTo(office, incharge, '5000')
  await recordExpenseOf(incharge, { recipient: 'Patel Crane', amount: '900' })
  await hireAuditor(office, 'ca@narmada.example')
  browser = await chromiumOfWorker()
})
afterAll(() => first.close())

async function signedIn(path: '/site-login' | '/admin-login', name: string, password: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block', timezoneId: 'Asia/Kolkata' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${narmada.origin}${path}`)
  await page.locator('input:not([type=password])').fill(name)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.endsWith('-login'))
  return page
}

/** Returns the name of the file that a button downloads, and the head of each of its printed pages. */
async function downloaded(page: Page, button: Locator): Promise<{ name: string; head: string | undefined }> {
  const waiting = page.waitForEvent('download')
  await button.click()
  const file = await waiting
  const parts = unzipSync(await readFile(await file.path()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  return { name: file.suggestedFilename(), head: /<oddHeader>([^<]*)<\/oddHeader>/.exec(sheet)?.[1] }
}

/** An ampersand is doubled there, and then escaped as in any XML. */
const headOf = (sheet: string, about = '') =>
  expect.stringMatching(
    new RegExp(`^&amp;L Narmada Buildcon &amp;&amp; Sons${about}&amp;R ${sheet}\nUp to \\d+ \\w+ \\d{4}$`),
  )

it('a spreadsheet of the field says whose it is, in its name and on paper; so does an entry that is shared', async () => {
  const page = await signedIn('/site-login', mobile, TEST_PASSWORD)
  await page.goto(`${narmada.origin}/transactions`)
  const { name, head } = await downloaded(page, page.getByRole('button', { name: 'Export' }).first())
  expect(name).toMatch(/^Narmada_Buildcon_Sons_Transactions_Omkareshwar_Ghat_/)
  expect(head).toEqual(headOf('Transaction Report', '\nSunita Rathore, Omkareshwar Ghat'))

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('listitem').filter({ hasText: 'Patel Crane' }).getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy as text' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/Patel Crane[\s\S]*Sunita Rathore, Omkareshwar Ghat\nNarmada Buildcon & Sons$/)
})

if (isFullRun)
  it('so do the spreadsheets of head office and the files of an auditor', async () => {
    const office = await signedIn('/admin-login', FIRST_ADMIN.email, FIRST_ADMIN.password)
    const sites = await openDashboardSection(office, 'All Active Sites with Balances')
    const list = await downloaded(office, await openExportMenu(sites, 'Excel'))
    expect(list.name).toMatch(/^Narmada_Buildcon_Sons_Sites_/)
    expect(list.head).toEqual(headOf('Balances'))

    const auditor = await signedIn('/admin-login', 'ca@narmada.example', TEST_PASSWORD)
    await auditor.goto(`${narmada.origin}/admin/audit`)
    const events = await downloaded(auditor, auditor.getByRole('button', { name: 'Excel' }).first())
    expect(events.name).toMatch(/^Narmada_Buildcon_Sons_Events_/)
    expect(events.head).toEqual(headOf('Events'))
    await auditor.goto(`${narmada.origin}/admin/audit/edit-log`)
    expect((await downloaded(auditor, auditor.getByRole('button', { name: 'Excel' }).first())).name).toMatch(
      /^Narmada_Buildcon_Sons_edit-log/,
    )
  })
