import type { Browser } from 'playwright-core'
import type { TabWithoutDebugger } from './tab-without-debugger.ts'

/** A task on a page's main thread, during which it neither draws nor responds. Times are in milliseconds. */
export interface LongTask {
  /** The wall-clock time, as the browser's Long Tasks API reports it. */
  ms: number
  /** The CPU time; the remaining time the task waited for a processor or another thread. */
  busyMs: number
}

export interface TaskReport {
  /** The tasks above 50 ms of wall-clock time. */
  long: LongTask[]
  /** The largest CPU time of any task, long or not. */
  busiestMs: number
}

const LONG_TASK_MS = 50

/** Microseconds, as the browser records them. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
}

/**
 * Records the tasks of a tab from now on with the browser's own trace, without any code in the page.
 * @returns a function that ends the recording and returns the tasks
 */
export async function recordTasks(browser: Browser, tab: TabWithoutDebugger): Promise<() => Promise<TaskReport>> {
  const session = await browser.newBrowserCDPSession()
  const pids = await tab.pids()
  const tasks: LongTask[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    // A page's main thread is the first of its process.
    for (const { name, ph, pid, tid, dur = 0, tdur = 0 } of value as unknown as TraceEvent[])
      if (name === 'RunTask' && ph === 'X' && tid === pid && pids.includes(pid))
        tasks.push({ ms: dur / 1000, busyMs: tdur / 1000 })
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  })
  return async () => {
    // A task is recorded when it ends, so after this answer all earlier ones are recorded.
    await tab.evaluate(() => undefined)
    const complete = new Promise<{ dataLossOccurred: boolean }>((resolve) =>
      session.once('Tracing.tracingComplete', resolve),
    )
    await session.send('Tracing.end')
    if ((await complete).dataLossOccurred) throw new Error('The browser could not keep all that it noted')
    await session.detach()
    const busiestMs = tasks.reduce((most, { busyMs }) => Math.max(most, busyMs), 0)
    return { long: tasks.filter(({ ms }) => ms > LONG_TASK_MS), busiestMs }
  }
}

/** @throws if this browser does not report a long task, because then an empty list would prove nothing */
export async function assertLongTasksAreTraced(browser: Browser, tab: TabWithoutDebugger): Promise<void> {
  const noted = await recordTasks(browser, tab)
  await tab.evaluate((ms) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  }, 2 * LONG_TASK_MS)
  const { long, busiestMs } = await noted()
  if (long.every(({ ms }) => ms < 2 * LONG_TASK_MS) || busiestMs === 0)
    throw new Error('This browser tells of no long task')
}
