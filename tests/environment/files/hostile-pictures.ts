import { crc32, createDeflate, deflateSync } from 'node:zlib'

/** Small files that are expensive to decode: pictures of one colour, from minimal encoders. */

const marker = (code: number, ...bytes: number[]) => Buffer.from([0xff, code, ...uint16(bytes.length + 2), ...bytes])
const uint16 = (value: number) => [value >> 8, value & 0xff]

interface JpegShape {
  width: number
  height: number
  /**
   * The number of scans after the first one. Each covers every block of the picture, in 60 bytes for a million of them.
   */
  scans: number
}

/** Returns a grey progressive JPEG. Its later scans say for each block that nothing changes. */
export function progressiveJpeg({ width, height, scans }: JpegShape): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const scan = (from: number, to: number) => marker(0xda, 1, 1, 0, from, to, 0)
  // The only code of each table is a zero bit: "no difference", and "this many blocks end here" followed by 14 bits.
  const table = (kind: number, symbol: number) => marker(0xc4, kind, 1, ...Array(15).fill(0), symbol)
  const unchanged = Buffer.concat([scan(1, 63), endsOf(blocks)])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    marker(0xdb, 0, ...Array(64).fill(1)),
    marker(0xc2, 8, ...uint16(height), ...uint16(width), 1, 1, 0x11, 0),
    table(0x00, 0x00),
    table(0x10, 0xe0),
    scan(0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array(scans).fill(unchanged),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** Inserts further segments after the JPEG's first bytes, each with its marker. */
export function withSegments(jpeg: Buffer, segments: readonly [code: number, data: Buffer][]): Buffer {
  const all = segments.flatMap(([code, data]) => [Buffer.from([0xff, code, ...uint16(data.length + 2)]), data])
  return Buffer.concat([jpeg.subarray(0, 2), ...all, jpeg.subarray(2)])
}

const LONGEST_RUN = 2 ** 15 - 1

/** Returns runs of ended blocks, 15 bits each: a zero, and the length of the run beyond 16,384. */
function endsOf(blocks: number): Buffer {
  let bits = ''
  // The last run may exceed the end.
  for (let left = blocks; left > 0; left -= LONGEST_RUN) {
    const more = Math.max(0, Math.min(left, LONGEST_RUN) - 2 ** 14)
    bits += `0${more.toString(2).padStart(14, '0')}`
  }
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2)
    bytes.push(byte, ...(byte === 0xff ? [0] : []))
  }
  return Buffer.from(bytes)
}

const PNG_BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples per pixel, by the colour type of a PNG. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 }
/** Adam7: the start of each pass, and the distance of its pixels. */
const PASSES = [
  ...[
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
] as [number, number, number, number][]

interface PngShape {
  width: number
  height: number
  bitDepth?: 8 | 16
  /** 0 grey, 2 RGB, 6 RGBA. */
  colourType?: 0 | 2 | 6
  interlaced?: boolean
  /** Chunks between the header and the pixels. */
  before?: readonly Buffer[]
  /** The number of bytes of pixel data in one chunk. */
  chunkBytes?: number
}

/** Returns a black PNG. */
export async function blackPng(shape: PngShape): Promise<Buffer> {
  const { width, height, bitDepth = 8, colourType = 2, interlaced = false, before = [], chunkBytes = 65_536 } = shape
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colourType, 0, 0, interlaced ? 1 : 0], 8)
  const pixelBytes = ((SAMPLES[colourType] ?? 0) * bitDepth) / 8
  const lines = (across: number, down: number) => (across === 0 ? 0 : down * (1 + across * pixelBytes))
  const bytes = interlaced
    ? PASSES.map(([x, y, right, down]) => lines(Math.ceil((width - x) / right), Math.ceil((height - y) / down)))
    : [lines(width, height)]
  const data = await deflatedZeros(bytes.reduce((sum, each) => sum + each, 0))
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += chunkBytes) parts.push(pngChunk('IDAT', data.subarray(at, at + chunkBytes)))
  return Buffer.concat([PNG_BEGINNING, pngChunk('IHDR', header), ...before, ...parts, pngChunk('IEND')])
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a compressed text chunk of the given number of bytes. */
export const compressedText = (bytes: number) =>
  pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'), { level: 9 })]),
  )

export const colourProfile = (bytes: number) =>
  pngChunk(
    'iCCP',
    Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes), { level: 9 })]),
  )

async function deflatedZeros(bytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const zeros = Buffer.alloc(1 << 20)
  const written = (async () => {
    for (let left = bytes; left > 0; left -= zeros.length)
      if (!deflate.write(left < zeros.length ? zeros.subarray(0, left) : zeros))
        await new Promise((go) => deflate.once('drain', go))
    deflate.end()
  })()
  const parts: Buffer[] = []
  for await (const part of deflate) parts.push(part)
  await written
  return Buffer.concat(parts)
}
