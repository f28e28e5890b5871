// Finds files of product code that are longer than a reader takes in at one go.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_FOLDERS } from './import-direction.ts'

const MAX_LINES = 340
/** The verifier is one file that an outsider reads and runs. */
const WITHOUT_LIMIT = new Set(['tools/verify/verify.mjs'])

/** Returns each file of product code with more than 340 lines, as a line for a person. */
export function longFilesIn(checkout: string): string[] {
  const files = globSync(`{${PRODUCT_FOLDERS.join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: checkout,
    exclude: ['**/node_modules', '**/node_modules/**', 'web/dist', 'web/dist/**'],
  })
  return files.sort().flatMap((file) => lengthFaultsOf(file, readFileSync(join(checkout, file), 'utf8')))
}

export function lengthFaultsOf(file: string, source: string): string[] {
  const lines = source.trimEnd().split('\n').length
  return lines > MAX_LINES && !WITHOUT_LIMIT.has(file)
    ? [`${file} has ${lines} lines, and at most ${MAX_LINES} are allowed`]
    : []
}
