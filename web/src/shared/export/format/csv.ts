import { kolkataClock } from '@ledger/contracts/dates.ts'
import { printableLines } from '@ledger/contracts/text/escape-unprintable.ts'
import type { BufferedLines } from '../file/buffered-lines.ts'
import type { Sheet, SheetEnding, SheetLine } from '../file/sheet-model.ts'

/**
 * Writes lines as CSV (RFC 4180, UTF-8 with a mark so that spreadsheets read Hindi). No text begins a formula.
 * @param ending the order of the lines, and those above and below them; a summary is left out
 */
export async function sheetToCsv(
  { columns }: Sheet,
  lines: BufferedLines,
  { oldestFirst = false, top, bottom }: SheetEnding = {},
): Promise<Blob> {
  const written = (line: SheetLine) =>
    `${line.map((value, column) => csvCellOf(value, columns[column]?.kind)).join(',')}\r\n`
  const parts: Blob[] = [new Blob(['\uFEFF', columns.map(({ header }) => quoteCsv(header)).join(','), '\r\n'])]
  if (top !== undefined) parts.push(new Blob([written(top)]))
  for await (const some of lines.read({ oldestFirst })) parts.push(new Blob(some.map(written)))
  if (bottom !== undefined) parts.push(new Blob([written(bottom)]))
  return new Blob(parts)
}

function csvCellOf(value: SheetLine[number], kind: Sheet['columns'][number]['kind'] | undefined): string {
  if (value === null) return ''
  // Formats an amount as everywhere: 50000.00.
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  if (typeof value === 'number') return String(value)
  if (kind === 'instant') return kolkataClock(value).toISOString().slice(0, 19).replace('T', ' ')
  return quoteCsv(kind === 'text' ? escapeFormula(printableLines(value)) : value)
}

/** A spreadsheet reads a text with such a beginning as a formula, and a text after an apostrophe as text. */
const escapeFormula = (text: string) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

const quoteCsv = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
