import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { collectWhenIdle } from '@ledger/database/process/release-idle-memory.ts'
import { expect, test } from 'vitest'

const idle = 0.01
const busy = 0.4

/** Returns the numbers of the intervals after which garbage was collected. */
function collectionsAfter(intervals: { utilization: number; megabytes: number }[]): number[] {
  const collections: number[] = []
  let number = 0
  const afterInterval = collectWhenIdle(() => collections.push(number))
  for (const { utilization, megabytes } of intervals) {
    number++
    afterInterval({ utilization, heapBytes: megabytes * 1e6 })
  }
  return collections
}

test('a started process is collected once, after two idle intervals', () => {
  const intervals = [busy, idle, busy, idle, idle, idle, idle].map((utilization) => ({ utilization, megabytes: 100 }))
  expect(collectionsAfter(intervals)).toEqual([5])
})

test('it is collected again when its heap has grown since it was smallest, and not before it is idle', () => {
  const started = [100, 100, 90, 45, 50].map((megabytes) => ({ utilization: idle, megabytes }))
  const loaded = [60, 100, 100].map((megabytes) => ({ utilization: busy, megabytes }))
  const quiet = [100, 100, 46, 53].map((megabytes) => ({ utilization: idle, megabytes }))
  expect(collectionsAfter([...started, ...loaded, ...quiet])).toEqual([2, 10])
})

test('a real process collects its garbage when it is idle, and ends by itself', async () => {
  const script = `
    import { PerformanceObserver, constants } from 'node:perf_hooks'
    import { releaseIdleMemory } from '@ledger/database/process/release-idle-memory.ts'
    // A heap that is large enough to be collected, whatever V8 has freed by itself.
    globalThis.live = Array.from({ length: 500_000 }, (_, number) => ({ number }))
    releaseIdleMemory(200)
    const full = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR && detail.flags !== 0
    new PerformanceObserver((list) => {
      if (!list.getEntries().some(full)) return
      process.stdout.write('collected')
      clearInterval(waiting)
    }).observe({ entryTypes: ['gc'] })
    const waiting = setInterval(() => undefined, 1000)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    timeout: 15_000,
  })
  expect(stdout).toBe('collected')
})
