import { bigints, integers, uuids } from '@ledger/database/binary-arrays.ts'
import type { Part } from '@ledger/database/in-one.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { gatheredWithCheckpoints } from './gathered.ts'
import { readPages } from './log.ts'
import type { News } from './news.ts'
import type { Projection } from './projection.ts'
import { orCannotTake } from './take-page.ts'

/** Who is further behind takes pages by itself: the others do not wait until so much is written. */
const FEW = 100
/** Events of all companies that are taken together. */
const MOST = 1000

/** Few events of a company, and its projections, which all stand before them. */
export interface Stretch {
  companyId: string
  projections: readonly Projection[]
  after: number
  upTo: number
}

/** @returns undefined where a company is far behind, or its projections stand at several places or have not begun */
export function fewOf(
  companyId: string,
  { head, checkpoints }: News,
  projections: readonly Projection[],
): Stretch | undefined {
  const rows = projections.map(({ name }) => checkpoints.find(({ projection }) => projection === name))
  const going = projections.filter((_, index) => rows[index]?.stopped_because === null)
  const [after, ...others] = new Set(rows.flatMap((row) => (row?.stopped_because === null ? row.position : [])))
  const isOne = after !== undefined && others.length === 0 && !rows.includes(undefined)
  if (!isOne || head <= after || head - after > FEW) return undefined
  return { companyId, projections: going, after, upTo: head }
}

/** As many in each as are taken together. */
export function groupsOf(all: readonly Stretch[]): Stretch[][] {
  const groups: Stretch[][] = []
  let room = 0
  for (const stretch of all) {
    const count = stretch.upTo - stretch.after
    if (count > room) {
      groups.push([])
      room = MOST
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
 * @throws CannotTake, or whatever else is the matter with one of them or with the database; then nothing was written
 */
export async function takeTogether(db: Kysely<Database>, all: readonly Stretch[]): Promise<Set<string>> {
  const pages = await readPages(db, all)
  const read = all.flatMap(({ companyId, ...stretch }) => {
    const events = pages.get(companyId)
    const upTo = events?.at(-1)?.position
    return events && upTo ? [{ ...stretch, companyId, events, upTo }] : []
  })
  if (read.length === 0) return new Set()
  const into = gatheredWithCheckpoints(db, movingCheckpoints(read))
  return orCannotTake(db, async () => {
    try {
      for (const { companyId, projections, events } of read)
        for (const projection of projections)
          if (into.mayTake(companyId)) await projection.apply(into.of(companyId), events)
      return await into.finish()
    } catch (error) {
      // Before anything else is asked of the database: what was begun has a connection of its own.
      await into.giveUp()
      throw error
    }
  })
}

/** Of each company all that go on, or none. Gives a row (company_id) for each that it moved. */
function movingCheckpoints(all: readonly Stretch[]): Omit<Part, 'name'> {
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
      uuids(all.map(({ companyId }) => companyId)),
      bigints(all.map(({ after }) => after)),
      bigints(all.map(({ upTo }) => upTo)),
      integers(all.map(({ projections }) => projections.length)),
      names,
    ],
  }
}
