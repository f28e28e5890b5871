import { type Client, escapeIdentifier, type QueryResult } from 'pg'
import { CannotRestore } from './backup-format.ts'
import {
  rethrowAsCannotRestore,
  type SectionWriter,
  type TableSection,
  tableSectionWriter,
} from './restore-section-writers.ts'
import { quotedColumnList, readTableColumns } from './table-columns.ts'

/** The staging table, in the connection's own schema, which contains no table of the product. */
export const STAGING_TABLE = 'pg_temp.staged'

/**
 * Checks the staged rows before they are inserted, and may change them.
 * @throws CannotRestore for rows that may not be inserted
 */
export type StagedRowsCheck = (client: Client, table: string) => Promise<void>

/**
 * Inserts the rows of one company from a section of an untrusted file. It reads them into a temporary table, which has
 * no row of another company; from there a fixed statement inserts them under the company's own id, whatever id the file
 * names.
 * @param check the conditions on the rows beside the table's types
 * @throws CannotRestore for rows that are another company's, or do not fit the table
 */
export async function stagingSectionWriter(
  client: Client,
  companyId: string,
  section: TableSection,
  check: StagedRowsCheck,
): Promise<SectionWriter> {
  const { table } = section
  await client.query(
    `DROP TABLE IF EXISTS ${STAGING_TABLE}; CREATE TEMP TABLE staged (LIKE ${escapeIdentifier(table)}) ON COMMIT DROP`,
  )
  const columns = await readTableColumns(client, table)
  const sink = tableSectionWriter(client, section, { name: STAGING_TABLE, columns })
  return {
    write: sink.write,
    async end() {
      await sink.end()
      await requireNoStagedRows(
        client,
        'company_id <> $1',
        [companyId],
        `The backup has rows of another company in ${table}`,
      )
      await check(client, table)
      const own = quotedColumnList(columns.filter((name) => name !== 'company_id'))
      await client
        .query(
          `INSERT INTO ${escapeIdentifier(table)} (company_id, ${own}) SELECT $1::uuid, ${own} FROM ${STAGING_TABLE}`,
          [companyId],
        )
        .catch(rethrowAsCannotRestore(table))
    },
  }
}

/** @throws CannotRestore with the sentence where a staged row meets the condition, which is this program's own text */
export async function requireNoStagedRows(
  client: Client,
  condition: string,
  values: readonly unknown[],
  sentence: string,
): Promise<void> {
  const { rows }: QueryResult = await client.query(`SELECT FROM ${STAGING_TABLE} WHERE ${condition} LIMIT 1`, [
    ...values,
  ])
  if (rows.length > 0) throw new CannotRestore(sentence)
}
