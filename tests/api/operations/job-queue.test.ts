import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { openJobEnqueuer } from '@ledger/ledger-service/jobs/job-enqueuer.ts'
import { REBUILD_JOB, VERIFY_READ_MODELS_JOB } from '@ledger/projections/jobs/job-names.ts'
import { processCompanyJobs } from '@ledger/projections/jobs/process-company-jobs.ts'
import { startScheduledJobs } from '@ledger/projections/jobs/scheduled-jobs.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { signInAdmin } from '../../environment/service/people-and-money.ts'
import { runScheduledJobs } from '../../environment/service/run-scheduled-jobs.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
beforeAll(async () => {
  api = await startTestService()
  // The worker creates the queues; afterwards it is stopped.
  await (await runScheduledJobs(api))()
})
afterAll(() => api.close())

const jobs = async (name: string) =>
  (await api.sql.query('SELECT state, singleton_key AS key FROM pgboss.job WHERE name = $1', [name])).rows

test('asked for while it waits or runs, a rebuild is the same one', async () => {
  const app = Fastify()
  const queue = openJobEnqueuer(app, api.company.db)
  for (const projection of ['balances', 'ledger', 'balances'])
    await queue.enqueue(REBUILD_JOB, projection, { projection })
  expect((await jobs(REBUILD_JOB)).map(({ key }) => key).sort()).toEqual(['balances', 'ledger'])
  await api.sql.query("UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name = $1", [REBUILD_JOB])
  await queue.enqueue(REBUILD_JOB, 'balances', { projection: 'balances' })
  expect(await jobs(REBUILD_JOB)).toHaveLength(2)
  await api.sql.query("UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = $1", [REBUILD_JOB])
  await queue.enqueue(REBUILD_JOB, 'balances', { projection: 'balances' })
  expect(await jobs(REBUILD_JOB)).toHaveLength(3)
  await app.close()
})

test('a rebuild is said to wait only where it does', async () => {
  const office = await signInAdmin(api.origin)
  const ask = () => office.post('/api/audit/rebuilds', { projection: 'activity' })
  const state = async () =>
    expectBody(await office.get('/api/audit/rebuilds'), 200, ROUTES.auditRebuilds.answer).map((each) => each.state)
  // The queue is unreachable: the job was not enqueued, and no state is recorded.
  await api.sql.query('ALTER SCHEMA pgboss RENAME TO pgboss_away')
  const before = api.logs.length
  expect((await ask()).status).toBe(500)
  // The planted fault; any other fault in the logs fails the test at its end.
  expect(api.logs.splice(before).join('')).toContain('pg-boss is not installed')
  await api.sql.query('ALTER SCHEMA pgboss_away RENAME TO pgboss')
  expect(await state()).toEqual([])
  expect((await ask()).json).toMatchObject({ projection: 'activity', state: 'waiting' })
  // The worker has recorded that it is done, and its queue does not show it yet.
  await api.sql.query("UPDATE pgboss.job SET state = 'active' WHERE singleton_key LIKE '% activity'")
  await api.sql.query("UPDATE read.rebuilds SET state = 'done', events = 7, of_events = 7")
  expect((await ask()).json).toMatchObject({ state: 'done', events: 7, of: 7 })
  expect(await state()).toEqual(['done'])
  await api.sql.query(
    "UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE singleton_key LIKE '% activity'",
  )
  expect((await ask()).json).toMatchObject({ state: 'waiting', events: 0 })
  expect(await state()).toEqual(['waiting'])
})

test('of the rebuilds the one that changed last comes first', async () => {
  const office = await signInAdmin(api.origin)
  for (const projection of ['sums', 'balances', 'bills']) await office.post('/api/audit/rebuilds', { projection })
  for (const [projection, changedAt] of [
    ['sums', '2026-04-01T06:30:00.000Z'],
    ['balances', '2026-04-01T06:30:00.001Z'],
    ['bills', '2026-03-31T06:30:00.000Z'],
  ])
    await api.sql.query('UPDATE read.rebuilds SET changed_at = $2 WHERE projection = $1', [projection, changedAt])
  await office.post('/api/audit/rebuilds', { projection: 'words' })
  const rebuilds = expectBody(await office.get('/api/audit/rebuilds'), 200, ROUTES.auditRebuilds.answer)
  const names = rebuilds.map(({ projection }) => projection).filter((name) => name !== 'activity')
  expect(names).toEqual(['words', 'balances', 'sums', 'bills'])
})

