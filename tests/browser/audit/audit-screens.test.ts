import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { InstallationSettings } from '@ledger/contracts/events/setting-schemas.ts'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { logOrigin, signCheckpoint, splitNotes } from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { startTestSigner, type TestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import { axeViolations } from '../helpers/layout-and-accessibility.ts'
import { scanQrCode } from '../helpers/scan-qr-code.ts'

const EMAIL = 'asha@audit.example'
let app: AppInBrowser
let signer: TestSigner
let rajesh: FieldUser
let edited: string
let deleted: string
/** The bill of the deleted entry. */
let bill: string

beforeAll(async () => {
  app = await openAppInBrowser()
  rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar Plaza' })
  const ramesh = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, rajesh, '50000')
  const cement = await recordExpenseOf(rajesh, { amount: '1500.00', recipient: 'Sharma Traders' })
  bill = await uploadBillFileForId(rajesh.client, await samplePhoto())
  const fuel = { amount: '820.50', recipient: 'Indore Petrol Pump', purpose: 'Diesel', bills: [bill] }
  const diesel = await recordExpenseOf(rajesh, fuel)
  await transferMoney(rajesh, ramesh, '5000')
  ;[edited, deleted] = [cement.id, diesel.id]
  const path = `/api/site/transactions/${edited}`
  const change = {
    type: 'debit',
    amount: '1200.00',
    recipient: 'Sharma Traders',
    purpose: 'Cement',
    paymentMode: 'upi',
  }
  const changed = await rajesh.client.put(path, { ...change, narration: 'Eight bags' }, { 'if-match': '"1"' })
  expect(changed.status).toBe(200)
  expect((await rajesh.client.delete(`/api/site/transactions/${deleted}`)).status).toBe(200)
  signer = await startTestSigner(app.api)
  await hireAuditor(app.office, EMAIL)
})
afterAll(() => app.close())

