import { APP_ROLE } from '@ledger/database/app-role.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The schema of a copy of a read table: that of rebuilds, or the temporary tables of a comparison. */
export type ShadowSchema = 'rebuild' | 'pg_temp'

/** A table in `read`, and its primary key. */
interface OriginalTable {
  name: string
  options: string[] | null
  primary: { name: string; definition: string }
}

/**
 * Creates empty copies of tables in `read` in one script, each with its key and without the indexes that only readers
 * need (see createShadowIndexes).
 */
export async function createShadowTables(
  db: Kysely<Database>,
  tables: readonly string[],
  place: ShadowSchema,
): Promise<void> {
  const names = tables.map((table) => `read.${table}`)
  const { rows } = await sql<OriginalTable>`
    SELECT t.relname AS name, t.reloptions AS options,
      jsonb_build_object('name', c.relname, 'definition', pg_get_indexdef(c.oid)) AS primary
    FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary JOIN pg_class c ON c.oid = i.indexrelid
    WHERE t.oid = ANY(${names}::regclass[])`.execute(db)
  if (rows.length < tables.length) throw new Error(`One of these tables has lost its key: ${names.join(', ')}`)
  await sql.raw(rows.flatMap((original) => creationScript(original, place)).join(';')).execute(db)
}

/** Returns the statements. They name the fill factor, which LIKE leaves out: rows that change often would move. */
function creationScript({ name, options, primary }: OriginalTable, place: ShadowSchema): string[] {
  const copy = `${place}.${name}`
  const fillFactor = options?.find((option) => /^fillfactor=\d+$/.test(option))
  const columns = `(LIKE read.${name} INCLUDING ALL EXCLUDING INDEXES)${fillFactor ? ` WITH (${fillFactor})` : ''}`
  const key = definitionIn(place, primary.definition)
  if (place === 'pg_temp') return [`CREATE TEMP TABLE ${name} ${columns}`, key]
  return [
    `DROP TABLE IF EXISTS ${copy}`,
    `CREATE TABLE ${copy} ${columns}`,
    // Once it is swapped in, another installation's login must be able to swap it out.
    `ALTER TABLE ${copy} OWNER TO ${APP_ROLE}`,
    key,
    `ALTER TABLE ${copy} ADD CONSTRAINT ${primary.name} PRIMARY KEY USING INDEX ${primary.name}`,
  ]
}

/**
 * Creates the other indexes of the table in `read` on its copy in `rebuild`. On a full table they cost a fraction of
 * what each row would add. The most expensive one comes first, that of trigrams: its last part uses one core, while
 * others are built beside it.
 */
export async function createShadowIndexes(db: Kysely<Database>, table: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    SELECT pg_get_indexdef(c.oid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE i.indrelid = ${`read.${table}`}::regclass AND NOT i.indisprimary
    ORDER BY a.amname = 'btree', c.relname`.execute(db)
  for (const { definition } of rows) await sql.raw(definitionIn('rebuild', definition)).execute(db)
}

/** Returns the definition of a live index for the copy: only the schema of the table differs. */
const definitionIn = (place: ShadowSchema, definition: string) => definition.replace(' ON read.', ` ON ${place}.`)
