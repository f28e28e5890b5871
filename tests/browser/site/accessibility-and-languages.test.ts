import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { changeLook, type Look, layoutAndAxeProblems } from '../helpers/layout-and-accessibility.ts'
import { selectOptionBeginningWith } from '../helpers/select-option.ts'
import { signInThroughForm } from '../helpers/sign-in-form.ts'
import { boxesOfButton, pixelsBelowCentre } from '../helpers/text-in-button.ts'

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, incharge, '120000')
  await transferMoney(incharge, supervisor, '25000')
  for (const amount of ['120', '3400.50', '99', '12'])
    await recordExpenseOf(incharge, { amount, recipient: `Trader ${amount}` })
  await recordExpenseOf(supervisor, { amount: '30000', recipient: 'Steel Yard' })
})
afterAll(() => app.close())

if (isFullRun)
  it('every screen in both languages, on a phone and on a desk: fits, can be touched, and axe finds nothing', async () => {
    const found: string[] = []
    const first: Look = { viewport: PHONE, language: 'en' }
    const see = async (page: Page, what: string) => {
      for (const viewport of [PHONE, DESK])
        for (const language of ['en', 'hi'] as const) {
          await changeLook(page, { viewport, language })
          found.push(...(await layoutAndAxeProblems(page, `${what} in ${language}, ${viewport.width} px wide`)))
        }
      await changeLook(page, first)
    }
    const page = await app.openSignedInPage(incharge.mobile, first)
    await page.locator('form input[name=narration]').waitFor()
    await see(page, 'site dashboard')
    for (const path of ['/balance-details', '/transactions']) {
      await page.goto(app.api.origin + path)
      await page.locator('main [role=listitem]').first().waitFor()
      await see(page, path)
    }
    const press = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name }).first().click()
    await press(/^Open/)
    await page.locator('dialog dl').waitFor()
    await see(page, 'entry')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await press(/^Edit/)
    await page.locator('dialog textarea').waitFor()
    await see(page, 'edit')
    await page.keyboard.press('Escape')
    await press(/^Delete/)
    await page.locator('dialog').waitFor()
    await see(page, 'delete')
    await page.goto(`${app.api.origin}/reports`)
    await page.locator('svg[role=img]').waitFor()
    await see(page, 'reports')
    await page.close()
    const other = await app.openSignedInPage(supervisor.mobile, first)
    await other.locator('main li').nth(1).waitFor()
    await see(other, 'supervisor dashboard')
    await other.close()
    expect(found).toEqual([])
  }, 400_000)

/** Returns texts that the screen truncates. A row may truncate, because it opens. */
const cutOn = (page: Page) =>
  page.locator('h1, h2, p, span, th, dt, dd, a, button, label').evaluateAll((all) =>
    all.flatMap((it) => {
      const isCut = it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1
      const isClipped = getComputedStyle(it).overflowX !== 'visible' && it.clientWidth > 1
      return isCut && isClipped && it.closest('[role=listitem], main li') === null ? [it.textContent] : []
    }),
  )

if (isFullRun)
  it('cuts no name, site or figure on the narrowest phone, in either language', async () => {
    const long = await hireFieldUser(app.office, 'site_incharge', {
      name: 'Chandrashekhar Patidar',
      siteName: 'Vijay Nagar Plaza',
    })
    const crew = await hireFieldUser(app.office, 'supervisor', { name: 'Chandrashekhar Kushwaha' })
    await sendMoneyTo(app.office, long, '90000000')
    for (const recipient of ['Shri Ganesh Building Material Suppliers', 'Vishwakarma Shuttering Works'])
      await recordExpenseOf(long, { recipient, amount: '1234567.50', purpose: 'Shuttering material' })
    const narrow = { width: 320, height: 640 }
    const cut: [string, string | null][] = []
    const see = async (page: Page, what: string) => {
      for (const language of ['hi', 'en'] as const) {
        await changeLook(page, { viewport: narrow, language })
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        cut.push(...(await cutOn(page)).map((text): [string, string | null] => [`${what} in ${language}`, text]))
      }
    }
    for (const [worker, path] of [
      [long, '/site-dashboard'],
      [crew, '/supervisor-dashboard'],
      [long, '/expense'],
      [long, '/balance-details'],
      [long, '/transactions'],
      [long, '/reports'],
    ] as const) {
      const page = await app.openPageAs(worker, path, { viewport: narrow })
      await page.locator('h1').waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      await see(page, path)
      if (path !== '/reports') continue
      await page.locator('main section button').first().click()
      await page.locator('dialog li').nth(1).waitFor()
      await see(page, 'the export')
    }
    expect(cut).toEqual([])
  }, 120_000)

