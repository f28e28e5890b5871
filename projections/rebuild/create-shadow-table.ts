import { APP_ROLE } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The schema of a copy of a read table: that of rebuilds, or the temporary tables of a verification. */
export type ShadowSchema = 'rebuild' | 'pg_temp'

interface TableIndex {
  name: string
  definition: string
  isPrimary: boolean
}

/**
 * Creates an empty copy of a table in `read`, with its key and without the indexes that only readers need (see
 * createShadowIndexes).
 */
export async function createShadowTable(db: Kysely<Database>, table: string, place: ShadowSchema): Promise<void> {
  const copy = sql.table(`${place}.${table}`)
  const [create, dropped] =
    place === 'rebuild' ? [sql`CREATE TABLE`, sql``] : [sql`CREATE TEMP TABLE`, sql`ON COMMIT DROP`]
  if (place === 'rebuild') await sql`DROP TABLE IF EXISTS ${copy}`.execute(db)
  await sql`${create} ${copy} (LIKE ${sql.table(`read.${table}`)} INCLUDING ALL EXCLUDING INDEXES) ${dropped}`.execute(
    db,
  )
  // Once it is swapped in, another installation's login must be able to swap it out.
  if (place === 'rebuild') await sql`ALTER TABLE ${copy} OWNER TO ${sql.ref(APP_ROLE)}`.execute(db)
  await copyFillFactor(db, table, place)
  for (const index of await readLiveIndexes(db, table)) {
    if (!index.isPrimary) continue
    await createShadowIndex(db, index, place)
    await sql`ALTER TABLE ${copy} ADD CONSTRAINT ${sql.ref(index.name)} PRIMARY KEY USING INDEX ${sql.ref(index.name)}`.execute(
      db,
    )
  }
}

/**
 * Creates the other indexes of the table in `read`. On a full table they cost a fraction of what each row would add.
 */
export async function createShadowIndexes(db: Kysely<Database>, table: string, place: ShadowSchema): Promise<void> {
  for (const index of await readLiveIndexes(db, table)) if (!index.isPrimary) await createShadowIndex(db, index, place)
}

/**
 * Returns the indexes, the most expensive one first, that of trigrams: its last part uses one core, while others are
 * built beside it.
 */
async function readLiveIndexes(db: Kysely<Database>, table: string): Promise<TableIndex[]> {
  const { rows } = await sql<TableIndex>`
    SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition, i.indisprimary AS "isPrimary"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE i.indrelid = ${`read.${table}`}::regclass ORDER BY a.amname = 'btree', c.relname`.execute(db)
  return rows
}

/** Creates an index from a live one's definition, in which only the schema of the table differs. */
async function createShadowIndex(db: Kysely<Database>, { definition }: TableIndex, place: ShadowSchema): Promise<void> {
  await sql.raw(definition.replace(' ON read.', ` ON ${place}.`)).execute(db)
}

/** Copies the fill factor, which LIKE leaves out. Without it rows that change often would move. */
async function copyFillFactor(db: Kysely<Database>, table: string, place: ShadowSchema): Promise<void> {
  const { rows } = await sql<{ options: string[] | null }>`
    SELECT reloptions AS options FROM pg_class WHERE oid = ${`read.${table}`}::regclass`.execute(db)
  const fillFactor = rows[0]?.options?.find((option) => /^fillfactor=\d+$/.test(option))?.split('=')[1]
  if (fillFactor)
    await sql`ALTER TABLE ${sql.table(`${place}.${table}`)} SET (fillfactor = ${sql.lit(Number(fillFactor))})`.execute(
      db,
    )
}
