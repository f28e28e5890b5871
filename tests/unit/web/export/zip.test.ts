import { randomBytes } from 'node:crypto'
import { zip } from '@ledger/web/src/shared/export/format/zip.ts'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'

it('holds each file once and whole, however many megabytes it has', async () => {
  // Random bytes stay as many when they are compressed.
  const pieces = Array.from({ length: 40 }, () => new Uint8Array(randomBytes(64 * 1024)))
  async function* large() {
    yield* pieces
  }
  async function* small() {
    yield new TextEncoder().encode('small')
  }
  const archive = await zip([
    { name: 'large', content: large() },
    { name: 'small', content: small() },
  ])
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Buffer.compare(files.large ?? new Uint8Array(), Buffer.concat(pieces))).toBe(0)
  expect(new TextDecoder().decode(files.small)).toBe('small')
})
