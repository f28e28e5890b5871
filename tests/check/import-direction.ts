// Checks that import-rules.json allows every import in the checkout.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The folders of the product, whose code the checks read. */
export const PRODUCT_FOLDERS = [
  ...['bills', 'contracts', 'database', 'launch', 'ledger-service', 'migrations', 'projections', 'tools', 'web'],
]

export type ImportRule = { imports: string[]; packages?: string[] }
export type ImportRules = { folders: Record<string, ImportRule> }

/** Returns all breaches in the checkout, one readable line each: file, import, and the rule. */
export function importBreachesIn(checkout: string): string[] {
  const rules: ImportRules = JSON.parse(readFileSync(join(checkout, 'import-rules.json'), 'utf8'))
  const folders = [...new Set(Object.keys(rules.folders).map((name) => name.split('/')[0]))]
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,mts,mjs}`, {
    cwd: checkout,
    exclude: ['**/node_modules', '**/node_modules/**', 'web/dist', 'web/dist/**'],
  })
  return files.sort().flatMap((file) => importBreachesOf(file, readFileSync(join(checkout, file), 'utf8'), rules))
}

/** Returns the breaches of one file; `file` is relative to the checkout. */
export function importBreachesOf(file: string, source: string, rules: ImportRules): string[] {
  const imports = importsOf(file, source)
  if ('broken' in imports) return [`${file} cannot be parsed: ${imports.broken}`]
  return imports.flatMap((specifier) => {
    const why = breachOf(file, specifier, rules)
    return why === undefined ? [] : [`${file} imports ${specifier}: ${why}`]
  })
}

function breachOf(file: string, specifier: string, { folders }: ImportRules): string | undefined {
  const from = folderOf(file, folders)
  if (from === undefined) return 'its folder has no row in import-rules.json'
  const target = targetOf(file, specifier)
  if (target === undefined) {
    const allowed = folders[from]?.packages
    if (!allowed || allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined
    return `${from} may use of packages only ${allowed.join(', ') || 'none'}`
  }
  // Every file may read the version of a package.
  if (/(^|\/)package\.json$/.test(target)) return undefined
  if (/(^|\/)main\.ts$/.test(target)) return 'nothing imports main.ts'
  const to = folderOf(target, folders)
  if (to === undefined) return 'it leads to a folder that has no row in import-rules.json'
  if (to !== from && !folders[from]?.imports.includes(to)) return `${from} may not import from ${to}`
  const isOwnPackage = packageOf(target) === packageOf(file)
  if (isOwnPackage === specifier.startsWith('.')) return undefined
  return isOwnPackage ? 'a file of the same package is named by its path' : 'another package is named by @ledger/'
}

/** Returns the imported path in the checkout, or undefined for a package. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('@ledger/')) return specifier.slice('@ledger/'.length)
  if (!specifier.startsWith('.')) return undefined
  return relative('.', join(dirname(file), specifier))
}

/** The package of a file is its first folder. */
function packageOf(path: string): string | undefined {
  return path.split('/')[0]
}

function folderOf(path: string, folders: Record<string, ImportRule>): string | undefined {
  const fitting = Object.keys(folders).filter((name) => path === name || path.startsWith(`${name}/`))
  return fitting.sort((a, b) => b.length - a.length)[0]
}

/** Returns every module named in an import, `import type`, `export … from` or an import() of a constant. */
export function importsOf(file: string, source: string): string[] | { broken: string } {
  const { module, errors } = parseSync(file, source)
  if (errors[0]) return { broken: errors[0].message }
  const named = module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    return /^(['"]).*\1$/.test(text) ? text.slice(1, -1) : undefined
  })
  return [...new Set([...named, ...passedOn, ...dynamic].filter((specifier) => specifier !== undefined))]
}
