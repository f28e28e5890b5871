// Finds import circles: files that import each other, directly or through others.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, PRODUCT_FOLDERS, targetOf } from './import-direction.ts'

/** Returns the import circles of the checkout, each as a line for a person. */
export function importCirclesIn(checkout: string): string[] {
  const files = globSync(`{${PRODUCT_FOLDERS.join(',')}}/**/*.{ts,tsx}`, {
    cwd: checkout,
    exclude: ['**/node_modules', '**/node_modules/**', 'web/dist', 'web/dist/**'],
  })
  const imports = new Map(files.map((file) => [file, targetsOf(file, readFileSync(join(checkout, file), 'utf8'))]))
  return importCirclesOf(imports)
}

/**
 * Returns the circles of a graph of imports, found by Tarjan's algorithm for strongly connected components.
 * @param imports for each file the files that it imports, as paths from the root of the checkout
 */
export function importCirclesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[] = []

  function visit(file: string): void {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const members = open.splice(open.indexOf(file))
    if (members.length > 1) circles.push(`these files import each other: ${members.sort().join(', ')}`)
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles.sort()
}

function targetsOf(file: string, source: string): string[] {
  const specifiers = importsOf(file, source)
  if ('broken' in specifiers) return []
  return specifiers.flatMap((specifier) => targetOf(file, specifier) ?? [])
}
