import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { hireFieldUser, sampleExpenseBody, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService } from '../../environment/service/test-service.ts'

it('a service that closes answers what was asked before, and waits for no other question on that connection', async () => {
  const api = await startTestService()
  const worker = await hireFieldUser(await signInAdmin(api.origin), 'site_incharge')
  const holder = await api.sql.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [api.company.companyId])
  const answer = worker.client.post('/api/site/transactions', sampleExpenseBody)
  await expect.poll(async () => (await connectionsWaitingForLock(api.sql)).length).toBe(1)
  const closed = api.close()
  // Longer than the server lets idle connections stay open.
  await sleep(500)
  await holder.query('COMMIT')
  holder.release()
  expect(await answer).toMatchObject({ status: 201, headers: { connection: 'close' } })
  // The client would reuse the connection, and the server would wait a minute for it, longer than this test may take.
  await closed
})

it('a service that closes logs no failure of a request whose client has disconnected', async () => {
  const api = await startTestService()
  const admin = await signInAdmin(api.origin)
  const holder = await api.sql.connect()
  await holder.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
  const gone = new AbortController()
  const answer = fetch(`${api.origin}/api/admin/transactions`, {
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    signal: gone.signal,
  })
  await expect.poll(async () => (await connectionsWaitingForLock(api.sql)).length).toBe(1)
  gone.abort()
  await expect(answer).rejects.toThrow()
  // The request's next query finds its connections closed; close() throws if the service logs an error.
  const closed = api.close()
  await sleep(500)
  await holder.query('COMMIT')
  holder.release()
  await closed
})
