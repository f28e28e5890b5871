import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let other: TestService
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  other = await startTestService({ sharesDatabaseWith: api })
  worker = await hireFieldUser(await signInAdmin(api.origin), 'site_incharge')
})
afterAll(async () => {
  await other.close()
  await api.close()
})

const ENTRIES = isFullRun ? 500 : 30

test(`a read that starts after an answer shows it, whichever process is asked: ${ENTRIES} times, 0 stale`, async () => {
  const readers = [worker.client.withSameCookies(api.origin), worker.client.withSameCookies(other.origin)]
  const stale: string[] = []
  for (let n = 0; n < ENTRIES; n++) {
    const { id, balance } = await recordExpenseOf(worker, { amount: '1.00' })
    const reader = readers[n % 2] ?? worker.client
    if (n % 4 < 2) {
      const read = expectBody(await reader.get('/api/site/balance'), 200, ROUTES.siteBalance.answer)
      if (read.totalSpent !== balance.totalSpent) stale.push(`${n}: ${read.totalSpent}`)
    } else {
      const path = '/api/site/transactions?limit=1'
      const [row] = expectBody(await reader.get(path), 200, ROUTES.siteTransactions.answer)
      if (row?.id !== id) stale.push(`${n}: ${row?.id}`)
    }
  }
  expect(stale).toEqual([])
}, 120_000)

test('when a projection stands still a read answers what there is, and by how many events it lags', async () => {
  const { json: before, headers } = await worker.client.get('/api/site/balance')
  const { etag: tag } = headers
  expect((await worker.client.get('/api/site/balance', { 'if-none-match': tag })).status).toBe(304)
  await stop("stopped_because = 'a test'")
  await recordExpenseOf(worker)
  await recordExpenseOf(worker)
  const reply = await worker.client.get('/api/site/balance')
  expect(reply.status).toBe(200)
  expect(reply.headers['ledger-lag']).toBe('2')
  expect(reply.json).toEqual(before)
  // A browser stores no such answer: it would keep its header with every 304 that follows.
  const path = '/api/site/balance'
  const again = await worker.client.get(path, { 'if-none-match': tag })
  expect([again.status, again.headers['ledger-lag'], again.json]).toEqual([200, '2', before])
  expect([again.headers.etag, again.headers['cache-control']]).toEqual([undefined, 'no-store'])
  // Another read model does not lag because of it.
  const list = await worker.client.get('/api/site/transactions?limit=1')
  expect(list.headers['ledger-lag']).toBeUndefined()
  expect((await api.client().get('/readyz')).status).toBe(503)
  await stop('stopped_because = NULL')
  const caughtUp = await worker.client.get('/api/site/balance')
  expect(caughtUp.headers['ledger-lag']).toBeUndefined()
  expect(caughtUp.json).not.toEqual(before)
  expect((await api.client().get('/readyz')).status).toBe(200)
})

async function stop(change: string): Promise<void> {
  await api.sql.query(`UPDATE read.checkpoints SET ${change} WHERE projection = 'balances'`)
}
