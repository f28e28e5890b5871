import { bytesAsText } from './search-bytes.ts'

/** Readers of PDFs search this many bytes at either end (ISO 32000-1, annex H, notes 13 and 18). */
const PDF_SCAN_BYTES = 1024
/** The header may begin behind that many bytes and a byte order mark. */
export const PDF_HEADER_SCAN_BYTES = 1040

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'
const NOT_ASCII = /[\u0080-\u00ff]/g
/** Beginnings of text that another program would run or display. */
const FOREIGN_BEGINNINGS = ['#!', '%!', 'BM', 'BZh', 'GIF8', 'MZ', 'PK', 'RIFF', '{\\rtf']

/**
 * Returns the offset of `%PDF-`, which may stand behind a byte order mark, blanks, or the header of a printer or a web
 * server.
 * @param file the file, or at least its first PDF_HEADER_SCAN_BYTES
 * @returns undefined where there is none, or where the file is one of another kind up to there
 */
export function findPdfHeader(file: Uint8Array): number | undefined {
  const begin = bytesAsText(file, 0, PDF_HEADER_SCAN_BYTES)
  const skipped = begin.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const at = begin.indexOf('%PDF-')
  if (at === -1 || at > skipped + PDF_SCAN_BYTES) return undefined
  const before = begin.slice(skipped, at)
  if (codesOf(before).every(isBlank)) return at
  return isHarmlessText(before) && FOREIGN_BEGINNINGS.every((one) => !before.startsWith(one)) ? at : undefined
}

/**
 * Returns the offset of a PDF's newest cross-reference table: it is named before the end marker, and is within the
 * file. A truncated file, or another file with a PDF's first line, has none. After the end marker only blanks and text
 * may follow, such as a comment in any script. The content of a PDF is not checked: it is never displayed here, only
 * downloaded as a file.
 */
export function findCrossReferences(file: Uint8Array): number | undefined {
  const header = findPdfHeader(file)
  if (header === undefined) return undefined
  if (!/^%PDF-(1\.[0-7]|2\.0)[%\s]/.test(withBlankNuls(bytesAsText(file, header, header + 9)))) return undefined
  // Some systems fill the last block of a file with NULs.
  let end = file.length
  while (end > 0 && isBlank(file[end - 1] ?? 0)) end -= 1
  const tail = withBlankNuls(bytesAsText(file, end - PDF_SCAN_BYTES, end))
  const marker = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)
  if (marker === undefined) return undefined
  const after = tail.slice(marker.index + marker[0].length)
  // Bytes that are not ASCII are text in some script: another file has control characters as well.
  if (!isHarmlessText(after.replaceAll(NOT_ASCII, ''))) return undefined
  const offset = Number(marker[1])
  return offset > 0 && offset < file.length ? offset : undefined
}

/** PDFs know one more blank than JavaScript (ISO 32000-1, table 1). */
const withBlankNuls = (text: string) => text.replaceAll('\0', ' ')

const codesOf = (text: string) => Array.from(text, (one) => one.charCodeAt(0))

const isBlank = (code: number) => code === 0 || code === 0x20 || isWhiteSpace(code)
const isWhiteSpace = (code: number) => code >= 0x09 && code <= 0x0d

const LESS_THAN = 0x3c
/** SUB ended files of DOS, and ESC begins a printer's commands. */
const TEXT_CONTROLS = [0x1a, 0x1b]

/**
 * Returns whether text holds no markup and no other file: printable ASCII without `<`, white space and two
 * control characters of text. Binary formats have others.
 */
function isHarmlessText(text: string): boolean {
  return codesOf(text).every(
    (code) =>
      (code >= 0x20 && code <= 0x7e && code !== LESS_THAN) || isWhiteSpace(code) || TEXT_CONTROLS.includes(code),
  )
}
