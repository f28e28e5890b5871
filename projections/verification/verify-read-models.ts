import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import { ReadModelComparer, type ReadModelComparison } from './read-model-comparer.ts'

/** The position of each projection, and whether its tables are what a replay of the log up to there gives. */
export interface ReadModelVerification {
  ok: boolean
  /** Every row was compared with the log up to here. Reports of older versions, which compared some rows, lack it. */
  position: number
  projections: ReadModelComparison[]
}

/** Compares every row of a company's read models, of all or of some, with the whole log. It changes nothing. */
export function verifyReadModels(
  db: Kysely<Database>,
  companyId: string,
  names: ReadonlySet<string> = new Set(PROJECTIONS.map(({ name }) => name)),
): Promise<ReadModelVerification> {
  return db.connection().execute(async (connection) => {
    try {
      const projections = PROJECTIONS.filter(({ name }) => names.has(name))
      const comparer = await ReadModelComparer.begin(connection, projections)
      return toVerification(await comparer.compare(companyId))
    } finally {
      // The next work on the connection must find the live tables.
      await sql`DISCARD TEMP`.execute(connection)
    }
  })
}

/** Returns the result for several read models, in the order of PROJECTIONS. */
export function toVerification(compared: readonly ReadModelComparison[]): ReadModelVerification {
  return {
    ok: compared.every(({ result }) => result === 'equal'),
    position: Math.min(...compared.map(({ position }) => position)),
    projections: PROJECTIONS.flatMap(({ name }) => compared.find((each) => each.name === name) ?? []),
  }
}
