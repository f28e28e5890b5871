import { lowerPriority } from '@ledger/database/process/process-control.ts'
import sharp from 'sharp'
import { excessOf } from './image-structure.ts'
import type { ImageWorkerReply } from './image-worker.ts'
import { readImageStructure } from './read-image-structure.ts'

/**
 * A process that makes one picture after the other (pictures.ts), until the API ends it or is gone. Its arguments are
 * how many bytes of memory it may hold, and how many ms of CPU a picture may take. It says when they are exceeded, and the API ends it.
 */

/** Three formats, each by its own reader: SVG, TIFF, GIF and all others that libvips could read stay shut. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One core, and nothing kept of what was read.
sharp.concurrency(1)
sharp.cache(false)

// Before the threads that do the work, which begin with the first picture.
lowerPriority(5)

const MAX_IMAGE_SIDE_PIXELS = 2000
const MAX_THUMBNAIL_SIDE_PIXELS = 320
/** A decoder writes 50 MB in that time at most: its memory is new, and each page of it costs the kernel a microsecond or so. */
const LOOK_MS = 20

const [maxMemoryBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number)

process.on('disconnect', () => process.exit())
// Of a terminal, it is meant for the API, which stops what is under way here.
process.on('SIGINT', () => undefined)

const sendImageReply = (said: ImageWorkerReply) => void process.send?.(said)

process.on('message', (file: Uint8Array) => {
  const before = process.cpuUsage()
  // The loop is free meanwhile: pictures are decoded by a thread of their own. No limit of the system's holds everywhere for memory in use.
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const cpuMs = (user + system) / 1000
    const bytes = process.memoryUsage.rss()
    if (bytes > maxMemoryBytes) sendImageReply({ overLimit: `${bytes} bytes of memory` })
    else if (cpuMs > maxCpuMs) sendImageReply({ overLimit: `${cpuMs} ms of CPU` })
  }, LOOK_MS)
  processImage(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
    .catch((error): ImageWorkerReply => ({ unreadable: error instanceof Error ? error.message : String(error) }))
    .then((said) => {
      clearInterval(looking)
      sendImageReply(said)
    })
})

/** Sharp writes no metadata that it is not asked to: what is left is pixels, in sRGB. */
async function processImage(file: Buffer): Promise<ImageWorkerReply> {
  const structure = readImageStructure(file)
  const excess = excessOf(structure)
  if (excess !== undefined) return { excessive: excess }
  const { data: content, info } = await sharp(Buffer.concat(structure.parts), {
    limitInputPixels: structure.width * structure.height,
    failOn: 'error',
    sequentialRead: true,
  })
    .autoOrient()
    .resize(MAX_IMAGE_SIDE_PIXELS, MAX_IMAGE_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
    // Paper is white.
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await sharp(content)
    .resize(MAX_THUMBNAIL_SIDE_PIXELS, MAX_THUMBNAIL_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { picture: { content, thumbnail, width: info.width, height: info.height } }
}
