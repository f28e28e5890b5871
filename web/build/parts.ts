import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What Vite puts around each `import()` of a build, with the list of the files that it needs. */
const VITES_OWN = '\0vite/preload-helper.js'
const OURS = fileURLToPath(new URL('../src/app/bring-part.ts', import.meta.url))

/** Has each part of the app that comes later brought by bring-part.ts, which asks again for what has not come, in the place of Vite's own. */
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

/** Vite names none where a part is a single file. */
function filesOf(file: string, others: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' || others.includes(file) ? others : [file, ...others]
}
