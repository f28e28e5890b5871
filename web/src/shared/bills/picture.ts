/** Neither DOM nor worker is needed here: it runs where it is called. */

const LONGEST_PX = 2000
const MOST_BYTES = 300_000
/** The first that is small enough is taken; where none is, the picture gets smaller. */
const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45]
const SMALLER = 0.8
const PREVIEW_PX = 320

/** A photo as it leaves the phone. */
export interface SmallPicture {
  /** A JPEG: upright, at most 2,000 px a side and 300 kB, with nothing in it but pixels. */
  readonly blob: Blob
  readonly width: number
  readonly height: number
  /** A smaller one, as a data URL. */
  readonly preview: string
}

/** @throws where the browser cannot read it as a picture */
export async function smallPicture(file: Blob): Promise<SmallPicture> {
  // Turned as its metadata says, which then stay behind.
  const bitmap = await createImageBitmap(file)
  try {
    const preview = await jpegOf(drawn(bitmap, fitted(bitmap, PREVIEW_PX)), 0.7)
    return { ...(await squeezed(bitmap)), preview: await dataUrlOf(preview) }
  } finally {
    bitmap.close()
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

async function squeezed(bitmap: ImageBitmap): Promise<Size & { blob: Blob }> {
  for (let longest = LONGEST_PX; ; longest = Math.floor(longest * SMALLER)) {
    const size = fitted(bitmap, longest)
    const canvas = drawn(bitmap, size)
    for (const quality of QUALITIES) {
      const blob = await jpegOf(canvas, quality)
      if (blob.size <= MOST_BYTES) return { ...size, blob }
    }
  }
}

/** The size with no side longer than that; what is smaller stays as it is. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

function drawn(bitmap: ImageBitmap, { width, height }: Size): Canvas {
  const canvas = newCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser gives no canvas')
  // What can be seen through is paper.
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

/** For `<img>`: the content security policy has no place for blob URLs. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('This file could not be read')))
    reader.readAsDataURL(blob)
  })
}
