import { afterAll, beforeAll, expect, it } from 'vitest'
import { hireFieldUser, signInAdmin, TEST_PASSWORD } from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** security.md, Sign-in: unknown, wrong and deleted get the same words in the same time. */

let api: TestService
const names: Record<'unknown' | 'wrong' | 'deleted', string> = { unknown: '1000000001', wrong: '', deleted: '' }
beforeAll(async () => {
  api = await startTestService({ hashesPasswords: true })
  const office = await signInAdmin(api.origin)
  names.wrong = (await hireFieldUser(office, 'site_incharge')).mobile
  const gone = await hireFieldUser(office, 'site_incharge')
  names.deleted = gone.mobile
  await office.delete(`/api/admin/users/${gone.id}`)
})
afterAll(() => api.close())

const kinds = ['unknown', 'wrong', 'deleted'] as const
const passwordOf = (kind: string) => (kind === 'deleted' ? TEST_PASSWORD : 'Wrong-Pass-1')
const login = (kind: (typeof kinds)[number]) =>
  api.client().post('/api/site/login', { mobile: names[kind], password: passwordOf(kind) })

it('says the same, with the same headers, and the log says that it was refused', async () => {
  const before = await logEnd(api)
  const answers: string[] = []
  for (const kind of kinds) {
    const { status, text, headers } = await login(kind)
    expect(JSON.parse(text)).toEqual({
      ...{
        status: 401,
        code: 'wrong_mobile_or_password',
        title: 'Login Failed',
        message: 'Invalid mobile number or password',
      },
    })
    const { 'x-request-id': _id, date: _date, ...rest } = headers
    answers.push(JSON.stringify({ status, text, rest }))
  }
  expect(new Set(answers).size).toBe(1)
  const events = await eventsAfter(api, before)
  expect(events.map((event) => event.type)).toEqual(['SignInRefused', 'SignInRefused', 'SignInRefused'])
  // The events hold at most a masked number.
  for (const kind of kinds) expect(JSON.stringify(events)).not.toContain(names[kind])
})

/** The most samples of each kind: fewer are taken where these are alike already. */
const N = 60
const FEWEST = 10
/** A hash costs 20 ms, so an answer without one would be several times as fast. */
const LARGEST_RATIO = 1.5

it(`takes the same time (N = ${N} of each, interleaved)`, { timeout: 120_000 }, async () => {
  // Only the fastest of each, because other work on the machine only adds time.
  const fastest = {
    unknown: Number.POSITIVE_INFINITY,
    wrong: Number.POSITIVE_INFINITY,
    deleted: Number.POSITIVE_INFINITY,
  }
  const ratio = () => Math.max(...Object.values(fastest)) / Math.min(...Object.values(fastest))
  for (const kind of kinds) await login(kind)
  for (let sample = 0; sample < FEWEST || (sample < N && ratio() >= LARGEST_RATIO); sample++) {
    // The order changes from round to round, so that no kind is always the first after a pause.
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(sample + turn) % kinds.length] ?? 'unknown'
      const begun = performance.now()
      await login(kind)
      fastest[kind] = Math.min(fastest[kind], performance.now() - begun)
    }
  }
  expect(ratio(), JSON.stringify(fastest)).toBeLessThan(LARGEST_RATIO)
  expect(Math.min(...Object.values(fastest))).toBeGreaterThan(5)
})

it('does the same for e-mail addresses', async () => {
  const login = (email: string) => api.client().post('/api/admin/login', { email, password: 'Wrong-Pass-1' })
  const [wrong, unknown] = [await login('admin@localhost'), await login('nobody@localhost')]
  expect(wrong.json).toEqual({
    status: 401,
    code: 'wrong_email_or_password',
    title: 'Login Failed',
    message: 'Invalid email or password',
  })
  expect(unknown.text).toBe(wrong.text)
})

it('lets nobody in through the other door', async () => {
  const office = await signInAdmin(api.origin)
  const worker = await hireFieldUser(office, 'site_incharge', { email: 'ravi@example.in' })
  const asAdmin = await api.client().post('/api/admin/login', { email: 'ravi@example.in', password: TEST_PASSWORD })
  expect(asAdmin.status).toBe(401)
  const byNumber = await api.client().post('/api/admin/login', { email: worker.mobile, password: TEST_PASSWORD })
  expect(byNumber.status).toBe(401)
  expect((await worker.client.get('/api/admin/auth')).status).toBe(403)
})

it('takes a password exactly as it was set', async () => {
  const office = await signInAdmin(api.origin)
  for (const password of [
    '  Pass word 1 ',
    `${'x'.repeat(127)}Y`,
    'पासवर्ड-Ab1',
    'e\u0301A1bcdefg',
    'Nul\u0000Byte1x',
  ]) {
    const body = { name: 'Exact', mobile: String(8_200_000_000 + Math.floor(Math.random() * 1e8)), password }
    expect((await office.post('/api/admin/users', body)).status, password).toBe(201)
    const login = (given: string) => api.client().post('/api/site/login', { mobile: body.mobile, password: given })
    expect((await login(password)).status, password).toBe(200)
    // Another spelling; each spelling that is tried costs a hash.
    const near = [password.trim(), password.normalize('NFC'), password.toLowerCase()].find(
      (other) => other !== password,
    )
    expect((await login(near ?? `${password} `)).status).toBe(401)
  }
})
