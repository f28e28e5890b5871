import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The helper that Vite puts around each `import()` of a build, with the list of the files that the import needs. */
const VITES_OWN = '\0vite/preload-helper.js'
const OURS = fileURLToPath(new URL('../src/app/bring-part.ts', import.meta.url))

/**
 * Replaces Vite's chunk loader by bring-part.ts for every chunk that the app loads later, because bring-part.ts fetches
 * a chunk again after a failure.
 */
export function parts(): Plugin {
  let isOurs = false
  return {
    name: 'parts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: filesOf } } }),
    load(id) {
      if (id !== VITES_OWN) return
      isOurs = true
      return `export { bringPart as __vitePreload } from ${JSON.stringify(OURS)}`
    },
    generateBundle(_options, bundle) {
      if (!isOurs) throw new Error('Vite loads the parts of the app in another way by now: see web/build/parts.ts')
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isDynamicEntry && (file.viteMetadata?.importedCss.size ?? 0) > 0)
          throw new Error(`${file.fileName} has styles of its own, which bring-part.ts does not bring`)
    },
  }
}

/**
 * Returns the chunk's own file together with those it needs, because Vite names none where a chunk is a single file.
 */
function filesOf(file: string, others: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' || others.includes(file) ? others : [file, ...others]
}
