// Preloaded (node --import) into a process of the product by a fault run: changes source text as it is loaded, and brings
// what a planted fault needs. Nothing of the product knows of it.
import { registerHooks } from 'node:module'
import { z } from 'zod'

const plants = z
  .array(z.object({ url: z.string(), find: z.string(), put: z.string() }))
  .parse(JSON.parse(process.env.TEST_PLANTS ?? '[]'))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const here = plants.filter((plant) => plant.url === url)
    if (here.length === 0) return loaded
    let source = String(loaded.source)
    for (const { find, put } of here) {
      if (source.split(find).length !== 2) throw new Error(`${find} does not stand once in ${url}`)
      source = source.replace(find, () => put)
    }
    return { ...loaded, source }
  },
})

const passes = new Map<string, number>()

Object.assign(globalThis, {
  /** Whether this is the n-th time that it is asked under this name. */
  nthPass(name: string, n: number): boolean {
    const times = (passes.get(name) ?? 0) + 1
    passes.set(name, times)
    return times === n
  },
  expenses: (events: { type: string }[]) => events.some(({ type }) => type === 'DebitRecorded'),
  die: () => process.kill(process.pid, 'SIGKILL'),
})
