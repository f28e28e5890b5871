/** What a file is by its bytes, whatever it was called and whoever said otherwise. */
export type BillFileKind = 'picture' | 'pdf'

const FILE_SIGNATURES: [BillFileKind, Buffer][] = [
  ['picture', Buffer.from([0xff, 0xd8, 0xff])],
  ['picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['pdf', Buffer.from('%PDF-')],
]
const WEBP_SIGNATURE = { begin: 'RIFF', kind: 'WEBP', at: 8 }

/** Undefined for anything but a JPEG, a PNG, a WebP or a PDF: only their first bytes are looked at. */
export function detectFileKind(file: Buffer): BillFileKind | undefined {
  const isWebp =
    file.toString('latin1', 0, 4) === WEBP_SIGNATURE.begin &&
    file.toString('latin1', WEBP_SIGNATURE.at, WEBP_SIGNATURE.at + 4) === WEBP_SIGNATURE.kind
  if (isWebp) return 'picture'
  return FILE_SIGNATURES.find(([, begin]) => file.subarray(0, begin.length).equals(begin))?.[0]
}

/** Readers of PDFs look for the end in so many bytes (ISO 32000-1, annex H, note 18). */
const PDF_TRAILER_BYTES = 1024

/**
 * Whether it has a PDF's first and last lines: a version that there is, and at its end where its table of contents begins, within the file.
 * What is cut off, or is another file with a PDF's first line, has not. What a PDF holds is not looked at: it is never shown here, only
 * handed out as a file.
 */
export function isCompletePdf(file: Buffer): boolean {
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n]/.test(file.toString('latin1', 0, 9))) return false
  const [, offset] =
    /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.toString('latin1', file.length - PDF_TRAILER_BYTES)) ?? []
  return offset !== undefined && Number(offset) > 0 && Number(offset) < file.length
}
