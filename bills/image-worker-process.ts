import { longestBillSide } from '@ledger/contracts/bill-files/longest-bill-side.ts'
import { lowerPriority } from '@ledger/database/process/lower-priority.ts'
import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import sharp from 'sharp'
import { describeExcessiveCost } from './image-structure.ts'
import type { ImageWorkerReply } from './image-worker-client.ts'
import { readImageStructure } from './read-image-structure.ts'

/**
 * A process that converts one picture at a time (image-worker-client.ts), until the API ends it or exits. Its arguments
 * are the most bytes of memory that it may use, and the most ms of CPU that a picture may take. It reports when a limit
 * is exceeded, and the API ends it.
 */

/** Allows three formats, each by its own reader, and blocks SVG, TIFF, GIF and all others that libvips could read. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Use one core, and cache nothing.
sharp.concurrency(1)
sharp.cache(false)

// Set before the worker threads start, which is with the first picture, because they inherit the priority.
lowerPriority(5)

const MAX_THUMBNAIL_SIDE_PIXELS = 320
/**
 * A decoder writes at most 50 MB in that time: its memory is new, and each page of it costs the kernel about a
 * microsecond.
 */
const LOOK_MS = 20

const [maxMemoryBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number)

onParentGone(() => process.exit())
// Ctrl+C in a terminal is meant for the API, which stops the work here.
process.on('SIGINT', () => undefined)

const sendImageReply = (said: ImageWorkerReply) => sendToParent(said)

process.on('message', (file: Uint8Array) => {
  const before = process.cpuUsage()
  // The event loop is free meanwhile, because pictures are decoded by a thread of their own. The process measures its
  // memory itself, because no limit of the operating system for memory in use works everywhere.
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const cpuMs = (user + system) / 1000
    const bytes = process.memoryUsage.rss()
    if (bytes > maxMemoryBytes) sendImageReply({ overLimit: `${bytes} bytes of memory` })
    else if (cpuMs > maxCpuMs) sendImageReply({ overLimit: `${cpuMs} ms of CPU` })
  }, LOOK_MS)
  processImage(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
    .catch((error): ImageWorkerReply => ({ unreadable: toError(error).message }))
    .then((said) => {
      clearInterval(looking)
      sendImageReply(said)
    })
})

/**
 * Returns the picture as a JPEG in sRGB, with a thumbnail. Sharp writes no metadata unless requested, so only pixels
 * remain.
 */
async function processImage(file: Buffer): Promise<ImageWorkerReply> {
  const structure = readImageStructure(file)
  const excess = describeExcessiveCost(structure)
  if (excess !== undefined) return { excessive: excess }
  const longest = longestBillSide(structure)
  const { data: content, info } = await sharp(Buffer.concat(structure.parts), {
    limitInputPixels: structure.width * structure.height,
    failOn: 'error',
    sequentialRead: true,
  })
    .autoOrient()
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    // Transparent pixels become white, the colour of paper.
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await sharp(content)
    .resize(MAX_THUMBNAIL_SIDE_PIXELS, MAX_THUMBNAIL_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { picture: { content, thumbnail, width: info.width, height: info.height } }
}
