import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkLoaderPlugin } from './build/chunk-loader-plugin.ts'
import { companyProfilePlugin } from './build/company-profile-pdf/vite-plugin.ts'
import { precompressPlugin } from './build/precompress-plugin.ts'
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts'

const apiPort = process.env.PORT ?? '3000'

/**
 * Small modules that every list of entries, or every screen of the field, needs. Each alone is too small to be
 * compressed, and a slow phone takes some milliseconds to ask for each.
 */
const LIST_MODULES = pathPattern(
  ...[
    'contracts/labels/(?:transaction-labels|generated-purposes)',
    'contracts/public-account-id',
    'text/name-order',
    'shared/api/field-queries',
    'language/payment-mode-labels',
    'forms/use-debounced-text',
    'design/lazy-component',
    'page/app-logo',
  ],
  ...[
    'entry-description',
    'badge',
    'bill-count',
    'row-action-buttons',
    'rows-skeleton',
    'open-entry-button',
    'other-party',
  ].map((name) => `entry/list/${name}`),
  ...[
    'site-dashboard/transaction-row',
    'site-dashboard/transaction-filter',
    'field/use-field-logout',
    'field/balance-status-words',
    'khata/account-days-of',
    'transaction-dialog/edit-permissions',
  ],
  ...[
    'session/use-redirect-when-signed-out',
    'session/logout-error-text',
    'ui/pending-rows',
    'ui/use-outbox',
    'icons/chevron-right',
    'icons/chart-column',
    'icons/log-out',
    'icons/list',
  ],
)

/** Modules of the sign-in pages and of most forms after them. One file paints sooner than seven. */
const FORM_MODULES = pathPattern(
  ...[
    'controls/form-field',
    'page/signed-out-layout',
    'controls/password-input',
    'icons/eye',
    'icons/eye-off',
    'language/validation-messages-hindi',
  ],
  ...['useMutation', 'mutationObserver'],
)

/** Modules that load at once where there is no network, and otherwise after the first screen. */
const DEFERRED_MODULES = pathPattern(
  ...[
    'app/deferred-startup',
    'app/live-updates/[^/]+',
    'app/offline/[^/]+',
    'storage/indexed-db',
    'idb/build/index',
    'contracts/dates',
    'events/transaction-row-sides-and-ids',
  ],
  ...['session/last-signed-in', 'session/persistent-storage', 'icons/wifi-off'],
  ...[
    'read-event-stream',
    'wait-before-retry',
    'own-transaction-queries',
    'optimistic-rows',
    'affected-queries',
    'office-queries',
  ].map((name) => `shared/api/${name}`),
)

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    companyProfilePlugin(),
    chunkLoaderPlugin(),
    precompressPlugin(),
    serviceWorkerPlugin(),
  ],
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
        // The first screen's code names every chunk, and a hash does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'everywhere', minShareCount: 18, test: isNeededAtOnce, priority: 4 },
            // The script in index.html. It is a group of its own, because the groups below would otherwise take its
            // modules along.
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'forms', test: FORM_MODULES, priority: 2 },
            { name: 'rows', test: LIST_MODULES, priority: 2 },
            { name: 'after-first-screen', test: DEFERRED_MODULES, priority: 1 },
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
  return !/\/(node_modules\/zod\/|contracts\/|zod-without-eval|validation-messages-hindi|controls\/form-field\.tsx)/.test(
    id,
  )
}

/** @param paths of modules, from some folder on and without the extension */
function pathPattern(...paths: readonly string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})\\.\\w+$`)
}
