import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { residentOf } from '../environment/memory.ts'
import { browserProcesses } from './browser-processes.ts'

/** What one export made, and what the browser held meanwhile. */
export interface WatchedExport {
  /** Those of the sheet that begin with a day, which its head and its SUMMARY do not. */
  rows: number
  /** The XML of all that is text in it. */
  texts: string
  bytes: number
  seconds: number
  /** At the peak, beyond what was held before the press: of the tab, and of the browser's own process, where Blobs lie. */
  moreMegabytes: { tab: number; browser: number }
}

const LOOK_EACH_MS = 50
/** A number in the first column. */
const DAY = /<c r="A\d+" s="\d+"><v>/g

/** Presses Export on a list that is there, and looks at the browser's processes until the file has come. */
export async function watchedExport(page: Page, timeout: number): Promise<WatchedExport> {
  const before = await memoryOf(page)
  const peak = { ...before }
  const begun = performance.now()
  const waiting = page.waitForEvent('download', { timeout })
  await page.getByRole('button', { name: 'Export' }).click()
  let isDone = false
  const done = waiting.finally(() => {
    isDone = true
  })
  // Its failure is told below.
  done.catch(() => undefined)
  while (!isDone) {
    const now = await memoryOf(page)
    peak.tab = Math.max(peak.tab, now.tab)
    peak.browser = Math.max(peak.browser, now.browser)
    await sleep(LOOK_EACH_MS)
  }
  const file = await done
  const seconds = (performance.now() - begun) / 1000
  const bytes = await readFile(await file.path())
  const parts = unzipSync(bytes)
  const textOf = (part: string) => strFromU8(parts[part] ?? new Uint8Array())
  const more = (of: keyof typeof peak) => (peak[of] - before[of]) / 1e6
  return {
    rows: textOf('xl/worksheets/sheet1.xml').match(DAY)?.length ?? 0,
    texts: textOf('xl/sharedStrings.xml'),
    bytes: bytes.length,
    seconds,
    moreMegabytes: { tab: more('tab'), browser: more('browser') },
  }
}

/** What the tab's processes have in memory, and the browser's own; bytes. */
async function memoryOf(page: Page): Promise<{ tab: number; browser: number }> {
  const { tabs, own } = await browserProcesses(page)
  const sum = (pids: number[]) => pids.reduce((bytes, pid) => bytes + residentOf(pid), 0)
  return { tab: sum(tabs), browser: sum(own) }
}
