import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFolder } from './launch-configuration.ts'

/**
 * Returns a hash of the names and contents of the files that the patterns name in this checkout, packages and the built
 * web app left out.
 */
export function hashOfSources(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const exclude = ['web/dist', 'web/dist/**', '**/node_modules', '**/node_modules/**']
  for (const path of globSync(patterns, { cwd: checkoutFolder, exclude }).sort()) {
    const file = join(checkoutFolder, path)
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
