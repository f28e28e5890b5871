// npm run screens: pictures of every screen with the demo's data, in both languages, on a phone and a desktop, light
// and dark. With names (`npm run screens -- waiting`): only those screens.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { samplePhoto } from '../environment/files/sample-bills.ts'
import { launchChromium, provideChromium } from '../environment/processes/chromium.ts'
import { type CuttableNetwork, fillExpenseForm, interceptNetwork } from './helpers/cut-network.ts'
import { waitUntilLoaded } from './helpers/layout-and-accessibility.ts'
import { signInThroughForm } from './helpers/sign-in-form.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'docs/screens')
const PASSWORD = 'Demo2026'
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }
/** One dark set for each size, because its texts equal those of the light ones. */
const SCHEMES_BY_LOOK: Record<string, readonly ScreenshotLook['scheme'][]> = {
  'phone-en': ['light'],
  'phone-hi': ['light', 'dark'],
  'desk-en': ['light', 'dark'],
  'desk-hi': ['light'],
}
const QUALITY = 45
/** The time for a chart to be drawn and a font to load. */
const SETTLED_MS = 700
/** A picture of a whole long page would be too tall to view. */
const MAX_PICTURE_HEIGHT_PX = 2400

const only = process.argv.slice(2)
const isWanted = (name: string) => only.length === 0 || only.includes(name)

type ScreenVisitor = 'nobody' | 'incharge' | 'supervisor' | 'admin'

/** Each screen, by the name of its picture: its user, its path, and the button that opens it if it is a dialog. */
const SCREENS: Record<string, { who: ScreenVisitor; path: string; opener?: string }> = {
  landing: { who: 'nobody', path: '/landing' },
  'role-selection': { who: 'nobody', path: '/' },
  login: { who: 'nobody', path: '/login' },
  'site-login': { who: 'nobody', path: '/site-login' },
  'admin-login': { who: 'nobody', path: '/admin-login' },
  'not-found': { who: 'nobody', path: '/no-such-page' },
  'site-dashboard': { who: 'incharge', path: '/site-dashboard' },
  expense: { who: 'incharge', path: '/expense' },
  transactions: { who: 'incharge', path: '/transactions' },
  entry: { who: 'incharge', path: '/transactions', opener: '[role=listitem] button[aria-haspopup=dialog]' },
  'balance-details': { who: 'incharge', path: '/balance-details' },
  reports: { who: 'incharge', path: '/reports' },
  export: { who: 'incharge', path: '/reports', opener: 'main section button' },
  'supervisor-dashboard': { who: 'supervisor', path: '/supervisor-dashboard' },
  admin: { who: 'admin', path: '/admin' },
  'all-transactions': { who: 'admin', path: '/admin/all-transactions' },
  'send-money': { who: 'admin', path: '/admin/send-money' },
  ledgers: { who: 'admin', path: '/admin/ledgers' },
  statements: { who: 'admin', path: '/admin/ledgers#statements' },
  'cash-book': { who: 'admin', path: '/admin/ledgers#cashBook' },
  closing: { who: 'admin', path: '/admin/ledgers#closing' },
  'tax-list': { who: 'admin', path: '/admin/ledgers#taxList' },
  tally: { who: 'admin', path: '/admin/ledgers#tally' },
  certificate: { who: 'admin', path: '/admin/ledgers#certificate' },
  beneficiaries: { who: 'admin', path: '/admin/beneficiaries' },
  'beneficiary-statement': { who: 'admin', path: '/admin/beneficiaries', opener: 'main li a' },
  'office-reports': { who: 'admin', path: '/admin/reports' },
  people: { who: 'admin', path: '/admin/people' },
  search: { who: 'admin', path: '/admin/search?q=cement' },
  settings: { who: 'admin', path: '/admin/settings' },
  audit: { who: 'admin', path: '/admin/audit' },
  'audit-access': { who: 'admin', path: '/admin/audit/access' },
  'audit-time-line': { who: 'admin', path: '/admin/audit/time-line?position=20000&earlier=15000' },
  'audit-ledger': {
    who: 'admin',
    path: '/admin/audit/time-line/ledger?account=head_office&position=20000&earlier=15000',
  },
  'audit-edit-log': { who: 'admin', path: '/admin/audit/edit-log' },
  'audit-history': { who: 'admin', path: '/admin/audit/edit-log', opener: 'main table a[href*="/audit/entry/"]' },
  'audit-proof': { who: 'admin', path: '/admin/audit/proof' },
}

const data = mkdtempSync(join(tmpdir(), 'site-ledger-screens-'))
const demo = startDemo()
try {
  const origin = await addressOf(demo)
  provideChromium((line) => process.stderr.write(`${line}\n`))
  const browser = await launchChromium()
  mkdirSync(FOLDER, { recursive: true })
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const language of ['en', 'hi'] as const)
      for (const scheme of SCHEMES_BY_LOOK[`${size}-${language}`] ?? [])
        await takeScreenshots(browser, origin, { size, viewport, language, scheme })
  }
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await new Promise((resolve) => demo.once('close', resolve))
  rmSync(data, { recursive: true, force: true })
}

