import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { admin, anExpense, hire } from '../environment/people.ts'
import { startService } from '../environment/service.ts'
import { waitingForLock } from '../environment/waiting.ts'

it('a service that closes answers what was asked before, and waits for no other question on that connection', async () => {
  const api = await startService()
  const worker = await hire(await admin(api.origin), 'site_incharge')
  const holder = await api.sql.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [api.service.companyId])
  const answer = worker.client.post('/api/site/transactions', anExpense)
  await expect.poll(async () => (await waitingForLock(api.sql)).length).toBe(1)
  const closed = api.close()
  // Longer than the server lets idle connections stay open.
  await sleep(500)
  await holder.query('COMMIT')
  holder.release()
  expect(await answer).toMatchObject({ status: 201, headers: { connection: 'close' } })
  // The client would reuse the connection, and the server would wait a minute for it, longer than this test may take.
  await closed
})
