import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  nextUnusedMobile,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  signInOfficeUser,
} from '../environment/service/people-and-money.ts'
import { runScheduledJobs } from '../environment/service/run-scheduled-jobs.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** security.md, Secrets: a canary password that is set, used, shown, changed and mistyped is found nowhere. */

const CANARIES = [
  'Zq7-Canary-Set',
  'Zq7-Canary-Changed',
  'Zq7-Canary-Wrong',
  'Zq7-Canary-Auditor',
  'Zq7-Canary-Refused',
  'Zq7-Canary-Own',
  'Zq7-Canary-Lost',
] as const
const [SET, CHANGED, WRONG, AUDITOR, REFUSED, OWN, LOST] = CANARIES
const mobile = nextUnusedMobile()
const email = 'ravi.canary@example.in'

let api: TestService
let office: TestClient
let incharge: TestClient
const answers: string[] = []
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  const keep = async (reply: Promise<{ text: string; status: number }>, status: number) => {
    const { text, ...given } = await reply
    expect(given.status, text).toBe(status)
    answers.push(text)
    return text
  }
  const key = (text: string) => ({ 'idempotency-key': text })
  const user = { name: 'Ravi Kumar', mobile, email, password: SET, siteName: 'Canal Bridge' }
  await keep(office.post('/api/admin/users', user, key('create-canary')), 201)
  await keep(office.post('/api/admin/users', user, key('create-canary')), 201)
  await keep(office.post('/api/admin/users', { ...user, password: REFUSED }), 409)
  await keep(office.post('/api/admin/users', { ...user, mobile: 'x', password: REFUSED }), 400)
  await signInFieldUser(api.origin, mobile, SET)
  await keep(api.client().post('/api/site/login', { mobile, password: WRONG }), 401)
  await keep(api.client().post('/api/site/login', { mobile: `${mobile} `, password: WRONG }), 400)
  const at = `/api/admin/users/site_${mobile}`
  expectBody(await office.get(at), 200, ROUTES.revealUser.answer)
  await keep(office.put(at, { name: 'Ravi Kumar', password: CHANGED }, key('change-canary')), 200)
  expectBody(await office.get(at), 200, ROUTES.revealUser.answer)
  incharge = await signInFieldUser(api.origin, mobile, CHANGED)
  const worker = { id: `site_${mobile}`, account: '', mobile, role: 'site_incharge' as const, client: incharge }
  await sendMoneyTo(office, worker, '100.00')
  await keep(incharge.post('/api/site/transactions', sampleExpenseBody, key('spend-canary')), 201)
  const auditor = { name: 'Asha Rao', email: 'asha.canary@example.in', password: AUDITOR }
  await keep(office.post('/api/admin/auditors', auditor, key('auditor-canary')), 201)
  await keep(api.client().post('/api/admin/login', { email: auditor.email, password: AUDITOR }), 200)
  await keep(api.client().post('/api/admin/login', { email: auditor.email, password: WRONG }), 401)
  const asAuditor = await signInOfficeUser(api.origin, auditor.email, AUDITOR)
  const own = (current: string) => asAuditor.post('/api/admin/password', { current, password: OWN }, key('own-canary'))
  await keep(own(WRONG), 400)
  await keep(own(AUDITOR), 204)
  await keep(own(AUDITOR), 204)
  const spare = nextUnusedMobile()
  await keep(office.post('/api/admin/supervisors', { name: 'Sonu Das', mobile: spare, password: SET }), 201)
  await keep(
    office.post(`/api/admin/people/supervisor_${spare}/phone-lost`, { password: LOST }, key('lost-canary')),
    200,
  )
})
afterAll(() => api.close())

/** Returns every row of every table of ours, with the encodings undone in which a text could hide. */
async function dump(): Promise<Map<string, string>> {
  const { rows: tables } = await api.sql.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await api.sql.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)
    texts.set(name, rows.map((row) => row.text).join('\n'))
  }
  return texts
}

/** The text itself, and as bytea and base64 would show it. */
const disguises = (text: string) => [
  text,
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('base64').slice(0, -4),
  encodeURIComponent(text),
]

it('not in any table of any schema, the jobs’ included', async () => {
  const stopJobs = await runScheduledJobs(api)
  const texts = await dump()
  await stopJobs()
  expect([...texts.keys()].some((name) => name.startsWith('pgboss.'))).toBe(true)
  expect(texts.get('public.events')).toContain('PasswordRevealed')
  expect(texts.get('public.answers')).toContain('Canal Bridge')
  // The hash and the encrypted copy derive from the password; they must not contain it either.
  for (const [name, text] of texts) {
    for (const canary of CANARIES.flatMap(disguises)) expect(text.includes(canary), `${canary} in ${name}`).toBe(false)
  }
  // A hash allows guesses, so only one table has it.
  for (const [name, text] of texts) if (name !== 'public.credentials') expect(text).not.toContain('$argon2id$')
})

it('not in a log line, nor a number or an address of a person', () => {
  const lines = api.logs.join('')
  expect(api.logs.length).toBeGreaterThan(10)
  for (const secret of [...CANARIES.flatMap(disguises), mobile, email])
    expect(lines.includes(secret), secret).toBe(false)
})

it('not in an answer but the one that shows it', async () => {
  const paths = [
    '/api/admin/sites',
    '/api/admin/transactions',
    '/api/admin/auth',
    '/api/beneficiaries',
    '/api/admin/auditors',
  ]
  const audits = ['/api/audit/events', '/api/audit/export', '/api/audit/as-of', '/api/openapi.json', '/metrics']
  for (const path of [...paths, ...audits]) answers.push((await office.get(path)).text)
  for (const path of ['/api/site/auth', '/api/site/transactions']) answers.push((await incharge.get(path)).text)
  for (const canary of CANARIES.flatMap(disguises)) expect(answers.join('\n').includes(canary), canary).toBe(false)
})

it('nor do events and read models hold the number or the address: they can be erased', async () => {
  const texts = await dump()
  const lasting = [...texts].filter(([name]) => name.startsWith('read.') || /events|_states|beneficiary/.test(name))
  expect(lasting.length).toBeGreaterThan(8)
  for (const [name, text] of lasting) {
    for (const personal of [mobile, email, 'asha.canary'])
      expect(text.includes(personal), `${personal} in ${name}`).toBe(false)
  }
  expect(texts.get('public.events')).toContain(`${mobile.slice(0, 2)}xxxxxx${mobile.slice(-2)}`)
})
