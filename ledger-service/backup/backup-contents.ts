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
