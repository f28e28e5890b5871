import { openLog } from '@ledger/ledger-service/event-store/append.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLedger, type TestLedger } from './ledger.ts'
import { expense, sendMoney, submission } from './submissions.ts'

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openLedger()
})
afterEach(async () => {
  vi.useRealTimers()
  await ledger.close()
})

const MINUTE_MS = 60_000

test('where a connection may rest it is let go when nobody has appended for a while, and opened again by who does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const { databaseUrl, companyId, people, sql } = ledger
  await ledger.log.close()
  let mayRest = false
  const log = openLog({
    ...{ databaseUrl, companyId, mayRest: () => mayRest },
    clock: () => new Date().toISOString(),
    announce: () => undefined,
    onError: (error) => expect.unreachable(error.message),
  })
  const connections = async () => {
    const { rows } = await sql.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'site-ledger append'`,
    )
    return rows[0].count
  }
  // That of the ledger says goodbye.
  await expect.poll(connections).toBe(0)
  expect(await log.submit(submission(sendMoney(people.admin, people.asha, 5000)))).toMatchObject({ status: 201 })
  vi.advanceTimersByTime(MINUTE_MS)
  expect(await connections()).toBe(1)
  mayRest = true
  vi.advanceTimersByTime(MINUTE_MS)
  await expect.poll(connections).toBe(0)
  expect(await log.submit(submission(expense(people.asha, 100)))).toMatchObject({ status: 201 })
  expect(await connections()).toBe(1)
  await log.close()
  await expect.poll(connections).toBe(0)
})
