import { buildOrientationExif, orientationOf } from './exif-orientation.ts'
import type { ImageStructure } from './image-structure.ts'

/** `RIFF`, the length of the rest, `WEBP`. */
const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const NEEDED = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']
/** The decoder may buffer a whole picture with four samples for each pixel. */
const PIXEL_BYTES = 4

/**
 * Returns the structure of a WebP (RFC 9649). The decoder shows the first frame of an animation, so later frames are
 * left out.
 */
export function webpStructure(file: Buffer): ImageStructure {
  const chunks: Buffer[] = []
  let [width, height] = [0, 0]
  let hasFrame = false
  let at = HEADER_BYTES
  while (at + CHUNK_HEADER_BYTES <= file.length) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const end = at + CHUNK_HEADER_BYTES + length + (length % 2)
    const data = file.subarray(at + CHUNK_HEADER_BYTES, end)
    const size = sizeOf(type, data)
    width = Math.max(width, size.width)
    height = Math.max(height, size.height)
    if (type === 'EXIF') chunks.push(exifChunk(data))
    else if (NEEDED.includes(type) && !(type === 'ANMF' && hasFrame)) chunks.push(file.subarray(at, end))
    if (type === 'ANMF') hasFrame = true
    at = end
  }
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 4)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  // The decoder still detects a truncated file, by the length of its last chunk.
  header.writeUInt32LE(bytes, 4)
  return { width, height, scans: 1, bufferedBytes: width * height * PIXEL_BYTES, parts: [header, ...chunks] }
}

/** Returns the picture's size from a chunk; 0 by 0 for a chunk of another kind. */
function sizeOf(type: string, data: Buffer): { width: number; height: number } {
  if (type === 'VP8X' && data.length >= 10)
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ' && data.length >= 10)
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  if (type === 'VP8L' && data.length >= 5) {
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: 0, height: 0 }
}

function exifChunk(data: Buffer): Buffer {
  // Some writers put the name before the block that it has in a JPEG.
  const exif = buildOrientationExif(orientationOf(data.toString('latin1', 0, 4) === 'Exif' ? data.subarray(6) : data))
  const header = Buffer.from('EXIF\0\0\0\0', 'latin1')
  header.writeUInt32LE(exif.length, 4)
  return Buffer.concat([header, exif])
}
