import { dayOf } from '@ledger/contracts/dates.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import {
  type AppInBrowser,
  DESK,
  openAppInBrowser,
  openToast,
  PHONE,
  recordToasts,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'
import {
  downloadSheet,
  fullReportButton,
  LAST_COLUMNS,
  openExportDialog,
  SHEET_COLUMNS_OF_SECTION_3,
} from '../helpers/download-spreadsheet.ts'
import { axeViolations, changeLook } from '../helpers/layout-and-accessibility.ts'
import { rowValues } from '../helpers/xlsx-reader.ts'

/**
 * The messages of the export dialog when there is nothing to export, when the export fails and while it runs, and how
 * they reach each user.
 */

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Ravi Kumar' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Sita Devi' })
  await sendMoneyTo(app.office, incharge, '12345678.90')
  await recordExpenseOf(incharge, {
    recipient: 'Shri Ganesh Traders and Building Material Suppliers, Indore',
    amount: '234567.25',
  })
  await transferMoney(incharge, supervisor, '2500')
})
afterAll(() => app.close())

it('says that there is nothing to export', async () => {
  const idle = await hireFieldUser(app.office, 'site_incharge')
  const page = await app.openSignedInPage(idle.mobile)
  const dialog = await openExportDialog(page)
  await fullReportButton(dialog).click()
  await openToast(page).getByText('No Data', { exact: true }).waitFor()
  await openToast(page).getByText('No transactions available for export').waitFor()
  await page.close()
})

it('says that a download failed, in Hindi too, and takes it back when it is tried again', async () => {
  const page = await app.openSignedInPage(incharge.mobile, { language: 'hi' })
  const dialog = await openExportDialog(page, { path: '/reports', button: 'रिपोर्ट बनाएँ', title: 'रिपोर्ट डाउनलोड करें' })
  await dialog.getByText('कुल दिया').first().waitFor()
  let isAway = true
  await page.route('**/api/site/transactions?*', (route) => (isAway ? route.abort() : route.fallback()))
  const download = dialog.getByRole('button', { name: 'डाउनलोड करें', exact: true })
  await download.click()
  await openToast(page).getByText('रिपोर्ट डाउनलोड नहीं हो सकी').waitFor()
  await dialog.getByRole('alert').getByText('रिपोर्ट डाउनलोड नहीं हो सकी। सर्वर तक नहीं पहुँच पाए।').waitFor()
  isAway = false
  const { sheet } = await downloadSheet(page, download)
  // The files are in English in either language of the screen.
  expect(rowValues(sheet.rows[0])).toEqual([...SHEET_COLUMNS_OF_SECTION_3, ...LAST_COLUMNS])
  await openToast(page).getByText('रिपोर्ट डाउनलोड हो गई!').waitFor()
  await dialog.getByText('रिपोर्ट डाउनलोड नहीं हो सकी').waitFor({ state: 'detached' })
  app.ignoreConsole(/net::ERR_FAILED/)
  await page.close()
})

it('says how far it is and stops when it is told to', async () => {
  const page = await app.openSignedInPage(incharge.mobile)
  const dialog = await openExportDialog(page)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/site/transactions?*', async (route) => {
    await held
    await route.continue()
  })
  const download = fullReportButton(dialog)
  await download.click()
  await dialog.getByText('0 of 3 rows').waitFor()
  await expect.poll(() => download.isDisabled()).toBe(true)
  await expect.poll(() => page.workers()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => download.isEnabled()).toBe(true)
  await expect.poll(() => page.workers()).toHaveLength(0)
  release()
  await page.close()
})

