import { randomUUID } from 'node:crypto'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePdf, uploadBillFile } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { type HttpReply, TestClient } from '../../environment/network/http-client.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  hireAuditor,
  hireFieldUser,
  sampleExpenseBody,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { runScheduledJobs } from '../../environment/service/run-scheduled-jobs.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { ACCESS_MATRIX } from '../matrix/access-matrix-table.ts'
import {
  EVENTFUL_ACTIONS,
  forgedUnknownSession,
  nonexistentCounterpart,
  openUnrelatedCompanies,
  type StrangerRole,
  signInByMobile,
  spendIdempotencyKey,
  type UnrelatedCompany,
  uploadNewBill,
} from './unrelated-companies.ts'

/**
 * Three companies on one server with random actions: a request at one company that uses an id, a cookie, a number, a
 * key or a tag of another is answered, to the byte and to the header, as if it did not exist. (Response times are not
 * compared.)
 */

const HOSTS = ['acme.localhost', 'beta.localhost', 'gamma.localhost']
/** The long form ends after this time, however many runs it has made. */
const LIMITS = isFullRun
  ? { numRuns: 60, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false }
  : { numRuns: 2 }
const STEPS = 25

let first: TestService
let strangers: UnrelatedCompany[]
beforeAll(async () => {
  first = await startTestService({ servesEveryCompany: true })
  // The worker creates the queues that the API sends to; no worker takes jobs from them here.
  await (await runScheduledJobs(first))()
  strangers = await openUnrelatedCompanies(first, HOSTS)
})
afterAll(() => first.close())

interface Question {
  /** Returns things of another company to ask for; a new one where asking creates it at the asking company. */
  theirs(of: UnrelatedCompany): string[] | Promise<string[]>
  ask(at: UnrelatedCompany, who: StrangerRole, thing: string): Promise<HttpReply>
  /** Returns a thing that no company has, to compare with; `nowhere` by default. */
  absent?(at: UnrelatedCompany): string
}

const ids = ({ possessions }: UnrelatedCompany) => [
  ...[
    possessions.entry,
    possessions.incharge,
    possessions.supervisor,
    possessions.auditor,
    possessions.account,
    possessions.bill,
  ].flat(),
]
const closed = Object.keys(ROUTES).filter(
  (name): name is RouteName => name in ROUTES && ACCESS_MATRIX[name as RouteName].expected.nobody === 401,
)
const withoutSession = ['adminLogin', 'siteLogin']

/** Every call of the contract that names something, with every kind of id, also kinds that the call does not take. */
const NAMED = Object.fromEntries(
  closed.flatMap((name): [string, Question][] => {
    const { method, path }: Route = ROUTES[name]
    const { thing: named, body, query } = ACCESS_MATRIX[name]
    if (named === undefined) return []
    return [
      [
        name,
        {
          theirs: ids,
          ask: ({ clients }, who, thing) =>
            clients[who].call(method, path.replace(':id', thing) + (query?.(thing) ?? ''), body?.(thing)),
        },
      ],
    ]
  }),
)

/** Every call that requires a sign-in, with the cookie of another company's session. */
const SIGNED_IN = Object.fromEntries(
  closed
    .filter((name) => !withoutSession.includes(name))
    .map((name): [string, Question] => {
      const { method, path }: Route = ROUTES[name]
      const { body, query } = ACCESS_MATRIX[name]
      return [
        `${name}, signed in elsewhere`,
        {
          theirs: ({ possessions }) => possessions.session,
          absent: ({ api }) => forgedUnknownSession(api),
          ask: ({ api }, _who, cookie) =>
            new TestClient(api.origin, [['sid', cookie]]).call(
              method,
              path.replace(':id', 'x') + (query?.('x') ?? ''),
              body?.('x'),
            ),
        },
      ]
    }),
)

const spending =
  (given: object, headers = {}) =>
  (at: UnrelatedCompany) =>
    at.clients.incharge.post('/api/site/transactions', { ...sampleExpenseBody, amount: '1.00', ...given }, headers)

