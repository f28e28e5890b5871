import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { browserProcesses } from './browser-processes.ts'

/** A tab as a person has it: no tool looks into it but by what it is told here. */
export interface UnwatchedTab {
  /** Its processes, now that it shows what it is to show. */
  pids(): Promise<number[]>
  /** Until an expression is true in it. */
  until(expression: string, timeoutMs: number): Promise<void>
  /** As somebody who touches what the expression is. */
  click(expression: string): Promise<void>
  /** The path of the next file that it gives the person; the tab takes it along when it is closed. */
  downloaded(timeoutMs: number): Promise<string>
  close(): Promise<void>
}

const LOOK_EACH_MS = 100
const DESK = { width: 1440, height: 900 }

/** Of the tab to what it was asked; nothing else is told without being asked for. */
interface Answer {
  id: number
  result?: { result?: { value?: unknown } }
}

/**
 * What a page shows, once more for the same session, in a tab whose memory can be measured. For a page of its own Playwright has the browser
 * keep every answer's body for developer tools (`Network.enable`), in the tab's process, up to 100 MB: more than the app itself.
 */
export async function openUnwatchedTab(page: Page): Promise<UnwatchedTab> {
  const context = page.context()
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('This page has no browser of its own')
  const { tabs: others } = await browserProcesses(page)
  // Playwright lets go of tabs that are in no context of its own.
  const { browserContextId } = await session.send('Target.createBrowserContext')
  // Those of a session have no day on which they end, which Playwright writes as -1.
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

  const waiting = new Map<number, (answer: Answer) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer: Answer = JSON.parse(message)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let asked = 0
  async function ask(method: string, params: object): Promise<Answer> {
    const id = ++asked
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    await session?.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    return answered
  }
  async function isTrue(expression: string): Promise<boolean> {
    const { result } = await ask('Runtime.evaluate', { expression: `Boolean(${expression})`, userGesture: true })
    return result?.result?.value === true
  }

  // A service worker that takes the app in meanwhile would be counted with the tab.
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: 'delete Navigator.prototype.serviceWorker' })
  await ask('Page.navigate', { url: page.url() })
  return {
    async pids() {
      const { tabs } = await browserProcesses(page)
      return tabs.filter((pid) => !others.includes(pid))
    },
    async until(expression, timeoutMs) {
      for (const end = performance.now() + timeoutMs; !(await isTrue(expression)); await sleep(LOOK_EACH_MS))
        if (performance.now() > end) throw new Error(`Not so within ${timeoutMs} ms: ${expression}`)
    },
    async click(expression) {
      if (!(await isTrue(`(${expression}).click() === undefined`))) throw new Error(`No such thing: ${expression}`)
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
