import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { compress } from './compressed.ts'

const SOURCE = fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url))
/**
 * The screens whose files are cached when they are first used. A user without a network needs only the field's screens.
 */
const AS_USED = /\/src\/(office|audit|public)\//
/**
 * The script of the picture worker. The bundler treats it as an asset: only the code that starts it names it. A worker
 * that reads from the server is of no use without it.
 */
const WORKERS = /^assets\/picture-worker-.*\.js$/

/** Writes sw.js, which caches the app on the phone. The script contains the names of the build's files. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Vite always writes into a folder')
      const html = readFileSync(join(dir, 'index.html'), 'utf8')
      const all = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const field = fieldFiles(bundle)
      const entry = field[0]
      if (entry === undefined || !html.includes(entry)) throw new Error('index.html names no script of the build')
      const id = createHash('sha256').update(html).update(all.join()).digest('hex').slice(0, 16)
      await bundleWorker(dir, { id, entry: `/${entry}`, field: field.map(address), all: all.map(address) })
      compress(join(dir, 'sw.js'))
    },
  }
}

const address = (name: string) => `/${name}`

/**
 * Returns the app's entry script first, then every file that it loads except the screens of others, the assets and
 * workers of those files, and every font.
 */
function fieldFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const ways = entry === undefined ? [] : [entry.fileName]
  const workers = Object.keys(bundle).filter((name) => WORKERS.test(name))
  for (let name = ways.pop(); name !== undefined; name = ways.pop()) {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(name)) continue
    files.add(name)
    for (const shown of [...(file.viteMetadata?.importedCss ?? []), ...(file.viteMetadata?.importedAssets ?? [])])
      files.add(shown)
    for (const name of workers) if (file.code.includes(name)) files.add(name)
    ways.push(...file.imports, ...file.dynamicImports.filter((to) => !isAsUsed(bundle[to])))
  }
  for (const name of Object.keys(bundle)) if (name.endsWith('.woff2')) files.add(name)
  return [...files]
}

function isAsUsed(file: Rolldown.OutputBundle[string] | undefined): boolean {
  return file?.type === 'chunk' && AS_USED.test(file.facadeModuleId ?? '')
}

/** Bundles the worker as one plain script, because not every browser accepts a module as a service worker. */
async function bundleWorker(outDir: string, written: object): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(written) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
