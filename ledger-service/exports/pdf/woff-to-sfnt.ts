import { inflateSync } from 'node:zlib'

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16
const paddedToFour = (length: number) => Math.ceil(length / 4) * 4

/** Returns the plain font file inside a WOFF file (W3C, WOFF 1.0), which HarfBuzz reads and a PDF embeds. */
export function woffToSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEAD + index * WOFF_ENTRY
    const [offset, stored, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + stored)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: stored < length ? inflateSync(bytes) : bytes,
    }
  })
  const head = SFNT_HEAD + count * SFNT_ENTRY
  const size = tables.reduce((sum, { bytes }) => sum + paddedToFour(bytes.length), head)
  const sfnt = Buffer.alloc(size)
  woff.copy(sfnt, 0, 4, 8)
  sfnt.writeUInt16BE(count, 4)
  let at = head
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = SFNT_HEAD + index * SFNT_ENTRY
    tag.copy(sfnt, entry)
    sfnt.writeUInt32BE(checksum, entry + 4)
    sfnt.writeUInt32BE(at, entry + 8)
    sfnt.writeUInt32BE(bytes.length, entry + 12)
    bytes.copy(sfnt, at)
    at += paddedToFour(bytes.length)
  }
  return sfnt
}
