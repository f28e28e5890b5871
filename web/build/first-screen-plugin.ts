import type { OutputBundle, OutputChunk } from 'rolldown'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The screens of a user who is not signed in: the chooser, and the sign-in of a site. */
const FIRST_SCREENS = /\/sign-in\/(?:role-selection\/[^/]+|site-login-screen)\.tsx$/

/**
 * Lets the page ask for the code of its first screens while its own is still coming, so that a slow line has one wait
 * less. `prefetch` comes after everything else, and a failure of it is not remembered (src/app/load-chunk.ts).
 */
export function firstScreenPlugin(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }): HtmlTagDescriptor[] {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const screens = chunks.filter(({ facadeModuleId }) => FIRST_SCREENS.test(facadeModuleId ?? ''))
        if (screens.length === 0) throw new Error('There is no first screen: see web/build/first-screen-plugin.ts')
        const files = new Set(screens.flatMap((screen) => filesOf(screen, bundle)))
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'prefetch', href: `/${file}`, crossorigin: true },
          }))
      },
    },
  }
}

/** Returns the file of a chunk, and those of everything that it imports at once. */
function filesOf(chunk: OutputChunk, bundle: OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.map((file) => bundle[file]).filter((file) => file?.type === 'chunk')
  return [chunk.fileName, ...imported.flatMap((file) => filesOf(file, bundle, seen))]
}
