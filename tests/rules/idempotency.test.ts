import type { Route } from '@ledger/contracts/route.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPhoto, attach } from '../environment/bills.ts'
import type { Client, Reply } from '../environment/client.ts'
import { eventsAfter, position } from '../environment/log.ts'
import {
  admin,
  anExpense,
  fund,
  hire,
  hireAuditor,
  newMobile,
  PASSWORD,
  pass,
  spend,
  type Worker,
} from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** api.md, Idempotency: for every call that appends an event. */

let api: TestService
let office: Client
let incharge: Worker
let supervisor: Worker
beforeAll(async () => {
  api = await startService()
  office = await admin(api.origin)
  incharge = await hire(office, 'site_incharge')
  supervisor = await hire(office, 'supervisor')
  await fund(office, incharge, '10000.00')
})
afterAll(() => api.close())

let lastKey = 0
const newKey = () => `key-${String(++lastKey).padStart(6, '0')}`
const { type: _, ...credit } = anExpense

/** One call: who makes it, at which object, with what; and another body, for calls that have one. */
interface Command {
  as?: Worker
  id?: string
  body?: object
  other?: object
  events: string[]
}

const COMMANDS: Record<string, () => Promise<Command>> = {
  recordExpense: async () => ({
    as: incharge,
    body: anExpense,
    other: { ...anExpense, amount: '2' },
    events: ['DebitRecorded'],
  }),
  editExpense: async () => ({
    as: incharge,
    id: (await spend(incharge)).id,
    events: ['TransactionEdited'],
    body: { ...anExpense, amount: '3' },
    other: { ...anExpense, amount: '4' },
  }),
  deleteExpense: async () => ({ as: incharge, id: (await spend(incharge)).id, events: ['TransactionDeleted'] }),
  transfer: async () => {
    const body = { toUserId: supervisor.id, amount: '5', paymentMode: 'upi', narration: 'For the crew' }
    return { as: incharge, body, other: { ...body, amount: '6' }, events: ['TransferRecorded'] }
  },
  sendMoney: async () => {
    const body = { siteInchargeId: incharge.id, amount: '7', narration: 'For the site' }
    return { body, other: { ...body, narration: 'For another' }, events: ['CreditRecorded'] }
  },
  recordCredit: async () => {
    const body = { ...credit, userId: incharge.id }
    return { body, other: { ...body, amount: '8' }, events: ['CreditRecorded'] }
  },
  editCredit: async () => ({
    id: `${(await pass(incharge, supervisor, '9')).id}-in`,
    events: ['TransactionEdited'],
    body: { ...credit, amount: '1' },
    other: { ...credit, amount: '2' },
  }),
  deleteCredit: async () => ({ id: (await fund(office, incharge, '11')).id, events: ['TransactionDeleted'] }),
  createSiteUser: async () => {
    const body = { name: 'New Incharge', mobile: newMobile(), password: PASSWORD }
    return { body, other: { ...body, password: 'Other-Pass-2' }, events: ['AccountOpened', 'PasswordSet'] }
  },
  createSupervisor: async () => {
    const body = { name: 'New Supervisor', mobile: newMobile(), password: PASSWORD }
    return { body, other: { ...body, name: 'Another' }, events: ['AccountOpened', 'PasswordSet'] }
  },
  createAuditor: async () => {
    const body = { name: 'New Auditor', email: `${newMobile()}@example.in`, password: PASSWORD }
    return { body, other: { ...body, email: `${newMobile()}@example.in` }, events: ['AccountOpened', 'PasswordSet'] }
  },
  // The number changes, so that the second time the path names nobody any more.
  editSiteUser: async () => ({
    id: (await hire(office, 'site_incharge')).id,
    events: ['AccountEdited', 'PasswordSet'],
    body: { name: 'Moved', mobile: newMobile(), password: 'Other-Pass-2' },
    other: { name: 'Not Moved' },
  }),
  editSupervisor: async () => ({
    id: (await hire(office, 'supervisor')).id,
    events: ['AccountEdited'],
    body: { name: 'Moved', mobile: newMobile() },
    other: { name: 'Not Moved' },
  }),
  setSupervisorStatus: async () => ({
    id: (await hire(office, 'supervisor')).id,
    events: ['AccountDisabled'],
    body: { status: 'disabled' },
    other: { status: 'active' },
  }),
  deleteSiteUser: async () => ({ id: (await hire(office, 'site_incharge')).id, events: ['AccountClosed'] }),
  // With another reason it is erased already (410), and nobody looks at the key.
  eraseBill: async () => ({
    id: await attach(incharge.client, await aPhoto()),
    body: { reason: 'Asked for by law' },
    events: ['BillErased'],
  }),
  deleteSupervisor: async () => ({ id: (await hire(office, 'supervisor')).id, events: ['AccountClosed'] }),
  deleteAuditor: async () => ({
    id: (await hireAuditor(office, `${newMobile()}@example.in`)).id,
    events: ['AccountClosed'],
  }),
}

