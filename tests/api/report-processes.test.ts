import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { openProcesses } from '@ledger/ledger-service/reports/processes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { position } from '../environment/log.ts'
import { admin, hire, spend } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** A report has a process of its own, so that nothing that happens to it happens to the API. */

let api: TestService
beforeAll(async () => {
  api = await startService()
  const worker = await hire(await admin(api.origin), 'site_incharge')
  for (let made = 0; made < 5; made++) await spend(worker)
})
afterAll(() => api.close())

function opened() {
  const errors: Error[] = []
  const { companyId } = api.service
  const processes = openProcesses({ databaseUrl: api.database.url, companyId }, 1, (error) => errors.push(error))
  return { processes, errors }
}

/** The processes that this one has begun for reports. */
function pids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reports/process.ts')
        )
      } catch {
        // It has ended meanwhile, or is none.
        return false
      }
    })
}

const signal = () => AbortSignal.timeout(20_000)

it('ends with its reader, with its asker, and with the service, and gives its place back', async () => {
  const { processes, errors } = opened()
  const head = await position(api)
  const left = processes.stream('exportLog', null)
  await once(left, 'readable')
  expect(pids()).toHaveLength(1)
  left.destroy()
  await once(left, 'close')
  await expect.poll(pids).toEqual([])
  const asking = new AbortController()
  const asked = processes.run('asOf', { position: head }, { signal: asking.signal })
  await expect.poll(pids).toHaveLength(1)
  asking.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  expect(pids()).toEqual([])
  expect(await processes.run('asOf', { position: head }, { signal: signal() })).toContain('"trialBalance"')
  // What was used is kept for the next one.
  const [kept] = pids()
  expect(await processes.run('asOf', { position: head }, { signal: signal() })).toContain('"trialBalance"')
  expect(pids()).toEqual([kept])
  await processes.close()
  expect(pids()).toEqual([])
  expect(errors).toEqual([])
})

it('dies alone: its own report fails, the next one is made', async () => {
  const { processes, errors } = opened()
  const head = await position(api)
  const left = processes.stream('exportLog', null)
  await once(left, 'readable')
  const [pid = 0] = pids()
  process.kill(pid, 'SIGILL')
  const [error] = await once(left, 'error')
  expect(String(error)).toContain('ended with SIGILL')
  expect(await processes.run('asOf', { position: head }, { signal: signal() })).toContain('"trialBalance"')
  // One that nobody uses just then is not missed either.
  const [idle = 0] = pids()
  process.kill(idle, 'SIGKILL')
  const next = () => processes.run('asOf', { position: head }, { signal: signal() }).catch(String)
  await expect.poll(next, { timeout: 20_000 }).toContain('"trialBalance"')
  await processes.close()
  expect(errors).toEqual([])
})

it.runIf(process.platform === 'linux')('gives way to the API with all its threads', async () => {
  const { processes } = opened()
  await processes.run('asOf', { position: await position(api) }, { signal: signal() })
  const [pid = 0] = pids()
  const threads = readdirSync(`/proc/${pid}/task`).map(Number)
  expect(threads.length).toBeGreaterThan(1)
  for (const thread of threads) expect(getPriority(thread)).toBe(Math.min(19, getPriority() + 10))
  await processes.close()
})
