import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hire, spend, type Worker } from '../environment/people.ts'
import { DESK, type FieldApp, isSaid, openFieldApp, outage, PHONE, toastOf } from './field-app.ts'
import { violationsOn } from './inspect.ts'

/** §9, Toasts. */

let app: FieldApp
let worker: Worker
beforeAll(async () => {
  app = await openFieldApp()
  worker = await hire(app.office, 'site_incharge')
  await spend(worker, { recipient: 'Sharma Traders' })
})
afterAll(() => app.close())

/** A sign-in form, of which an empty one makes a toast. */
async function withToast(viewport: typeof PHONE, clock = false): Promise<Page> {
  const page = await app.visitor({ viewport })
  if (clock) await page.clock.install()
  await page.goto(`${app.api.origin}/site-login`)
  await page.locator('button[type=submit]').waitFor()
  if (clock) await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.locator('button[type=submit]').click()
  await toastOf(page).waitFor()
  return page
}

it('go after 5 s, and a new one takes the place of the one before', async () => {
  const page = await withToast(PHONE, true)
  await page.clock.runFor(4900)
  expect(await toastOf(page).count()).toBe(1)
  await page.clock.runFor(100)
  await toastOf(page).waitFor({ state: 'detached' })
  await page.locator('button[type=submit]').click()
  await toastOf(page).waitFor()
  await page.clock.runFor(3000)
  await page.locator('input[name=mobile]').fill('123')
  await page.locator('input[name=password]').fill('x')
  await page.locator('button[type=submit]').click()
  await isSaid(page, 'Invalid Mobile Number', 'Please enter a valid 10-digit mobile number')
  expect(await page.locator('li[data-state]').count()).toBe(1)
  await page.clock.runFor(4900)
  expect(await toastOf(page).count()).toBe(1)
  await page.clock.runFor(100)
  await toastOf(page).waitFor({ state: 'detached' })
  await page.close()
})

it('are swiped away to the right past 50 px, and stay where the swipe is shorter or goes elsewhere', async () => {
  const page = await withToast(PHONE)
  const swipe = async (px: number) => {
    const box = await toastOf(page).boundingBox()
    if (box === null) throw new Error('No toast')
    const [x, y] = [box.x + 60, box.y + 30]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + px / 2, y, { steps: 3 })
    await page.mouse.move(x + px, y, { steps: 3 })
    await page.mouse.up()
  }
  await swipe(45)
  await swipe(-80)
  expect(await toastOf(page).count()).toBe(1)
  await swipe(55)
  await toastOf(page).waitFor({ state: 'detached' })
  await page.close()
})

it('are reached with F8 and closed by keyboard; at most 420 px wide on a desk, as wide as a phone', async () => {
  const page = await withToast(DESK)
  await page.keyboard.press('F8')
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  await expect.poll(() => region.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  const wide = await region.locator('ol').boundingBox()
  expect(wide?.width).toBe(420)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await toastOf(page).waitFor({ state: 'detached' })
  await page.close()
  const phone = await withToast(PHONE)
  expect((await phone.locator('ol:has(li[data-state])').boundingBox())?.width).toBe(PHONE.width)
  await phone.close()
})

for (const viewport of [PHONE, DESK])
  it(`over an open dialog are neither dimmed nor covered, and can be closed, ${viewport.width} px wide`, async () => {
    const page = await app.at(worker, '/site-dashboard', { viewport })
    await page.getByRole('button', { name: 'Edit: Sharma Traders, ₹100' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await outage(page, '/api/site/transactions/*', 'PUT')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await isSaid(page, 'Error', 'Failed to update transaction')
    app.forgive(/status of 404/)
    // Under the pointer it waits.
    await toastOf(page).hover()
    // What the pointer meets at every corner of the words is the toast itself, not a veil over it.
    const met = await toastOf(page).evaluate(async (toast) => {
      await Promise.all(toast.getAnimations().map((motion) => motion.finished))
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return [left + 20, x, right - 20].map((at) => toast.contains(document.elementFromPoint(at, y)))
    })
    expect(met).toEqual([true, true, true])
    if (viewport === PHONE) {
      expect(await violationsOn(page)).toEqual([])
    }
    await toastOf(page).getByRole('button', { name: 'Close' }).click()
    await toastOf(page).waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    // A toast that comes while a dialog closes stays on the page.
    await page.unroute('**/api/site/transactions/*')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await toastOf(page).getByText('Transaction updated successfully!').waitFor()
    await page.close()
  })

it('said nothing else on the console', () => {
  expect(app.said).toEqual([])
})
