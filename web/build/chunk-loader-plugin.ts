import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The helper that Vite puts around each `import()` of a build, with the list of the files that the import needs. */
const VITE_PRELOAD_MODULE = '\0vite/preload-helper.js'
const CHUNK_LOADER_FILE = fileURLToPath(new URL('../src/app/load-chunk.ts', import.meta.url))

/**
 * Replaces Vite's chunk loader by load-chunk.ts for every chunk that the app loads later, because load-chunk.ts fetches
 * a chunk again after a failure.
 */
export function chunkLoaderPlugin(): Plugin {
  let isOurs = false
  return {
    name: 'parts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: filesOfChunk } } }),
    load(id) {
      if (id !== VITE_PRELOAD_MODULE) return
      isOurs = true
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(CHUNK_LOADER_FILE)}`
    },
    generateBundle(_options, bundle) {
      if (!isOurs)
        throw new Error('Vite loads the parts of the app in another way by now: see web/build/chunk-loader-plugin.ts')
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isDynamicEntry && (file.viteMetadata?.importedCss.size ?? 0) > 0)
          throw new Error(`${file.fileName} has styles of its own, which load-chunk.ts does not bring`)
    },
  }
}

/**
 * Returns the chunk's own file together with those it needs, because Vite names none where a chunk is a single file.
 */
function filesOfChunk(file: string, others: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' || others.includes(file) ? others : [file, ...others]
}
