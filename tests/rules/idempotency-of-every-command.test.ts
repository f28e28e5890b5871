import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../environment/files/sample-bills.ts'
import type { HttpReply, TestClient } from '../environment/network/http-client.ts'
import { closeBooks } from '../environment/service/close-books.ts'
import {
  askAbout,
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  hireOfficeUser,
  nextUnusedMobile,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Idempotency: for every call that appends an event. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '10000.00')
})
afterAll(() => api.close())

let lastAmount = 100
const nextAmount = () => String(++lastAmount)
let lastKey = 0
const newKey = () => `key-${String(++lastKey).padStart(6, '0')}`
/** A day before every entry, and after the last one that was closed. */
let oldDay = Date.parse('2010-01-01')
function nextOldDay(): string {
  oldDay += 86_400_000
  return new Date(oldDay).toISOString().slice(0, 10)
}
const { type: _, ...credit } = sampleExpenseBody
let lastPayee = 0
const nextPayee = () => `Payee ${++lastPayee}`
/** Pays a new beneficiary; returns its id. */
async function paidBeneficiary(): Promise<string> {
  const { recipient } = await recordExpenseOf(incharge, { recipient: nextPayee() })
  return beneficiaryId(recipient)
}

/** One call: its caller, its object and its body; and another body, for calls that have one. */
interface Command {
  as?: { client: TestClient }
  id?: string
  body?: object
  other?: object
  events: string[]
}

