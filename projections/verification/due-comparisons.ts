import { DAY_MS, HOUR_MS } from '@ledger/contracts/dates.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import { type LastComparison, readLastComparisons } from './verification-store.ts'

/** 3:00 in Asia/Kolkata, when the load is low, as a time of day in UTC. */
const NIGHT_MS = 21.5 * HOUR_MS
/** Every company is compared at least once in this many nights. */
const NIGHTS_BETWEEN_IDLE_COMPARISONS = 7

/**
 * Returns the ids of the companies whose read models are to be compared with their logs now (isDueForComparison).
 * @param now milliseconds since 1970
 */
export async function findDueComparisons(db: Kysely<Database>, now: number): Promise<string[]> {
  const heads = await db.selectFrom('log_heads').select(['company_id', 'position']).orderBy('company_id').execute()
  const last = await readLastComparisons(db)
  return heads.flatMap(({ company_id: id, position }) =>
    isDueForComparison(id, position, last.get(id), now) ? [id] : [],
  )
}

/**
 * Returns whether a company is due: once from 3:00 on where anything was appended since the last comparison, else on
 * one night of seven, which its id selects, so that companies are spread. It is due at once where the last comparison
 * found a difference, so that the alarm ends soon after a rebuild, and where no comparison of all rows is stored: none
 * was made, an older version made it, or an update has brought a read model. A machine that was off at night compares
 * after its next start.
 * @param head the position of the last event
 * @param now milliseconds since 1970
 */
export function isDueForComparison(
  companyId: string,
  head: number,
  last: LastComparison | undefined,
  now: number,
): boolean {
  if (!last?.ok || last.position === null || last.models !== PROJECTIONS.length) return true
  const night = Math.floor((now - NIGHT_MS) / DAY_MS)
  const at = Date.parse(last.at)
  if (at >= night * DAY_MS + NIGHT_MS) return false
  return (
    last.position !== head ||
    night % NIGHTS_BETWEEN_IDLE_COMPARISONS === idleNightOf(companyId) ||
    now - at >= NIGHTS_BETWEEN_IDLE_COMPARISONS * DAY_MS
  )
}

/** The last digits of an id are random. */
const idleNightOf = (companyId: string) => Number.parseInt(companyId.slice(-6), 16) % NIGHTS_BETWEEN_IDLE_COMPARISONS
