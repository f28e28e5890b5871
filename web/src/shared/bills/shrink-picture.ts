import { longestBillSide, type PictureSize } from '@ledger/contracts/bill-files/longest-bill-side.ts'

/** This file needs neither DOM nor worker: it runs in both. */

const MAX_PICTURE_BYTES = 300_000
/** A long bill may be as much larger as it has more pixels than this. */
const PIXELS_OF_THAT_SIZE = 3_000_000
/**
 * The JPEG qualities in the order in which they are tried. Where no file is small enough, the picture's sides shrink.
 */
const JPEG_QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45]
const SHRINK_FACTOR = 0.8
const PREVIEW_PX = 320

/** A photo as it leaves the phone. */
export interface ShrunkPicture {
  /** A JPEG: upright, at most 2,000 px a side and 300 kB (a long bill more), with pixels but no metadata. */
  readonly blob: Blob
  readonly width: number
  readonly height: number
  /** A smaller one, as a data URL. */
  readonly preview: string
}

/**
 * Returns the photo and its preview.
 * @throws where the browser cannot read it as a picture
 */
export async function shrinkPicture(file: Blob): Promise<ShrunkPicture> {
  // Turns the picture as its metadata says. The metadata is then left out.
  const bitmap = await createImageBitmap(file)
  try {
    const preview = await jpegOf(drawOnCanvas(bitmap, fittedSize(bitmap, PREVIEW_PX)), 0.7)
    return { ...(await toMaxBytes(bitmap)), preview: await dataUrlOf(preview) }
  } finally {
    bitmap.close()
  }
}

async function toMaxBytes(bitmap: ImageBitmap): Promise<PictureSize & { blob: Blob }> {
  for (let longest = longestBillSide(bitmap); ; longest = Math.floor(longest * SHRINK_FACTOR)) {
    const size = fittedSize(bitmap, longest)
    const maxBytes = MAX_PICTURE_BYTES * Math.max(1, (size.width * size.height) / PIXELS_OF_THAT_SIZE)
    const canvas = drawOnCanvas(bitmap, size)
    for (const quality of JPEG_QUALITIES) {
      const blob = await jpegOf(canvas, quality)
      if (blob.size <= maxBytes) return { ...size, blob }
    }
  }
}

/** Returns the size with no side longer than `longest`. A smaller size stays as it is. */
export function fittedSize({ width, height }: PictureSize, longest: number): PictureSize {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

function drawOnCanvas(bitmap: ImageBitmap, { width, height }: PictureSize): Canvas {
  const canvas = newCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser gives no canvas')
  // Transparent pixels become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

function newCanvas(width: number, height: number) {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

function jpegOf(canvas: Canvas, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob === null ? reject(new Error('This browser writes no JPEG')) : resolve(blob)
    canvas.toBlob(take, 'image/jpeg', quality)
  })
}

/** Returns a data URL for `<img>`, because the content security policy forbids blob URLs. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('This file could not be read')))
    reader.readAsDataURL(blob)
  })
}
