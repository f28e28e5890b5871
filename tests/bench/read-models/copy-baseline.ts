import { copyIntoTable } from '@ledger/database/binary/copy-from.ts'
import { copyRows } from '@ledger/database/binary/run-copy.ts'
import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import type { Projection } from '@ledger/projections/read-models/read-model.ts'
import { ShadowRebuild } from '@ledger/projections/rebuild/shadow-rebuild.ts'
import { type Kysely, sql } from 'kysely'

interface BaselineTable {
  name: string
  columns: string[]
  rows: Buffer[]
}

const CHUNK_BYTES = 2_000_000

/**
 * Prepares the limit of a rebuild: the existing rows, read in advance, are copied into the same tables with the same
 * indexes, with one connection for each projection.
 * @returns a function that copies them, and drops the copies
 */
export async function prepareCopyBaseline(
  db: Kysely<Database>,
  databaseUrl: string,
  companyId: string,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const read: { projection: Projection; tables: BaselineTable[] }[] = []
  for (const projection of PROJECTIONS) {
    const tables: BaselineTable[] = []
    for (const name of projection.tables) tables.push(await readTableRows(db, companyId, name))
    read.push({ projection, tables })
  }
  return async () => {
    await Promise.all(
      read.map(async ({ projection, tables }) => {
        const builder = await ShadowRebuild.begin(databaseUrl, companyId, projection, onError)
        const options = '-c synchronous_commit=off -c statement_timeout=0 -c search_path=rebuild'
        const writer = await openDedicatedConnection(databaseUrl, { name: 'bench copy', options, onError })
        for (const { name, columns, rows } of tables)
          for (const chunk of rows) await copyIntoTable(writer, name, columns, chunk)
        await builder.finish()
        for (const { name } of tables) await sql`DROP TABLE ${sql.table(`rebuild.${name}`)}`.execute(writer)
        await Promise.all([writer.destroy(), builder.close()])
      }),
    )
  }
}

async function readTableRows(db: Kysely<Database>, companyId: string, name: string): Promise<BaselineTable> {
  const { rows: columns } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = ${`read.${name}`}::regclass AND attnum > 0 AND NOT attisdropped
    ORDER BY attnum`.execute(db)
  const query = sql`
    COPY (SELECT * FROM ${sql.table(`read.${name}`)} WHERE company_id = ${sql.lit(companyId)}) TO STDOUT (FORMAT binary)`
  const chunks: Buffer[] = []
  let [gathered, bytes]: [Buffer[], number] = [[], 0]
  const close = () => {
    chunks.push(Buffer.concat(gathered))
    gathered = []
    bytes = 0
  }
  for (const row of await copyRows(db, query)) {
    gathered.push(row)
    bytes += row.length
    if (bytes > CHUNK_BYTES) close()
  }
  close()
  return { name, columns: columns.map((column) => column.name), rows: chunks }
}
