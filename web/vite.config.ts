import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { companyProfiles } from './build/company-profile/plugin.ts'
import { compressed } from './build/compressed.ts'
import { parts } from './build/parts.ts'
import { serviceWorker } from './build/service-worker.ts'

const apiPort = process.env.PORT ?? '3000'

/**
 * Small modules that every list of entries, or every screen of the field, needs. Each alone is too small to be
 * compressed, and a slow phone takes some milliseconds to ask for each.
 */
const OF_LISTS = oneOf(
  ...['contracts/shown-words', 'language/payment-mode-words', 'forms/use-settled', 'design/later', 'design/mark'],
  ...['what-for', 'badge', 'bill-mark', 'row-actions', 'waiting-rows', 'open-row', 'other-party'].map(
    (name) => `entry/${name}`,
  ),
  ...['site-dashboard/transaction-row', 'site-dashboard/filter', 'site-dashboard/use-logout', 'field/balance-words'],
  ...['session/use-signed-in', 'session/logout-problem', 'outbox/shown', 'icons/chevron-right'],
)

/** Modules of the sign-in pages and of most forms after them. One file paints sooner than seven. */
const OF_FORMS = oneOf(
  ...['design/field', 'design/front', 'design/password-input', 'icons/eye', 'icons/eye-off', 'language/rule-words'],
  ...['useMutation', 'mutationObserver'],
)

/** Modules that load at once where there is no network, and otherwise after the first screen. */
const BEHIND = oneOf(
  ...[
    'app/after-first-screen',
    'app/follow/[^/]+',
    'app/offline/[^/]+',
    'storage/database',
    'idb/build/index',
    'contracts/dates',
    'contracts/rows',
  ],
  ...['session/last-here', 'session/keep-storage', 'icons/wifi-off'],
  ...['event-stream', 'pause', 'own-ledger', 'known-rows', 'changed-lists', 'office'].map(
    (name) => `shared/api/${name}`,
  ),
)

export default defineConfig({
  plugins: [react(), tailwindcss(), companyProfiles(), parts(), compressed(), serviceWorker()],
  resolve: {
    // Every import of `zod`, in contracts/ too, gets zod with its code generator off, because the CSP forbids it.
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/shared/forms/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  server: { proxy: { '/api': `http://127.0.0.1:${apiPort}` } },
  build: {
    // A data: URL would break `font-src 'self'`.
    assetsInlineLimit: 0,
    target: 'es2023',
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      // Modules that half of the screens share load with the first of them, not in twenty small requests after it.
      output: {
        codeSplitting: {
          groups: [
            { name: 'everywhere', minShareCount: 16, test: isNeededAtOnce, priority: 4 },
            // The script in index.html. It is a group of its own, because the groups below would otherwise take its
            // modules along.
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'forms', test: OF_FORMS, priority: 2 },
            { name: 'rows', test: OF_LISTS, priority: 2 },
            { name: 'after-first-screen', test: BEHIND, priority: 1 },
          ],
        },
      },
    },
  },
})

/**
 * Tells whether the first screen may need the module. Fields, the schemas and their library load with the first form,
 * because no form is filled in before the first screen.
 */
function isNeededAtOnce(id: string): boolean {
  return !/\/(node_modules\/zod\/|contracts\/|zod-without-eval|rule-words|design\/field\.tsx)/.test(id)
}

/** @param paths of modules, from some folder on and without the extension */
function oneOf(...paths: readonly string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})\\.\\w+$`)
}
