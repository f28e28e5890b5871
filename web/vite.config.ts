import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiPort = process.env.PORT ?? '3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed()],
  resolve: {
    // Whoever writes `import { z } from 'zod'`, contracts/ too, gets zod with its code generator off: the CSP forbids it.
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('./src/forms/zod-without-eval.ts', import.meta.url)) }],
  },
  server: { proxy: { '/api': `http://127.0.0.1:${apiPort}` } },
  build: {
    // A data: URL would break `font-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 300,
  },
})

/** Writes each text file of the build as .br and .gz too, so that the server sends the best compression at no cost of its own. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(file.fileName)) continue
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (source.length < 1024) continue
        this.emitFile({
          type: 'asset',
          fileName: `${file.fileName}.br`,
          source: brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }),
        })
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) })
      }
    },
  }
}