test('a verification that is asked for while one runs is done after it, once', async () => {
  const app = Fastify()
  const queue = openJobEnqueuer(app, api.company.db)
  await queue.enqueue(VERIFY_READ_MODELS_JOB, 'asked')
  await api.sql.query("UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name = $1", [
    VERIFY_READ_MODELS_JOB,
  ])
  for (let times = 0; times < 3; times++) await queue.enqueue(VERIFY_READ_MODELS_JOB, 'asked')
  expect((await jobs(VERIFY_READ_MODELS_JOB)).map(({ state }) => state).sort()).toEqual(['active', 'created'])
  await app.close()
})

test('a queue that could not be reached once is reached the next time', async () => {
  const app = Fastify()
  const queue = openJobEnqueuer(app, api.company.db)
  await api.sql.query('ALTER SCHEMA pgboss RENAME TO pgboss_away')
  await expect(queue.enqueue(VERIFY_READ_MODELS_JOB, 'early')).rejects.toThrow()
  await api.sql.query('ALTER SCHEMA pgboss_away RENAME TO pgboss')
  await queue.enqueue(VERIFY_READ_MODELS_JOB, 'later')
  expect((await jobs(VERIFY_READ_MODELS_JOB)).filter(({ key }) => key === 'later')).toHaveLength(1)
  await app.close()
})

test('a job that throws at a company is told with whose it is, the others have their turn, and a queue of an older version gets the policy of this one', async () => {
  const told: [string, string | undefined][] = []
  const onError = (error: Error, companyId?: string) => void told.push([error.message, companyId])
  const { db } = api.company
  const pool = connectPool(api.database.url, { name: 'test jobs', max: 1, onError: (error) => onError(error) })
  const onDifferent = () => undefined
  const boss = await startScheduledJobs({
    pool,
    databaseUrl: api.database.url,
    db,
    billsS3: undefined,
    onError,
    onDifferent,
  })
  await boss.createQueue('of-old', { policy: 'singleton' })
  const worked: string[] = []
  // A worker may take the first job at once; it must not end before the second is enqueued.
  const asked = Promise.withResolvers<void>()
  await processCompanyJobs(
    boss,
    { name: 'of-old', policy: 'exclusive', retryLimit: 0, expireInSeconds: 60 },
    {
      async companies() {
        await asked.promise
        return ['acme', 'beta', 'gamma', 'delta']
      },
      begin: () => ({
        async run(companyId) {
          worked.push(companyId)
          if (companyId === 'acme') throw new Error('The disk of the job is full')
          if (companyId !== 'delta') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        },
      }),
    },
    onError,
  )
  await boss.send('of-old', {}, { singletonKey: 'one' })
  await boss.send('of-old', {}, { singletonKey: 'one' })
  expect(await jobs('of-old')).toHaveLength(1)
  asked.resolve()
  // The unavailable database is reported once, without a company.
  await expect
    .poll(() => told)
    .toEqual([
      ['The disk of the job is full', 'acme'],
      ['away', undefined],
    ])
  expect(worked).toEqual(['acme', 'beta', 'gamma', 'delta'])
  await boss.stop({ graceful: true, timeout: 5000 })
  await pool.end()
  const queue = await api.sql.query("SELECT policy, heartbeat_seconds FROM pgboss.queue WHERE name = 'of-old'")
  expect(queue.rows).toEqual([{ policy: 'exclusive', heartbeat_seconds: 60 }])
})

if (isFullRun)
  test('a job that expires begins no further company, and its retry shares nothing with it', async () => {
    const { db } = api.company
    const onError = (error: Error) => expect.fail(error.message)
    const pool = connectPool(api.database.url, { name: 'test jobs', max: 1, onError })
    const { url: databaseUrl } = api.database
    const boss = await startScheduledJobs({
      ...{ pool, databaseUrl, db, billsS3: undefined, onError },
      onDifferent: () => undefined,
    })
    const expired = Promise.withResolvers<void>()
    let jobs = 0
    const worked: string[] = []
    await processCompanyJobs(
      boss,
      { name: 'expiring', policy: 'exclusive', retryLimit: 1, expireInSeconds: 1 },
      {
        companies: async () => ['acme', 'beta'],
        begin() {
          const job = ++jobs
          return {
            async run(companyId) {
              worked.push(`${job} ${companyId}`)
              if (job === 1) await expired.promise
            },
            finish: async () => worked.push(`${job} finished`),
          }
        },
      },
      onError,
    )
    await boss.send('expiring', {})
    await expect.poll(() => worked, { timeout: 20_000 }).toEqual(['1 acme', '2 acme', '2 beta', '2 finished'])
    expired.resolve()
    await expect.poll(() => worked.at(-1)).toBe('1 finished')
    expect(worked).not.toContain('1 beta')
    await boss.stop({ graceful: true, timeout: 5000 })
    await pool.end()
  })
