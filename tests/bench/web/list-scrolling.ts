import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { assertLongTasksAreTraced, recordTasks, type TaskReport } from '../../browser/helpers/long-tasks.ts'
import type { TabWithoutDebugger } from '../../browser/helpers/tab-without-debugger.ts'

/** The tab that is scrolled, and the browser whose trace shows the cost. */
export interface ScrolledTab {
  browser: Browser
  /**
   * Not one of Playwright's pages, for which the browser stores the body of every answer at the cost of the page's own
   * process.
   */
  tab: TabWithoutDebugger
}

/** The size of a screen, in pixels. */
export interface ScreenSize {
  width: number
  height: number
}

/** A way to scroll a list: the wheel on a desktop, the thumb on a phone. */
export interface ScrollInput {
  /** Such as `a thumb that flicks`. */
  name: string
  /** Resolves when the next move can follow. */
  move(direction: 'down' | 'up'): Promise<void>
}

/** A part of the way through a list. */
export interface ScrollPassage {
  how: string
  /** The row numbers in the middle of the screen, from the first to the last of the passage, counted from 1. */
  rows: readonly number[]
  seconds: number
  tasks: TaskReport
}

/** Three notches in a frame, like a freely spinning wheel. */
const NOTCHES_PX = 360
const FRAME_MS = 16
/** From the lower part of the screen to the upper. */
const FLICK_STEPS = 6
/** The time until the thumb is down again, while the list still moves. */
const LIFTED_MS = 250
/** A task that began just before is reported with this delay. */
const SETTLE_MS = 500
/** The scroll bar positions of a user who searches, in tenths of the list. */
const JUMPS = [5, 1, 9, 3, 7, 2, 8, 4, 6]
const STUCK_MS = 60_000

export async function mouseWheel(tab: TabWithoutDebugger, { width, height }: ScreenSize): Promise<ScrollInput> {
  const at = { x: width / 2, y: height / 2 }
  await tab.input('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at })
  return {
    name: 'a wheel that spins freely',
    async move(direction) {
      const next = sleep(FRAME_MS)
      const deltaY = direction === 'down' ? NOTCHES_PX : -NOTCHES_PX
      await tab.input('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY })
      await next
    },
  }
}

/** A thumb that flicks repeatedly, before the list has come to rest. */
export function flickingThumb(tab: TabWithoutDebugger, { width, height }: ScreenSize): ScrollInput {
  return {
    name: 'a thumb that flicks',
    async move(direction) {
      const [from, to] = direction === 'down' ? [0.85, 0.25] : [0.25, 0.85]
      const touch = (type: 'touchStart' | 'touchMove', share: number) =>
        tab.input('Input.dispatchTouchEvent', { type, touchPoints: [{ x: width / 2, y: height * share }] })
      await touch('touchStart', from)
      for (let step = 1; step <= FLICK_STEPS; step++) {
        const next = sleep(FRAME_MS)
        await touch('touchMove', from + ((to - from) * step) / FLICK_STEPS)
        await next
      }
      await tab.input('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await sleep(LIFTED_MS)
    },
  }
}

/**
 * Scrolls through a list that scrolls with the page, as far as possible: by hand for a while, page by page to its end,
 * back by hand, and to positions all over the list.
 * @param count the number of all rows
 */
export async function scrollThrough(
  watched: ScrolledTab,
  hand: ScrollInput,
  { count, seconds }: { count: number; seconds: number },
): Promise<ScrollPassage[]> {
  const { browser, tab } = watched
  await assertLongTasksAreTraced(browser, tab)
  const byHand = async (direction: 'down' | 'up') => {
    for (const until = performance.now() + seconds * 1000; performance.now() < until; ) await hand.move(direction)
  }
  return [
    await measurePassage(watched, `${hand.name}, from the first row on`, () => byHand('down')),
    await measurePassage(watched, 'pulled to the end of what has come until nothing follows', () =>
      scrollToEnd(tab, count),
    ),
    await measurePassage(watched, `${hand.name}, back from the last row`, () => byHand('up')),
    await measurePassage(watched, `pulled to ${JUMPS.length} places among all rows`, async (rows) => {
      for (const tenth of JUMPS) rows.push(await jumpTo(tab, tenth / 10))
    }),
  ]
}

/** @param work may add the rows that it passes */
async function measurePassage(
  { browser, tab }: ScrolledTab,
  how: string,
  work: (rows: number[]) => Promise<void>,
): Promise<ScrollPassage> {
  const rows = [await rowInView(tab)]
  const [noted, begun] = [await recordTasks(browser, tab), performance.now()]
  await work(rows)
  const seconds = (performance.now() - begun) / 1000
  await sleep(SETTLE_MS)
  rows.push(await rowInView(tab))
  const done = { how, rows, seconds, tasks: await noted() }
  process.stderr.write(`S10 ${JSON.stringify(done)}\n`)
  return done
}

/** Scrolls until the last of all rows is on the screen. */
async function scrollToEnd(tab: TabWithoutDebugger, count: number): Promise<void> {
  let [reached, since] = [0, performance.now()]
  while (reached < count) {
    await tab.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await sleep(30)
    const last = await tab.evaluate(() => {
      const row = [...document.querySelectorAll('main :is([role=listitem], [aria-rowindex])')].at(-1)
      // The first row of a table is its head.
      return Number(row?.ariaPosInSet ?? Number(row?.ariaRowIndex) - 1)
    })
    if (last > reached) [reached, since] = [last, performance.now()]
    if (performance.now() - since > STUCK_MS) throw new Error(`The list of ${count} rows stands still at ${reached}`)
  }
}

/** @returns the row there, which is drawn a moment later */
async function jumpTo(tab: TabWithoutDebugger, share: number): Promise<number> {
  await tab.evaluate((to) => window.scrollTo(0, to * document.documentElement.scrollHeight), share)
  await sleep(SETTLE_MS)
  return rowInView(tab)
}

/** Returns the position of the row in the middle of the screen; throws if the place is blank. */
async function rowInView(tab: TabWithoutDebugger): Promise<number> {
  const place = await tab.evaluate(() => {
    const below = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    const row = below?.closest('[role=listitem], tr[aria-rowindex]')
    // The first row of a table is its head.
    return Number(row?.ariaPosInSet ?? Number(row?.ariaRowIndex ?? 1) - 1)
  })
  if (place === 0) throw new Error('No row stands in the middle of the screen')
  return place
}
