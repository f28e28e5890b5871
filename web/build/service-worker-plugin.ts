import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { compressFile } from './precompress-plugin.ts'

const WORKER_SOURCE = fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url))
/**
 * The screens whose files are cached when they are first used. A user without a network needs only the field's screens.
 */
const CACHED_WHEN_USED = /\/src\/(office|audit|public)\//
/**
 * The script of the picture worker. The bundler treats it as an asset: only the code that starts it names it. A worker
 * that reads from the server is of no use without it.
 */
const PICTURE_WORKER_FILES = /^assets\/picture-worker-.*\.js$/

/** Writes sw.js, which caches the app on the phone. The script contains the names of the build's files. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Vite always writes into a folder')
      const html = readFileSync(join(dir, 'index.html'), 'utf8')
      const all = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const field = filesOfFieldScreens(bundle)
      const entry = field[0]
      if (entry === undefined || !html.includes(entry)) throw new Error('index.html names no script of the build')
      const id = createHash('sha256').update(html).update(all.join()).digest('hex').slice(0, 16)
      await bundleWorker(dir, { id, entry: `/${entry}`, field: field.map(urlPathOf), all: all.map(urlPathOf) })
      compressFile(join(dir, 'sw.js'))
    },
  }
}

const urlPathOf = (name: string) => `/${name}`

/**
 * Returns the app's entry script first, then every file that it loads except the screens of others, the assets and
 * workers of those files, and every font.
 */
function filesOfFieldScreens(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const ways = entry === undefined ? [] : [entry.fileName]
  const workers = Object.keys(bundle).filter((name) => PICTURE_WORKER_FILES.test(name))
  for (let name = ways.pop(); name !== undefined; name = ways.pop()) {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(name)) continue
    files.add(name)
    for (const shown of [...(file.viteMetadata?.importedCss ?? []), ...(file.viteMetadata?.importedAssets ?? [])])
      files.add(shown)
    for (const name of workers) if (file.code.includes(name)) files.add(name)
    ways.push(...file.imports, ...file.dynamicImports.filter((to) => !isCachedWhenUsed(bundle[to])))
  }
  for (const name of Object.keys(bundle)) if (name.endsWith('.woff2')) files.add(name)
  return [...files]
}

function isCachedWhenUsed(file: Rolldown.OutputBundle[string] | undefined): boolean {
  return file?.type === 'chunk' && CACHED_WHEN_USED.test(file.facadeModuleId ?? '')
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
      rolldownOptions: { input: WORKER_SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
