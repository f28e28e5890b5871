import { type Client, escapeIdentifier } from 'pg'

export async function readTableColumns(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

export const quotedColumnList = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')
