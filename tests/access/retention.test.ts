import { randomUUID } from 'node:crypto'
import { deleteExpiredRows } from '@ledger/projections/jobs/retention.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '../environment/network/http-client.ts'
import { hireFieldUser, signInAdmin } from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/**
 * Rows for limits, devices, messages, sessions and comparisons of read models are deleted by age, and their number is
 * limited.
 */

let api: TestService
let office: TestClient
let account: string
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  const { rows } = await api.sql.query<{ id: string }>('SELECT account_id AS id FROM sessions LIMIT 1')
  account = rows[0]?.id ?? ''
})
afterAll(() => api.close())

const clear = () => deleteExpiredRows(api.company.db, api.company.companyId)
async function left(table: string, where = 'true'): Promise<number> {
  const { rows } = await api.sql.query<{ count: number }>(`SELECT count(*)::integer FROM ${table} WHERE ${where}`)
  return rows[0]?.count ?? -1
}

it('tries after two days, sessions at their end', async () => {
  await api.sql.query(
    `INSERT INTO tries SELECT int8send(n), 1, now() - n * interval '47 hours', now() FROM generate_series(1, 3) n`,
  )
  await hireFieldUser(office, 'supervisor')
  await api.sql.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE account_id <> $1`, [account])
  const sessions = await left('sessions')
  await clear()
  expect(await left('tries')).toBe(1)
  expect(await left('sessions')).toBe(sessions - 1)
  expect((await office.get('/api/admin/auth')).status).toBe(200)
})

it('no answer of a key, however old', async () => {
  await api.sql.query(
    `INSERT INTO answers SELECT company_id, int8send(1), int8send(1), 201, '{}', now() - interval '3 years' FROM companies`,
  )
  const answers = await left('answers')
  await clear()
  expect(await left('answers')).toBe(answers)
})

it('devices a year after their last sign-in, and the oldest of an account that has more than a hundred', async () => {
  const { client, mobile } = await hireFieldUser(office, 'site_incharge')
  const known = () => left('devices', `account_id = (SELECT account_id FROM contacts WHERE mobile = '${mobile}')`)
  const age = (days: number) => api.sql.query(`UPDATE devices SET used_at = now() - $1 * interval '1 day'`, [days])
  await age(364)
  await clear()
  expect(await known()).toBe(1)
  // The last sign-in counts, not the first.
  await client.post('/api/site/login', { mobile, password: 'Site-Pass-1' })
  expect(await left('devices', `used_at > now() - interval '1 hour'`)).toBe(1)
  await age(366)
  await clear()
  expect(await left('devices')).toBe(0)
  const { companyId } = api.company
  await api.sql.query(
    `INSERT INTO devices SELECT int8send(n), $1, a, now() - n * interval '1 minute'
     FROM generate_series(1, 130) n, unnest($2::uuid[]) a WHERE a = $3 OR n <= 7`,
    [companyId, [account, randomUUID()], account],
  )
  await clear()
  expect(await left('devices', `account_id = '${account}'`)).toBe(100)
  expect(await left('devices', `account_id = '${account}' AND used_at < now() - interval '101 minutes'`)).toBe(0)
  expect(await left('devices', `account_id <> '${account}'`)).toBe(7)
})

it('messages after two years, and the oldest of more than ten thousand', async () => {
  const write = (count: number, age: string) =>
    api.sql.query(
      `INSERT INTO contact_messages SELECT $1, gen_random_uuid(), 'Asha', 'asha@example.in', NULL, 'Please call',
         now() - $3::interval - n * interval '1 second' FROM generate_series(1, $2) n`,
      [api.company.companyId, count, age],
    )
  await write(2, '731 days')
  await write(3, '700 days')
  await clear()
  expect(await left('contact_messages')).toBe(3)
  await write(10_000, '1 day')
  await clear()
  expect(await left('contact_messages')).toBe(10_000)
  expect(await left('contact_messages', `sent_at < now() - interval '2 days'`)).toBe(0)
})

it('comparisons that found nothing wrong after a week, but for those that are shown; nothing else', async () => {
  const keep = (report: object, isGood: boolean, hours: number[]) =>
    api.sql.query(
      `INSERT INTO read.verifications SELECT $1::uuid, now() - n * interval '1 hour', $2::boolean, $3::json FROM unnest($4::float8[]) n`,
      [api.company.companyId, isGood, report, hours],
    )
  const each = (hours: number, count: number, first: number) =>
    Array.from({ length: count }, (_, index) => first + index * hours)
  await keep({}, true, each(1, 240, 0.5))
  await keep({}, false, each(24, 10, 0.6))
  await keep({ head: { position: 1 } }, true, each(24, 20, 0.7))
  const good = `ok AND report -> 'head' IS NULL`
  await clear()
  expect(await left('read.verifications', good)).toBe(168)
  // Counts days in one zone, because Citus refuses to set a column to a value that depends on the zone of the session.
  await api.sql.query(
    `UPDATE read.verifications SET verified_at = (verified_at AT TIME ZONE 'UTC' - interval '30 days') AT TIME ZONE 'UTC' WHERE ${good}`,
  )
  await clear()
  // The ten rows that found a fault stay.
  expect(await left('read.verifications', good)).toBe(40)
  expect(await left('read.verifications', 'NOT ok')).toBe(10)
  expect(await left('read.verifications', `report -> 'head' IS NOT NULL`)).toBe(20)
})
