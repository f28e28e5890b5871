import { setTimeout as sleep } from 'node:timers/promises'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { readAhead } from '@ledger/database/read-ahead.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { headPosition, readPage } from './log.ts'
import type { Projection } from './projection.ts'
import { PROJECTIONS } from './projector.ts'
import { TableBuilder } from './table-builder.ts'

/** The queue on which rebuilds are asked for. */
export const REBUILD_JOB = 'rebuild-projection'

const PAGE = 2000
/** So near to the head the swap may begin: what is left is taken while the live projection waits. */
const NEAR = 1000
/** How long readers may wait for one try to swap, at first and at most; and how long they have to themselves after it. */
const SHORTEST_TRY_MS = 50
const LONGEST_TRY_MS = 300
const BETWEEN_TRIES_MS = 500
/** Longer than any verification takes. */
const LONGEST_IN_USE_MS = 3_600_000

export interface Rebuilding {
  databaseUrl: string
  companyId: string
  /** Those built together read the log once. */
  projections: readonly Projection[]
  onProgress?: (done: { events: number; of: number }) => void
  onError: (error: Error) => void
}

export function projectionNamed(name: string): Projection | undefined {
  return PROJECTIONS.find((projection) => projection.name === name)
}

/**
 * Builds projections anew from the first event while everything serves: into tables of the same names in the schema
 * `rebuild`, by the projections' own code, and swaps each for the live one in a transaction. Readers see the old rows until
 * then and never fewer events than before. A projection that had stopped goes on from where it was rebuilt to.
 * @returns how many events they were built from
 * @throws where the connection of one is lost, or its live tables are in use for `LONGEST_IN_USE_MS`
 */
export async function rebuild(rebuilding: Rebuilding): Promise<number> {
  const { databaseUrl, companyId, projections, onError } = rebuilding
  const reader = connect(connectPool(databaseUrl, { name: 'site-ledger rebuild reader', max: 2, onError }))
  const builders: TableBuilder[] = []
  try {
    // One after the other and always in this order: two rebuilds of the same ones wait for each other, and never in a ring.
    for (const projection of projections.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      builders.push(await TableBuilder.begin(databaseUrl, companyId, projection, onError))
    await fillAll(reader, rebuilding, builders)
    let events = 0
    for (const [index] of builders.entries())
      events = Math.max(events, await swapIn(reader, rebuilding, builders.slice(index)))
    return events
  } finally {
    await Promise.all([reader.destroy(), ...builders.map((builder) => builder.close())])
  }
}

/**
 * The ledger first, so that its indexes, the dearest of all, are made by the server while this process folds the others; that costs a
 * second reading of the log, and less time.
 */
async function fillAll(reader: Kysely<Database>, rebuilding: Rebuilding, builders: TableBuilder[]): Promise<void> {
  const isFirst = ({ projection }: TableBuilder) => projection.name === 'ledger'
  const [first, others] = [builders.filter(isFirst), builders.filter((builder) => !isFirst(builder))]
  const finish = (some: TableBuilder[]) => Promise.all(some.map((builder) => builder.finish()))
  await fill(reader, rebuilding, first)
  const indexing = finish(first)
  indexing.catch(() => undefined)
  await fill(reader, rebuilding, others)
  await Promise.all([indexing, finish(others)])
  await fill(reader, rebuilding, builders)
}

/**
 * Puts the first of these in place as soon as it can be, and keeps all of them near the head until then.
 * @returns how many events it was built from
 */
async function swapIn(reader: Kysely<Database>, rebuilding: Rebuilding, builders: TableBuilder[]): Promise<number> {
  const until = Date.now() + LONGEST_IN_USE_MS
  for (let withinMs = SHORTEST_TRY_MS; ; withinMs = Math.min(2 * withinMs, LONGEST_TRY_MS)) {
    const events = await builders[0]?.swap(withinMs)
    if (events !== undefined) return events
    if (Date.now() > until) throw new Error(`The tables of ${builders[0]?.projection.name} were in use for too long`)
    await sleep(BETWEEN_TRIES_MS)
    await fill(reader, rebuilding, builders)
  }
}

/** Up to near the head. The next page is read, and taken apart, while the builders write one. */
async function fill(
  reader: Kysely<Database>,
  { companyId, onProgress }: Rebuilding,
  builders: TableBuilder[],
): Promise<void> {
  if (builders.length === 0) return
  const read = (after: number) => readPage(reader, companyId, after, PAGE)
  const from = Math.min(...builders.map((builder) => builder.position))
  for await (const events of readAhead(from, read, (event) => event.position)) {
    await Promise.all(builders.map((builder) => builder.take(events)))
    const position = events.at(-1)?.position ?? from
    const head = await headPosition(reader, companyId)
    onProgress?.({ events: position, of: head })
    if (head - position <= NEAR) break
  }
}
