import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const PAGES = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The paths of every file of the repository, by its last name: a page may name a file without its folder. */
const known = new Map<string, string[]>()
for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.parentPath.includes('node_modules')) continue
  const paths = known.get(entry.name) ?? []
  paths.push(join(entry.parentPath, entry.name))
  known.set(entry.name, paths)
}

/** Every word of the code, so that a page names no symbol that was renamed. */
const wordsOfCode = new Set(
  [...known]
    .filter(([name]) => /\.(ts|tsx|mjs|css|json|yml)$/.test(name))
    .flatMap(([, paths]) => paths)
    .flatMap((path) => readFileSync(path, 'utf8').match(/\w+/g) ?? []),
)

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  it('names only symbols that the code has', () => {
    const symbols = [...text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)`/g)].map(([, symbol]) => symbol ?? '')
    expect(symbols.filter((symbol) => !wordsOfCode.has(symbol))).toEqual([])
  })

  it('names a symbol of a file only where the file has it', () => {
    const named = [...text.matchAll(/`(\w+)` (?:of|in)\s+`([\w./-]+\.(?:ts|tsx|mjs))`/g)]
    const gone = named.filter(([, symbol = '', path = '']) =>
      (known.get(basename(path)) ?? []).every(
        (file) => !new RegExp(`\\b${symbol}\\b`).test(readFileSync(file, 'utf8')),
      ),
    )
    expect(gone.map(([whole]) => whole)).toEqual([])
  })

  it('names only files and folders that are there', () => {
    const named = [...text.matchAll(/`([\w./-]+(?:\.(?:ts|tsx|mjs|md|json|yml)|\/))`/g)].map(([, path]) => path ?? '')
    const gone = named
      .filter((path) => !path.startsWith('/'))
      .filter((path) => (path.includes('/') ? !existsSync(join(root, path)) && !isTold(path) : !known.has(path)))
    expect(gone).toEqual([])
  })

  it('links only to pages and pictures that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path ?? '')
    const from = page.startsWith('docs/') ? join(root, 'docs') : root
    expect(links.filter((path) => !existsSync(join(from, path)))).toEqual([])
  })
})

it('is named by comments only where it exists', () => {
  const gone = [...known]
    .filter(([name]) => /\.(ts|tsx|mjs|css)$/.test(name))
    .flatMap(([, paths]) => paths)
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/[\w/.-]+\.md\b/g)].map(([page]) => ({ path, page: basename(page) })),
    )
    .filter(({ page }) => !known.has(page))
  expect(gone).toEqual([])
})

/**
 * Returns whether a path is written relative to a folder that the sentence is about, as `proof/signer` and
 * `integrity/canonical-json.ts` are.
 */
function isTold(path: string): boolean {
  return (
    known.has(basename(path)) &&
    ['ledger-service', 'tests', 'web/src'].some((folder) => existsSync(join(root, folder, path)))
  )
}
