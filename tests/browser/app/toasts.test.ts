import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import {
  type AppInBrowser,
  DESK,
  expectToast,
  openAppInBrowser,
  openToast,
  PHONE,
  simulateOutage,
} from '../helpers/app-in-browser.ts'
import { axeViolations } from '../helpers/layout-and-accessibility.ts'
import { signInThroughForm } from '../helpers/sign-in-form.ts'

/** §9, Toasts. */

let app: AppInBrowser
let worker: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser({ hasMotion: true })
  worker = await hireFieldUser(app.office, 'site_incharge')
  await recordExpenseOf(worker, { recipient: 'Sharma Traders' })
})
afterAll(() => app.close())

/** Opens a sign-in form, and submits it empty to cause a toast. */
async function withToast(viewport: typeof PHONE, clock = false): Promise<Page> {
  const page = await app.openSignedOutPage({ viewport })
  if (clock) await page.clock.install()
  await page.goto(`${app.api.origin}/site-login`)
  await page.locator('button[type=submit]').waitFor()
  if (clock) await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.locator('button[type=submit]').click()
  await openToast(page).waitFor()
  return page
}

it('go after 5 s, and a new one takes the place of the one before', async () => {
  const page = await withToast(PHONE, true)
  await page.clock.runFor(4900)
  await expect.poll(() => openToast(page).count()).toBe(1)
  await page.clock.runFor(100)
  await openToast(page).waitFor({ state: 'detached' })
  await page.locator('button[type=submit]').click()
  await openToast(page).waitFor()
  await page.clock.runFor(3000)
  await page.locator('input[name=mobile]').fill('123')
  await page.locator('input[name=password]').fill('x')
  await page.locator('button[type=submit]').click()
  await expectToast(page, 'Invalid Mobile Number', 'Please enter a valid 10-digit mobile number')
  await expect.poll(() => page.locator('li[data-state]').count()).toBe(1)
  await page.clock.runFor(4900)
  await expect.poll(() => openToast(page).count()).toBe(1)
  await page.clock.runFor(100)
  await openToast(page).waitFor({ state: 'detached' })
  await page.close()
})

