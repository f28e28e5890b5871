import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'

/**
 * The position of the last good hourly verification of a read model; its results are stored in rows beside it
 * (kept-sums.ts, kept-rows.ts).
 */
export interface Kept {
  position: number
  salt: Buffer
  /** Where the next check of the old rows begins. */
  oldFrom: string
}

/** Returns the stored verification; undefined where there is none, or it is of another history. */
export async function keptFold(
  db: Kysely<Database>,
  companyId: string,
  name: Projection['name'],
): Promise<Kept | undefined> {
  const kept = await db
    .selectFrom('kept_folds')
    .innerJoin('events', (join) =>
      join
        .onRef('events.company_id', '=', 'kept_folds.company_id')
        .onRef('events.position', '=', 'kept_folds.position')
        .onRef('events.hash', '=', 'kept_folds.hash'),
    )
    .select(['kept_folds.position', 'salt', 'old_from'])
    .where('kept_folds.company_id', '=', companyId)
    .where('projection', '=', name)
    .executeTakeFirst()
  return kept && { position: kept.position, salt: kept.salt, oldFrom: kept.old_from }
}

/** Stores a verification for the next one. Nothing is stored for an empty log. */
export async function keepFold(
  db: Kysely<Database>,
  companyId: string,
  name: Projection['name'],
  { position, salt, oldFrom }: Kept,
): Promise<void> {
  const event = await db
    .selectFrom('events')
    .select('hash')
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!event) return
  const row = { position, hash: event.hash, salt, old_from: oldFrom }
  await db
    .insertInto('kept_folds')
    .values({ company_id: companyId, projection: name, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'projection']).doUpdateSet(row))
    .execute()
}

/**
 * Deletes a stored verification that does not agree with the log, though the tables do: the next verification checks
 * everything, and stores its result anew.
 */
export async function forgetFold(db: Kysely<Database>, companyId: string, name: Projection['name']): Promise<void> {
  await db.deleteFrom('kept_folds').where('company_id', '=', companyId).where('projection', '=', name).execute()
}
