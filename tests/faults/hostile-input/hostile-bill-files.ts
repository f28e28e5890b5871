import fc from 'fast-check'
import sharp from 'sharp'
import {
  blackPng,
  colourProfile,
  compressedText,
  pngChunk,
  progressiveJpeg,
  withSegments,
} from '../../environment/files/hostile-pictures.ts'

/**
 * Files for R29: files that are expensive to read by their scans, pixels, chunks, texts, interlacing or nesting, and
 * broken pictures.
 */

export const PICTURES_TO_CHANGE = ['jpeg', 'png', 'webp'] as const

/** Returns one file of each kind, as small as possible. */
export async function smallestHostileBillFiles(): Promise<Buffer[]> {
  return [
    progressiveJpeg({ width: 8000, height: 8000, scans: 2000 }),
    progressiveJpeg({ width: 8000, height: 8000, scans: 98 }),
    await blackPng({ width: 8000, height: 8000, bitDepth: 16, colourType: 6, interlaced: true }),
    await blackPng({ width: 60, height: 60, before: Array(60).fill(compressedText(7_900_000)) }),
    await blackPng({ width: 60, height: 60, before: [colourProfile(400_000_000)] }),
    await blackPng({ width: 2000, height: 2000, chunkBytes: 1, before: Array(100_000).fill(pngChunk('prVt')) }),
    ...[selfNamingExif(), manySegments(100_000), nestedPdf(1_000_000), await animation(40), ...longPdfs()],
  ]
}

/** @param pictures valid ones, in which some bytes are changed */
export function hostileBillFile(pictures: readonly Buffer[]): fc.Arbitrary<() => Buffer> {
  const side = fc.integer({ min: 1, max: 12_000 })
  const jpeg = fc
    .record({ width: side, height: side, scans: fc.integer({ min: 1, max: 5000 }) })
    .map((shape) => () => progressiveJpeg(shape))
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 })
  const changed = fc
    .tuple(fc.constantFrom(...pictures), changes, fc.integer({ min: 0, max: 2000 }))
    .map(([picture, bytes, cut]) => () => {
      const copy = Buffer.from(picture.subarray(0, picture.length - (cut % 3 === 0 ? cut : 0)))
      // Half of the changes are in the first bytes, where the structure is.
      for (const [index, [at, value]] of bytes.entries()) copy[at % (index % 2 ? copy.length : 700)] = value
      return copy
    })
  const claims = fc
    .tuple(fc.constantFrom(...pictures), fc.nat({ max: 40 }), fc.constantFrom(0x7fff, 0x1f40, 0xffff, 0))
    .map(([picture, at, value]) => () => {
      const copy = Buffer.from(picture)
      copy.writeUInt16BE(value, 8 + at)
      return copy
    })
  const segments = fc.integer({ min: 1, max: 400_000 }).map((many) => () => manySegments(many))
  const pdf = fc.integer({ min: 1, max: 2_000_000 }).map((depth) => () => nestedPdf(depth))
  const exif = fc.constant(selfNamingExif)
  return fc.oneof({ arbitrary: changed, weight: 4 }, { arbitrary: claims, weight: 2 }, jpeg, segments, pdf, exif)
}

/** Returns 65 kB of EXIF in which each entry points to a further directory at the start of this one. */
function selfNamingExif(): Buffer {
  const exif = Buffer.alloc(65_000)
  exif.write('MM\0*\0\0\0\b', 'latin1')
  exif.writeUInt16BE(5400, 8)
  for (let at = 10; at + 12 <= exif.length; at += 12) exif.write('\x87\x69\0\x04\0\0\0\x01\0\0\0\b', at, 'latin1')
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])
  return withSegments(progressiveJpeg({ width: 64, height: 64, scans: 1 }), [[0xe1, segment]])
}

function manySegments(many: number): Buffer {
  const jpeg = progressiveJpeg({ width: 64, height: 64, scans: 1 })
  const segment = Buffer.from([0xff, 0xe5, 0, 6, 1, 2, 3, 4])
  return Buffer.concat([jpeg.subarray(0, 2), ...Array(many).fill(segment), jpeg.subarray(2)])
}

/** Returns nested arrays with a PDF's first and last lines. */
function nestedPdf(depth: number): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n${'['.repeat(depth)}${']'.repeat(depth)}\nendobj\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )
}

/** Returns PDFs that are read to their end for a trailer, an object or an end marker. */
function longPdfs(): Buffer[] {
  const encrypted = 'trailer << /Encrypt 0 0 R >> startxref '
  const parts: [string, string][] = [
    ['', 'traile'],
    [encrypted, '10 0 obj '],
    [encrypted, '0 '],
    ['', '\0'],
  ]
  return parts.map(([before, part]) =>
    Buffer.from(`%PDF-1.7\nxref\n${before}${part.repeat(5_000_000 / part.length)}startxref\n9\n%%EOF\n`, 'latin1'),
  )
}

async function animation(frames: number): Promise<Buffer> {
  const frame = await blackPng({ width: 400, height: 400 })
  const colours = Array.from({ length: frames }, (_, n) => sharp(frame).tint({ r: n, g: n, b: n }).png().toBuffer())
  return sharp(await Promise.all(colours), { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
}
