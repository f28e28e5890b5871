import { MAX_BILL_BYTES } from '@ledger/contracts/bill-schemas.ts'
import { CannotRestore, SECTION_END_LINE } from './backup-format.ts'

/**
 * In bytes. The longest line of a real backup is a row of `bill_contents`: two hexadecimal digits for each byte of a
 * bill. The rest is for the other columns, and for a header that names some hundred thousand companies.
 */
export const MAX_LINE_BYTES = 4 * MAX_BILL_BYTES

/** One line; or in a section complete lines as they were read, each with its LF. */
export type BackupLines = { line: string; lines?: never } | { line?: never; lines: { bytes: Buffer; count: number } }

/**
 * Yields one line at a time outside a section. Inside a section it yields as many lines as were read, so that rows are
 * not split, and the end of the section as the one line `\.`. The bytes of a line that arrives in many chunks are
 * joined once, at its end.
 * @throws CannotRestore for a line of more than `MAX_LINE_BYTES`, and where the last line has no end
 */
export async function* readBackupLines(
  plain: AsyncIterable<Buffer>,
  inSection: () => boolean,
): AsyncGenerator<BackupLines> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of plain) {
    const firstEnd = chunk.indexOf(LF)
    length += firstEnd < 0 ? chunk.length : firstEnd
    if (length > MAX_LINE_BYTES) throw new CannotRestore('The backup holds a line that is longer than any of a backup')
    if (firstEnd < 0) {
      begun.push(chunk)
      continue
    }
    const bytes = begun.length === 0 ? chunk : Buffer.concat([...begun, chunk])
    const from = yield* wholeLines(bytes, inSection)
    begun = from < bytes.length ? [bytes.subarray(from)] : []
    length = bytes.length - from
  }
  if (length > 0) throw new CannotRestore('The backup was cut short')
}

const LF = 10

/** @returns the offset of the last line, which has no end yet */
function* wholeLines(bytes: Buffer, inSection: () => boolean): Generator<BackupLines, number> {
  let from = 0
  let count = 0
  let start = 0
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
    const isEnd = end - start === SECTION_END_LINE.length && bytes.toString('latin1', start, end) === SECTION_END_LINE
    if (inSection() && !isEnd) {
      count += 1
      start = end + 1
      continue
    }
    if (count > 0) yield { lines: { bytes: bytes.subarray(from, start), count } }
    yield { line: bytes.toString('utf8', start, end) }
    start = end + 1
    from = start
    count = 0
  }
  if (count > 0) yield { lines: { bytes: bytes.subarray(from, start), count } }
  return start
}
