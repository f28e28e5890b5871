import { findPdfHeader } from './pdf-structure.ts'
import { bytesAsText } from './search-bytes.ts'

/** The kind of a file by its bytes; its name and the header of the upload are ignored. */
export type BillFileKind = 'picture' | 'pdf'

const PICTURE_SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]
const WEBP_SIGNATURE = { begin: 'RIFF', kind: 'WEBP', at: 8 }

/**
 * Returns the kind of a JPEG, PNG, WebP or PDF by its first bytes; undefined for anything else.
 * @param file the file, or at least its first PDF_HEADER_SCAN_BYTES
 */
export function detectFileKind(file: Uint8Array): BillFileKind | undefined {
  const begin = bytesAsText(file, 0, 12)
  const isWebp = begin.startsWith(WEBP_SIGNATURE.begin) && begin.startsWith(WEBP_SIGNATURE.kind, WEBP_SIGNATURE.at)
  if (isWebp || PICTURE_SIGNATURES.some((signature) => signature.every((byte, index) => file[index] === byte)))
    return 'picture'
  return findPdfHeader(file) === undefined ? undefined : 'pdf'
}
