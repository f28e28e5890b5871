import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { CHUNK_GROUPS } from './build/chunk-groups.ts'
import { chunkLoaderPlugin } from './build/chunk-loader-plugin.ts'
import { companyProfilePlugin } from './build/company-profile-pdf/vite-plugin.ts'
import { precompressPlugin } from './build/precompress-plugin.ts'
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts'

const apiPort = process.env.PORT ?? '3000'

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
      output: {
        // The first screen's code names every chunk, and a hash does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
})
