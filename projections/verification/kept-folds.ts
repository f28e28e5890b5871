import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'

/** How far the last good verification of a read model came, each hour's; what it ended with is in rows beside it (kept-sums.ts, kept-rows.ts). */
export interface Kept {
  position: number
  salt: Buffer
  /** Where the next look at the old rows begins. */
  oldFrom: string
}

/** Undefined where there was none, or it was of another history. */
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

/** For the next time. Of an empty log nothing is kept. */
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

/** What was kept is not what the log makes of it, though the tables are: the next verification looks at everything, and keeps it anew. */
export async function forgetFold(db: Kysely<Database>, companyId: string, name: Projection['name']): Promise<void> {
  await db.deleteFrom('kept_folds').where('company_id', '=', companyId).where('projection', '=', name).execute()
}
