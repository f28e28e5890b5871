import { encodeBigintArray, encodeIntegerArray, encodeUuidArray } from '@ledger/database/binary/binary-arrays.ts'
import type { NamedStatement } from '@ledger/database/connection/combine-statements.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'
import { orPoisonEvent } from './apply-page.ts'
import { createCheckpointedWriter } from './buffered-writer.ts'
import type { PendingEvents } from './pending-events.ts'
import { readEventPagesOfCompanies } from './read-event-pages.ts'

/** Who is further behind takes pages by itself: the others do not wait until so much is written. */
const MAX_EVENTS_PER_COMPANY = 100
/** Events of all companies that are taken together. */
const MAX_EVENTS_PER_BATCH = 1000

/** Few events of a company, and its projections, which all stand before them. */
export interface EventRange {
  companyId: string
  projections: readonly Projection[]
  after: number
  upTo: number
}

/** @returns undefined where a company is far behind, or its projections stand at several places or have not begun */
export function toBatchRange(
  companyId: string,
  { head, checkpoints }: PendingEvents,
  projections: readonly Projection[],
): EventRange | undefined {
  const rows = projections.map(({ name }) => checkpoints.find(({ projection }) => projection === name))
  const going = projections.filter((_, index) => rows[index]?.stopped_because === null)
  const [after, ...others] = new Set(rows.flatMap((row) => (row?.stopped_because === null ? row.position : [])))
  const isOne = after !== undefined && others.length === 0 && !rows.includes(undefined)
  if (!isOne || head <= after || head - after > MAX_EVENTS_PER_COMPANY) return undefined
  return { companyId, projections: going, after, upTo: head }
}

/** As many in each as are taken together. */
export function groupIntoBatches(all: readonly EventRange[]): EventRange[][] {
  const groups: EventRange[][] = []
  let room = 0
  for (const stretch of all) {
    const count = stretch.upTo - stretch.after
    if (count > room) {
      groups.push([])
      room = MAX_EVENTS_PER_BATCH
    }
    groups.at(-1)?.push(stretch)
    room -= count
  }
  return groups
}

/**
 * Takes what is new in several companies in one transaction: the checkpoints of all of them by compare-and-set, and the rows. For a few events what
 * is paid for each transaction is most of it, and with twenty companies in turn the last waited for nineteen others. A company whose checkpoint somebody
 * else holds or has moved is left out, and no other waits for it.
 * @returns the companies that were taken
 * @throws PoisonEvent, or whatever else is the matter with one of them or with the database; then nothing was written
 */
export async function projectBatch(db: Kysely<Database>, all: readonly EventRange[]): Promise<Set<string>> {
  const pages = await readEventPagesOfCompanies(db, all)
  const read = all.flatMap(({ companyId, ...stretch }) => {
    const events = pages.get(companyId)
    const upTo = events?.at(-1)?.position
    return events && upTo ? [{ ...stretch, companyId, events, upTo }] : []
  })
  if (read.length === 0) return new Set()
  const into = createCheckpointedWriter(db, moveCheckpointsStatement(read))
  return orPoisonEvent(db, async () => {
    try {
      for (const { companyId, projections, events } of read)
        for (const projection of projections)
          if (into.mayWrite(companyId)) await projection.apply(into.forCompany(companyId), events)
      return await into.finish()
    } catch (error) {
      // Before anything else is asked of the database: what was begun has a connection of its own.
      await into.rollback()
      throw error
    }
  })
}

/** Of each company all that go on, or none. Gives a row (company_id) for each that it moved. */
function moveCheckpointsStatement(all: readonly EventRange[]): Omit<NamedStatement, 'name'> {
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
