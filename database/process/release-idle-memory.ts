import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const INTERVAL_MS = 10_000
/** The share of an interval in which an idle process runs JavaScript: its polls and heartbeats need less. */
const MAX_IDLE_UTILIZATION = 0.05
const IDLE_INTERVALS_BEFORE_COLLECTION = 2
/** A heap that has grown by less is not collected again. */
const MIN_GROWTH_BYTES = 8_000_000

/** A measurement of the process over an interval. */
interface Interval {
  /** The share of the interval in which it ran JavaScript, from 0 to 1. */
  utilization: number
  /** The size of the heap at the end of the interval, with the space that is not used. */
  heapBytes: number
}

/**
 * Collects the garbage of this process once it is idle, after each time that its heap has grown. V8 by itself keeps up
 * to 48 MB of empty space for new objects, as large as the last load needed it. After a full collection V8 returns it
 * to the system within half a minute, and takes it again under load. The collection takes about 50 ms for the heap of
 * the API.
 */
export function releaseIdleMemory(intervalMs = INTERVAL_MS): void {
  const afterInterval = collectWhenIdle(fullCollection())
  let before = performance.eventLoopUtilization()
  const measure = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    afterInterval({ utilization, heapBytes: getHeapStatistics().total_heap_size })
  }
  setInterval(measure, intervalMs).unref()
}

/** Returns a function that is called after each interval, and calls `collect` when the process is idle. */
export function collectWhenIdle(collect: () => void): (interval: Interval) => void {
  /** The smallest heap since the last collection, which takes effect only after a while. */
  let smallest = 0
  let idleIntervals = 0
  return ({ utilization, heapBytes }) => {
    smallest = Math.min(smallest, heapBytes)
    idleIntervals = utilization <= MAX_IDLE_UTILIZATION ? idleIntervals + 1 : 0
    if (idleIntervals < IDLE_INTERVALS_BEFORE_COLLECTION || heapBytes < smallest + MIN_GROWTH_BYTES) return
    collect()
    smallest = Number.POSITIVE_INFINITY
  }
}

/** Returns V8's function for a full collection, which scripts see only in a context that is made under this flag. */
function fullCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return () => collect()
}
