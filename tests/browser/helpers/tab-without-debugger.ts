import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { browserProcessIds } from './browser-process-ids.ts'

/** A tab like a user's: no tool inspects it except through these calls. */
export interface TabWithoutDebugger {
  /** Returns its process ids; valid once it shows its page. */
  pids(): Promise<number[]>
  /** Waits until an expression is true in it. */
  until(expression: string, timeoutMs: number): Promise<void>
  /** Clicks the element that the expression returns, as a user gesture. */
  click(expression: string): Promise<void>
  /** Runs a function in the tab and returns its result, as JSON; the function sees only its arguments. */
  evaluate<Given extends unknown[], Result>(work: (...given: Given) => Result, ...given: Given): Promise<Result>
  /** Sends a touch or a mouse event of the DevTools protocol. */
  input(method: `Input.${string}`, params: object): Promise<void>
  /** Returns the path of the next downloaded file; closing the tab deletes it. */
  downloaded(timeoutMs: number): Promise<string>
  close(): Promise<void>
}

const TAB_POLL_MS = 100
const DESK = { width: 1440, height: 900 }

/** An answer of the tab to a request; the tab sends nothing unasked. */
interface DevToolsAnswer {
  id: number
  error?: { message: string }
  result?: { result?: { value?: unknown }; exceptionDetails?: unknown }
}

/**
 * Opens a page once more for the same session, in a tab whose memory and tasks can be measured. For its own pages
 * Playwright makes the browser store the body of every answer for developer tools (`Network.enable`), in the tab's
 * process, up to 100 MB: more than the app itself.
 * @param isPhone with a touch screen
 */
export async function openTabWithoutDebugger(page: Page, { isPhone = false } = {}): Promise<TabWithoutDebugger> {
  const context = page.context()
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('This page has no browser of its own')
  const { tabs: others } = await browserProcessIds(page)
  // Playwright releases tabs outside its own contexts.
  const { browserContextId } = await session.send('Target.createBrowserContext')
  // Session cookies have no expiry, which Playwright writes as -1.
  const cookies = (await context.cookies()).map(({ name, value, domain, path }) => ({ name, value, domain, path }))
  await session.send('Storage.setCookies', { browserContextId, cookies })
  const folder = await mkdtemp(join(tmpdir(), 'site-ledger-downloads-'))
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId,
    downloadPath: folder,
    eventsEnabled: true,
  })
  const { width, height } = page.viewportSize() ?? DESK
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width,
    height,
  })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })

  const waiting = new Map<number, (answer: DevToolsAnswer) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer: DevToolsAnswer = JSON.parse(message)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let asked = 0
  async function ask(method: string, params: object): Promise<DevToolsAnswer> {
    const id = ++asked
    const answered = new Promise<DevToolsAnswer>((resolve) => waiting.set(id, resolve))
    await session?.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    const answer = await answered
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
    return answer
  }
  async function isTrue(expression: string): Promise<boolean> {
    // Between two pages there is no context to ask.
    const answer = await ask('Runtime.evaluate', { expression: `Boolean(${expression})`, userGesture: true }).catch(
      () => undefined,
    )
    return answer?.result?.result?.value === true
  }

  if (isPhone) {
    await ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: true })
    await ask('Emulation.setTouchEmulationEnabled', { enabled: true })
  }
  // Without this the following script is accepted but never run.
  await ask('Page.enable', {})
  // A service worker that caches the app meanwhile would be counted with the tab.
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: 'delete Navigator.prototype.serviceWorker' })
  await ask('Page.navigate', { url: page.url() })
  return {
    async pids() {
      const { tabs } = await browserProcessIds(page)
      return tabs.filter((pid) => !others.includes(pid))
    },
    async until(expression, timeoutMs) {
      for (const end = performance.now() + timeoutMs; !(await isTrue(expression)); await sleep(TAB_POLL_MS))
        if (performance.now() > end) throw new Error(`Not so within ${timeoutMs} ms: ${expression}`)
    },
    async click(expression) {
      if (!(await isTrue(`(${expression}).click() === undefined`))) throw new Error(`No such thing: ${expression}`)
    },
    async evaluate<Given extends unknown[], Result>(work: (...given: Given) => Result, ...given: Given) {
      const expression = `(${work})(...${JSON.stringify(given)})`
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true })
      if (result?.exceptionDetails !== undefined) throw new Error(JSON.stringify(result.exceptionDetails))
      return result?.result?.value as Result
    },
    async input(method, params) {
      await ask(method, params)
    },
    downloaded(timeoutMs) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No file within ${timeoutMs} ms`)), timeoutMs)
        session.on('Browser.downloadProgress', ({ state, guid }) => {
          if (state === 'inProgress') return
          clearTimeout(timer)
          if (state === 'completed') resolve(join(folder, guid))
          else reject(new Error(`The file did not come: ${state}`))
        })
      })
    },
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