const COMMANDS: Record<string, () => Promise<Command>> = {
  recordExpense: async () => ({
    as: incharge,
    body: sampleExpenseBody,
    other: { ...sampleExpenseBody, amount: '2' },
    events: ['DebitRecorded'],
  }),
  editExpense: async () => ({
    as: incharge,
    id: (await recordExpenseOf(incharge)).id,
    events: ['TransactionEdited'],
    body: { ...sampleExpenseBody, amount: '3' },
    other: { ...sampleExpenseBody, amount: '4' },
  }),
  deleteExpense: async () => ({
    as: incharge,
    id: (await recordExpenseOf(incharge)).id,
    events: ['TransactionDeleted'],
  }),
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
    id: `${(await transferMoney(incharge, supervisor, '9')).id}-in`,
    events: ['TransactionEdited'],
    body: { ...credit, amount: '1', reason: 'Sent less' },
    other: { ...credit, amount: '1' },
  }),
  deleteCredit: async () => ({
    id: (await sendMoneyTo(office, incharge, '11')).id,
    events: ['TransactionDeleted'],
    body: { reason: 'Sent twice' },
    other: { reason: 'Sent to another' },
  }),
  createSiteUser: async () => {
    const body = { name: 'New Incharge', mobile: nextUnusedMobile(), password: TEST_PASSWORD }
    return { body, other: { ...body, password: 'Other-Pass-2' }, events: ['AccountOpened', 'PasswordSet'] }
  },
  createSupervisor: async () => {
    const body = { name: 'New Supervisor', mobile: nextUnusedMobile(), password: TEST_PASSWORD }
    return { body, other: { ...body, name: 'Another' }, events: ['AccountOpened', 'PasswordSet'] }
  },
  createAuditor: async () => {
    const body = { name: 'New Auditor', email: `${nextUnusedMobile()}@example.in`, password: TEST_PASSWORD }
    return {
      body,
      other: { ...body, email: `${nextUnusedMobile()}@example.in` },
      events: ['AccountOpened', 'PasswordSet'],
    }
  },
  // The number changes, so that the second time the path names no account any more.
  editSiteUser: async () => ({
    id: (await hireFieldUser(office, 'site_incharge')).id,
    events: ['AccountEdited', 'PasswordSet'],
    body: { name: 'Moved', mobile: nextUnusedMobile(), password: 'Other-Pass-2' },
    other: { name: 'Not Moved' },
  }),
  editSupervisor: async () => ({
    id: (await hireFieldUser(office, 'supervisor')).id,
    events: ['AccountEdited', 'SupervisorAssigned'],
    body: { name: 'Moved', mobile: nextUnusedMobile(), siteId: incharge.id },
    other: { name: 'Not Moved' },
  }),
  setSupervisorStatus: async () => ({
    id: (await hireFieldUser(office, 'supervisor')).id,
    events: ['AccountDisabled'],
    body: { status: 'disabled' },
    other: { status: 'active' },
  }),
  deleteSiteUser: async () => ({ id: (await hireFieldUser(office, 'site_incharge')).id, events: ['AccountClosed'] }),
  // With another reason the bill is erased already (410), and the key is not checked.
  eraseBill: async () => ({
    id: await uploadBillFileForId(incharge.client, await samplePhoto()),
    body: { reason: 'Asked for by law' },
    events: ['BillErased'],
  }),
  setOfficeSettings: async () => {
    const body = { lowCash: nextAmount(), billAbove: '500', large: null, lateDays: 3 }
    return { body, other: { ...body, lowCash: nextAmount() }, events: ['OfficeSettingsChanged'] }
  },
  setPurposes: async () => ({
    body: [{ name: `Cement ${nextAmount()}`, hindi: 'सीमेंट', aliases: [] }],
    other: [{ name: 'Sand', hindi: 'रेत', aliases: [] }],
    events: ['PurposesChanged'],
  }),
  setBudget: async () => ({
    body: { site: incharge.id, purpose: 'Bricks', amount: nextAmount() },
    other: { site: incharge.id, purpose: 'Bricks', amount: nextAmount() },
    events: ['BudgetSet'],
  }),
  setTaxLimits: async () => {
    const body = { from: nextOldDay(), single: nextAmount(), year: null, cashDay: '10000' }
    return { body, other: { ...body, single: nextAmount() }, events: ['TaxLimitsSet'] }
  },
  setBeneficiaryDetails: async () => {
    const recipient = `party${nextAmount()}`
    await recordExpenseOf(incharge, { recipient })
    const body = { pan: 'ABCPD1234E', gstin: null, phone: '9876543210' }
    return { id: `b:${recipient}`, body, other: { ...body, pan: null }, events: ['BeneficiaryDetailsChanged'] }
  },
  setAlertLevel: async () => ({
    id: (await hireFieldUser(office, 'site_incharge')).id,
    events: ['AlertLevelSet'],
    body: { amount: '2500' },
    other: { amount: '3500' },
  }),
  reviewEntry: async () => ({
    id: (await recordExpenseOf(incharge)).id,
    events: ['EntryReviewed'],
    body: { as: 'seen' },
    other: { as: 'no_bill_needed', reason: 'A tea stall gives none' },
  }),
  askQuestion: async () => ({
    id: (await recordExpenseOf(incharge)).id,
    body: { text: 'Where is the bill?' },
    other: { text: 'Which shop?' },
    events: ['EntryQueried'],
  }),
  closeQuestion: async () => ({
    id: (await askAbout(office, (await recordExpenseOf(incharge)).id, 'Where is the bill?')).id,
    events: ['EntryQueryClosed'],
  }),
  answerQuestion: async () => ({
    as: incharge,
    id: (await askAbout(office, (await recordExpenseOf(incharge)).id, 'Where is the bill?')).id,
    body: { text: 'In the file' },
    other: { text: 'At the shop' },
    events: ['EntryAnswered'],
  }),
  acknowledgeTransfer: async () => ({
    as: supervisor,
    id: `${(await transferMoney(incharge, supervisor, '3')).id}-in`,
    events: ['TransferAcknowledged'],
  }),
  countCash: async () => ({
    as: incharge,
    body: { amount: '0' },
    other: { amount: '100' },
    events: ['CashCounted'],
  }),
  closeBooks: async () => ({
    body: { upTo: nextOldDay() },
    other: { upTo: nextOldDay() },
    events: ['BooksClosed', 'BooksSealed'],
  }),
  reopenBooks: async () => {
    const upTo = nextOldDay()
    expect(await closeBooks(office, nextOldDay())).toMatchObject({ status: 201 })
    const body = { upTo, reason: 'A bill came late' }
    return { body, other: { ...body, reason: 'Another reason' }, events: ['BooksReopened'] }
  },
  renameBeneficiary: async () => ({
    id: await paidBeneficiary(),
    body: { name: nextPayee() },
    other: { name: nextPayee() },
    events: ['BeneficiaryRenamed'],
  }),
  mergeBeneficiaries: async () => {
    const [from, another, into] = [await paidBeneficiary(), await paidBeneficiary(), await paidBeneficiary()]
    return { body: { from: [from], into }, other: { from: [another], into }, events: ['BeneficiariesMerged'] }
  },
  unmergeBeneficiary: async () => {
    const [id, other, into] = [await paidBeneficiary(), await paidBeneficiary(), await paidBeneficiary()]
    const merged = await office.post('/api/admin/beneficiaries/merge', { from: [id, other], into })
    expect(merged.status, merged.text).toBe(200)
    return { body: { id }, other: { id: other }, events: ['BeneficiariesUnmerged'] }
  },
  setTallyMap: async () => {
    const line = { kind: 'purpose', id: `purpose ${nextAmount()}`, group: 'Direct Expenses' }
    const body = { lines: [{ ...line, ledger: 'Material' }] }
    return { body, other: { lines: [{ ...line, ledger: 'Labour' }] }, events: ['TallyMapChanged'] }
  },
  deleteSupervisor: async () => ({ id: (await hireFieldUser(office, 'supervisor')).id, events: ['AccountClosed'] }),
  createOfficeUser: async () => {
    const body = {
      ...{ name: 'New Accountant', email: `${nextUnusedMobile()}@example.in` },
      ...{ password: TEST_PASSWORD, role: 'accountant' },
    }
    return { body, other: { ...body, role: 'auditor' }, events: ['AccountOpened', 'PasswordSet'] }
  },
  editOfficeUser: async () => ({
    id: (await hireOfficeUser(office, 'accountant', `${nextUnusedMobile()}@example.in`)).id,
    events: ['AccountEdited', 'AccountRoleChanged', 'PasswordSet'],
    body: { name: 'Moved', role: 'auditor', password: 'Other-Pass-2' },
    other: { name: 'Not Moved' },
  }),
  deleteOfficeUser: async () => ({
    id: (await hireOfficeUser(office, 'accountant', `${nextUnusedMobile()}@example.in`)).id,
    events: ['AccountClosed'],
  }),
  // With another body the current password is wrong by then (400), and the key is not checked.
  setOwnPassword: async () => ({
    as: await hireOfficeUser(office, 'accountant', `${nextUnusedMobile()}@example.in`),
    events: ['PasswordSet'],
    body: { current: TEST_PASSWORD, password: 'Other-Pass-2' },
  }),
  setSiteUserStatus: async () => ({
    id: (await hireFieldUser(office, 'site_incharge')).id,
    events: ['AccountDisabled'],
    body: { status: 'disabled' },
    other: { status: 'active' },
  }),
  reportPhoneLost: async () => ({
    id: (await hireFieldUser(office, 'site_incharge')).id,
    events: ['PasswordSet'],
    body: { password: 'Other-Pass-2' },
    other: {},
  }),
  deleteAuditor: async () => ({
    id: (await hireAuditor(office, `${nextUnusedMobile()}@example.in`)).id,
    events: ['AccountClosed'],
  }),
}

