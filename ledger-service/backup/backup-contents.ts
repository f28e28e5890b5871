import { type Client, escapeIdentifier } from 'pg'
import type { BackupHeader } from './backup-format.ts'

/** The content of a backup: the whole installation, or one company. */
export interface BackupContents {
  header: BackupHeader
  /** By the names of their sections. */
  keys: ReadonlyMap<string, string>
  tables: readonly string[]
  /**
   * Returns the rows of a table as PostgreSQL's COPY writes them in text, and their columns. Call it for one table
   * after the other.
   */
  rowsOf(table: string): Promise<{ columns: string[]; rows: AsyncIterable<string | Buffer> }>
  /** The ids of bills whose bytes were not found; complete once all rows are read. */
  missingBills: readonly string[]
}

export async function readTableColumns(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

export const quotedColumnList = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')
