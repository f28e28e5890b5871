import { setTimeout as sleep } from 'node:timers/promises'
import { ANONYMOUS_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { addCompany, addCompanyHost, setCompanyDisabled } from '@ledger/ledger-service/companies/manage-companies.ts'
import { subscribeToLogs } from '@ledger/projections/projector/log-subscription.ts'
import { readCompaniesBehind } from '@ledger/projections/projector/projection-status.ts'
import { PROJECTOR_APPLICATION_NAME, readWorkerSilenceMs } from '@ledger/projections/projector/worker-liveness.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * /readyz with several companies: one lagging company does not make the server unready for all. With one company:
 * metrics.test.ts and read-your-writes.test.ts.
 */

let acme: TestService
let beta: TestService
let stopWorker: () => Promise<void>
const faults: string[] = []
const onError = ({ message }: Error) => faults.push(message)

beforeAll(async () => {
  acme = await startTestService({ servesEveryCompany: true, withoutWorker: true })
  await addCompanyHost(acme.sql, acme.company.companyId, '127.0.0.1')
  const made = await addCompany(acme.sql, { name: 'Beta', hosts: ['beta.localhost'] })
  if ('refused' in made) return expect.fail(made.refused)
  beta = await acme.atCompany(made.companyId, 'beta.localhost')
})
afterAll(async () => {
  await acme.close()
  expect(faults).toEqual([])
})
beforeEach(async () => {
  stopWorker = startWorker()
  await expect.poll(ready).toEqual([200, 'ok'])
})
afterEach(async () => {
  await stopWorker()
  // Otherwise the next test would count the closing connection as a worker.
  await expect.poll(() => readWorkerSilenceMs(acme.company.db)).toBe(undefined)
})

function startWorker(): () => Promise<void> {
  const databaseUrl = acme.database.url
  const db = kyselyOverPool(connectPool(databaseUrl, { name: PROJECTOR_APPLICATION_NAME, max: 3, onError }))
  const follower = subscribeToLogs({
    databaseUrl,
    db,
    onError,
    onStopped: (_projection, _position, error) => onError(error),
  })
  return async () => {
    await follower.close()
    await db.destroy()
  }
}

async function ready() {
  const { status, json } = await acme.client().get('/readyz')
  return [status, (json as { checks: { projections: string } }).checks.projections]
}

/** Appends an event that needs no password hash. */
const record = ({ company: { log, clock } }: TestService) =>
  log.submit({
    command: {
      ...{ type: 'RefuseSignIn', account: undefined, name: 'x', reason: 'x' },
      ...{ by: { system: ANONYMOUS_ACTOR }, now: clock() },
    },
    meta: {},
    answer: () => ({ status: 401, body: '' }),
  })

/** Locks the read models of companies, so that they do not advance, as a rebuild or a restore does. */
async function hold(...held: TestService[]): Promise<() => Promise<void>> {
  const client = await acme.sql.connect()
  await client.query('BEGIN')
  // On a cluster the companies may be on two nodes.
  for (const { company } of held)
    await client.query('SELECT FROM read.checkpoints WHERE company_id = $1 FOR UPDATE', [company.companyId])
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const areBehind = async () => (await readCompaniesBehind(acme.company.db)).size

test('a worker that is gone is noticed though nothing is recorded, and so is that it came back', async () => {
  await expect.poll(areBehind).toBe(0)
  await stopWorker()
  await expect.poll(ready).toEqual([503, 'no worker follows the logs'])
  stopWorker = startWorker()
  await expect.poll(ready).toEqual([200, 'ok'])
})

if (isFullRun)
  test('a worker that hangs is told from one that has nothing to do', async () => {
    const { db } = acme.company
    // The worker polls all the time.
    await sleep(1500)
    expect(await readWorkerSilenceMs(db)).toBeLessThan(1500)
    await stopWorker()
    await expect.poll(() => readWorkerSilenceMs(db)).toBe(undefined)
    const hanging = connectPool(acme.database.url, { name: PROJECTOR_APPLICATION_NAME, max: 1, onError })
    await hanging.query('SELECT 1')
    await expect.poll(() => readWorkerSilenceMs(db)).toBeGreaterThan(500)
    const asking = hanging.query('SELECT pg_sleep(2)')
    await expect.poll(() => readWorkerSilenceMs(db)).toBe(0)
    await asking
    await hanging.end()
    stopWorker = startWorker()
  })

test('one company that is behind turns no others away, nor keeps them waiting; all of them do', async () => {
  let letGo = await hold(beta)
  await record(beta)
  await expect.poll(areBehind).toBe(1)
  // An only company would make the server unready after this time.
  await sleep(1000)
  expect(await areBehind()).toBe(1)
  expect(await ready()).toEqual([200, 'ok'])
  await letGo()
  await expect.poll(areBehind).toBe(0)
  letGo = await hold(acme, beta)
  await record(beta)
  await record(acme)
  expect(await ready()).toEqual([503, expect.stringMatching(/^\d+ events behind after 1000 ms$/)])
  await letGo()
  await expect.poll(ready).toEqual([200, 'ok'])
})

test('where one has stopped and the other is behind, none is served as it should be', async () => {
  const stop = (because: string | null) =>
    acme.sql.query("UPDATE read.checkpoints SET stopped_because = $1 WHERE company_id = $2 AND projection = 'ledger'", [
      ...[because, acme.company.companyId],
    ])
  await stop('planted')
  expect(await ready()).toEqual([200, 'stopped at 1 of 2 companies'])
  const letGo = await hold(beta)
  await record(beta)
  expect((await ready())[0]).toBe(503)
  await letGo()
  await expect.poll(ready).toEqual([200, 'stopped at 1 of 2 companies'])
  await stop(null)
})

test('a disabled company counts neither as one that is served nor as one that is not', async () => {
  const letBetaGo = await hold(beta)
  await record(beta)
  await expect.poll(areBehind).toBe(1)
  await setCompanyDisabled(acme.sql, beta.company.companyId, true)
  expect(await areBehind()).toBe(0)
  const letGo = await hold(acme)
  await record(acme)
  expect((await ready())[0], 'the only one that is served is behind').toBe(503)
  await letGo()
  await expect.poll(ready).toEqual([200, 'ok'])
  await letBetaGo()
  await setCompanyDisabled(acme.sql, beta.company.companyId, false)
  await expect.poll(ready).toEqual([200, 'ok'])
})
