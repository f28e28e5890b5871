import type { ImageStructure } from './image-structure.ts'
import { jpegStructure } from './jpeg-structure.ts'
import { pngStructure } from './png-structure.ts'
import { webpStructure } from './webp-structure.ts'

/**
 * Returns the structure of a picture's file, without decoding the picture.
 * @param file a JPEG, a PNG or a WebP by its first bytes (contracts/bill-files/detect-file-kind.ts)
 */
export function readImageStructure(file: Buffer): ImageStructure {
  if (file[0] === 0xff) return jpegStructure(file)
  return file[0] === 0x89 ? pngStructure(file) : webpStructure(file)
}
