import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../environment/chromium.ts'
import { startService, type TestService } from '../environment/service.ts'

let api: TestService
let browser: Browser
/** The page's console messages, which include breaches of the content security policy. */
const said: string[] = []

beforeAll(async () => {
  api = await startService()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await api.close()
})

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(`${api.origin}${path}`)
  return page
}

it('the page of the API reads on a phone: nothing wider than the screen, nothing too small to touch, every call open', async () => {
  const page = await open('/api/docs', 360)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const heights = await page
    .locator('summary')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  // The style sheet was applied: without it the page would use the browser's own serif.
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('system-ui')
  await page.close()
})

it('opens the call that the address names', async () => {
  const page = await open('/api/docs#transfer', 1000)
  await expect.poll(() => page.locator('#transfer').isVisible()).toBe(true)
  await expect.poll(() => page.locator('#sendMoney').isVisible()).toBe(false)
  await page.close()
})

it('breaks no rule of the content security policy', () => {
  expect(said).toEqual([])
})