if (isFullRun)
  it('shares the report of the chosen period alone, also where another one is still on its way', async () => {
    const page = await app.openPageAs(incharge, '/reports', {
      async prepare(blank) {
        await blank.addInitScript(() => {
          const share = async ({ files = [] }: ShareData) => {
            const before = sessionStorage.getItem('shared') ?? ''
            sessionStorage.setItem('shared', `${before}${files.map(({ name }) => name)};`)
          }
          Object.defineProperty(navigator, 'share', { value: share })
          Object.defineProperty(navigator, 'canShare', { value: () => true })
        })
      },
    })
    const shared = () => page.evaluate(() => sessionStorage.getItem('shared'))
    const dialog = await openExportDialog(page)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const isWithout = (period: string) => (url: URL) =>
      url.pathname === '/api/site/statement/file' && !url.search.includes(period)
    await page.route(isWithout('from='), async (route) => {
      await held
      await route.continue()
    })
    const pdf = dialog.getByRole('button', { name: 'Share as PDF', exact: true })
    await pdf.click()
    await expect.poll(() => pdf.count()).toBe(0)
    await dialog.getByLabel('From', { exact: true }).fill('2026-01-01')
    await dialog.getByLabel('To', { exact: true }).fill(dayOf(new Date().toISOString()))
    await dialog.getByRole('button', { name: 'Apply Filter' }).click()
    await pdf.waitFor()
    const late = page.waitForResponse((response) => isWithout('from=')(new URL(response.url())))
    release()
    await (await late).finished()
    await page.waitForTimeout(500)
    expect(await shared()).toBeNull()
    await pdf.click()
    await expect.poll(shared).toMatch(/^[^;]+\.pdf;$/)
    await page.close()
  })

if (isFullRun)
  it('shares the report as a picture: a PNG with the figures of the account', async () => {
    const page = await app.openPageAs(incharge, '/reports', {
      async prepare(blank) {
        await blank.addInitScript(() => {
          const share = async ({ files: [file] = [] }: ShareData) => {
            const reader = new FileReader()
            reader.onload = () => sessionStorage.setItem('shared', String(reader.result))
            if (file?.name.endsWith('.png')) reader.readAsDataURL(file)
          }
          Object.defineProperty(navigator, 'share', { value: share })
          Object.defineProperty(navigator, 'canShare', { value: () => true })
          const paper = CanvasRenderingContext2D.prototype
          const { fillText } = paper
          paper.fillText = function draw(text, x, y) {
            sessionStorage.setItem('drawn', `${sessionStorage.getItem('drawn') ?? ''}${text}\n`)
            fillText.call(this, text, x, y)
          }
        })
      },
    })
    const dialog = await openExportDialog(page)
    await dialog.getByRole('button', { name: 'Share as picture', exact: true }).click()
    const shared = () => page.evaluate(() => sessionStorage.getItem('shared') ?? '')
    await expect.poll(shared).toMatch(/^data:image\/png;base64,/)
    const picture = sharp(Buffer.from((await shared()).split(',')[1] ?? '', 'base64'))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1440 })
    const drawn = ((await page.evaluate(() => sessionStorage.getItem('drawn'))) ?? '').split('\n')
    expect(drawn).toEqual(
      expect.arrayContaining(['Statement', 'Opening balance', '+₹1,23,45,678.90', '−₹2,37,067.25', '₹1,21,08,611.65']),
    )
    // The file holds the drawing: amounts of money received are green.
    const pixels = await picture.removeAlpha().raw().toBuffer()
    const isGreen = (at: number) => pixels[at] === 0x07 && pixels[at + 1] === 0x60 && pixels[at + 2] === 0x2b
    expect(Array.from({ length: pixels.length / 3 }, (_, index) => 3 * index).some(isGreen)).toBe(true)
    await page.close()
  })

it('leads to a sign-in where the session is over', async () => {
  const page = await app.openSignedInPage(supervisor.mobile)
  const dialog = await openExportDialog(page, { path: '/supervisor-dashboard', button: 'Excel' })
  const download = fullReportButton(dialog)
  await download.waitFor()
  // The toast shows for half a second, and disappears with the screen.
  const toasts = await recordToasts(page)
  await page.context().clearCookies()
  await download.click()
  await waitForSignIn(page)
  expect([...new Set(toasts)]).toEqual([expect.stringContaining('Unauthorized')])
  app.ignoreConsole(/401/)
  await page.close()
})

if (isFullRun)
  it('fits its screen, can be touched, and axe finds nothing', async () => {
    const page = await app.openPageAs(incharge, '/reports')
    await page.locator('main section button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').first().waitFor()
    for (const viewport of firstUnlessFullRun([PHONE, DESK]))
      for (const language of firstUnlessFullRun(['hi', 'en'] as const)) {
        await changeLook(page, { viewport, language })
        await dialog.locator('button[type=submit]').first().click()
        await dialog.getByRole('alert').waitFor()
        await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
        const sizes = await dialog
          .locator('button:visible, input:visible')
          .evaluateAll((all) =>
            all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]),
          )
        expect(sizes.flat().filter((size) => size < 44)).toEqual([])
        expect(await axeViolations(page)).toEqual([])
      }
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