function send(name: RouteName, { as, id = '' }: Command, body: object | undefined, key: string): Promise<HttpReply> {
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
    const before = await logEnd(api)
    const key = newKey()
    const replies = await Promise.all([1, 2, 3].map(() => send(name, command, command.body, key)))
    replies.push(await send(name, command, command.body, key))
    // On a busy machine a closing is answered before its seal is there; the same call again then waits for it.
    while (replies.some(({ status }) => status === 202))
      replies.splice(
        0,
        replies.length,
        ...(await Promise.all(replies.map(() => send(name, command, command.body, key)))),
      )
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
    const before = await logEnd(api)
    if (command.other) {
      const reply = await send(name, command, command.body, key)
      expect(reply, reply.text).toMatchObject({ status: 422, json: { code: 'key_reused' } })
    }
    // Another object is a different request, too.
    if (command.id !== undefined) {
      const elsewhere = await prepared()
      const at = await logEnd(api)
      const reply = await send(name, elsewhere, command.body, key)
      expect(reply, reply.text).toMatchObject({ status: 422, json: { code: 'key_reused' } })
      expect(await logEnd(api)).toBe(at)
    } else expect(await logEnd(api)).toBe(before)
  })
})

it('another account’s same key is another key', async () => {
  const key = newKey()
  const [one, other] = [await hireFieldUser(office, 'site_incharge'), await hireFieldUser(office, 'supervisor')]
  const headers = { 'idempotency-key': key }
  const replies = await Promise.all(
    [one, other].map(({ client }) => client.post('/api/site/transactions', sampleExpenseBody, headers)),
  )
  expect(replies.map((reply) => reply.status)).toEqual([201, 201])
  expect(replies[0]?.text).not.toBe(replies[1]?.text)
})

