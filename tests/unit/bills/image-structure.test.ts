import { buildOrientationExif, orientationOf } from '@ledger/bills/exif-orientation.ts'
import { describeExcessiveCost } from '@ledger/bills/image-structure.ts'
import { readImageStructure } from '@ledger/bills/read-image-structure.ts'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  blackPng,
  colourProfile,
  compressedText,
  pngChunk,
  progressiveJpeg,
  withSegments,
} from '../../environment/files/hostile-pictures.ts'
import { noiseImage } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'

/**
 * The parts of a file that the decoder is given, and files that it is not given because they cost more than any photo
 * of a bill.
 */

const forDecoder = (file: Buffer) => Buffer.concat(readImageStructure(file).parts)
const excess = (file: Buffer) => describeExcessiveCost(readImageStructure(file))
const pixels = (file: Buffer) => sharp(file).autoOrient().raw().toBuffer()

describe('a picture as cameras and programs write it', () => {
  const turned = (picture: Sharp) => picture.withMetadata({ orientation: 6 })
  const written: [string, () => Sharp][] = [
    ['a JPEG', () => noiseImage(301, 200).jpeg()],
    ['a JPEG that is turned and has a profile', () => turned(noiseImage(301, 200).withIccProfile('p3')).jpeg()],
    ['a progressive JPEG', () => turned(noiseImage(301, 200)).jpeg({ progressive: true })],
    ['a JPEG in grey', () => noiseImage(301, 200).greyscale().jpeg()],
    ['a JPEG in CMYK', () => noiseImage(301, 200).toColourspace('cmyk').jpeg()],
    ['a PNG', () => turned(noiseImage(301, 200).withIccProfile('p3')).png()],
    ['an interlaced PNG', () => noiseImage(301, 200).png({ progressive: true })],
    ['a PNG with a palette', () => noiseImage(301, 200).png({ palette: true, colours: 16 })],
    ['a PNG that is clear in places', () => noiseImage(301, 200).ensureAlpha(0.5).png()],
    ['a WebP', () => turned(noiseImage(301, 200).withIccProfile('p3')).webp()],
    ['a WebP without loss', () => turned(noiseImage(301, 200)).webp({ lossless: true })],
    ['a WebP that is clear in places', () => noiseImage(301, 200).ensureAlpha(0.5).webp()],
  ]
  it.each(written)('is the same without what came with it: %s', async (_what, picture) => {
    const file = await picture().toBuffer()
    const { width, height } = readImageStructure(file)
    expect([width, height]).toEqual([301, 200])
    expect(excess(file)).toBeUndefined()
    expect((await pixels(forDecoder(file))).equals(await pixels(file))).toBe(true)
    const [before, after] = await Promise.all([sharp(file).metadata(), sharp(forDecoder(file)).metadata()])
    expect(after.orientation).toBe(before.orientation === 1 ? undefined : before.orientation)
    expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(before.icc && true)
  })

  it('is the first one of an animation', async () => {
    const frames = [noiseImage(90, 60), noiseImage(90, 60)].map((frame) => frame.png().toBuffer())
    const file = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(file).metadata()).pages).toBe(2)
    expect((await pixels(forDecoder(file))).equals(await pixels(file))).toBe(true)
    expect(forDecoder(file).length).toBeLessThan(file.length * 0.6)
  })

  it('cut off anywhere, is one that the decoder finds cut off', async () => {
    for (const picture of [
      noiseImage(90, 60).jpeg(),
      noiseImage(90, 60).png(),
      noiseImage(90, 60).webp({ lossless: true }),
    ]) {
      const file = await picture.toBuffer()
      for (let length = 16; length < file.length - 12; length += 97) {
        const cut = forDecoder(file.subarray(0, length))
        await expect(sharp(cut, { failOn: 'error' }).toBuffer(), `${length} of ${file.length}`).rejects.toThrow()
      }
    }
  })
})

describe('what costs too much', () => {
  it('is more than 100 scans, wherever they stand', () => {
    const shape = { width: 8000, height: 8000 }
    expect(excess(progressiveJpeg({ ...shape, scans: 99 }))).toBeUndefined()
    expect(excess(progressiveJpeg({ ...shape, scans: 100 }))).toBe('101 scans')
    expect(excess(progressiveJpeg({ ...shape, scans: 2000 }))).toBe('2001 scans')
  })

  it('is no small picture in the metadata of a photo', () => {
    const small = progressiveJpeg({ width: 8, height: 8, scans: 900 })
    const file = withSegments(progressiveJpeg({ width: 64, height: 64, scans: 9 }), [[0xe1, small]])
    expect(readImageStructure(file)).toMatchObject({ scans: 10, width: 64 })
  })

  it('is a picture of which more is held at once than there is room for', async () => {
    // Compressing these two takes seconds.
    if (isFullRun) {
      const shape = { width: 8000, height: 8000, bitDepth: 16, colourType: 6 } as const
      expect(excess(await blackPng({ ...shape, interlaced: true }))).toBe('512000000 bytes in memory')
      expect(excess(await blackPng(shape))).toBeUndefined()
    }
    expect(readImageStructure(progressiveJpeg({ width: 8000, height: 8000, scans: 1 })).bufferedBytes).toBe(128_000_000)
  })

  it('is more pixels than a camera has', async () => {
    const header = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0])
    expect(
      excess(Buffer.concat([(await blackPng({ width: 1, height: 1 })).subarray(0, 8), pngChunk('IHDR', header)])),
    ).toBe('30000 by 30000 pixels')
  })
})

describe('what the decoder never sees', () => {
  it('are texts of a PNG, which grow a thousandfold, and chunks of no use', async () => {
    const before = [
      ...Array(20).fill(compressedText(100_000)),
      ...Array(2000).fill(pngChunk('prVt')),
      colourProfile(100),
    ]
    const file = await blackPng({ width: 9, height: 9, before })
    expect(forDecoder(file).includes('zTXt')).toBe(false)
    expect(forDecoder(file).includes('iCCP')).toBe(true)
    expect(forDecoder(file).length).toBeLessThan(200)
  })

  it('are directories of EXIF, of which only the orientation is read', async () => {
    const many = Buffer.alloc(65_000)
    many.write('MM\0*\0\0\0\b', 'latin1')
    many.writeUInt16BE(5400, 8)
    // Each entry says that another directory begins where this one does.
    for (let at = 10; at + 12 <= many.length; at += 12) many.write('\x87\x69\0\x04\0\0\0\x01\0\0\0\b', at, 'latin1')
    expect(orientationOf(many)).toBe(1)
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), many])
    const plain = progressiveJpeg({ width: 64, height: 64, scans: 1 })
    expect(forDecoder(withSegments(plain, [[0xe1, exif]])).equals(plain)).toBe(true)
  })

  it('is an orientation that there is not', () => {
    for (const orientation of [2, 3, 4, 5, 6, 7, 8])
      expect(orientationOf(buildOrientationExif(orientation))).toBe(orientation)
    for (const orientation of [0, 1, 9, 255]) expect(orientationOf(buildOrientationExif(orientation))).toBe(1)
    for (let length = 0; length < 22; length++)
      expect(orientationOf(buildOrientationExif(6).subarray(0, length))).toBe(1)
    const littleEndian = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0', 'latin1')
    expect(orientationOf(littleEndian)).toBe(6)
    const farAway = Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')
    expect(orientationOf(farAway)).toBe(1)
  })
})
