import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes each text file of the build as .br and .gz too, so that the server sends the best compression at no cost of
 * its own. It compresses the written files, because Vite puts the addresses of preloaded files into the code while it
 * still makes the bundle.
 */
export function precompressPlugin(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('Vite always writes into a folder')
      for (const { fileName } of Object.values(bundle)) {
        if (/\.(js|css|html|svg|webmanifest)$/.test(fileName)) compressFile(join(dir, fileName))
      }
    },
  }
}

/** Files of fewer bytes hardly become shorter. */
const MIN_BYTES_TO_COMPRESS = 256

export function compressFile(path: string): void {
  const source = readFileSync(path)
  if (source.length < MIN_BYTES_TO_COMPRESS) return
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
  writeFileSync(`${path}.br`, brotliCompressSync(source, { params: size }))
  writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
}
