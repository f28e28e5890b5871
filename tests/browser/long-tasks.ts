import type { Page } from 'playwright-core'

declare const longTasks: { at: number; ms: number }[]

const LONG_MS = 50

/** From the first moment of every page that opens in this one: notes each task above 50 ms. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: typeof longTasks = []
    Object.assign(globalThis, { longTasks: noted })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) noted.push({ at: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
  })
}

/** @returns what gives the milliseconds of every long task that began since */
export async function noteLongTasks(page: Page): Promise<() => Promise<number[]>> {
  const since = await page.evaluate(() => performance.now())
  return () => page.evaluate((from) => longTasks.filter(({ at }) => at >= from).map(({ ms }) => ms), since)
}

/** @throws where this browser keeps quiet of a long task: then a list of none says nothing */
export async function tellsOfLongTasks(page: Page): Promise<void> {
  const told = await noteLongTasks(page)
  await page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          for (const until = performance.now() + ms; performance.now() < until; );
          // What tells of it comes after it.
          setTimeout(resolve, ms)
        })
      }),
    2 * LONG_MS,
  )
  if ((await told()).every((ms) => ms < 2 * LONG_MS)) throw new Error('This browser tells of no long task')
}
