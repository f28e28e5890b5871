import { encodeBigintArray, encodeIntegerArray, encodeUuidArray } from '@ledger/database/binary/binary-arrays.ts'
import type { UnnamedStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readEventPagesOfCompanies } from '../log/read-event-pages.ts'
import type { Projection } from '../read-models/read-model.ts'
import { createAtomicProjectionWriter } from './buffered-writer.ts'
import type { HeadWithPositions } from './companies-with-pending-events.ts'
import { withPoisonEventDetection } from './poison-event-detection.ts'

/** A company further behind applies pages by itself, so that the others do not wait for its rows. */
const MAX_EVENTS_PER_COMPANY = 100
/** The most events in one batch, of all its companies together. */
const MAX_EVENTS_PER_BATCH = 1000

/** A short range of a company's events, and its projections, which all stand before it. */
export interface EventRange {
  companyId: string
  projections: readonly Projection[]
  after: number
  upTo: number
}

/**
 * Returns the pending events of a company as a range for a batch; undefined where the company is far behind, or its
 * projections stand at several positions or have not begun.
 */
export function toBatchRange(
  companyId: string,
  { head, checkpoints }: HeadWithPositions,
  projections: readonly Projection[],
): EventRange | undefined {
  const rows = projections.map(({ name }) => checkpoints.find(({ projection }) => projection === name))
  const going = projections.filter((_, index) => rows[index]?.stopped_because === null)
  const [after, ...others] = new Set(rows.flatMap((row) => (row?.stopped_because === null ? row.position : [])))
  const isOne = after !== undefined && others.length === 0 && !rows.includes(undefined)
  if (!isOne || head <= after || head - after > MAX_EVENTS_PER_COMPANY) return undefined
  return { companyId, projections: going, after, upTo: head }
}

/** Splits the ranges into batches of at most MAX_EVENTS_PER_BATCH events. */
export function groupIntoBatches(all: readonly EventRange[]): EventRange[][] {
  const groups: EventRange[][] = []
  let room = 0
  for (const range of all) {
    const count = range.upTo - range.after
    if (count > room) {
      groups.push([])
      room = MAX_EVENTS_PER_BATCH
    }
    groups.at(-1)?.push(range)
    room -= count
  }
  return groups
}

/**
 * Applies the new events of several companies in one transaction: moves their checkpoints by compare-and-set, and
 * writes the rows. For a few events the fixed cost of a transaction is most of the cost, and with twenty companies in
 * turn the last one waited for nineteen others. A company whose checkpoint another process holds or has moved is left
 * out, and delays no other.
 * @returns the companies whose events were applied
 * @throws PoisonEvent where the events of a company are at fault, or an error of the database; then nothing was written
 */
export async function projectBatch(db: Kysely<Database>, all: readonly EventRange[]): Promise<Set<string>> {
  const pages = await readEventPagesOfCompanies(db, all)
  const read = all.flatMap(({ companyId, ...range }) => {
    const events = pages.get(companyId)
    const upTo = events?.at(-1)?.position
    return events && upTo ? [{ ...range, companyId, events, upTo }] : []
  })
  if (read.length === 0) return new Set()
  const into = createAtomicProjectionWriter(db, movePositionsStatement(read))
  return withPoisonEventDetection(db, async () => {
    try {
      for (const { companyId, projections, events } of read)
        for (const projection of projections)
          if (into.mayWrite(companyId)) await projection.apply(into.forCompany(companyId), events)
      return await into.finish()
    } catch (error) {
      // Rolls back before any other query, because the transaction has a connection of its own.
      await into.rollback()
      throw error
    }
  })
}

/** Moves all running projections of a company, or none. Returns a row (company_id) for each moved checkpoint. */
function movePositionsStatement(all: readonly EventRange[]): UnnamedStatement {
  const names = [...new Set(all.flatMap(({ projections }) => projections.map(({ name }) => name)))]
  return {
    text: `
      WITH given AS MATERIALIZED (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::integer[]) AS given (company_id, after, up_to, count)),
      held AS MATERIALIZED (
        SELECT c.company_id FROM given JOIN checkpoints c ON c.company_id = given.company_id
        WHERE c.projection = ANY($5::text[]) AND c.position = given.after AND c.stopped_because IS NULL
        FOR UPDATE OF c SKIP LOCKED),
      whole AS (
        SELECT given.* FROM given JOIN (SELECT company_id, count(*) AS count FROM held GROUP BY company_id) own
          ON own.company_id = given.company_id AND own.count = given.count)
      UPDATE checkpoints c SET position = whole.up_to FROM whole
      WHERE c.company_id = whole.company_id AND c.projection = ANY($5::text[])
        AND c.position = whole.after AND c.stopped_because IS NULL
      RETURNING c.company_id`,
    values: [
      encodeUuidArray(all.map(({ companyId }) => companyId)),
      encodeBigintArray(all.map(({ after }) => after)),
      encodeBigintArray(all.map(({ upTo }) => upTo)),
      encodeIntegerArray(all.map(({ projections }) => projections.length)),
      names,
    ],
  }
}
