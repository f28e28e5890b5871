import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import {
  type CompanyProcessPool,
  JOB_PROCESS_FLAGS,
  openProcessPool,
} from '@ledger/ledger-service/jobs/process-pool.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { openCuttableProxy } from '../../environment/network/cuttable-proxy.ts'
import { hireFieldUser, recordExpenseOf, signInAdmin } from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** A report has its own process, so a crash or a block there does not affect the API. */

// Report processes have the lowest priority, so on a busy machine each takes seconds to start.
vi.setConfig({ testTimeout: 120_000 })

let api: TestService
beforeAll(async () => {
  api = await startTestService()
  const worker = await hireFieldUser(await signInAdmin(api.origin), 'site_incharge')
  for (let made = 0; made < 5; made++) await recordExpenseOf(worker)
})
afterAll(() => api.close())

function opened(databaseUrl = api.database.url) {
  const errors: Error[] = []
  const { companyId } = api.company
  const { forCompany, close } = openProcessPool(databaseUrl, 1, (error) => errors.push(error))
  return { processes: { ...forCompany(companyId), close }, errors }
}

/** Returns the report processes that a process has started: by default this one. */
function pidsOf(of: number | undefined): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return Number(parent) === of && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('jobs/worker-process.ts')
      } catch {
        // The process has ended meanwhile, or the name is no process id.
        return false
      }
    })
}

const pids = () => pidsOf(process.pid)
/**
 * Returns the id of the only report process; never 0, because a signal to 0 would reach this process and its whole
 * group.
 */
