import { afterAll, beforeAll, expect, it } from 'vitest'
import { hireFieldUser, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, expectToast, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { fillExpenseForm } from '../helpers/cut-network.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('to install stands at home after the third expense, and never again after a no', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  const page = await app.openPageAs(worker, '/expense', {
    async prepare(blank) {
      await blank.addInitScript(() => {
        localStorage.setItem('installOffer', localStorage.getItem('installOffer') ?? '{"saved":2}')
        // Chromium without a window never asks by itself.
        addEventListener('load', () =>
          setTimeout(() => {
            const prompt = () => Promise.resolve({ outcome: 'dismissed' })
            dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
            document.documentElement.dataset.asked = 'yes'
          }),
        )
      })
    },
  })
  const hasLoaded = (part: string) =>
    page.evaluate((name) => performance.getEntriesByType('resource').some((file) => file.name.includes(name)), part)
  await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  await fillExpenseForm(page, '450', 'Ramlal')
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await expectToast(page, 'Expense saved successfully!', '₹450 · Ramlal')
  await page.waitForURL('**/site-dashboard')
  const offer = page.getByRole('region', { name: 'Put this app on your home screen?' })
  await offer.getByRole('button', { name: 'Install', exact: true }).waitFor()
  await page.reload()
  await offer.getByRole('button', { name: 'Not now', exact: true }).waitFor()
  expect(await hasLoaded('/install-offer-')).toBe(true)
  await offer.getByRole('button', { name: 'Not now', exact: true }).click()
  await offer.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('main').getByText('Ramlal').first().waitFor()
  await page.waitForFunction(() => localStorage.getItem('installOffer')?.includes('"no"'))
  // The browser has asked, and the code that would show the offer runs.
  await page.locator('html[data-asked]').waitFor()
  await expect.poll(() => hasLoaded('/start-outbox-')).toBe(true)
  await page.waitForTimeout(1000)
  await expect.poll(() => offer.count()).toBe(0)
  expect(await hasLoaded('/install-offer-')).toBe(false)
})

it('that the browser does not carry out goes away, says where the menu has it, and counts as no answer', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  const page = await app.openPageAs(worker, '/site-dashboard', {
    async prepare(blank) {
      await blank.addInitScript(() => {
        localStorage.setItem('installOffer', '{"saved":3}')
        addEventListener('load', () =>
          setTimeout(() => {
            const prompt = () => Promise.reject(new DOMException('Only once', 'InvalidStateError'))
            dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
          }),
        )
      })
    },
  })
  const offer = page.getByRole('region', { name: 'Put this app on your home screen?' })
  await offer.getByRole('button', { name: 'Install', exact: true }).click()
  await expectToast(page, 'The app was not installed', 'The browser’s menu has “Install app” or “Add to home screen”.')
  await offer.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('installOffer'))).toBe('{"saved":3}')
  expect(app.consoleMessages).toEqual([])
})
