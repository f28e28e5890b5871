import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { firstUnlessFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { type CuttableNetwork, fillExpenseForm, interceptNetwork } from '../helpers/cut-network.ts'
import { layoutProblems, waitUntilLoaded } from '../helpers/layout-and-accessibility.ts'

/** A reader with weak eyes: a phone of 360 px with letters of 200 %, or zoomed to 200 %. */

const LOOKS = {
  'letters of 200 %': { viewport: { width: 360, height: 640 }, fontPx: 32 },
  'a zoom of 200 %': { viewport: { width: 180, height: 320 }, fontPx: 16 },
}

let app: AppInBrowser
let incharge: FieldUser
let crew: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar Plaza' })
  crew = await hireFieldUser(app.office, 'supervisor', { name: 'Tulsiram Ahirwar' })
  await sendMoneyTo(app.office, incharge, '3300000')
  await recordExpenseOf(incharge, { amount: '1234567.50', recipient: 'Malwa Cement Agency', purpose: 'Cement' })
  await transferMoney(incharge, crew, '45000')
  await recordExpenseOf(crew, { amount: '31234.25', recipient: 'Malwa Cement Agency' })
})
afterAll(() => app.close())

/** Notes what is wrong on a page that has loaded. */
type See = (page: Page, what: string) => Promise<void>

const tray = (page: Page) => page.locator('main').getByRole('button', { name: /^1 (unfinished|अधूरा)/ })
const outbox = (page: Page) => page.locator('main').getByRole('button', { name: /^(Waiting to be sent|भेजना बाकी) \(/ })

async function seeExport(page: Page, see: See): Promise<void> {
  await page.getByRole('button', { name: /^(Generate Report|रिपोर्ट बनाएँ)$/ }).click()
  await page.locator('dialog').getByText('Malwa Cement Agency').waitFor()
  await see(page, 'the export')
}

async function seeTransferAndPhotos(page: Page, see: See): Promise<void> {
  await page.goto(`${app.api.origin}/site-dashboard#transfer`)
  await page.locator('form input[name=narration]').waitFor()
  await see(page, 'the transfer form')
  await tray(page).click()
  await page.locator('dialog li').waitFor()
  await see(page, 'unfinished photos')
}

/** Begins on the form of an expense, while the server takes no entry. */
async function seeWaitingEntries(page: Page, see: See): Promise<void> {
  await fillExpenseForm(page, '1234567.50', 'Malwa Cement Agency')
  await page.locator('footer button[type=submit]').click()
  await page.waitForURL('**/site-dashboard')
  // No toast covers the line after a reload.
  await page.reload()
  await outbox(page).click()
  await page.locator('dialog li').waitFor()
  await see(page, 'waiting entries')
}

for (const [name, { viewport, fontPx }] of Object.entries(LOOKS))
  for (const language of firstUnlessFullRun(['hi', 'en'] as const))
    it(`reads in ${language} with ${name}: nothing cut, nothing beside the screen`, async () => {
      // Before the app's own script, as where the browser's setting is another.
      const prepare = async (page: Page) => {
        await page.addInitScript((size) => {
          document.addEventListener('readystatechange', () => {
            document.documentElement.style.fontSize = size
          })
        }, `${fontPx}px`)
      }
      let line: CuttableNetwork | undefined
      const found: string[] = []
      const see: See = async (page, what) => {
        await waitUntilLoaded(page)
        await page.evaluate(async () => void (await document.fonts.ready))
        // On a busy machine a list or a font comes late, and moves the words once more.
        let problems = await layoutProblems(page)
        for (let looks = 1; problems.length > 0 && looks < 5; looks++) {
          await page.waitForTimeout(1000)
          problems = await layoutProblems(page)
        }
        // The desk's scrollbar takes room from a date that a phone's does not.
        found.push(...problems.filter((one) => !one.startsWith('a date in')).map((problem) => `${what}: ${problem}`))
      }
      const visitor = await app.openSignedOutPage({ viewport, language })
      await prepare(visitor)
      for (const path of ['/', '/site-login']) {
        await visitor.goto(app.api.origin + path)
        await see(visitor, path)
      }
      await see(
        await app.openPageAs(crew, '/supervisor-dashboard', { viewport, language, prepare }),
        '/supervisor-dashboard',
      )
      const page = await app.openPageAs(incharge, '/site-dashboard', {
        viewport,
        language,
        async prepare(blank) {
          line = await interceptNetwork(blank.context())
          await prepare(blank)
        },
      })
      await see(page, '/site-dashboard')
      // Stands in the tray from the next visit on, when no toast covers it.
      await page
        .locator('input[capture]')
        .setInputFiles([{ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }])
      await tray(page).waitFor()
      for (const path of ['/expense', '/balance-details', '/reports']) {
        await page.goto(app.api.origin + path)
        await see(page, path)
      }
      await seeExport(page, see)
      await seeTransferAndPhotos(page, see)
      await page.goto(`${app.api.origin}/transactions`)
      await see(page, '/transactions')
      const row = page.getByRole('listitem').filter({ hasText: 'Malwa' })
      for (const [button, content] of [
        [/^(Open|खोलें)/, 'dl'],
        [/^(Edit|बदलें)/, 'textarea'],
        [/^(Delete|मिटाएँ)/, 'button'],
      ] as const) {
        await row.getByRole('button', { name: button }).click()
        await page.locator(`dialog ${content}`).first().waitFor()
        await see(page, String(button))
        await page.keyboard.press('Escape')
        await page.locator('dialog').waitFor({ state: 'detached' })
      }
      // The rupee sign stands before the figures of an amount, and not under them.
      // A dialog that closes goes back in the history, which aborts a visit that begins in that moment.
      const visit = () => page.goto(`${app.api.origin}/expense`)
      await visit().catch(visit)
      const amount = page.locator('input[name=amount]')
      const room = await amount.evaluate((it) => {
        const sign = it.parentElement?.querySelector('span')?.getBoundingClientRect()
        return (
          it.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(it).paddingLeft) - (sign?.right ?? 0)
        )
      })
      expect(room).toBeGreaterThanOrEqual(0)
      line?.failAnswers('away')
      await seeWaitingEntries(page, see)
      expect(found).toEqual([])
    }, 180_000)
