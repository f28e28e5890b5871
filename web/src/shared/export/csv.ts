import { printableLines } from '@ledger/contracts/printable.ts'
import type { KeptLines } from './kept-lines.ts'
import type { Line, Sheet } from './sheet.ts'

/** Writes lines as CSV (RFC 4180, UTF-8 with a mark so that spreadsheets read Hindi). No text begins a formula. */
export async function csvOf({ columns }: Sheet, lines: KeptLines): Promise<Blob> {
  const written = (line: Line) => `${line.map((value, column) => cellOf(value, columns[column]?.kind)).join(',')}\r\n`
  const parts: Blob[] = [new Blob(['\uFEFF', columns.map(({ header }) => quoted(header)).join(','), '\r\n'])]
  for await (const some of lines.read({ oldestFirst: false })) parts.push(new Blob(some.map(written)))
  return new Blob(parts)
}

function cellOf(value: Line[number], kind: Sheet['columns'][number]['kind'] | undefined): string {
  if (value === null) return ''
  // Formats an amount as everywhere: 50000.00.
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  if (typeof value === 'number') return String(value)
  return quoted(kind === 'text' ? harmless(printableLines(value)) : value)
}

/** A spreadsheet reads a text with such a beginning as a formula, and a text after an apostrophe as text. */
const harmless = (text: string) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
