import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { companyProfiles } from './build/company-profile/plugin.ts'
import { compressed } from './build/compressed.ts'
import { serviceWorker } from './build/service-worker.ts'

const apiPort = process.env.PORT ?? '3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), companyProfiles(), compressed(), serviceWorker()],
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

/** Nobody fills in a form before the first screen is there: fields, the schemas and their library come with the first form. */
function isNeededAtOnce(id: string): boolean {
  return !/\/(node_modules\/zod\/|contracts\/|zod-without-eval|rule-words|design\/field\.tsx)/.test(id)
}