if (isFullRun)
  it('sets the text of a button in its middle', async () => {
    const page = await app.openPageAs(incharge, '/transactions')
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const boxes = await page.evaluate(boxesOfButton, '//button[normalize-space()="Export"]')
    // Where the font has its family's own ascent, this is -3.
    expect(Math.abs(await pixelsBelowCentre(await page.screenshot(), boxes))).toBeLessThanOrEqual(1.5)
  })

it('a transfer and a deletion by keyboard alone, and the focus comes back', async () => {
  const page = await app.openSignedInPage(incharge.mobile, { viewport: DESK })
  await page.getByLabel('Amount', { exact: true }).focus()
  await page.keyboard.type('75')
  await page.keyboard.press('Tab') // the microphone
  const supervisors = page.getByLabel('Supervisor', { exact: true })
  for (let tabs = 0; tabs < 3 && !(await supervisors.evaluate((it) => it === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.type('Ramesh')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tea for the crew')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Transfer ₹75 to Ramesh Kushwaha?').waitFor()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true })
  for (let tabs = 0; tabs < 5 && !(await confirm.evaluate((it) => it === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await openToast(page).getByText('Transfer Successful', { exact: true }).waitFor()

  const remove = page.getByRole('button', { name: 'Delete: Trader 12, ₹12', exact: true })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => remove.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.close()
})

it('without a network says so, keeps what was typed, and goes on when it is back', async () => {
  const page = await app.openSignedOutPage()
  // The toast of the sign-in shows that the code that draws toasts has loaded.
  await signInThroughForm(page, app.api.origin, 'site', { name: incharge.mobile, password: TEST_PASSWORD })
  await openToast(page).waitFor()
  await selectOptionBeginningWith(page.getByLabel('Supervisor', { exact: true }), 'Ramesh Kushwaha')
  await page.getByLabel('Amount', { exact: true }).fill('15')
  await page.getByLabel('UPI', { exact: true }).check()
  await page.getByLabel('Narration', { exact: true }).fill('Nails')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Transfer Money' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
  await openToast(page).getByText('Could not reach the server. Check the network and try again.').waitFor()
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('15')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Transfer Money' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click()
  await openToast(page).getByText('Transfer Successful', { exact: true }).waitFor()
  app.ignoreConsole(/ERR_INTERNET_DISCONNECTED/)
  await page.close()
})

if (isFullRun)
  it('speaks Hindi: a transfer and its checks', async () => {
    const page = await app.openSignedInPage(incharge.mobile, { language: 'hi' })
    await selectOptionBeginningWith(page.getByLabel('सुपरवाइज़र', { exact: true }), 'Ramesh Kushwaha')
    await page.getByLabel('राशि', { exact: true }).fill('99999999')
    await page.getByLabel('नकद', { exact: true }).check()
    await page.getByLabel('विवरण', { exact: true }).fill('मज़दूरी')
    await page.getByRole('button', { name: 'पैसे ट्रांसफ़र करें' }).click()
    await openToast(page).getByText('शेष राशि कम है', { exact: true }).waitFor()
    await openToast(page).getByText('ट्रांसफ़र की राशि शेष से ज़्यादा है', { exact: true }).waitFor()
    await page.close()
  })

it('a field user sees the balance after at most 123 kB of compressed code in six files', async () => {
  const page = await app.openSignedOutPage()
  const cookies = [...incharge.client.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
  await page.context().addCookies(cookies)
  await page.addInitScript((user) => sessionStorage.setItem('siteUser', JSON.stringify(user)), {
    id: incharge.id,
    name: 'Rajesh Patidar',
    siteName: null,
    mobile: incharge.mobile,
    role: 'site_incharge',
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  // The body bytes on the wire, without headers.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  // Delays the balance until no further request starts: everything loaded by then is what the screen needs to show it.
  const asked = Promise.withResolvers<void>()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const holdBack = async (route: Route) => {
    asked.resolve()
    await held
    await route.continue()
  }
  await page.route('**/api/site/balance', holdBack)
  await page.goto(`${app.api.origin}/site-dashboard`)
  await asked.promise
  const lately: number[] = []
  await expect
    .poll(
      () => {
        lately.push(bytes)
        return lately.at(-1) === lately.at(-4)
      },
      { interval: 250 },
    )
    .toBe(true)
  const kilobytes = bytes / 1000
  letGo()
  process.stdout.write(`Compressed code before the balance: ${kilobytes.toFixed(1)} kB\n`)
  await page.getByTestId('current-balance').getByText('₹').waitFor()
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThanOrEqual(123)
  expect(scripts.size).toBeLessThanOrEqual(6)
  await page.close()
})

it('head office sees Today after at most 16 files of code', async () => {
  const files = new Set<string>()
  const page = await openAdminDashboard(app, {
    async prepare(opened) {
      opened.on('request', (request) => {
        if (request.resourceType() === 'script') files.add(request.url())
      })
    },
  })
  expect(files.size).toBeGreaterThan(5)
  expect(files.size).toBeLessThanOrEqual(16)
  await page.close()
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
