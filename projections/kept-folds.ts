import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import type { Projection } from './projection.ts'
import type { Fold, Kept } from './verify.ts'

/** What the last good verification of a read model ended with; undefined where there was none, or it was of another history. */
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
    .select(['kept_folds.position', 'salt', 'state', 'old_from'])
    .where('kept_folds.company_id', '=', companyId)
    .where('projection', '=', name)
    .executeTakeFirst()
  return kept && { position: kept.position, salt: kept.salt, state: JSON.parse(kept.state), oldFrom: kept.old_from }
}

/** Keeps a fold that was found equal to the tables, for the next time. */
export async function keepFold(db: Kysely<Database>, companyId: string, fold: Fold, oldFrom: string): Promise<void> {
  const { projection, position, salt, expected } = fold
  const event = await db
    .selectFrom('events')
    .select('hash')
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!event) return
  const row = { position, hash: event.hash, salt, state: JSON.stringify(expected.kept()), old_from: oldFrom }
  await db
    .insertInto('kept_folds')
    .values({ company_id: companyId, projection: projection.name, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'projection']).doUpdateSet(row))
    .execute()
}
