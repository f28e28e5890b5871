import { copyInto } from '@ledger/database/copy-into.ts'
import { openConnection } from '@ledger/database/one-connection.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Projection } from '@ledger/projections/projection.ts'
import { PROJECTIONS } from '@ledger/projections/projector.ts'
import { TableBuilder } from '@ledger/projections/table-builder.ts'
import { type Kysely, sql } from 'kysely'

interface Table {
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
export async function prepareCopy(
  db: Kysely<Database>,
  databaseUrl: string,
  companyId: string,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const read: { projection: Projection; tables: Table[] }[] = []
  for (const projection of PROJECTIONS) {
    const tables: Table[] = []
    for (const name of projection.tables) tables.push(await rowsOf(db, companyId, name))
    read.push({ projection, tables })
  }
  return async () => {
    await Promise.all(
      read.map(async ({ projection, tables }) => {
        const builder = await TableBuilder.begin(databaseUrl, companyId, projection, onError)
        const options = '-c synchronous_commit=off -c statement_timeout=0 -c search_path=rebuild'
        const writer = await openConnection(databaseUrl, { name: 'bench copy', options, onError })
        for (const { name, columns, rows } of tables)
          for (const chunk of rows) await copyInto(writer, name, columns, chunk)
        await builder.finish()
        for (const { name } of tables) await sql`DROP TABLE ${sql.table(`rebuild.${name}`)}`.execute(writer)
        await Promise.all([writer.destroy(), builder.close()])
      }),
    )
  }
}

async function rowsOf(db: Kysely<Database>, companyId: string, name: string): Promise<Table> {
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
  for await (const page of db.getExecutor().stream<Buffer>(query.compile(db), Number.MAX_SAFE_INTEGER))
    for (const row of page.rows) {
      gathered.push(row)
      bytes += row.length
      if (bytes > CHUNK_BYTES) close()
    }
  close()
  return { name, columns: columns.map((column) => column.name), rows: chunks }
}
