import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openThreads } from '@ledger/ledger-service/threads/threads.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { position } from '../environment/log.ts'
import { admin, hire, spend } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** Threads end themselves: one that is terminated in the middle of a database's answer can take the API with it. */

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
  const threads = openThreads({ databaseUrl: api.database.url, companyId }, 1, (error) => errors.push(error))
  return { threads, errors }
}

it('nothing terminates a thread whose reader goes, that is asked no more, or whose service closes', async () => {
  const terminated = vi.spyOn(Worker.prototype, 'terminate')
  const { threads, errors } = opened()
  const head = await position(api)
  const left = threads.stream('exportLog', null)
  await once(left, 'readable')
  left.destroy()
  await once(left, 'close')
  const asking = new AbortController()
  const asked = threads.run('asOf', { position: head }, { signal: asking.signal, onProgress: () => asking.abort() })
  asking.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  // The place is free again, and the thread works.
  const signal = AbortSignal.timeout(20_000)
  expect(await threads.run('asOf', { position: head }, { signal })).toContain('"trialBalance"')
  await threads.close()
  expect(terminated).not.toHaveBeenCalled()
  expect(errors).toEqual([])
})
