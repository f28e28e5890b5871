import { crc32 } from 'node:zlib'
import { buildOrientationExif, orientationOf } from './exif-orientation.ts'
import type { ImageStructure } from './image-structure.ts'

const SIGNATURE_BYTES = 8
/** Length, type and checksum. */
const FRAME_BYTES = 12
/**
 * Chunks that define pixels or their colour. The decoder does not receive texts, which can be a thousand times larger
 * than in the file.
 */
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'IDAT', 'IEND']
/** Samples of a decoded pixel, by colour type. Colours of a palette have four. */
const SAMPLES: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

/** Returns the structure of a PNG (ISO 15948). The decoder reports a file that is truncated or not really a PNG. */
export function pngStructure(file: Buffer): ImageStructure {
  const parts = [file.subarray(0, SIGNATURE_BYTES)]
  let header = Buffer.alloc(13)
  let orientation: number | undefined
  let at = SIGNATURE_BYTES
  while (at + FRAME_BYTES <= file.length) {
    const end = at + FRAME_BYTES + file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, end - 4)
    if (type === 'IHDR' && data.length >= header.length) header = Buffer.from(data)
    if (type === 'eXIf') orientation ??= orientationOf(data)
    if (type === 'IDAT' && orientation !== undefined) {
      parts.push(exifChunk(orientation))
      orientation = undefined
    }
    if (NEEDED.includes(type)) parts.push(file.subarray(at, end))
    at = end
    if (type === 'IEND') break
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [bitDepth = 8, colourType = 2, , , interlace = 0] = header.subarray(8)
  const pixelBytes = (SAMPLES[colourType] ?? 4) * (bitDepth > 8 ? 2 : 1)
  return { width, height, scans: 1, bufferedBytes: interlace === 0 ? 0 : width * height * pixelBytes, parts }
}

function exifChunk(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), buildOrientationExif(orientation)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
