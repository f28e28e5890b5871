import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@ledger/launch/port-check.ts'
import { Builder, By, Key, until, type WebDriver } from 'selenium-webdriver'
import { PHONE } from '../helpers/app-in-browser.ts'
import type { DrivenBrowser } from './driven-browser.ts'

const PATIENCE_MS = 20_000
const MINI_BROWSER_ARGS = ['--automation', '--enable-write-console-messages-to-stdout=true']
/** WebKitGTK is built without web app manifests, and reports the directive that allows them. Safari knows it. */
const OF_THE_BROWSER = /'manifest-src'/

/**
 * Starts the WebKitGTK whose driver WEBKIT_DRIVER_PATH names, as near to Safari as Debian comes, on a screen of its
 * own. A driven WebKitGTK keeps nothing on disk: its page is in a private window.
 */
export async function startWebKit(): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'site-ledger-webkit-'))
  const downloads = join(home, 'downloads')
  await mkdir(join(home, '.config'))
  await mkdir(downloads)
  await writeFile(join(home, '.config', 'user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
  const screen = await startScreen()
  const port = await freePort()
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), DISPLAY: screen.display }
  const driver = spawn(process.env.WEBKIT_DRIVER_PATH ?? '', [`--port=${port}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const consoleMessages: string[] = []
  createInterface(driver.stdout).on('line', (line) => {
    if (/^CONSOLE \S+ (WARN|ERROR)/.test(line) && !OF_THE_BROWSER.test(line)) consoleMessages.push(line)
  })
  const session = await openSession(`http://127.0.0.1:${port}`)
  const find = (xpath: string) => session.wait(until.elementLocated(By.xpath(xpath)), PATIENCE_MS, xpath)
  return {
    downloads,
    consoleMessages: () => consoleMessages,
    open: (address) => session.get(address),
    run: (work, ...given) => session.executeScript(work, ...given),
    async click(xpath) {
      const element = await session.wait(until.elementIsVisible(await find(xpath)), PATIENCE_MS, xpath)
      await element.click()
    },
    async type(xpath, keys) {
      await session.executeScript('arguments[0].focus()', await find(xpath))
      await session.actions().sendKeys(keys).perform()
    },
    async typeDay(xpath, parts) {
      await session.executeScript('arguments[0].focus()', await find(xpath))
      // WebKitGTK 2.50 stays in the part that is full, also on a page of nothing but a date field.
      for (const part of parts) await session.actions().sendKeys(part, Key.ARROW_RIGHT).perform()
    },
    choose: async (xpath, file) => (await find(xpath)).sendKeys(file),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    async close() {
      await session.quit()
      await Promise.all([driver, screen.process].map(end))
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Starts a screen in memory, because GTK draws on nothing else. */
async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = xvfb.stdio[3]
  if (!(number instanceof Readable)) throw new Error('Xvfb has no pipe for its number')
  const [line] = await once(createInterface(number), 'line')
  return { process: xvfb, display: `:${line}` }
}

async function openSession(address: string): Promise<WebDriver> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100)) {
    const answer = await fetch(`${address}/status`).catch(() => undefined)
    if (answer?.ok) break
  }
  const session = await new Builder()
    .usingServer(address)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args: MINI_BROWSER_ARGS } })
    .build()
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...PHONE })
  return session
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill()
  await closed
}
