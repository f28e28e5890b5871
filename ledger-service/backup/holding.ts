import { type Client, escapeIdentifier } from 'pg'
import type { Header } from './format.ts'

/** What a backup holds: all of it, or what one company takes with it. */
export interface Holding {
  header: Header
  /** By the names of their sections. */
  keys: ReadonlyMap<string, string>
  tables: readonly string[]
  /** The rows of a table as PostgreSQL's COPY writes them in text, and which columns they have. One table after the other. */
  rowsOf(table: string): Promise<{ columns: string[]; rows: AsyncIterable<string | Buffer> }>
  /** Bills whose bytes were not where they should be, when all rows were read. */
  missing: readonly string[]
}

export async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

export const listOf = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')
