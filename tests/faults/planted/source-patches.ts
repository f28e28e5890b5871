import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** One change of the product's source, made as it is loaded: the product itself has no switch for it. */
export interface SourcePatch {
  /** The path from the root of the repository. */
  file: string
  /** Occurs in the file exactly once. */
  find: string
  /** May call the functions of `patch-source-at-load.ts`: nthPass, expenses, die. */
  put: string
}

/** The variable that the preloaded module reads. */
const PLANTS_VARIABLE = 'TEST_PLANTS'

const root = new URL('../../../', import.meta.url)

/**
 * Returns the environment and the Node options with which a process runs the changed source.
 * @throws if a text to change does not occur exactly once
 */
export function nodeOptionsWithPatches(plants: SourcePatch[]): {
  environment: Record<string, string>
  nodeOptions: string[]
} {
  if (plants.length === 0) return { environment: {}, nodeOptions: [] }
  for (const { file, find } of plants) {
    const times = readFileSync(new URL(file, root), 'utf8').split(find).length - 1
    if (times !== 1) throw new Error(`${JSON.stringify(find)} stands in ${file} ${times} times`)
  }
  const preloaded = new URL('patch-source-at-load.ts', import.meta.url).href
  return {
    environment: { [PLANTS_VARIABLE]: JSON.stringify(plants.map(({ file, ...to }) => ({ url: urlOf(file), ...to }))) },
    nodeOptions: [`--import=${preloaded}`],
  }
}

const urlOf = (file: string) => pathToFileURL(new URL(file, root).pathname).href