interface ScreenshotLook {
  size: string
  viewport: { width: number; height: number }
  language: string
  scheme: 'light' | 'dark'
}

async function takeScreenshots(
  browser: Browser,
  origin: string,
  { size, viewport, language, scheme }: ScreenshotLook,
): Promise<void> {
  for (const who of ['nobody', 'incharge', 'supervisor', 'admin'] as const) {
    const screens = Object.entries(SCREENS).filter(([name, screen]) => screen.who === who && isWanted(name))
    const isWaiting = who === 'incharge' && isWanted('waiting')
    if (screens.length === 0 && !isWaiting) continue
    const context = await browser.newContext({
      viewport,
      serviceWorkers: 'block',
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      colorScheme: scheme,
    })
    await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    const line = await interceptNetwork(context)
    const page = await context.newPage()
    await signIn(page, origin, who)
    const file = (name: string) => join(FOLDER, `${name}-${size}-${language}${scheme === 'dark' ? '-dark' : ''}.webp`)
    for (const [name, screen] of screens) {
      await page.goto(origin + screen.path)
      await waitUntilDrawn(page)
      if (screen.opener !== undefined) {
        await page.locator(screen.opener).first().click()
        await waitUntilDrawn(page)
      }
      // A dialog covers the view, not the whole page.
      const tallest = screen.opener === undefined ? MAX_PICTURE_HEIGHT_PX : viewport.height
      await saveScreenshot(page, file(name), tallest)
      if (name === 'site-dashboard' && size === 'phone' && language === 'en' && scheme === 'light')
        await saveScreenshot(page, join(FOLDER, 'readme.webp'), 844)
    }
    if (isWaiting) await takeOfflineScreenshots(page, origin, line, file)
    await context.close()
  }
}

/**
 * Takes the dashboard with a waiting expense, and the other waiting states: the last of its browser, so that it is
 * never sent.
 */
async function takeOfflineScreenshots(
  page: Page,
  origin: string,
  line: CuttableNetwork,
  file: (name: string) => string,
): Promise<void> {
  await line.cut()
  await page.goto(`${origin}/expense`)
  await fillExpenseForm(page, '1250', 'Om Sai Plywood')
  const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
  await page.locator('input[type=file]').last().setInputFiles([photo])
  await page.locator('form [role=group] li, form fieldset li').first().waitFor()
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/site-dashboard$/)
  // Waits until the toast is gone, which is no part of the screen.
  await page.waitForTimeout(5500)
  await saveScreenshot(page, file('waiting'))
  await page.locator('main button[aria-haspopup=dialog]').first().click()
  await waitUntilDrawn(page)
  await saveScreenshot(page, file('waiting-entries'), page.viewportSize()?.height)
}

/** Does not wait for an idle network, because the audit page follows the log permanently. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await waitUntilLoaded(page)
  await page.waitForTimeout(SETTLED_MS)
}

async function signIn(page: Page, origin: string, who: ScreenVisitor): Promise<void> {
  if (who === 'nobody') return
  const name = { incharge: '9000000001', supervisor: '9000000021', admin: 'admin@localhost' }[who]
  await signInThroughForm(page, origin, who === 'admin' ? 'admin' : 'site', { name, password: PASSWORD })
  // Waits until the toast of the sign-in is gone, which is no part of the screen.
  await page.waitForTimeout(5500)
}

/**
 * Saves a webp, which Chromium writes itself. The window is made as high as the page, because a picture beyond it would
 * resize the page while it is taken.
 */
async function saveScreenshot(page: Page, file: string, tallest = MAX_PICTURE_HEIGHT_PX): Promise<void> {
  const { width, height } = page.viewportSize() ?? SIZES.phone
  // Content that comes into view may need more height.
  for (let shown = 0, whole = height; shown < whole; ) {
    shown = whole
    await page.setViewportSize({ width, height: shown })
    await waitUntilDrawn(page)
    whole = Math.min(tallest, Math.max(shown, await page.evaluate(() => document.documentElement.scrollHeight)))
  }
  const session = await page.context().newCDPSession(page)
  const { data: image } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  writeFileSync(file, Buffer.from(image, 'base64'))
  await page.setViewportSize({ width, height })
  process.stdout.write(`${file.slice(ROOT.length + 1)}\n`)
}

function startDemo(): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'launch/demo.ts')], {
    env: { ...process.env, DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const [, address] = /Site Ledger {3}(http:\S+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    child.once('close', (code) => reject(new Error(`The demo ended with ${code}:\n${said}`)))
  })
}
