import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { companyProfiles } from './build/company-profile/plugin.ts'

const apiPort = process.env.PORT ?? '3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), companyProfiles(), compressed()],
  resolve: {
    // Whoever writes `import { z } from 'zod'`, contracts/ too, gets zod with its code generator off: the CSP forbids it.
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/shared/forms/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  server: { proxy: { '/api': `http://127.0.0.1:${apiPort}` } },
  build: {
    // A data: URL would break `font-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      // What half of the screens share comes at once with the first of them, not in twenty small requests after it.
      output: {
        codeSplitting: {
          groups: [
            { name: 'everywhere', minShareCount: 16, test: isNeededAtOnce },
            // Small ones that every list of entries needs: each alone is too small to be compressed.
            {
              name: 'rows',
              test: /\/(shown-words|payment-mode-words|what-for|badge|bill-mark|row-actions|waiting-rows|use-settled)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})

/** Nobody checks a form before the first screen is there: the schemas and their library come with the first form. */
function isNeededAtOnce(id: string): boolean {
  return !/\/(node_modules\/zod\/|contracts\/|zod-without-eval|rule-words)/.test(id)
}

/**
 * Writes each text file of the build as .br and .gz too, so that the server sends the best compression at no cost of its own.
 * From the files as written: while the bundle is still made, Vite puts the addresses of what it preloads into its code.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Vite always writes into a folder')
      for (const { fileName } of Object.values(bundle)) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(fileName)) continue
        const path = join(dir, fileName)
        const source = readFileSync(path)
        if (source.length < 1024) continue
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
        writeFileSync(`${path}.br`, brotliCompressSync(source, { params: size }))
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
      }
    },
  }
}
