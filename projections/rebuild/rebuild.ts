import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { PROJECTIONS } from '../projector/projector.ts'
import { readEventPage, readHeadPosition } from '../projector/read-event-pages.ts'
import type { Projection } from '../read-models/read-model.ts'
import { ShadowRebuild } from './shadow-rebuild.ts'

/** The queue on which rebuilds are asked for. */
export const REBUILD_JOB = 'rebuild-projection'

/** What is made of a larger one outlives the collections of young garbage: a page of 2000 took 100 MB more, and a sixth more CPU. */
const EVENTS_PER_REBUILD_PAGE = 500
/**
 * What is left is taken while the live projection waits, and who reads it with it: a swap begins where no page brings it nearer to the head,
 * and it is this near, at least.
 */
const MAX_EVENTS_BEHIND_AT_SWAP = 1000
/** How long readers may wait for one try to swap, at first and at most; and how long they have to themselves after it. */
const FIRST_SWAP_TRY_MS = 50
const MAX_SWAP_TRY_MS = 300
const SWAP_RETRY_DELAY_MS = 500
/** Longer than any verification takes. */
const SWAP_TIMEOUT_MS = 3_600_000

export interface RebuildOptions {
  databaseUrl: string
  companyId: string
  /** Those built together read the log once. */
  projections: readonly Projection[]
  onProgress?: (done: { events: number; of: number }) => void
  onError: (error: Error) => void
}

export function findProjection(name: string): Projection | undefined {
  return PROJECTIONS.find((projection) => projection.name === name)
}

/**
 * Builds projections anew from the first event while everything serves: into tables of the same names in the schema
 * `rebuild`, by the projections' own code, and swaps each for the live one in a transaction, or replaces in it the rows that differ where
 * others have theirs. Readers see the old rows until then and never fewer events than before. A projection that had stopped goes on from where it was rebuilt to.
 * @returns how many events they were built from
 * @throws where the connection of one is lost, or its live tables are in use for `SWAP_TIMEOUT_MS`
 */
export async function rebuildProjections(rebuilding: RebuildOptions): Promise<number> {
  const { databaseUrl, companyId, projections, onError } = rebuilding
  const reader = kyselyOverPool(connectPool(databaseUrl, { name: 'site-ledger rebuild reader', max: 2, onError }))
  const builders: ShadowRebuild[] = []
  try {
    // One after the other and always in this order: two rebuilds of the same ones wait for each other, and never in a ring.
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
 * Puts the first of these in place as soon as it can be, and keeps all of them near the head until then.
 * @returns where the others stand, and how many events the first was built from
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

/** As near to the head as it gets. The next page is read, and taken apart, while the builders write one. */
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
    // While it is far, each page would wait for an answer that changes nothing.
    if (head - position <= MAX_EVENTS_BEHIND_AT_SWAP) head = await readHeadPosition(reader, companyId)
    onProgress?.({ events: position, of: head })
    const before = left
    left = head - position
    if (left <= MAX_EVENTS_BEHIND_AT_SWAP && left >= before) break
  }
  return position
}
