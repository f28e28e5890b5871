// A fault run preloads this (node --import) into a process of the product: it changes source text as it is loaded, and
// provides the functions that planted faults call. The product itself has no part of it.
import { registerHooks } from 'node:module'
import { z } from 'zod'
import { applySourcePatch } from './apply-source-patch.ts'

const sourcePatches = z
  .array(z.object({ url: z.string(), find: z.string(), put: z.string() }))
  .parse(JSON.parse(process.env.TEST_PLANTS ?? '[]'))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const here = sourcePatches.filter((plant) => plant.url === url)
    if (here.length === 0) return loaded
    let source = String(loaded.source)
    for (const plant of here) source = applySourcePatch(url, source, plant)
    return { ...loaded, source }
  },
})

const passes = new Map<string, number>()

Object.assign(globalThis, {
  /** Says whether this is the n-th call with this name. */
  nthPass(name: string, n: number): boolean {
    const times = (passes.get(name) ?? 0) + 1
    passes.set(name, times)
    return times === n
  },
  expenses: (events: { type: string }[]) => events.some(({ type }) => type === 'DebitRecorded'),
  die: () => process.kill(process.pid, 'SIGKILL'),
})
