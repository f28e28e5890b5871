import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes each text file of the build as .br and .gz too, so that the server sends the best compression at no cost of its own.
 * From the files as written: while the bundle is still made, Vite puts the addresses of what it preloads into its code.
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Vite always writes into a folder')
      for (const { fileName } of Object.values(bundle)) {
        if (/\.(js|css|html|svg|webmanifest)$/.test(fileName)) compress(join(dir, fileName))
      }
    },
  }
}

/** Under so many bytes a file comes out hardly shorter. What a first screen needs comes in many small ones. */
const LEAST = 256

export function compress(path: string): void {
  const source = readFileSync(path)
  if (source.length < LEAST) return
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
  writeFileSync(`${path}.br`, brotliCompressSync(source, { params: size }))
  writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
}