const auditor = (options: { viewport?: typeof PHONE; language?: 'en' | 'hi' } = {}) =>
  openAdminDashboard(app, { viewport: PHONE, ...options, auditor: EMAIL })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${app.api.origin}/admin/audit${path}`)
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all<Download | undefined>([
    page.waitForEvent('download'),
    click().then(() => undefined),
  ])
  if (!download) throw new Error('Nothing was downloaded')
  return { name: download.suggestedFilename(), path: await download.path() }
}

it('leads an auditor from the events to the history of an edited and of a deleted entry', async () => {
  const page = await auditor({ viewport: DESK })
  await open(page, '')
  const deletion = page.getByRole('button', { name: /Rajesh Patidar deleted their own expense of ₹820.50/ })
  await deletion.click()
  await page.getByText(/It is the hash of event \d+/).waitFor()
  await page.getByRole('link', { name: 'History of this entry' }).click()
  await page.getByText('This entry was deleted. Its history stays.').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)

  await open(page, '?type=TransactionEdited')
  await page.getByRole('button', { name: /amount ₹1,500 → ₹1,200/ }).click()
  await page.getByRole('link', { name: 'History of this entry' }).click()
  const newest = page.getByRole('article').first()
  await newest.getByRole('row', { name: 'Amount ₹1,500 ₹1,200' }).waitFor()
  await newest.getByRole('row', { name: 'Payment Mode Cash UPI' }).waitFor()
  await expect.poll(() => newest.getByRole('row').count()).toBe(4)
  await expect.poll(() => newest.textContent()).toContain('127.0.0.1')
})

it('says that no checkpoint covers an entry yet, and once one does gives a receipt that the offline verifier takes', async () => {
  const page = await auditor({ viewport: DESK })
  await open(page, `/receipt/${deleted}`)
  await page.getByText('No checkpoint covers this entry yet').waitFor()
  // The browser itself reports the answer 409.
  app.ignoreConsole(/Failed to load resource/)
  const size = await signer.sign()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(new RegExp(`of a ledger of ${size} events`)).waitFor()
  await expect.poll(() => page.getByRole('img', { name: /QR code/ }).isVisible()).toBe(true)
  const company = await page.locator('meta[name=company-name]').getAttribute('content')
  await page
    .getByRole('article')
    .getByRole('heading', { name: company ?? 'no name', exact: true })
    .waitFor()
  const { name, path } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download receipt.json' }).click(),
  )
  expect(name).toBe('receipt.json')
  const verify = join(checkoutFolder, 'tools', 'verify', 'verify.mjs')
  const receipt = join(temporaryFolder(), name)
  copyFileSync(path, receipt)
  const { status, stdout } = spawnSync(process.execPath, [verify, receipt, '--key', signer.verifierKey], {
    encoding: 'utf8',
  })
  expect(stdout).toContain('All is well')
  await page.getByText(/^P.\d\d-\d\d.\d{6}.*cancelled/).waitFor()
  // The printable sheet names the bill as the proven event does.
  await page.getByText(bill, { exact: true }).waitFor()
  const { event, companyId } = JSON.parse(readFileSync(receipt, 'utf8'))
  const told = [`site-ledger/${companyId}`, `size ${size}`, /^root [A-Za-z0-9+/]{43}=$/, `position ${event.position}`]
  // On a phone's screen and on paper, which is white in every theme.
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media, colorScheme: 'dark' })
    await page.setViewportSize(media === 'screen' ? PHONE : DESK)
    const lines = (await scanQrCode(page.getByRole('img', { name: /QR code/ }))).split('\n')
    for (const [index, line] of told.entries()) expect(lines[index]).toMatch(line)
    expect(lines.slice(told.length)).toEqual([`hash ${event.hash}`])
  }
  const paper = await page.evaluate(() =>
    [document.documentElement, document.body, ...document.querySelectorAll('#app *')]
      .filter((element) => element.checkVisibility())
      .map((element) => getComputedStyle(element).backgroundColor),
  )
  expect([...new Set(paper)].sort()).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'])
  await page.emulateMedia({ media: null, colorScheme: null })
  const pages = (await page.pdf({ format: 'A4', printBackground: true }))
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)
  expect(pages).toHaveLength(1)
  expect(status).toBe(0)
})

if (isFullRun)
  it('moves the time line by keyboard and compares two moments', async () => {
    const page = await auditor({ viewport: DESK })
    await open(page, '/time-line')
    const row = page.getByRole('row', { name: /Rajesh Patidar/ })
    await expect.poll(() => row.textContent()).toContain('₹43,800')
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('Home')
    await page.getByText('Before the first event').waitFor()
    await page.getByText('No account yet at this moment').waitFor()
    await page.keyboard.press('End')
    await expect.poll(() => row.textContent()).toContain('₹43,800')
    await page.getByRole('columnheader', { name: 'Recorded by then' }).first().waitFor()
    await page
      .getByRole('columnheader', { name: /^Dated to \d/ })
      .first()
      .waitFor()
    await expect.poll(() => page.getByText('Received and spent are equal').isVisible()).toBe(true)

    await page.getByRole('button', { name: 'Compare two moments' }).click()
    await page.getByRole('slider', { name: /Earlier/ }).focus()
    await page.keyboard.press('Home')
    const changes = page.getByRole('region', { name: 'What changed' })
    const trial = page.getByRole('region', { name: 'Trial balance' })
    await expect.poll(() => trial.textContent()).toMatch(/Later moment\s·\sRecorded by event \d/)
    await expect.poll(() => changes.getByRole('row', { name: /Rajesh Patidar/ }).textContent()).toContain('+₹43,800')

    // The moments come into the address, which leads nobody back to the top.
    await page.waitForURL(/earlier=0/)
    await page.setViewportSize({ width: DESK.width, height: 300 })
    await page.evaluate(() => window.scrollTo(0, 150))
    await page.getByRole('button', { name: 'Stop comparing' }).dispatchEvent('click')
    await page.waitForURL('**/time-line')
    await row.getByText('₹43,800').first().waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  })

it('verifies everything and remembers what it saw', async () => {
  const page = await auditor()
  await open(page, '/proof')
  await page.getByText(/This browser has now noted that \d+ events are signed/).waitFor()
  await page.getByText('Signature checked in this browser').waitFor()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await page.getByText('Verified', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Rebuild a list').count()).toBe(0)

  await recordExpenseOf(rajesh)
  await signer.sign()
  await page.reload()
  await page.getByText(/The log grew from \d+ to \d+ signed events/).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)

  // A logout clears the site's storage, except for the checkpoint that was seen.
  const kept = () => page.evaluate(() => localStorage.getItem('largestCheckpoint'))
  const before = await kept()
  expect(before).toContain('site-ledger/')
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/admin-login$/)
  expect(await kept()).toBe(before)
  // Requests of the dashboard fail when its session ends; the browser itself reports the answers.
  await page.waitForLoadState('networkidle')
  app.ignoreConsole(/^Failed to load resource: .* 401 /)
})

it.each(
  firstUnlessFullRun([
    ['was rewritten', 'An old entry was changed'],
    ['shrank', 'Entries are missing'],
  ] as const),
)('says loudly when the history %s', async (how, text) => {
  const page = await auditor()
  await open(page, '/proof')
  await page.getByText('Signature checked in this browser').waitFor()
  const { companyId } = app.api.company
  // Simulates a browser that saw another signed history, which an owner of the key and the database could have
  // replaced.
  await page.evaluate(
    (note) => {
      const kept = JSON.parse(localStorage.getItem('largestCheckpoint') ?? '{}')
      localStorage.setItem('largestCheckpoint', JSON.stringify({ ...kept, note }))
    },
    signCheckpoint(
      { origin: logOrigin(companyId), size: how === 'shrank' ? 100_000 : 3, root: randomBytes(32) },
      signer.key,
    ),
  )
  await open(page, '')
  const alarm = page.getByRole('alert')
  await alarm.getByText(text).waitFor()
  // The alarm remains at the next visit.
  await page.reload()
  await alarm.getByText(text).waitFor()
})

if (isFullRun)
  it('downloads the edit log in all forms and the whole log', async () => {
    const page = await auditor({ viewport: DESK })
    await open(page, '/edit-log')
    await page.getByRole('table', { name: 'Edit log as a table' }).waitFor()
    for (const [format, magic, name] of [
      ['xlsx', 'PK', 'Excel'],
      ['csv', 'Position', 'CSV'],
      ['pdf', '%PDF', 'PDF'],
    ] as const) {
      const file = await downloaded(page, () => page.getByRole('button', { name: `Download ${name}` }).click())
      expect(file.name).toMatch(new RegExp(`^edit-log .*\\.${format}$`))
      expect(readFileSync(file.path, 'latin1').slice(0, 20)).toContain(magic)
    }
    await open(page, '/proof')
    const signed = await downloaded(page, () => page.getByRole('button', { name: 'Download all' }).click())
    const notes = splitNotes(readFileSync(signed.path, 'utf8')).map((note) => Number(note.split('\n')[1]))
    expect(notes.length).toBeGreaterThan(0)
    expect(notes).toEqual(notes.toSorted((a, b) => a - b))
    const log = await downloaded(page, () => page.getByRole('button', { name: 'Export the log' }).click())
    expect(readFileSync(log.path, 'utf8')).toContain(`"transaction":"${deleted}"`)
  })

if (isFullRun)
  it('shows of the edit log what was changed and deleted, until asked for more, and stops a file that is not wanted', async () => {
    const page = await auditor({ viewport: DESK })
    await open(page, '/edit-log')
    const table = page.getByRole('table', { name: 'Edit log as a table' })
    await table.waitFor()
    await expect.poll(() => table.getByText('created', { exact: true }).count()).toBe(0)
    await expect.poll(() => table.getByText('deleted', { exact: true }).count()).toBeGreaterThan(0)
    const changes = await table.locator('tbody').count()
    await page.getByText(changes === 1 ? '1 change' : `${changes} changes`, { exact: true }).waitFor()
    await page.getByLabel('What was done').selectOption({ label: 'Everything' })
    await table.getByText('created', { exact: true }).first().waitFor()
    await page.getByLabel('By').selectOption({ label: 'Rajesh Patidar, Site Incharge' })
    await expect.poll(() => new URL(page.url()).search).toMatch(/action=all&actor=/)
    // A reload shows the same filter again.
    await page.reload()
    await table.waitFor()
    const byOthers = table.getByText(/^Admin$/)
    await expect.poll(() => byOthers.count()).toBe(0)

    const holder = await app.api.sql.connect()
    await holder.query('BEGIN; LOCK TABLE log_heads IN EXCLUSIVE MODE')
    const download = page.getByRole('button', { name: 'Download Excel' })
    await download.click()
    await page.getByText('The file waits for its turn').waitFor()
    await expect.poll(() => download.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => download.isEnabled()).toBe(true)
    await holder.query('ROLLBACK')
    holder.release()
  })

if (isFullRun)
  it('shows the access log, and says that something new came in without moving the list', async () => {
    const page = await auditor()
    await open(page, '/access')
    await page
      .getByRole('button', { name: /Asha Auditor, Auditor, signed in/ })
      .first()
      .waitFor()
    await expect.poll(() => page.getByText(/paid ₹/).count()).toBe(0)
    await page.getByText('Live', { exact: true }).waitFor()
    const before = await page.getByRole('main').getByRole('listitem').count()
    await expect
      .poll(
        async () => {
          await app.openSignedOutPage().then((other) =>
            other.request.post(`${app.api.origin}/api/site/login`, {
              data: { mobile: rajesh.mobile, password: TEST_PASSWORD },
            }),
          )
          return page.getByText(/new events?/).count()
        },
        { interval: 2000, timeout: 20_000 },
      )
      .toBe(1)
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(before)
    await page.getByRole('button', { name: 'Show' }).click()
    await page
      .getByRole('button', { name: /Rajesh Patidar, Site Incharge, signed in/ })
      .first()
      .waitFor()
  })

if (isFullRun)
  it('tells of changed settings in the access log, in both languages', async () => {
    const { log, clock } = app.api.company
    const before: InstallationSettings = {
      publicOrigin: null,
      passwordReveal: true,
      signInLimit: true,
      openid: null,
      checkpointKey: null,
    }
    const after = {
      ...before,
      passwordReveal: false,
      openid: { issuer: 'https://accounts.example.in', clientId: 'ledger' },
    }
    for (const [noted, settings] of [
      [null, before],
      [before, after],
    ] as const) {
      const by = { system: SYSTEM_ACTOR }
      const command = { type: 'NoteSettings', noted, settings, by, now: clock() } as const
      expect((await log.submit({ command, meta: {}, answer: () => ({ status: 200, body: '' }) })).status).toBe(200)
    }
    const page = await auditor({ viewport: DESK })
    await open(page, '/access')
    await page.getByLabel('What happened').selectOption('Settings changed')
    await page
      .getByText(
        'The program was started with other settings: passwords shown to the admin on → off, sign-in provider none → https://accounts.example.in (ledger)',
      )
      .waitFor()
    await page
      .getByText(/^The settings were noted: address of the server: this machine, .* key of the checkpoints: none$/)
      .waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'हिंदी' }).click()
    await page
      .getByText(
        'प्रोग्राम बदली हुई सेटिंग से चालू हुआ: एडमिन को पासवर्ड दिखाना: चालू → बंद, कंपनी के खाते से साइन इन: कोई नहीं → https://accounts.example.in (ledger)',
      )
      .waitFor()
  })

if (isFullRun)
  it.each([
    ['en', PHONE, 'light'],
    ['hi', DESK, 'dark'],
  ] as const)(
    'is clean for axe, as wide as the screen, and on a phone large enough to touch (%s)',
    async (language, viewport, colorScheme) => {
      const page = await auditor({ language, viewport })
      await page.emulateMedia({ colorScheme })
      const ledger = '/time-line/ledger?account=head_office&position=16&earlier=14'
      const entry = [`/entry/${edited}`, `/receipt/${edited}`]
      for (const path of ['', '/access', ...entry, '/time-line', ledger, '/edit-log', '/proof']) {
        await open(page, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('main > *').first().waitFor()
        await page.locator('main .breathing').first().waitFor({ state: 'detached' })
        await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/audit${path.split('?')[0]}`)
        expect(await axeViolations(page)).toEqual([])
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
        // A desk has a mouse.
        if (viewport === DESK) continue
        const small = await page
          .locator('button:visible, a:visible, select:visible, input:visible')
          .evaluateAll((all) =>
            all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML),
          )
        expect(small).toEqual([])
      }
    },
    // Axe checks seven screens, on a busy machine.
    180_000,
  )

it('breaks no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
