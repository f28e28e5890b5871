import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { browserProcesses } from '../browser/browser-processes.ts'
import { noteLongTasks, tellsOfLongTasks } from '../browser/long-tasks.ts'
import { waitOf } from './cpu.ts'

/** How a person moves a list: the wheel of a desk, the thumb on a phone. */
export interface Hand {
  /** `a thumb that flicks` */
  name: string
  /** Returns when the next move can follow. */
  move(direction: 'down' | 'up'): Promise<void>
}

/** A part of the way through a list. */
export interface Passage {
  how: string
  /** The rows in the middle of the screen, from the first to the last of the way, counted from 1. */
  rows: readonly number[]
  seconds: number
  /** The duration of each task above 50 ms, in milliseconds. */
  longTasks: readonly number[]
  /** How long the page waited for a processor that others had: what of a long task may be theirs. */
  waitedSeconds: number
}

/** Three notches in a frame, as of a wheel that spins freely. */
const NOTCHES_PX = 360
const FRAME_MS = 16
/** From the lower part of the screen to the upper. */
const FLICK_STEPS = 6
/** Until the thumb is back: the list still runs. */
const LIFTED_MS = 250
/** What began just before is told of a moment later. */
const SETTLE_MS = 500
/** Where a person who looks for something would pull the bar to, in the tenths of the list. */
const JUMPS = [5, 1, 9, 3, 7, 2, 8, 4, 6]
const STUCK_MS = 60_000

export async function wheelOf(page: Page): Promise<Hand> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.move(width / 2, height / 2)
  return {
    name: 'a wheel that spins freely',
    async move(direction) {
      const next = sleep(FRAME_MS)
      await page.mouse.wheel(0, direction === 'down' ? NOTCHES_PX : -NOTCHES_PX)
      await next
    },
  }
}

/** A thumb that flicks, over and over, before the list has come to rest. */
export async function thumbOf(page: Page): Promise<Hand> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return {
    name: 'a thumb that flicks',
    async move(direction) {
      const [from, to] = direction === 'down' ? [0.85, 0.25] : [0.25, 0.85]
      const touch = (type: 'touchStart' | 'touchMove', share: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: width / 2, y: height * share }] })
      await touch('touchStart', from)
      for (let step = 1; step <= FLICK_STEPS; step++) {
        const next = sleep(FRAME_MS)
        await touch('touchMove', from + ((to - from) * step) / FLICK_STEPS)
        await next
      }
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await sleep(LIFTED_MS)
    },
  }
}

/**
 * Through a list that scrolls with the page, as far as it goes: by hand for a while, page after page to its end, by hand back
 * and to places among all rows.
 * @param count of all rows
 */
export async function scrollThrough(
  page: Page,
  hand: Hand,
  { count, seconds }: { count: number; seconds: number },
): Promise<Passage[]> {
  await page.locator(ROW).first().waitFor()
  await tellsOfLongTasks(page)
  const byHand = async (direction: 'down' | 'up') => {
    for (const until = performance.now() + seconds * 1000; performance.now() < until; ) await hand.move(direction)
  }
  return [
    await passage(page, `${hand.name}, from the first row on`, () => byHand('down')),
    await passage(page, 'pulled to the end of what has come until nothing follows', () => toEnd(page, count)),
    await passage(page, `${hand.name}, back from the last row`, () => byHand('up')),
    await passage(page, `pulled to ${JUMPS.length} places among all rows`, async (rows) => {
      for (const tenth of JUMPS) rows.push(await jumpTo(page, tenth / 10))
    }),
  ]
}

/** @param work may add rows that it came by */
async function passage(page: Page, how: string, work: (rows: number[]) => Promise<void>): Promise<Passage> {
  const rows = [await rowInView(page)]
  const waits = (await browserProcesses(page)).tabs.map(waitOf)
  const waited = () => waits.reduce((sum, wait) => sum + wait(), 0)
  const [longTasks, waitedBefore, begun] = [await noteLongTasks(page), waited(), performance.now()]
  await work(rows)
  const seconds = (performance.now() - begun) / 1000
  await sleep(SETTLE_MS)
  rows.push(await rowInView(page))
  const done = { how, rows, seconds, longTasks: await longTasks(), waitedSeconds: waited() - waitedBefore }
  process.stderr.write(`S10 ${JSON.stringify(done)}\n`)
  return done
}

const ROW = 'main [role=listitem]'

/** Until the last of all rows stands on the screen. */
async function toEnd(page: Page, count: number): Promise<void> {
  let [reached, since] = [0, performance.now()]
  while (reached < count) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await sleep(30)
    const last = await page.evaluate((row) => Number([...document.querySelectorAll(row)].at(-1)?.ariaPosInSet), ROW)
    if (last > reached) [reached, since] = [last, performance.now()]
    if (performance.now() - since > STUCK_MS) throw new Error(`The list of ${count} rows stands still at ${reached}`)
  }
}

/** @returns the row that stands there, which is drawn a moment later */
async function jumpTo(page: Page, share: number): Promise<number> {
  await page.evaluate((to) => window.scrollTo(0, to * document.documentElement.scrollHeight), share)
  await sleep(SETTLE_MS)
  return rowInView(page)
}

/** The place of the row in the middle of the screen: whoever sees a blank there has not reached it. */
async function rowInView(page: Page): Promise<number> {
  const place = await page.evaluate(() => {
    const below = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    return Number(below?.closest('[role=listitem]')?.ariaPosInSet ?? Number.NaN)
  })
  if (Number.isNaN(place)) throw new Error('No row stands in the middle of the screen')
  return place
}