function onlyPid(): number {
  const [pid] = pids()
  return pid ?? expect.unreachable('A report has a process')
}
/** Blocks every read of the log until the returned function is called. */
async function holdLog(): Promise<() => Promise<void>> {
  const holder = await api.sql.connect()
  await holder.query('BEGIN; LOCK TABLE events, log_heads IN ACCESS EXCLUSIVE MODE')
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

/** Returns the number of reports that wait for a lock. */
async function waitingReports(): Promise<number> {
  return (await connectionsWaitingForLock(api.sql, 'site-ledger report')).length
}

const signal = () => AbortSignal.timeout(60_000)

it('ends with its reader, with its asker, and with the service, and gives its place back', async () => {
  const { processes, errors } = opened()
  const head = await logEnd(api)
  const left = processes.stream('exportLog', null)
  await once(left, 'readable')
  expect(pids()).toHaveLength(1)
  left.destroy()
  await once(left, 'close')
  await expect.poll(pids, { timeout: 20_000 }).toEqual([])
  const asking = new AbortController()
  const asked = processes.run('asOf', { position: head }, { signal: asking.signal })
  await expect.poll(pids, { timeout: 20_000 }).toHaveLength(1)
  asking.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  expect(pids()).toEqual([])
  expect(await processes.run('asOf', { position: head }, { signal: signal() })).toContain('"trialBalance"')
  // The process is reused for the next report.
  const [kept] = pids()
  expect(await processes.run('asOf', { position: head }, { signal: signal() })).toContain('"trialBalance"')
  expect(pids()).toEqual([kept])
  await processes.close()
  expect(pids()).toEqual([])
  expect(errors).toEqual([])
})

describe('a process that has made its report', () => {
  let processes: ReturnType<typeof opened>['processes']
  beforeAll(async () => {
    vi.stubEnv('SESSION_SECRET', 'a-secret-of-the-api-that-nobody-else-needs')
    processes = opened().processes
    await processes.run('asOf', { position: await logEnd(api) }, { signal: signal() })
    vi.unstubAllEnvs()
  })
  afterAll(() => processes.close())

  it('was given no setting of the service that begins it, and so no secret', () => {
    const environment = readFileSync(`/proc/${onlyPid()}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('SESSION_SECRET')
  })

  it('began with less room for young objects than Node gives', () => {
    const command = readFileSync(`/proc/${onlyPid()}/cmdline`, 'utf8').split('\0')
    expect(command).toEqual(expect.arrayContaining([...JOB_PROCESS_FLAGS]))
  })

  it.runIf(process.platform === 'linux')('gives way to the API with all its threads', () => {
    const threads = readdirSync(`/proc/${onlyPid()}/task`).map(Number)
    expect(threads.length).toBeGreaterThan(1)
    for (const thread of threads) expect(getPriority(thread)).toBe(Math.min(19, getPriority() + 10))
  })
})

it('dies alone: its own report fails, the next one is made', async () => {
  const { processes, errors } = opened()
  const head = await logEnd(api)
  const letGo = await holdLog()
  const left = processes.stream('exportLog', null)
  await expect.poll(pids, { timeout: 60_000 }).toHaveLength(1)
  process.kill(onlyPid(), 'SIGILL')
  const [error] = await once(left, 'error')
  expect(String(error)).toContain('ended with SIGILL')
  await letGo()
  expect(await processes.run('asOf', { position: head }, { signal: signal() })).toContain('"trialBalance"')
  // The crash of an idle process does not matter either.
  process.kill(onlyPid(), 'SIGKILL')
  const next = () => processes.run('asOf', { position: head }, { signal: signal() }).catch(String)
  await expect.poll(next, { timeout: 20_000 }).toContain('"trialBalance"')
  await processes.close()
  expect(errors).toEqual([])
})

if (isFullRun)
  it('goes on where all processes of the service are told to stop: that is for the API to hear', async () => {
    const { processes, errors } = opened()
    const letGo = await holdLog()
    const file = text(processes.stream('exportLog', null))
    // The report has begun, so its signal handlers are installed.
    await expect.poll(waitingReports, { timeout: 60_000 }).toBe(1)
    const pid = onlyPid()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, signal)
    await letGo()
    expect((await file).trim().split('\n').length).toBeGreaterThan(5)
    await processes.close()
    expect(errors).toEqual([])
  })

if (isFullRun)
  it('is begun anew where one could not be begun', async () => {
    const { processes } = opened()
    const asked = { position: await logEnd(api) }
    const { execPath } = process
    process.execPath = '/no/such/program'
    await expect(processes.run('asOf', asked, { signal: signal() })).rejects.toThrow('ENOENT')
    process.execPath = execPath
    expect(await processes.run('asOf', asked, { signal: signal() })).toContain('"trialBalance"')
    await processes.close()
  })

it('is given what belongs to its task', () => {
  const run: CompanyProcessPool['run'] = () => expect.unreachable()
  // @ts-expect-error: a task of another input does not compile, which is what the test holds
  const wrong = () => run('asOf', { publicKey: undefined }, { signal: signal() })
  expect(wrong).toBeTypeOf('function')
})

if (isFullRun)
  it('is made for each company in turn, however many of one wait', async () => {
    const errors: Error[] = []
    const { forCompany, close } = openProcessPool(api.database.url, 1, (error) => errors.push(error))
    const made: string[] = []
    const busy = forCompany(api.company.companyId)
    const letGo = await holdLog()
    const ask = (processes: CompanyProcessPool, name: string) =>
      processes.run('asOf', { position: 1 }, { signal: signal() }).finally(() => made.push(name))
    const asked = [1, 2, 3, 4].map((nth) => ask(busy, `busy ${nth}`))
    await expect.poll(waitingReports, { timeout: 60_000 }).toBe(1)
    // This report fails, because the company does not exist; only its place in the order matters.
    asked.push(ask(forCompany(randomUUID()), 'quiet'))
    await letGo()
    await Promise.allSettled(asked)
    expect(made).toEqual(['busy 1', 'busy 2', 'quiet', 'busy 3', 'busy 4'])
    await close()
    expect(errors).toEqual([])
  })

if (isFullRun)
  it('ends when the API is gone, however that came', async () => {
    const letGo = await holdLog()
    const [url, of] = [api.database.url, api.company.companyId].map((text) => JSON.stringify(text))
    const module = new URL('../../../ledger-service/jobs/process-pool.ts', import.meta.url).href
    const script = `import(${JSON.stringify(module)}).then(({ openProcessPool }) => openProcessPool(${url}, 1, () => {}).forCompany(${of}).stream('exportLog', null).resume())`
    const asker = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
    try {
      await expect.poll(() => pidsOf(asker.pid), { timeout: 60_000 }).toHaveLength(1)
      const [pid = 0] = pidsOf(asker.pid)
      asker.kill('SIGKILL')
      await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 20_000 }).toBe(false)
    } finally {
      asker.kill('SIGKILL')
      await letGo()
    }
  })

/** In the long form alone, because it lasts longer than others wait for a connection. */
if (isFullRun)
  it('waits longer for a connection than whoever is served before it', async () => {
    const slow = await openCuttableProxy(api.database.url, { afterMs: 6000 })
    const url = Object.assign(new URL(api.database.url), { port: new URL(slow.origin).port }).href
    const { processes, errors } = opened(url)
    const asked = { position: await logEnd(api) }
    expect(await processes.run('asOf', asked, { signal: signal() })).toContain('"trialBalance"')
    await processes.close()
    await slow.cut()
    expect(errors).toEqual([])
  })
