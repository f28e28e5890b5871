// Finds folders of product code that hold more files than a reader takes in at one look.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { PRODUCT_FOLDERS } from './import-direction.ts'

const MAX_FILES = 20
/** The numbered steps of the schema are a list, and stand in one folder. */
const WITHOUT_LIMIT = new Set(['migrations/steps'])

/** Returns each folder of product code with more than 20 files, as a line for a person. */
export function crowdedFoldersIn(checkout: string): string[] {
  const files = globSync(`{${PRODUCT_FOLDERS.join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: checkout,
    exclude: ['**/node_modules', '**/node_modules/**', 'web/dist', 'web/dist/**'],
  })
  return crowdedFolders(files)
}

/** @param files paths from the root of the checkout */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !WITHOUT_LIMIT.has(folder))
    .map(([folder, count]) => `${folder} holds ${count} files, and at most ${MAX_FILES} are allowed`)
    .sort()
}
