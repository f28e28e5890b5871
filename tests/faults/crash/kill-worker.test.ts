import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import type { SourcePatch } from '../planted/source-patches.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { type RandomFieldLoad, startRandomFieldLoad } from '../random-field-load.ts'

/** R2: kill -9 of the worker, at random and at each of its four points. R4: two workers, one of which is paused. */
const ROUNDS = isFullRun ? 40 : 1
const PAUSES = isFullRun ? 20 : 1
const PAUSED_MS = isFullRun ? 60_000 : 2000
const AT_THE_HEAD_WITHIN_MS = 5000
const limit = { timeout: isFullRun ? 3_600_000 : 120_000 }

/** A page of several companies with few events, which a cluster never combines, and a page of one company. */
const [TOGETHER, ALONE] = ['projections/projector/multi-company-batch.ts', 'projections/projector/projector.ts']
type Place = (strike: string) => SourcePatch
const place = (file: string, find: string, put: (strike: string) => string): Place => {
  return (strike) => ({ file, find, put: put(strike) })
}
const before = (file: string, find: string) => place(file, find, (strike) => `${strike}\n${find}`)
const after = (file: string, find: string, put = (strike: string) => strike) =>
  place(file, find, (strike) => `${find}\n${put(strike)}`)

/** The points where a worker is killed, each at a random page, in both code paths. */
const POINTS: Record<string, Place[]> = {
  'a page was read': [
    after(TOGETHER, 'const pages = await readEventPagesOfCompanies(db, all)'),
    after(ALONE, 'const events = await readPageOrStop(settings, projections, position, limit)'),
  ],
  'the rows were written': [
    after(
      'projections/projector/buffered-writer.ts',
      'taken = new Set(rows.map(({ company_id: companyId }) => companyId))',
    ),
    after(ALONE, 'await withPoisonEventDetection(trx, all.finish)'),
  ],
  'before the checkpoint': [
    before(TOGETHER, 'const into = createAtomicProjectionWriter(db, movePositionsStatement(read))'),
    before(ALONE, 'const { numUpdatedRows } = await trx'),
  ],
  'COMMIT was sent': [
    place(
      'database/connection/auto-prepare.ts',
      'if (COMMIT_STATEMENT.test(text)) return commit(client)',
      (strike) => `if (COMMIT_STATEMENT.test(text)) { const sent = client.query(text); ${strike} return sent }`,
    ),
    // A page that needs no COMMIT: a single statement contains all of it.
    after(
      'database/connection/auto-prepare.ts',
      'const name = names.nameOf(text)',
      (strike) => `if (text.startsWith('WITH into_checkpoints')) {
      const sent = client.query({ text, values: [...values] }); ${strike} return sent }`,
    ),
  ],
}
const dieAt = (point: string, pass: number): SourcePatch[] =>
  (POINTS[point] ?? expect.unreachable(point)).map((strike) => strike(`if (nthPass('point', ${pass})) die();`))

const random = seededRandom(randomSeed)
let ledger: ProductProcesses
let load: RandomFieldLoad
beforeAll(async () => {
  ledger = await startProductProcesses({ workers: 1 })
  load = await startRandomFieldLoad(ledger.origin, randomSeed)
})
afterAll(() => ledger.close())

const worker = () => ledger.workers[0] ?? expect.unreachable('There is a worker')
const percentile95 = (times: number[]) =>
  Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN)

/**
 * Starts the worker again.
 * @returns milliseconds until every read model is at the head
 */
async function restarted(planted: SourcePatch[] = []): Promise<number> {
  const begun = performance.now()
  await ledger.restartWorker(0, planted)
  await ledger.ready(isFullRun ? AT_THE_HEAD_WITHIN_MS : undefined)
  return performance.now() - begun
}

/** The short form runs one, another with each seed. */
const everywhere = ['at random', ...Object.keys(POINTS)]
const chosen = isFullRun ? everywhere : everywhere.slice(randomSeed % everywhere.length).slice(0, 1)

test.each(chosen)('R2: the worker is killed (%s), and goes on where it was', limit, async (point) => {
  const backMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (point === 'at random') {
      await sleep(random.whole(100, 900))
      await worker().stop('SIGKILL')
    } else {
      await worker().stop('SIGKILL')
      // The worker must die by itself, or the point is wrong; at an early page it dies before it could report that it
      // is ready.
      const died = ledger.restartWorker(0, dieAt(point, random.whole(1, 20))).then(() => worker().ended)
      expect(String(await died.catch((error: Error) => error.message))).toMatch(/null/)
    }
    backMs.push(await restarted())
  }
  const figures = `${ROUNDS} kills; at the head again in ${percentile95(backMs)} ms (95th percentile)`
  process.stdout.write(`R2, ${point} (seed ${randomSeed}): ${figures}\n`)
})

/** The server ends a pause inside a transaction after 15 s, so the short form has one only with every fourth seed. */
if (isFullRun || randomSeed % 4 === 0)
  test('R4: a worker that was paused finds its page taken by another, and takes it no second time', limit, async () => {
    for (let round = 0; round < PAUSES; round++) {
      await ledger.restartWorker(1)
      await sleep(random.whole(50, 500))
      const paused = worker()
      process.kill(paused.pid, 'SIGSTOP')
      const pausedSince = Date.now()
      // The server releases the locks of a paused worker after idle_in_transaction_session_timeout (15 s).
      await ledger.ready(30_000)
      await sleep(Math.max(0, pausedSince + PAUSED_MS - Date.now()))
      process.kill(paused.pid, 'SIGCONT')
      await sleep(500)
      await ledger.workers.pop()?.stop()
      await ledger.ready()
    }
    process.stdout.write(`R4 (seed ${randomSeed}): ${PAUSES} workers paused for ${PAUSED_MS / 1000} s\n`)
  })

test('R2 and R4: nothing is lost or counted twice', limit, async () => {
  await load.stop()
  await load.resolveUnknownCalls()
  const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
  process.stdout.write(
    `R2, R4 (seed ${randomSeed}): ${load.calls.length} calls, ${load.reads.length} reads, ${evidence.log.length} events\n`,
  )
  expect(findInvariantBreaches(evidence)).toEqual([])
  expect(load.reads.length).toBeGreaterThan(0)
})
