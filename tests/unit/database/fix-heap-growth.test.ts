import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('V8 marks the live heap of a process again when it has doubled', async () => {
  const script = `
    import { fixHeapGrowth } from '@ledger/database/process/fix-heap-growth.ts'
    globalThis.live = Array.from({ length: 700_000 }, (_, number) => ({ number }))
    fixHeapGrowth()
    gc()`
  // Each limit includes the space for new objects, which is therefore kept small.
  const flags = ['--expose-gc', '--trace-gc-verbose', '--max-semi-space-size=1']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    timeout: 15_000,
  })
  const limits = [...stdout.matchAll(/HeapController\] Limit: old size: (\d+) KB, new limit: (\d+) KB/g)]
  const [, live, limit] = limits.at(-1) ?? []
  expect(Number(limit) / Number(live)).toBeGreaterThanOrEqual(2)
  expect(Number(limit) / Number(live)).toBeLessThan(2.2)
})
