import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../environment/full-run.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { randomSeed } from '../environment/random-seed.ts'
import {
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'
import { FORMS_OF_SECTION_5, type FormObjectIds, type ValidatedForm } from './form-rules-table.ts'
import { INJECTION_STRINGS } from './injection-strings.ts'

/** security.md, Input: refused with 400, or accepted as the plain text that it is; never a fault, never in part. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let clients: Record<ValidatedForm['as'], TestClient>
let ids: FormObjectIds
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  const supervisor = await hireFieldUser(office, 'supervisor')
  const credit = await sendMoneyTo(office, incharge, '100000.00')
  const { id: expense } = expectBody(
    await incharge.client.post('/api/site/transactions', sampleExpenseBody),
    201,
    ROUTES.recordExpense.answer,
  )
  last = await logEnd(api)
  clients = { admin: office, incharge: incharge.client, nobody: api.client() }
  ids = { incharge: incharge.id, supervisor: supervisor.id, credit: credit.id, expense }
})
afterAll(() => api.close())

const FREE_TEXT = ['name', 'recipient', 'purpose', 'narration', 'siteName', 'message']
const CREATES = {
  'Create site user': true,
  'Create supervisor': true,
  'Create auditor': true,
  'Create office user': true,
}
/** Returns a body that may be sent again and again: accounts get a number or address of their own. */
function fresh(form: ValidatedForm): Record<string, unknown> {
  const body = form.valid(ids)
  if (!(form.name in CREATES)) return body
  return 'email' in body
    ? { ...body, email: `${nextUnusedMobile()}@example.in` }
    : { ...body, mobile: nextUnusedMobile() }
}
/** In the short form every fourth, others with each seed. */
const some = <Each>(each: readonly Each[]) => each.filter((_, index) => isFullRun || index % 4 === randomSeed % 4)
const send = (form: ValidatedForm, body: unknown) => clients[form.as].call(form.method, form.path(ids), body)

/** The end of the log after the answer before. */
let last = 0

/**
 * Sends it and expects that it was refused and nothing was recorded, or that it was accepted.
 * @returns whether it was accepted
 */
async function isTaken(form: ValidatedForm, body: unknown, what: string): Promise<boolean> {
  const { status, text } = await send(form, body)
  expect([200, 201, 204, 400, 401, 403, 413, 422], `${form.name}, ${what}: ${status} ${text}`).toContain(status)
  const [before, now] = [last, await logEnd(api)]
  last = now
  if (status < 400) return true
  const recorded = now === before ? [] : await eventsAfter(api, before)
  expect(
    recorded.filter((event) => event.type !== 'SignInRefused'),
    what,
  ).toEqual([])
  expect(text).not.toMatch(/node_modules|at .*\.ts:|SELECT |INSERT |syntax error/)
  return false
}

describe.each(FORMS_OF_SECTION_5)('$name', (form) => {
  it('takes injections as the text that they are, in every field, or refuses them', async () => {
    const fields = Object.keys(form.valid(ids))
    for (const field of fields) {
      for (const text of some(INJECTION_STRINGS.slice(0, 8))) {
        await isTaken(form, { ...fresh(form), [field]: text }, `${field}: ${text}`)
      }
    }
    // All of them in all free text at once: a name costs a hash where it opens an account.
    const free = fields.filter((field) => FREE_TEXT.includes(field))
    const strings = form.name in CREATES ? INJECTION_STRINGS.slice(8, 16) : INJECTION_STRINGS
    for (const text of free.length > 0 ? some(strings) : []) {
      const given = Object.fromEntries(free.map((field) => [field, text]))
      await isTaken(form, { ...fresh(form), ...given }, text)
    }
  })

  it('refuses what would reach into the prototype, and lets nothing of it through', async () => {
    const whole = JSON.stringify(form.valid(ids)).slice(1)
    const poisons = [
      ...[
        '"__proto__":{"polluted":1}',
        '"constructor":{"prototype":{"polluted":1}}',
        '"\\u005f_proto__":{"polluted":1}',
      ],
      ...['"prototype":{"polluted":1}', '"__defineGetter__":1', '"hasOwnProperty":1', '"toString":"x"', '"then":1'],
    ]
    for (const poison of some(poisons)) {
      expect(await isTaken(form, `{${poison},${whole}`, poison), poison).toBe(false)
      for (const field of Object.keys(form.valid(ids))) {
        const within = JSON.stringify({ ...form.valid(ids), [field]: '@' }).replace('"@"', `{${poison}}`)
        expect(await isTaken(form, within, `${field}: ${poison}`)).toBe(false)
      }
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('refuses what is too long, too deep or no text', async () => {
    for (const field of Object.keys(form.valid(ids))) {
      const wrong: [string, unknown][] = [
        ['100 kB', 'x'.repeat(100_000)],
        ['10 kB', 'x'.repeat(10_000)],
        ['an array', [form.valid(ids)[field]]],
        ['an object', { text: form.valid(ids)[field] }],
        ['a number', 12],
        ['NUL', 'a\u0000b'],
        ['a lone surrogate', 'a\ud800b'],
        ['a lone low surrogate', '\udc00'],
        ['JSON in JSON', { $ne: null }],
      ]
      // A number is an amount too; a password may be any text.
      for (const [what, value] of wrong) {
        if (field === 'amount' && what === 'a number') continue
        if (field === 'password' && (what === 'NUL' || form.as === 'nobody')) continue
        expect(await isTaken(form, { ...fresh(form), [field]: value }, `${field}: ${what}`), `${field}: ${what}`).toBe(
          false,
        )
      }
    }
    const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`
    expect(await isTaken(form, deep, 'deep')).toBe(false)
    expect(await isTaken(form, `${'['.repeat(8000)}${']'.repeat(8000)}`, 'deep arrays')).toBe(false)
  })
})

describe('a body that is no text', () => {
  const SENTENCE = 'Please remove characters that cannot be printed'
  /** As they are sent. */
  const BROKEN = ['a\\u0000b', '\\ud800', '\\udc00a']

  it('is refused by its field, whichever it is', async () => {
    for (const form of FORMS_OF_SECTION_5) {
      for (const field of Object.keys(form.valid(ids))) {
        for (const broken of field === 'password' ? BROKEN.slice(1) : BROKEN) {
          const text = JSON.stringify({ ...form.valid(ids), [field]: '@' }).replace('"@"', `"${broken}"`)
          // With a key, for which the server computes a digest of the body.
          const headers = { 'idempotency-key': crypto.randomUUID() }
          const reply = await clients[form.as].call(form.method, form.path(ids), text, { headers })
          expect(reply.status, `${form.name}, ${field}: ${reply.text}`).toBe(400)
          expect(reply.json).toMatchObject({ message: SENTENCE, issues: [{ path: field, message: SENTENCE }] })
        }
      }
    }
  })

  it('is refused in a name and in what is nested, too', async () => {
    const whole = JSON.stringify(sampleExpenseBody).slice(1)
    for (const broken of BROKEN)
      for (const body of [`{"${broken}":1,${whole}`, `{"x":["${broken}"],${whole}`, `{"x":{"${broken}":1},${whole}`]) {
        const reply = await incharge.client.post('/api/site/transactions', body)
        expect(reply.status, `${body}: ${reply.text}`).toBe(400)
        expect(reply.json).toMatchObject({ message: SENTENCE })
      }
  })
})

it('shows again, letter for letter, what was legal text', async () => {
  const legal = [...INJECTION_STRINGS, 'राम भरोसे', '😀 ₹10', 'Ω≈ç√', '\u202egnp.exe', 'a\u0301', 'ﬀ', "O'Neil & Sons"]
  for (const text of legal) {
    const wanted = text.normalize('NFC').trim()
    const reply = await incharge.client.post('/api/site/transactions', {
      ...sampleExpenseBody,
      narration: text,
      purpose: text,
    })
    if (reply.status === 400) continue
    expect(expectBody(reply, 201, ROUTES.recordExpense.answer)).toMatchObject({ narration: wanted, purpose: wanted })
    const [newest] = expectBody(
      await incharge.client.get('/api/site/transactions?limit=1'),
      200,
      ROUTES.siteTransactions.answer,
    )
    expect(newest).toMatchObject({ narration: wanted, purpose: wanted })
  }
})
