import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  nextUnusedMobile,
  recordExpenseOf,
  signInAdmin,
  signInFieldUser,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'

/** A canary password that passes through every use of this part is found only where it may be (api.md). */

const CANARY = `Zq7-${randomBytes(9).toString('base64url')}`
const OTHER_CANARY = `Xv9-${randomBytes(9).toString('base64url')}`

let api: TestService
beforeAll(async () => {
  api = await startTestService()
})
afterAll(() => api.close())

/** Returns every row of every table of our schemas as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const { rows: tables } = await api.sql.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const dumped = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await api.sql.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
    dumped.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return dumped
}

/** Returns the encodings in which a secret could hide: plain, hexadecimal (bytea), base64, or escaped. */
const disguises = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(secret),
]

test('a password is in no table, no log line and no answer; nor is a mobile number or session in the log', async () => {
  const office = await signInAdmin(api.origin)
  const mobile = nextUnusedMobile()
  const user = { name: 'Canary', mobile, password: CANARY, siteName: 'Mine' }
  const answers = [await office.post('/api/admin/users', user, { 'idempotency-key': 'canary-key-1' })]
  const client = await signInFieldUser(api.origin, mobile, CANARY)
  const wrong = { mobile, password: OTHER_CANARY }
  answers.push(await client.post('/api/site/login', wrong))
  answers.push(await client.post('/api/site/login', { ...wrong, surplus: OTHER_CANARY }))
  answers.push(await client.post('/api/admin/login', { email: FIRST_ADMIN.email, password: OTHER_CANARY }))
  answers.push(await office.post('/api/admin/users', { ...user, name: 'Again' }))
  answers.push(await office.post('/api/admin/users', { ...user, mobile: 'x', password: OTHER_CANARY }))
  answers.push(await office.get('/api/admin/sites'), await client.get('/api/site/auth'))
  answers.push(await client.get(`/api/site/transactions?q=${encodeURIComponent(OTHER_CANARY)}&cursor=x&unknown=1`))
  await recordExpenseOf({ id: '', account: '', mobile, role: 'site_incharge', client })
  expect(answers.map(({ status }) => status)).toEqual([201, 401, 400, 401, 409, 400, 200, 200, 400])

  const tables = await dump()
  expect(tables.get('public.contacts')).toContain(mobile)
  for (const secret of [CANARY, OTHER_CANARY, FIRST_ADMIN.password])
    for (const text of disguises(secret)) {
      for (const [table, rows] of tables) expect(rows.includes(text), `${text} in ${table}`).toBe(false)
      for (const line of api.logs) expect(line).not.toContain(text)
      for (const answer of answers) expect(answer.text).not.toContain(text)
    }
  // Numbers, addresses and sessions belong neither in the history nor in the process log.
  const session = decodeURIComponent(client.cookies.get('sid') ?? '').split('.')[0] ?? ''
  expect(session.length).toBeGreaterThan(20)
  for (const secret of [mobile, FIRST_ADMIN.email, session]) {
    expect(tables.get('public.events')).not.toContain(secret)
    for (const line of api.logs) expect(line).not.toContain(secret)
  }
  expect(api.logs.length).toBeGreaterThan(answers.length)
})

test('the search above finds what is there', async () => {
  await api.sql.query('CREATE TABLE leak (plain text, bytes bytea)')
  await api.sql.query('INSERT INTO leak VALUES ($1, $2)', [CANARY, Buffer.from(CANARY)])
  const rows = (await dump()).get('public.leak') ?? ''
  expect(disguises(CANARY).filter((text) => rows.includes(text))).toHaveLength(3)
  await api.sql.query('DROP TABLE leak')
})
