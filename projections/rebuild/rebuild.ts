import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@ledger/contracts/dates.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readEventPage } from '../log/read-event-pages.ts'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import type { Projection } from '../read-models/read-model.ts'
import { ShadowRebuild } from './shadow-rebuild.ts'

/**
 * The objects of a larger page survive young garbage collections: a page of 2000 took 100 MB more, and a sixth more
 * CPU.
 */
const EVENTS_PER_REBUILD_PAGE = 500
/**
 * A swap begins at most this many events behind the head, once a page brings the rebuild no nearer to it: the live
 * projection and its readers wait while the rest is applied.
 */
const MAX_EVENTS_BEHIND_AT_SWAP = 1000
/** How long readers may wait for one attempt to swap, at first and at most; and the pause after it. */
const FIRST_SWAP_TRY_MS = 50
const MAX_SWAP_TRY_MS = 300
const SWAP_RETRY_DELAY_MS = 500
/** Longer than any verification takes. */
const SWAP_TIMEOUT_MS = HOUR_MS

export interface RebuildOptions {
  databaseUrl: string
  companyId: string
  /** Projections that are rebuilt together read the log once. */
  projections: readonly Projection[]
  onProgress?: (done: { events: number; of: number }) => void
  onError: (error: Error) => void
}

export function findProjection(name: string): Projection | undefined {
  return PROJECTIONS.find((projection) => projection.name === name)
}

/**
 * Rebuilds projections from the first event while the product serves requests: fills tables of the same names in the
 * schema `rebuild` by the projections' own code, and swaps each for the live one in a transaction, or replaces the rows
 * that differ in a table that other companies share. Readers see the old rows until then, and never fewer events than
 * before. A stopped projection continues from where it was rebuilt to.
 * @returns how many events they were built from
 * @throws where the connection of a rebuild is lost, or its live tables are in use for `SWAP_TIMEOUT_MS`
 */
export async function rebuildProjections(rebuilding: RebuildOptions): Promise<number> {
  const { databaseUrl, companyId, projections, onError } = rebuilding
  const reader = kyselyOverPool(connectPool(databaseUrl, { name: 'site-ledger rebuild reader', max: 2, onError }))
  const builders: ShadowRebuild[] = []
  try {
    // One after the other and always in this order: two rebuilds of the same projections wait for each other without a
    // deadlock.
    for (const projection of projections.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      builders.push(await ShadowRebuild.begin(databaseUrl, companyId, projection, onError))
    let position = await catchUpRebuilds(reader, rebuilding, builders, 0)
    await Promise.all(builders.map((builder) => builder.finish()))
    let events = position
    for (const [index] of builders.entries()) {
      const swapped = await swapWhenPossible(reader, rebuilding, builders.slice(index), position)
      position = swapped.position
      events = Math.max(events, swapped.events)
    }
    return events
  } finally {
    await Promise.all([reader.destroy(), ...builders.map((builder) => builder.close())])
  }
}

/**
 * Swaps in the first of these as soon as possible, and keeps all of them near the head until then.
 * @returns the position of the others, and how many events the first was built from
 */
async function swapWhenPossible(
  reader: Kysely<Database>,
  rebuilding: RebuildOptions,
  builders: ShadowRebuild[],
  from: number,
): Promise<{ position: number; events: number }> {
  const until = Date.now() + SWAP_TIMEOUT_MS
  let position = from
  for (let withinMs = FIRST_SWAP_TRY_MS; ; withinMs = Math.min(2 * withinMs, MAX_SWAP_TRY_MS)) {
    position = await catchUpRebuilds(reader, rebuilding, builders, position)
    const events = await builders[0]?.swap(position, withinMs)
    if (events !== undefined) return { position, events }
    if (Date.now() > until) throw new Error(`The tables of ${builders[0]?.projection.name} were in use for too long`)
    await sleep(SWAP_RETRY_DELAY_MS)
  }
}

/**
 * Applies the log until the rebuilds are as near to the head as they get. The next page is read and decoded while the
 * builders write one.
 */
async function catchUpRebuilds(
  reader: Kysely<Database>,
  { companyId, onProgress }: RebuildOptions,
  builders: ShadowRebuild[],
  from: number,
): Promise<number> {
  let position = from
  let head = await readHeadPosition(reader, companyId)
  let left = head - from
  const read = (after: number) => readEventPage(reader, companyId, after, EVENTS_PER_REBUILD_PAGE)
  for await (const events of prefetchPages(from, read, (event) => event.position)) {
    await Promise.all(builders.map((builder) => builder.apply(events)))
    position = events.at(-1)?.position ?? position
    // Far from the head the query would only delay each page, because its answer changes nothing.
    if (head - position <= MAX_EVENTS_BEHIND_AT_SWAP) head = await readHeadPosition(reader, companyId)
    onProgress?.({ events: position, of: head })
    const before = left
    left = head - position
    if (left <= MAX_EVENTS_BEHIND_AT_SWAP && left >= before) break
  }
  return position
}
