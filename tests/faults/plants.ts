import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** One change of the product's source, made as it is loaded: the product itself has no switch that anybody could set. */
export interface Plant {
  /** From the root of the repository. */
  file: string
  /** Stands in the file exactly once. */
  find: string
  /** May use what `plant-at-load.ts` brings: nthPass, expenses, die. */
  put: string
}

/** What the preloaded module reads. */
const PLANTS_VARIABLE = 'TEST_PLANTS'

const root = new URL('../../', import.meta.url)

/** How a process is started so that it runs the changed source. @throws where a text to change does not stand there once */
export function withPlants(plants: Plant[]): { environment: Record<string, string>; nodeOptions: string[] } {
  if (plants.length === 0) return { environment: {}, nodeOptions: [] }
  for (const { file, find } of plants) {
    const times = readFileSync(new URL(file, root), 'utf8').split(find).length - 1
    if (times !== 1) throw new Error(`${JSON.stringify(find)} stands in ${file} ${times} times`)
  }
  const preloaded = new URL('plant-at-load.ts', import.meta.url).href
  return {
    environment: { [PLANTS_VARIABLE]: JSON.stringify(plants.map(({ file, ...to }) => ({ url: urlOf(file), ...to }))) },
    nodeOptions: [`--import=${preloaded}`],
  }
}

const urlOf = (file: string) => pathToFileURL(new URL(file, root).pathname).href
