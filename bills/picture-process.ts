import { giveWay } from '@ledger/database/processes.ts'
import sharp from 'sharp'
import type { Said } from './pictures.ts'

/** A process that makes one picture after the other (pictures.ts), until the API ends it or is gone. */

/** Three formats, each by its own reader: SVG, TIFF, GIF and all others that libvips could read stay shut. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One core, and nothing kept of what was read.
sharp.concurrency(1)
sharp.cache(false)

// Before the threads that do the work, which begin with the first picture.
giveWay(5)

/** What a telephone's best camera makes; more costs memory, and shows nothing more of a bill. */
const MOST_PIXELS = 64_000_000
const LONGEST_SIDE = 2000
const THUMBNAIL_SIDE = 320

process.on('disconnect', () => process.exit())
// Of a terminal, it is meant for the API, which stops what is under way here.
process.on('SIGINT', () => undefined)
process.on('message', (file: Uint8Array) => {
  read(Buffer.from(file)).then(say, (error) =>
    say({ unreadable: error instanceof Error ? error.message : String(error) }),
  )
})

const say = (said: Said) => void process.send?.(said)

/** Sharp writes no metadata that it is not asked to: what is left is pixels, in sRGB. */
async function read(file: Buffer): Promise<Said> {
  const { data: content, info } = await sharp(file, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    // Paper is white.
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await sharp(content)
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { picture: { content, thumbnail, width: info.width, height: info.height } }
}
