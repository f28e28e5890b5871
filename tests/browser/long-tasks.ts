import type { Browser } from 'playwright-core'
import type { UnwatchedTab } from './unwatched-tab.ts'

/** What a page's own thread does at a stretch: nothing is drawn or answered meanwhile. Milliseconds. */
export interface Task {
  /** On the clock, as the browser's Long Tasks API tells it. */
  ms: number
  /** Of them on a processor; in the others it waited for one, or for another thread. */
  busyMs: number
}

export interface Tasks {
  /** Above 50 ms on the clock. */
  long: Task[]
  /** The most that any task had of a processor, long or not. */
  busiestMs: number
}

const LONG_MS = 50

/** Microseconds, as the browser notes them. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
}

/**
 * Notes the tasks of a tab from now on, by the browser's own trace: the page itself is told nothing and tells nothing.
 * @returns what ends it and gives them
 */
export async function noteTasks(browser: Browser, tab: UnwatchedTab): Promise<() => Promise<Tasks>> {
  const session = await browser.newBrowserCDPSession()
  const pids = await tab.pids()
  const tasks: Task[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    // A page's own thread is the first of its process.
    for (const { name, ph, pid, tid, dur = 0, tdur = 0 } of value as unknown as TraceEvent[])
      if (name === 'RunTask' && ph === 'X' && tid === pid && pids.includes(pid))
        tasks.push({ ms: dur / 1000, busyMs: tdur / 1000 })
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  })
  return async () => {
    // A task is noted when it ends, so one that answers this has seen the others end.
    await tab.evaluate(() => undefined)
    const complete = new Promise<{ dataLossOccurred: boolean }>((resolve) =>
      session.once('Tracing.tracingComplete', resolve),
    )
    await session.send('Tracing.end')
    if ((await complete).dataLossOccurred) throw new Error('The browser could not keep all that it noted')
    await session.detach()
    const busiestMs = tasks.reduce((most, { busyMs }) => Math.max(most, busyMs), 0)
    return { long: tasks.filter(({ ms }) => ms > LONG_MS), busiestMs }
  }
}

/** @throws where this browser keeps quiet of a long task: then a list of none says nothing */
export async function tellsOfLongTasks(browser: Browser, tab: UnwatchedTab): Promise<void> {
  const noted = await noteTasks(browser, tab)
  await tab.evaluate((ms) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  }, 2 * LONG_MS)
  const { long, busiestMs } = await noted()
  if (long.every(({ ms }) => ms < 2 * LONG_MS) || busiestMs === 0) throw new Error('This browser tells of no long task')
}
