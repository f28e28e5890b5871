import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { applySourcePatch } from './apply-source-patch.ts'

/** One change of the product's source, made as it is loaded: the product itself has no switch for it. */
export interface SourcePatch {
  /** The path from the root of the repository. */
  file: string
  /** Stands in the file exactly once; line breaks and indents do not count. */
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
  for (const plant of plants) applySourcePatch(plant.file, readFileSync(new URL(plant.file, root), 'utf8'), plant)
  const preloaded = new URL('patch-source-at-load.ts', import.meta.url).href
  return {
    environment: { [PLANTS_VARIABLE]: JSON.stringify(plants.map(({ file, ...to }) => ({ url: urlOf(file), ...to }))) },
    nodeOptions: [`--import=${preloaded}`],
  }
}

const urlOf = (file: string) => pathToFileURL(new URL(file, root).pathname).href
