import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Client, DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type BackupSection, CannotRestore } from './backup-format.ts'
import { quotedColumnList } from './table-columns.ts'

/** Settings of the connection: a table of millions of rows takes longer than a request may. */
export const RESTORE_CONNECTION = {
  name: 'site-ledger restore',
  options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c datestyle=ISO',
} as const

/** A target for the lines of a section; `end` resolves when they are stored. */
export interface SectionWriter {
  write(lines: Buffer): Promise<void>
  end(): Promise<void>
}

export type TableSection = Extract<BackupSection, { table: string }>

/**
 * Writes the lines of a section into a table that has its columns, in the text form of COPY.
 * @param into the table to write to, as SQL names it, and its columns: the section's own table, or one like it
 * @throws CannotRestore where the columns are not those of the table, a value does not have its type, or the number of
 * rows differs from the number of lines: a CR alone, a backslash before a line's end and `\.` end a row, or join two,
 * which counting lines does not show
 */
export function tableSectionWriter(
  client: Client,
  section: TableSection,
  into: { name: string; columns: string[] },
): SectionWriter {
  const { table } = section
  const columns = inOrderOf(section, into.columns)
  const copy: Writable & { rowCount: number } = client.query(
    copyFrom(`COPY ${into.name} (${quotedColumnList(columns)}) FROM STDIN`),
  )
  const done = finished(copy)
  // The promise is awaited at the end; until then a refused row must not count as an unhandled rejection.
  done.catch(() => undefined)
  let lineCount = 0
  return {
    async write(lines) {
      lineCount += countLineFeeds(lines)
      if (copy.write(lines)) return
      await Promise.race([new Promise((resolve) => copy.once('drain', resolve)), done]).catch(
        rethrowAsCannotRestore(table),
      )
    },
    async end() {
      copy.end()
      await done.catch(rethrowAsCannotRestore(table))
      if (copy.rowCount !== lineCount)
        throw new CannotRestore(`The backup has ${lineCount} lines in ${table}, and ${copy.rowCount} rows`)
    },
  }
}

/** Returns the names of the table's own columns, in the order of the section: no name from the file reaches SQL. */
function inOrderOf({ table, columns }: TableSection, own: readonly string[]): string[] {
  const ordered = columns.flatMap((name) => own.find((column) => column === name) ?? [])
  if (columns.length === own.length && new Set(ordered).size === own.length) return ordered
  throw new CannotRestore(`The backup has other columns in ${table} than there are here`)
}

/**
 * Throws CannotRestore for data that does not have the type, breaks a rule of the table, or is too large (classes 22,
 * 23 and 54 of PostgreSQL). The server's message repeats the data, which may be secret, so only its code is passed on.
 */
export function rethrowAsCannotRestore(table: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? ''))
      throw new CannotRestore(`The backup has rows in ${table} that cannot be kept there (SQLSTATE ${error.code})`, {
        cause: error,
      })
    throw error
  }
}

/** Returns the number of line feeds. */
export function countLineFeeds(chunk: string | Buffer): number {
  let count = 0
  for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) count += 1
  return count
}

export async function fileSectionWriter(path: string): Promise<SectionWriter> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  return {
    async write(lines) {
      await handle.write(lines)
    },
    async end() {
      await handle.sync()
      await handle.close()
    },
  }
}
