import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { PHONE } from '../helpers/app-in-browser.ts'
import type { DrivenBrowser } from './driven-browser.ts'

/** Messages that Firefox writes for every page, and the Errors that the app logs for calls without a network. */
const EXPECTED_MESSAGES = /Layout was forced before the page was fully loaded|^JSHandle@error$/

/** Starts the Firefox that FIREFOX_PATH names, with a profile of its own. Puppeteer drives it by WebDriver BiDi. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const downloads = await mkdtemp(join(tmpdir(), 'site-ledger-firefox-'))
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '',
    defaultViewport: PHONE,
    extraPrefsFirefox: { 'browser.download.dir': downloads, 'browser.download.folderList': 2 },
  })
  const page = await browser.newPage()
  const consoleMessages: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (['warn', 'error'].includes(message.type()) && !EXPECTED_MESSAGES.test(text)) consoleMessages.push(text)
  })
  const find = async (xpath: string) => {
    const element = await page.waitForSelector(`::-p-xpath(${xpath})`)
    if (element === null) throw new Error(`No such thing: ${xpath}`)
    return element
  }
  return {
    downloads,
    consoleMessages: () => consoleMessages,
    async open(address) {
      await page.goto(address)
    },
    async run<Given extends unknown[], Result>(work: (...given: Given) => Result, ...given: Given) {
      return (await page.evaluate(`(${work})(...${JSON.stringify(given)})`)) as Result
    },
    click: async (xpath) => (await find(xpath)).click(),
    async type(xpath, keys) {
      await (await find(xpath)).focus()
      await page.keyboard.type(keys)
    },
    async typeDay(xpath, parts) {
      await (await find(xpath)).focus()
      await page.keyboard.type(parts.join(''))
    },
    async choose(xpath, file) {
      const input = await (await find(xpath)).toElement('input')
      await input.uploadFile(file)
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    async close() {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}
