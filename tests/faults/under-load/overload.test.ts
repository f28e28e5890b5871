import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import { residentBytes } from '../../environment/processes/resident-memory.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { type RandomFieldLoad, startRandomFieldLoad } from '../random-field-load.ts'

/**
 * R10: the field works while others press: slow clients, large bodies, wrong passwords, and more slow reads than there
 * are connections: each alone, and then all at once. The field works at a fixed rate, so that the times do not depend
 * on its own load.
 */
/** The minimum duration for the field alone, and again under pressure. */
const SECONDS = 30
/**
 * The number of turns: the slowest hundredth of 30 s is a dozen calls, which a single bad moment of the machine can
 * cause.
 */
const TURNS = 3
/** The longest wait until a pressure gets its expected answers on a busy machine. */
const LONGEST_MS = 90_000
/** The interval at which each of eight workers starts two commands, and each of four readers two reads. */
const EVERY_MS = 200
const TIMES_SLOWER = 3
/** 45 clients that did not read once took the API to 3,410 MB. */
const MOST_MEGABYTES = 1000

/** The answers that each effective pressure gets; some clients are cut only after 10 s. */
const PRESSURES: Record<string, RegExp[]> = {
  slowClients: [/heads cut/, /readers cut/, /bodies cut/],
  largeBodies: [/allowed 400/, /large (413|cut)/, /endless (413|cut)/],
  wrongSignIns: [/sign-in 401/],
  slowReads: [/read 503/],
}
const ALL = Object.keys(PRESSURES)
/** `npm run test:faults -- overload -t "all at once"` runs one of them alone. */
const RUNS = [...ALL.map((name) => ({ what: name, names: [name] })), { what: 'all at once', names: ALL }]
/** Requests of a pressure are refused or cut; none is accepted, and only a read without a free connection fails. */
const MET = /^\S+ (cut|4\d\d)$|^read 503$/

test.each(RUNS)(
  'R10: the field goes on under pressure, and the API takes neither harm nor all the memory: $what',
  {
    timeout: 900_000,
  },
  async ({ names }) => {
    const ledger = await startProductProcesses({ settings: { SIGN_IN_LIMIT: 'on' } })
    try {
      const load = await startRandomFieldLoad(ledger.origin, randomSeed, { everyMs: EVERY_MS })
      const { pid } = ledger.api()
      await during(load, pid, () => true)
      const met: Record<string, number> = {}
      const quiet = nothingMeasured()
      const pressed = nothingMeasured()
      for (let turn = 1; turn <= TURNS; turn++) {
        add(quiet, await during(load, pid, () => true))
        add(pressed, await underPressure(names, ledger, load, met))
        process.stdout.write(`R10 ${names.join(', ')}: ${told(quiet, pressed)}\n`)
        // The clients that were cut are gone before the next quiet time.
        if (turn < TURNS) await during(load, pid, () => true)
      }
      await load.stop()
      expect(ledger.api().pid).toBe(pid)
      // Passwords of clients that have gone may still be in the hash queue, and each wrong one appends an event: after
      // a stop none follows.
      expect(await ledger.stopApi('SIGTERM')).toBe(0)
      await ledger.restartApi()
      const unanswered = load.calls.filter((call) => call.outcome === 'unknown')
      await load.resolveUnknownCalls()
      const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
      const busy = `at a load of ${loadavg()[0]?.toFixed(1)}`
      process.stdout.write(
        `R10 (seed ${randomSeed}): ${load.calls.length} calls, ${evidence.log.length} events, ${busy}; ${JSON.stringify(met)}\n`,
      )
      expect(unanswered).toEqual([])
      expect(Object.keys(met).filter((what) => !MET.test(what))).toEqual([])
      expect(findInvariantBreaches(evidence)).toEqual([])
      expect(Math.max(quiet.megabytes, pressed.megabytes)).toBeLessThan(MOST_MEGABYTES)
      expectNotMuchSlower(quiet, pressed)
    } finally {
      await ledger.close()
    }
  },
)

/** The times of the field: milliseconds of each call, and the API's largest memory. */
interface Measured {
  writes: number[]
  reads: number[]
  megabytes: number
}

const nothingMeasured = (): Measured => ({ writes: [], reads: [], megabytes: 0 })

function add(all: Measured, { writes, reads, megabytes }: Measured): void {
  all.writes.push(...writes)
  all.reads.push(...reads)
  all.megabytes = Math.max(all.megabytes, megabytes)
}