const OTHERS: Record<string, Question> = {
  'a bill on an entry': {
    theirs: ({ possessions }) => possessions.bill,
    ask: (at, _who, bill) => spending({ bills: [bill] })(at),
  },
  'a bill that a browser has': {
    theirs: ({ possessions }) => possessions.bill,
    ask: ({ clients }, who, bill) => clients[who].get(`/api/bills/${bill}`, { 'if-none-match': `"${bill}"` }),
  },
  'the file of a bill': {
    theirs: async (of) => [(await uploadNewBill(of, false)).word],
    ask: ({ clients }, _who, word) => uploadBillFile(clients.supervisor, samplePdf(word)),
  },
  'the file of a bill that was erased': {
    theirs: async (of) => [(await uploadNewBill(of, true)).word],
    ask: ({ clients }, _who, word) => uploadBillFile(clients.supervisor, samplePdf(word)),
  },
  'for whom it was entered': {
    theirs: ({ possessions }) => [...possessions.account, ...possessions.incharge, ...possessions.supervisor],
    ask: ({ clients }, _who, account) => clients.incharge.get('/api/site/balance', { 'ledger-account': account }),
  },
  'a key': {
    theirs: async (of) => [await spendIdempotencyKey(of)],
    ask: (at, _who, key) => spending({}, { 'idempotency-key': key })(at),
  },
  'a key for what is refused': {
    theirs: async (of) => [await spendIdempotencyKey(of)],
    ask: (at, _who, key) => spending({ amount: '0.00' }, { 'idempotency-key': key })(at),
  },
  'a tag of the office’s': {
    theirs: ({ possessions }) => possessions.tag,
    ask: ({ clients }, _who, tag) => clients.admin.get('/api/admin/transactions', { 'if-none-match': tag }),
  },
  'a tag of the field’s': {
    theirs: ({ possessions }) => possessions.tag,
    ask: ({ clients }, _who, tag) => clients.incharge.get('/api/site/transactions', { 'if-none-match': tag }),
  },
  'a revision of an entry': {
    theirs: ({ possessions }) => possessions.entry,
    ask: ({ clients }, _who, id) =>
      clients.incharge.put(`/api/site/transactions/${id}`, sampleExpenseBody, { 'if-match': '"1"' }),
  },
  'where a page begins': {
    theirs: ({ possessions }) => possessions.entry,
    ask: ({ clients }, who, id) =>
      clients[who].get(
        `/api/${who === 'admin' || who === 'auditor' ? 'admin' : 'site'}/transactions?cursor=2026-01-01T00:00:00.000Z_9_${id}`,
      ),
  },
  'events of an entry': {
    theirs: ({ possessions }) => possessions.entry,
    ask: ({ clients }, _who, id) => clients.auditor.get(`/api/audit/events?transaction=${id}`),
  },
  'events by somebody': {
    theirs: ids,
    ask: ({ clients }, _who, id) => clients.auditor.get(`/api/audit/events?actor=${id}`),
  },
  'who was paid': {
    theirs: ({ possessions }) => possessions.word,
    ask: ({ clients }, _who, word) => clients.admin.get(`/api/admin/transactions?beneficiary=${word}`),
  },
  words: {
    theirs: ({ possessions }) => possessions.word,
    ask: ({ clients }, _who, word) => clients.admin.get(`/api/admin/transactions/sums?q=${word}`),
  },
  'a number to sign in with': {
    theirs: ({ possessions }) => possessions.mobile,
    ask: ({ api }, _who, mobile) => signInByMobile(new TestClient(api.origin), mobile),
  },
  'an address to sign in with': {
    theirs: ({ possessions }) => possessions.email,
    ask: ({ api }, _who, email) =>
      new TestClient(api.origin).post('/api/admin/login', { email, password: TEST_PASSWORD }),
  },
  'a device': {
    theirs: ({ possessions }) => possessions.device,
    ask: ({ api, incharge }, _who, device) =>
      signInByMobile(new TestClient(api.origin, [['device', device]]), incharge.mobile, 'Wrong-Pass-1'),
  },
  'a number for somebody new': {
    theirs: async ({ clients }) => [(await hireFieldUser(clients.admin, 'supervisor')).mobile],
    ask: ({ clients }, _who, mobile) =>
      clients.admin.post('/api/admin/supervisors', { name: 'Somebody New', mobile, password: TEST_PASSWORD }),
  },
  'an address for somebody new': {
    theirs: async ({ clients }) => {
      const email = `${randomUUID()}@example.in`
      await hireAuditor(clients.admin, email)
      return [email]
    },
    ask: ({ clients }, _who, email) =>
      clients.admin.post('/api/admin/auditors', { name: 'Somebody New', email, password: TEST_PASSWORD }),
  },
}