it('are swiped away to the right past 50 px, and stay where the swipe is shorter or goes elsewhere', async () => {
  const page = await withToast(PHONE)
  const swipe = async (px: number) => {
    const box = await openToast(page).boundingBox()
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
  await expect.poll(() => openToast(page).count()).toBe(1)
  await swipe(55)
  await openToast(page).waitFor({ state: 'detached' })
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
  await openToast(page).waitFor({ state: 'detached' })
  await page.close()
  const phone = await withToast(PHONE)
  expect((await phone.locator('ol:has(li[data-state])').boundingBox())?.width).toBe(PHONE.width)
  await phone.close()
})

for (const viewport of isFullRun ? [PHONE, DESK] : [])
  it(`over an open dialog are neither dimmed nor covered, and can be closed, ${viewport.width} px wide`, async () => {
    const page = await app.openPageAs(worker, '/site-dashboard', { viewport })
    await page.getByRole('button', { name: 'Edit: Sharma Traders, ₹100' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    const mend = await simulateOutage(page, '/api/site/transactions/*', 'PUT')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Error', 'Failed to update transaction')
    app.ignoreConsole(/status of 404/)
    // The toast stays while the pointer is on it.
    await openToast(page).hover()
    // The element under the pointer at every corner of the text is the toast itself, not an overlay.
    const met = await openToast(page).evaluate(async (toast) => {
      await Promise.all(toast.getAnimations().map((motion) => motion.finished))
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return [left + 20, x, right - 20].map((at) => toast.contains(document.elementFromPoint(at, y)))
    })
    expect(met).toEqual([true, true, true])
    if (viewport === PHONE) {
      expect(await axeViolations(page)).toEqual([])
    }
    await openToast(page).getByRole('button', { name: 'Close' }).click()
    await openToast(page).waitFor({ state: 'detached' })
    await expect.poll(() => dialog.isVisible()).toBe(true)
    // A toast that appears while a dialog closes stays on the page.
    mend()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await openToast(page).getByText('Transaction updated successfully!').waitFor()
    await page.close()
  })

/**
 * Returns whether a touch in the middle and near every corner reaches the element itself, once all animations have
 * ended.
 */
async function isFree(thing: Locator): Promise<boolean> {
  await openToast(thing.page()).evaluate((toast) => Promise.all(toast.getAnimations().map((motion) => motion.finished)))
  return thing.evaluate((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      ...[left + 6, right - 6].flatMap((x) => [top + 6, bottom - 6].map((y) => [x, y])),
    ]
    return points.every(([x = 0, y = 0]) => it.contains(document.elementFromPoint(x, y)))
  })
}

async function areFree(things: Record<string, Locator>): Promise<string[]> {
  const covered = await Promise.all(
    Object.entries(things).map(async ([name, thing]) => ((await isFree(thing)) ? [] : [name])),
  )
  return covered.flat()
}

/**
 * Waits for a toast and stops its timer, as when the window loses the focus: it disappears only when it is dismissed.
 */
async function heldToast(page: Page): Promise<void> {
  await openToast(page).waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

const SMALL = { width: 320, height: 640 }

if (isFullRun)
  it('leave free what is to be pressed next also when they stand frames later, as on a busy phone', async () => {
    const page = await app.openSignedOutPage({ viewport: SMALL })
    await page.goto(`${app.api.origin}/site-login`)
    const submit = page.locator('button[type=submit]')
    // A sheet of the page, because the toasts' place is made later; no policy forbids such a one.
    await page.evaluate(() => {
      const hidden = new CSSStyleSheet()
      hidden.replaceSync('.toasts { display: none }')
      document.adoptedStyleSheets = [hidden]
    })
    await submit.click()
    await openToast(page).waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    await heldToast(page)
    await expect.poll(() => areFree({ submit })).toEqual([])
    await page.close()
  })

for (const viewport of isFullRun ? [SMALL, PHONE] : []) {
  const at = `${viewport.width} px wide`

  it(`leave free what is to be pressed next at a sign-in and after it, ${at}`, async () => {
    const page = await app.openSignedOutPage({ viewport })
    await page.goto(`${app.api.origin}/site-login`)
    const submit = page.locator('button[type=submit]')
    const [mobile, password] = [page.locator('input[name=mobile]'), page.locator('input[name=password]')]
    const head = { language: page.locator('header button').first() }
    await submit.click()
    await heldToast(page)
    await expect.poll(() => areFree({ mobile, submit })).toEqual([])
    // Retries after the failure.
    await mobile.fill(worker.mobile)
    await password.fill('wrong')
    await submit.click()
    await expectToast(page, 'Login Failed', 'Invalid mobile number or password')
    await heldToast(page)
    app.ignoreConsole(/status of 401/)
    await expect.poll(() => areFree({ submit })).toEqual([])
    await password.fill(TEST_PASSWORD)
    await submit.click()
    await expectToast(page, 'Login Successful', 'Welcome to your site dashboard')
    await heldToast(page)
    await page.getByTestId('current-balance').waitFor()
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const tiles = { add: link('Add Expense'), reports: link('Reports'), all: link('Khata, All Transactions') }
    const logout = page.getByRole('button', { name: 'Logout' })
    await expect.poll(() => areFree({ ...head, logout, ...tiles })).toEqual([])
    // The next screen is usable under the toast of the previous one.
    await tiles.add.click()
    const save = page.getByRole('button', { name: 'Save Expense' })
    await save.waitFor()
    const pad = page.getByRole('group', { name: 'Number pad' })
    // Where the pad is open, the head is not pressed next.
    const form = {
      save,
      cancel: page.getByRole('button', { name: 'Cancel' }),
      amount: page.getByLabel('Amount', { exact: true }),
      ...((await pad.isVisible()) ? { key: pad.getByRole('button', { name: '8' }) } : head),
    }
    await expect.poll(() => areFree(form)).toEqual([])
    await save.click()
    await expectToast(page, 'Error', 'Amount is required')
    await heldToast(page)
    await expect.poll(() => areFree(form)).toEqual([])
  })

  if (isFullRun)
    it(`go when a dialog opens or the form is sent again, and stand above its sheet, ${at}`, async () => {
      const page = await app.openSignedOutPage({ viewport })
      await signInThroughForm(page, app.api.origin, 'site', { name: worker.mobile, password: TEST_PASSWORD })
      await heldToast(page)
      await page.getByRole('button', { name: 'Edit: Sharma Traders, ₹100' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
      const button = (name: string) => dialog.getByRole('button', { name, exact: true })
      const [save, cancel, amount] = [button('Save'), button('Cancel'), dialog.getByLabel('Amount', { exact: true })]
      await amount.waitFor()
      await openToast(page).waitFor({ state: 'detached' })
      await amount.fill('')
      await save.click()
      await expectToast(page, 'Error', 'Amount is required')
      await heldToast(page)
      expect(await areFree({ close: button('Close').first(), save, cancel, amount })).toEqual([])

      const held = Promise.withResolvers<void>()
      await page.route('**/api/site/transactions/*', async (route) => {
        await held.promise
        await route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>nginx</h1>' })
      })
      await amount.fill('120')
      await save.click()
      await openToast(page).waitFor({ state: 'detached' })
      held.resolve()
      await expectToast(page, 'Error', 'Failed to update transaction')
      app.ignoreConsole(/status of 404/)
      await heldToast(page)
      expect(await areFree({ close: button('Close').first(), save, cancel })).toEqual([])
    })
}

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
