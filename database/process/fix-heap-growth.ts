import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 mark all live objects of this process again when they have doubled. By default V8 decides by its own
 * measurements: after one collection at a stretch, such as that of `releaseIdleMemory`, it takes collections for cheap
 * and begins again after each 8 MB of new buffers and old objects, twice a second under load
 * (docs/tuning-log.md, 2026-11-28).
 */
export function fixHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