const QUESTIONS: Record<string, Question> = { ...NAMED, ...SIGNED_IN, ...OTHERS }

/** Returns everything that could distinguish two answers. The answer to a command has its own ids, times and sums. */
function told({ status, headers, text }: HttpReply, thing: string): string {
  const { 'x-request-id': _id, date: _date, etag, 'content-length': length, ...rest } = headers
  const said = text.replaceAll(thing, '#')
  if (status === 201) return JSON.stringify({ status, rest, said: said.replaceAll(OWN_TO_IT, '#') })
  // An answer that repeats the asked id has a different ETag, so the tag is compared only where the text has no id.
  return JSON.stringify({ status, rest, length, said, ...(said === text && { etag }) })
}

const OWN_TO_IT = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d+\.\d\d/g

async function answered(question: Question, at: UnrelatedCompany, who: StrangerRole, thing: string): Promise<string> {
  const reply = await question.ask(at, who, thing)
  // The Ledger-Lag header depends on the projection, not on the question, so the question is repeated.
  return reply.headers['ledger-lag'] === undefined ? told(reply, thing) : answered(question, at, who, thing)
}

const deeds = Object.keys(EVENTFUL_ACTIONS) as (keyof typeof EVENTFUL_ACTIONS)[]

const step = fc.record({
  at: fc.nat(HOSTS.length - 1),
  /** The distance to the other company in the list of hosts. */
  other: fc.integer({ min: 1, max: HOSTS.length - 1 }),
  who: fc.constantFrom('admin', 'auditor', 'incharge', 'supervisor'),
  deed: fc.option(fc.constantFrom(...deeds), { freq: 3 }),
  question: fc.constantFrom(...Object.keys(QUESTIONS)),
  which: fc.nat(),
  theirsFirst: fc.boolean(),
})

it('what another company has is answered as what nobody has, whoever asks for it by whatever', {
  timeout: 120_000,
}, async () => {
  let asked = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
    for (const { at: index, other, who, deed, question: name, which, theirsFirst } of steps) {
      const [at, of] = [strangers[index], strangers[(index + other) % strangers.length]]
      const question = QUESTIONS[name]
      if (!at || !of || !question) return expect.unreachable()
      await (deed && EVENTFUL_ACTIONS[deed](of))
      const things = await question.theirs(of)
      const theirs = things[which % things.length] ?? expect.unreachable(`Nothing for ${name}`)
      const absent = question.absent?.(at) ?? nonexistentCounterpart(theirs)
      const answers = new Map<string, string>()
      for (const thing of theirsFirst ? [theirs, absent] : [absent, theirs])
        answers.set(thing, await answered(question, at, who, thing))
      expect(answers.get(theirs), `${name} by ${who}, seed ${randomSeed}`).toBe(answers.get(absent))
      asked++
    }
  })
  // Earlier actions and questions cannot be undone, so a shrunk run would not be the same run.
  await fc.assert(property, { seed: randomSeed, endOnFailure: true, ...LIMITS })
  console.log(`no hint: ${asked} questions of ${Object.keys(QUESTIONS).length} kinds, seed ${randomSeed}`)
  expect(asked).toBeGreaterThan(0)
})

it('what one asks the worker to do is not there at another, which asks for the same', async () => {
  const [at, of] = strangers
  if (!at || !of) return expect.unreachable()
  const ask = async ({ clients }: UnrelatedCompany, projection: string) => {
    const { status, text } = await clients.admin.post('/api/audit/rebuilds', { projection })
    return { status, said: text.replaceAll(OWN_TO_IT, '#').replaceAll(projection, '#') }
  }
  await ask(of, 'ledger')
  expect((await at.clients.admin.get('/api/audit/rebuilds')).json).toEqual([])
  expect(await ask(at, 'ledger')).toEqual(await ask(at, 'sums'))
})
