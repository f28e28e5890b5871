import { buildOrientationExif, orientationOf } from './exif-orientation.ts'
import type { ImageStructure } from './image-structure.ts'

const [SOI, EOI, SOS, EXIF, ICC] = [0xd8, 0xd9, 0xda, 0xe1, 0xe2]
const [EXIF_NAME, ICC_NAME] = [Buffer.from('Exif\0\0', 'latin1'), Buffer.from('ICC_PROFILE\0', 'latin1')]
/** Progressive frames, with Huffman and with arithmetic coding, and their differential kinds. */
const PROGRESSIVE = [0xc2, 0xc6, 0xca, 0xce]
const BLOCK = 8
/** The decoder buffers the 64 coefficients of a block, 2 bytes each, until the last scan. */
const BLOCK_BYTES = 128

const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** Markers without a length. */
const isAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= SOI)

interface Frame {
  width: number
  height: number
  components: number
  isProgressive: boolean
  /** The number of blocks of all components. */
  blocks: number
}

/**
 * Returns the structure of a JPEG. It reads the file as the decoder does: marker by marker, past each scan's data, to
 * the end of the picture.
 */
export function jpegStructure(file: Buffer): ImageStructure {
  const neededParts: Buffer[] = []
  let frame: Frame | undefined
  let scans = 0
  let isInterleaved = true
  let orientation = 1
  let at = 2
  let from = at
  while (at < file.length) {
    const marker = nextMarker(file, at)
    const code = file[marker + 1] ?? EOI
    at = marker + 2
    if (code === EOI) break
    if (isAlone(code)) continue
    const end = at + (marker + 4 <= file.length ? file.readUInt16BE(at) : file.length)
    const data = file.subarray(at + 2, end)
    if (isFrame(code)) frame ??= frameOf(code, data)
    if (code === SOS) {
      scans++
      if (frame && (data[0] ?? 0) < frame.components) isInterleaved = false
    }
    if (code === EXIF && orientation === 1 && data.subarray(0, EXIF_NAME.length).equals(EXIF_NAME))
      orientation = orientationOf(data.subarray(EXIF_NAME.length))
    if (!isNeeded(code, data)) {
      neededParts.push(file.subarray(from, marker))
      from = end
    }
    at = end
  }
  const { width = 0, height = 0, isProgressive = false, blocks = 0 } = frame ?? {}
  return {
    width,
    height,
    scans,
    bufferedBytes: isProgressive || !isInterleaved ? blocks * BLOCK_BYTES : 0,
    parts: [Buffer.from([0xff, SOI]), ...exifSegment(orientation), ...neededParts, file.subarray(from, at)],
  }
}

/**
 * Returns the offset of the next marker. In the data of a scan, a 0xff is followed by a zero; a 0xff before another
 * 0xff is padding.
 */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1]
    if (code !== 0 && code !== 0xff) return at
  }
  return file.length
}

/** Returns whether a segment defines pixels or their colour. The decoder does not receive other segments. */
function isNeeded(code: number, data: Buffer): boolean {
  if (code === 0xfe) return false
  if (code === ICC) return data.subarray(0, ICC_NAME.length).equals(ICC_NAME)
  // JFIF and Adobe segments define the colour encoding.
  return code < 0xe0 || code > 0xef || code === 0xe0 || code === 0xee
}

function frameOf(code: number, data: Buffer): Frame | undefined {
  if (data.length < 6) return undefined
  const [height, width, components] = [data.readUInt16BE(1), data.readUInt16BE(3), data[5] ?? 0]
  const samplings = Array.from({ length: components }, (_, component) => data[7 + component * 3] ?? 0x11)
  const [across, down] = samplings
    .map((sampling) => [Math.max(1, sampling >> 4), Math.max(1, sampling & 15)] as const)
    .reduce(([x, y], [h, v]) => [Math.max(x, h), Math.max(y, v)], [1, 1])
  const units = Math.ceil(width / (BLOCK * across)) * Math.ceil(height / (BLOCK * down))
  const each = samplings.reduce((sum, sampling) => sum + Math.max(1, sampling >> 4) * Math.max(1, sampling & 15), 0)
  return { width, height, components, isProgressive: PROGRESSIVE.includes(code), blocks: units * each }
}

function exifSegment(orientation: number): Buffer[] {
  if (orientation === 1) return []
  const data = Buffer.concat([EXIF_NAME, buildOrientationExif(orientation)])
  return [Buffer.from([0xff, EXIF, 0, data.length + 2]), data]
}
