/** The kind of a file by its bytes; its name and the header of the upload are ignored. */
export type BillFileKind = 'picture' | 'pdf'

const FILE_SIGNATURES: [BillFileKind, Buffer][] = [
  ['picture', Buffer.from([0xff, 0xd8, 0xff])],
  ['picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['pdf', Buffer.from('%PDF-')],
]
const WEBP_SIGNATURE = { begin: 'RIFF', kind: 'WEBP', at: 8 }

/** Returns the kind of a JPEG, PNG, WebP or PDF by its first bytes; undefined for anything else. */
export function detectFileKind(file: Buffer): BillFileKind | undefined {
  const isWebp =
    file.toString('latin1', 0, 4) === WEBP_SIGNATURE.begin &&
    file.toString('latin1', WEBP_SIGNATURE.at, WEBP_SIGNATURE.at + 4) === WEBP_SIGNATURE.kind
  if (isWebp) return 'picture'
  return FILE_SIGNATURES.find(([, begin]) => file.subarray(0, begin.length).equals(begin))?.[0]
}

/** PDF readers search this many bytes at the end of the file (ISO 32000-1, annex H, note 18). */
const PDF_TRAILER_BYTES = 1024

/**
 * Returns whether a file has a PDF's first and last lines: an existing version, and at its end an offset of the
 * cross-reference table that is within the file. A truncated file, or another file with a PDF's first line, fails this
 * test. The content of a PDF is not checked: it is never displayed here, only downloaded as a file.
 */
export function isCompletePdf(file: Buffer): boolean {
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n]/.test(file.toString('latin1', 0, 9))) return false
  const [, offset] =
    /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.toString('latin1', file.length - PDF_TRAILER_BYTES)) ?? []
  return offset !== undefined && Number(offset) > 0 && Number(offset) < file.length
}