function send(name: RouteName, { as, id = '' }: Command, body: object | undefined, key: string): Promise<Reply> {
  const route: Route = ROUTES[name]
  const client = as?.client ?? office
  return client.call(route.method, route.path.replace(':id', id), body, { headers: { 'idempotency-key': key } })
}

const commands = Object.keys(ROUTES).filter(
  (name): name is RouteName => name in ROUTES && 'command' in ROUTES[name as RouteName],
)

describe.each(commands)('%s', (name) => {
  async function prepared(): Promise<Command> {
    const prepare = COMMANDS[name]
    if (!prepare) throw new Error(`There is no row for the command ${name}`)
    return prepare()
  }

  it('with the same key is one event and the same bytes, at once or later', async () => {
    const command = await prepared()
    const before = await position(api)
    const key = newKey()
    const replies = await Promise.all([1, 2, 3].map(() => send(name, command, command.body, key)))
    replies.push(await send(name, command, command.body, key))
    const [first] = replies
    expect(first?.status, first?.text).toBe(ROUTES[name].status)
    for (const reply of replies) {
      expect(reply.status).toBe(first?.status)
      expect(reply.text).toBe(first?.text)
      expect(reply.headers['content-type']).toBe(first?.headers['content-type'])
    }
    expect((await eventsAfter(api, before)).map((event) => event.type)).toEqual(command.events)
  })

  it('with the same key and something else is refused', async () => {
    const command = await prepared()
    const key = newKey()
    const first = await send(name, command, command.other ?? command.body, key)
    expect(first.status, first.text).toBe(ROUTES[name].status)
    const before = await position(api)
    if (command.other) {
      const reply = await send(name, command, command.body, key)
      expect(reply, reply.text).toMatchObject({ status: 422, json: { code: 'key_reused' } })
    }
    // Another object is something else as well.
    if (command.id !== undefined) {
      const elsewhere = await prepared()
      const at = await position(api)
      const reply = await send(name, elsewhere, command.body, key)
      expect(reply, reply.text).toMatchObject({ status: 422, json: { code: 'key_reused' } })
      expect(await position(api)).toBe(at)
    } else expect(await position(api)).toBe(before)
  })
})

it('another account’s same key is another key', async () => {
  const key = newKey()
  const [one, other] = [await hire(office, 'site_incharge'), await hire(office, 'supervisor')]
  const headers = { 'idempotency-key': key }
  const replies = await Promise.all(
    [one, other].map(({ client }) => client.post('/api/site/transactions', anExpense, headers)),
  )
  expect(replies.map((reply) => reply.status)).toEqual([201, 201])
  expect(replies[0]?.text).not.toBe(replies[1]?.text)
})

it('a refusal of the ledger is kept for its key, and a malformed request is not', async () => {
  const worker = await hire(office, 'site_incharge')
  const body = { toUserId: supervisor.id, amount: '5', paymentMode: 'upi', narration: 'For the crew' }
  const headers = { 'idempotency-key': newKey() }
  const transfer = (given: object) => worker.client.post('/api/site/transfer', given, headers)
  // No rule broken here reaches the ledger, so the mended request may take the key.
  expect((await transfer({ ...body, narration: '' })).status).toBe(400)
  const refused = await transfer(body)
  expect(refused.status).toBe(422)
  await fund(office, worker, '100')
  expect((await transfer(body)).text).toBe(refused.text)
  expect((await worker.client.post('/api/site/transfer', body, { 'idempotency-key': newKey() })).status).toBe(201)
})

it('a key belongs to its request: the same key at another call is refused', async () => {
  const headers = { 'idempotency-key': newKey() }
  expect((await incharge.client.post('/api/site/transactions', anExpense, headers)).status).toBe(201)
  const body = { toUserId: supervisor.id, amount: '5', paymentMode: 'upi', narration: 'For the crew' }
  expect((await incharge.client.post('/api/site/transfer', body, headers)).status).toBe(422)
})

it('the order of the fields makes no other body', async () => {
  const headers = { 'idempotency-key': newKey() }
  const turned = Object.fromEntries(Object.entries(anExpense).reverse())
  const first = await incharge.client.post('/api/site/transactions', anExpense, headers)
  expect((await incharge.client.post('/api/site/transactions', turned, headers)).text).toBe(first.text)
})

it('a key outlives the session: whoever signs in again gets the answer of the first try', async () => {
  const worker = await hire(office, 'site_incharge')
  const headers = { 'idempotency-key': newKey() }
  const first = await worker.client.post('/api/site/transactions', anExpense, headers)
  await worker.client.post('/api/site/logout')
  const dead = await worker.client.post('/api/site/transactions', anExpense, headers)
  expect(dead.status).toBe(401)
  await worker.client.post('/api/site/login', { mobile: worker.mobile, password: PASSWORD })
  expect((await worker.client.post('/api/site/transactions', anExpense, headers)).text).toBe(first.text)
  // Neither before nor after is the answer anybody's who is not signed in.
  expect((await api.client().post('/api/site/transactions', anExpense, headers)).status).toBe(401)
})
