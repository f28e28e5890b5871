import { afterAll, beforeAll, expect, it } from 'vitest'
import { hireFieldUser, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { fillExpenseForm } from '../helpers/cut-network.ts'

/**
 * The browser suspends a page that is left, for the back button. Safari does so in the middle of a transaction, which
 * then blocks the site's other pages (web/src/shared/storage/indexed-db.ts). Chromium does not, so this test sends the
 * page the suspending event, and the page continues to run.
 */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('a page that is put aside while it reads what waits holds up no other page', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  const left = await app.openPageAs(worker, '/site-dashboard', {
    async prepare(blank) {
      await blank.addInitScript(() => {
        const { transaction } = IDBDatabase.prototype
        IDBDatabase.prototype.transaction = function (...given) {
          const begun = transaction.apply(this, given)
          if (this.name !== 'outbox') return begun
          const entries = begun.objectStore('entries')
          const readOn = () => {
            entries.get('none').onsuccess = readOn
          }
          readOn()
          begun.addEventListener('abort', () => document.documentElement.setAttribute('data-broken-off', ''))
          document.documentElement.setAttribute('data-reads', '')
          return begun
        }
      })
    },
  })
  await left.locator('html[data-reads]').waitFor()
  await left.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await left.locator('html[data-broken-off]').waitFor()

  const page = await left.context().newPage()
  await page.goto(`${app.api.origin}/expense`)
  await fillExpenseForm(page, '120', 'Tea Stall')
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await page.waitForURL('**/site-dashboard')
  await expect.poll(() => page.locator('main').getByRole('listitem').filter({ hasText: 'Tea Stall' }).count()).toBe(1)
})
