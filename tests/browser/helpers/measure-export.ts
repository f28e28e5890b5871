import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { residentBytes } from '../../environment/processes/resident-memory.ts'
import { browserProcessIds } from './browser-process-ids.ts'
import { openTabWithoutDebugger } from './tab-without-debugger.ts'

/** The result of one export, and the memory that the browser used meanwhile. */
export interface MeasuredExport {
  /** The rows of the sheet that begin with a day, which its head and its SUMMARY do not. */
  rows: number
  /** The XML of all text in it. */
  texts: string
  bytes: number
  seconds: number
  /** The peak beyond the memory before the click: of the tab, and of the browser's own process, which stores Blobs. */
  moreMegabytes: { tab: number; browser: number }
}

const EXPORT_MEMORY_POLL_MS = 50
/** The button to click; the tab uses the browser's language, which is English. */
const EXPORT =
  "[...document.querySelectorAll('main button, header button')].find(({ textContent }) => textContent.trim() === 'Export')"
/** A number in the first column. */
const DAY = /<c r="A\d+" s="\d+"><v>/g

/**
 * Clicks Export on the list of a page, in its own tab that no tool inspects, and samples the memory of the browser's
 * processes until the file is there.
 */
export async function measureExport(page: Page, timeout: number): Promise<MeasuredExport> {
  const tab = await openTabWithoutDebugger(page)
  try {
    await tab.until("document.querySelector('main [role=listitem]') !== null", timeout)
    await tab.until(EXPORT, timeout)
    const [{ own }, pids] = [await browserProcessIds(page), await tab.pids()]
    const memory = () => ({ tab: residentOfAll(pids), browser: residentOfAll(own) })
    const before = memory()
    const peak = { ...before }
    const begun = performance.now()
    const coming = tab.downloaded(timeout)
    let isDone = false
    const done = coming.finally(() => {
      isDone = true
    })
    // The failure is reported below.
    done.catch(() => undefined)
    await tab.click(EXPORT)
    while (!isDone) {
      const now = memory()
      peak.tab = Math.max(peak.tab, now.tab)
      peak.browser = Math.max(peak.browser, now.browser)
      await sleep(EXPORT_MEMORY_POLL_MS)
    }
    const seconds = (performance.now() - begun) / 1000
    const more = (of: keyof typeof peak) => (peak[of] - before[of]) / 1e6
    return {
      ...sheetContent(await readFile(await done)),
      seconds,
      moreMegabytes: { tab: more('tab'), browser: more('browser') },
    }
  } finally {
    await tab.close()
  }
}

function sheetContent(bytes: Uint8Array): Pick<MeasuredExport, 'rows' | 'texts' | 'bytes'> {
  const parts = unzipSync(bytes)
  const textOf = (part: string) => strFromU8(parts[part] ?? new Uint8Array())
  return {
    rows: textOf('xl/worksheets/sheet1.xml').match(DAY)?.length ?? 0,
    texts: textOf('xl/sharedStrings.xml'),
    bytes: bytes.length,
  }
}

const residentOfAll = (pids: number[]) => pids.reduce((bytes, pid) => bytes + residentBytes(pid), 0)