it('a refusal of the ledger is kept for its key, and a malformed request is not', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const body = { toUserId: supervisor.id, amount: '5', paymentMode: 'upi', narration: 'For the crew' }
  const headers = { 'idempotency-key': newKey() }
  const transfer = (given: object) => worker.client.post('/api/site/transfer', given, headers)
  // No broken form rule reaches the ledger, so the corrected request may use the key.
  expect((await transfer({ ...body, narration: '' })).status).toBe(400)
  const refused = await transfer(body)
  expect(refused.status).toBe(422)
  await sendMoneyTo(office, worker, '100')
  expect((await transfer(body)).text).toBe(refused.text)
  expect((await worker.client.post('/api/site/transfer', body, { 'idempotency-key': newKey() })).status).toBe(201)
})

it('a key belongs to its request: the same key at another call is refused', async () => {
  const headers = { 'idempotency-key': newKey() }
  expect((await incharge.client.post('/api/site/transactions', sampleExpenseBody, headers)).status).toBe(201)
  const body = { toUserId: supervisor.id, amount: '5', paymentMode: 'upi', narration: 'For the crew' }
  expect((await incharge.client.post('/api/site/transfer', body, headers)).status).toBe(422)
})

it('the order of the fields makes no other body', async () => {
  const headers = { 'idempotency-key': newKey() }
  const turned = Object.fromEntries(Object.entries(sampleExpenseBody).reverse())
  const first = await incharge.client.post('/api/site/transactions', sampleExpenseBody, headers)
  expect((await incharge.client.post('/api/site/transactions', turned, headers)).text).toBe(first.text)
})

it('a key outlives the session: whoever signs in again gets the answer of the first try', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const headers = { 'idempotency-key': newKey() }
  const first = await worker.client.post('/api/site/transactions', sampleExpenseBody, headers)
  await worker.client.post('/api/site/logout')
  const dead = await worker.client.post('/api/site/transactions', sampleExpenseBody, headers)
  expect(dead.status).toBe(401)
  await worker.client.post('/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD })
  expect((await worker.client.post('/api/site/transactions', sampleExpenseBody, headers)).text).toBe(first.text)
  // An anonymous caller never gets the answer.
  expect((await api.client().post('/api/site/transactions', sampleExpenseBody, headers)).status).toBe(401)
})