/** Measures for SECONDS and until `isOver`. */
async function during(load: RandomFieldLoad, pid: number, isOver: () => boolean): Promise<Measured> {
  const from = performance.now()
  const goesOn = () => {
    const tookMs = performance.now() - from
    return tookMs < SECONDS * 1000 || (tookMs < LONGEST_MS && !isOver())
  }
  const measured = nothingMeasured()
  const statuses = new Set<number>()
  async function read(client: TestClient, path: string): Promise<void> {
    while (goesOn()) {
      const begun = performance.now()
      statuses.add((await client.get(path)).status)
      measured.reads.push(performance.now() - begun)
      measured.megabytes = Math.max(measured.megabytes, residentBytes(pid) / 1e6)
      await sleep(Math.max(0, begun + EVERY_MS - performance.now()))
    }
  }
  const [first, second, third, fourth] = load.people.workers.map(({ client }) => client) as [
    TestClient,
    TestClient,
    TestClient,
    TestClient,
  ]
  await Promise.all([
    ...[first, second].map((client) => read(client, '/api/site/balance')),
    ...[third, fourth].map((client) => read(client, '/api/site/transactions')),
  ])
  expect([...statuses]).toEqual([200])
  const writes = load.calls.filter(({ sentAt }) => sentAt >= from)
  measured.writes = writes.map(({ sentAt, answeredAt }) => answeredAt - sentAt)
  return measured
}

/** @param met the number of each answer by pressure, summed up */
async function underPressure(
  names: string[],
  ledger: ProductProcesses,
  load: RandomFieldLoad,
  met: Record<string, number>,
) {
  const letGo = names.includes('slowReads') ? await holdMessages(ledger.database.ownerUrl) : async () => undefined
  const pressing: ProductProcess[] = []
  try {
    for (const name of names) pressing.push(await startPressure(name, ledger.origin, load))
    const now = () => Object.assign({}, ...pressing.map(lastSaid)) as Record<string, number>
    const expected = names.flatMap((name) => PRESSURES[name] ?? [])
    const missing = () => expected.filter((what) => !Object.keys(now()).some((each) => what.test(each)))
    const measured = await during(load, ledger.api().pid, () => missing().length === 0)
    for (const [what, times] of Object.entries(now())) met[what] = (met[what] ?? 0) + times
    expect(missing()).toEqual([])
    return measured
  } finally {
    await Promise.all(pressing.map((each) => each.stop()))
    await letGo()
  }
}

function startPressure(name: string, origin: string, { people }: RandomFieldLoad): Promise<ProductProcess> {
  const [worker] = people.workers
  const { cookies } = name === 'slowReads' || !worker ? people.office : worker.client
  const COOKIE = [...cookies].map(([each, value]) => `${each}=${value}`).join('; ')
  return startProductProcess('tests/faults/under-load/overload-process.ts', {
    PRESSURE: name,
    ORIGIN: origin,
    COOKIE,
  })
}

const lastSaid = (process: ProductProcess): Record<string, number> =>
  JSON.parse(process.output().split('\n').at(-2) ?? '{}')

/**
 * Locks the public page's messages, so that their readers wait with a connection until the returned function is called.
 */
async function holdMessages(ownerUrl: string): Promise<() => Promise<void>> {
  const owner = ownerPool(ownerUrl, 1)
  const client = await owner.connect()
  await client.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE contact_messages')
  return async () => {
    await client.query('ROLLBACK')
    client.release()
    await owner.end()
  }
}

const percentile99 = (times: number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

function told(quiet: Measured, pressed: Measured): string {
  const times = (what: 'writes' | 'reads') => {
    const [before, now] = [percentile99(quiet[what]), percentile99(pressed[what])]
    const [n, times] = [pressed[what].length, (now / before).toFixed(1)]
    return `p99 of ${n} ${what} ${now.toFixed(1)} ms, ${times} times the quiet ${before.toFixed(1)} ms`
  }
  const memory = `${Math.round(quiet.megabytes)} MB quiet, at most ${Math.round(pressed.megabytes)} MB`
  return `${times('writes')}; ${times('reads')}; ${memory}`
}

function expectNotMuchSlower(quiet: Measured, pressed: Measured): void {
  for (const what of ['writes', 'reads'] as const)
    expect(percentile99(pressed[what])).toBeLessThanOrEqual(TIMES_SLOWER * percentile99(quiet[what]))
}
