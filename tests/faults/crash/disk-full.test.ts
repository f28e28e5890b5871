import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { expect, onTestFinished, test } from 'vitest'
import { migrateOwnServer } from '../../environment/database/migrate-own-server.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { sampleExpenseBody } from '../../environment/service/people-and-money.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'

/**
 * R9: the disk of the database is full, then has room again, on a file system of the test's own. Where none may be
 * mounted, the test reports that.
 */
const ROUNDS = 10
const FULL_FOR_MS = 4000
const WRITES_WITHIN_MS = 5000

test('R9: on a full disk writes are refused with 503 and reads go on; with room again, so do writes', {
  timeout: 1_800_000,
}, async ({ skip }) => {
  const disk = join(temporaryFolder(), 'disk')
  mkdirSync(disk)
  const refused = run('mount', '-t', 'tmpfs', '-o', 'size=320m,mode=711', 'tmpfs', disk)
  if (refused) {
    process.stdout.write(`R9 is left out, because it needs a file system of its own: ${refused}\n`)
    skip(refused)
  }
  onTestFinished(() => void run('umount', '--lazy', disk))
  const postgres = await startEmbeddedPostgres({ directory: join(disk, 'postgres') })
  const drop = () => postgres.stop('immediate')
  const ledger = await startProductProcesses({ database: await migrateOwnServer(postgres, drop) })
  try {
    const load = await startRandomFieldLoad(ledger.origin, randomSeed)
    const [{ client }] = load.people.workers as [(typeof load.people.workers)[number]]
    const write = async () => (await client.post('/api/site/transactions', sampleExpenseBody)).status
    const read = async () => (await client.get('/api/site/balance')).status
    const backMs: number[] = []
    const seen = { writes: new Set<number>(), reads: new Set<number>() }
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(500)
      fill(join(disk, 'filler'))
      for (const until = Date.now() + 30_000; (await write()) === 201 && Date.now() < until; );
      for (const until = Date.now() + FULL_FOR_MS; Date.now() < until; await sleep(50)) {
        seen.writes.add(await write())
        seen.reads.add(await read())
      }
      rmSync(join(disk, 'filler'))
      const begun = performance.now()
      while ((await write()) !== 201) await sleep(20)
      backMs.push(performance.now() - begun)
    }
    await load.stop()
    const internal = load.calls.filter((call) => call.status === 500)
    await load.resolveUnknownCalls()
    const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
    const unknown = load.calls.filter((call) => call.wasUnknown).length
    const slowest = Math.round(Math.max(...backMs))
    const figures = [`${ROUNDS} times full`, `${load.calls.length} calls`, `${unknown} refused with 503`]
    process.stdout.write(
      `R9 (seed ${randomSeed}): ${figures.join(', ')}, ${evidence.log.length} events; writes again in ${slowest} ms at most\n`,
    )
    // Where the server has just freed some room, an entry may still fit; the evidence proves that it is stored.
    const refusals = [...seen.writes].filter((status) => status !== 201)
    expect([refusals, [...seen.reads]]).toEqual([[503], [200]])
    expect(internal).toEqual([])
    expect(unknown).toBeGreaterThan(0)
    expect(findInvariantBreaches(evidence)).toEqual([])
    expect(slowest).toBeLessThanOrEqual(WRITES_WITHIN_MS)
  } finally {
    await ledger.close()
  }
})

/** Fills the disk. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const piece = Buffer.alloc(size)
      try {
        while (writeSync(file, piece) === size);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(file)
  }
}

/** @returns the error output; '' on success */
function run(command: string, ...given: string[]): string {
  const { status, error, stderr } = spawnSync(command, given, { encoding: 'utf8' })
  return status === 0 ? '' : (error?.message ?? stderr.trim())
}
