import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  askAbout,
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, The office's desk: a question on an entry, from head office to the site and back. */

let api: TestService
let office: TestClient
let auditor: TestClient
let incharge: FieldUser
let other: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  auditor = (await hireAuditor(office, 'asha@questions.example')).client
  incharge = await hireFieldUser(office, 'site_incharge')
  other = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
})
afterAll(() => api.close())

const ofSite = async ({ client }: FieldUser, query = '') =>
  expectBody(await client.get(`/api/site/questions${query}`), 200, ROUTES.siteQuestions.answer)
const ofOffice = async (query = '', client = office) =>
  expectBody(await client.get(`/api/admin/questions${query}`), 200, ROUTES.questions.answer)
const answerAs = ({ client }: FieldUser, id: string, body: object, headers = {}) =>
  client.post(`/api/site/questions/${id}/answers`, body, headers)
const close = (id: string, client = office) => client.post(`/api/admin/questions/${id}/close`)

test('a question goes to the account of the entry, its answer with a bill to the office, and it is closed', async () => {
  const expense = await recordExpenseOf(incharge)
  const question = await askAbout(auditor, expense.id, 'Where is the bill?')
  expect(question).toMatchObject({
    ...{ transactionId: expense.id, state: 'open', text: 'Where is the bill?', answers: [] },
    askedBy: { name: 'Asha Auditor', role: 'auditor' },
  })
  const { recipient, amount, date, purpose } = expense
  expect(await ofSite(incharge, '?state=open')).toEqual([
    { ...question, entry: { type: 'debit', amount, date, recipient, purpose, transferFrom: null, isClosed: false } },
  ])
  expect(await ofSite(other)).toEqual([])
  const bill = await uploadBillFileForId(incharge.client, await samplePhoto())
  const reply = await answerAs(incharge, question.id, { text: 'Here it is', bills: [bill] })
  const answered = expectBody(reply, 201, ROUTES.answerQuestion.answer)
  expect(answered).toMatchObject({
    ...{ id: question.id, state: 'answered' },
    answers: [{ text: 'Here it is', bills: [{ id: bill, type: 'image/jpeg' }], by: { id: incharge.id } }],
  })
  expect(await ofOffice('?state=answered')).toEqual([answered])
  expect(await ofOffice(`?transaction=${expense.id}`, auditor)).toEqual([answered])
  expect(await ofSite(incharge, '?state=open')).toEqual([])
  for (const reader of [office, auditor, incharge.client])
    expect((await reader.get(`/api/bills/${bill}`)).status).toBe(200)
  expect((await other.client.get(`/api/bills/${bill}`)).status).toBe(404)
  const closed = expectBody(await close(question.id), 200, ROUTES.closeQuestion.answer)
  expect(closed).toEqual({ ...answered, state: 'closed' })
  expect(await ofOffice('?state=answered')).toEqual([])
  // The entry itself is as it was.
  const row = await incharge.client.get(`/api/site/transactions/${expense.id}`)
  expect(expectBody(row, 200, ROUTES.siteTransaction.answer)).toMatchObject({ revision: 1, edited: null, bills: [] })
})

test('only head office asks and closes, and only the account of the entry sees and answers', async () => {
  const expense = await recordExpenseOf(incharge)
  const { id } = await askAbout(office, expense.id, 'Which shop?')
  for (const { client } of [incharge, supervisor]) {
    const asking = await client.post(`/api/admin/transactions/${expense.id}/questions`, { text: 'Why?' })
    expect([asking.status, (await close(id, client)).status]).toEqual([403, 403])
    expect((await client.get('/api/admin/questions')).status).toBe(403)
  }
  for (const client of [office, auditor]) {
    expect((await client.post(`/api/site/questions/${id}/answers`, { text: 'Me' })).status).toBe(403)
    expect((await client.get('/api/site/questions')).status).toBe(403)
  }
  for (const stranger of [other, supervisor]) {
    for (const bills of [[], ['0'.repeat(64)]]) {
      const refused = await answerAs(stranger, id, { text: 'Mine', bills })
      expect(refused.json).toMatchObject({ status: 404, code: 'not_found' })
    }
  }
  const foreign = await uploadBillFileForId(other.client, await samplePhoto())
  expect((await answerAs(incharge, id, { text: 'Here', bills: [foreign] })).json).toMatchObject({ status: 400 })
  for (const text of ['', '  ', 'x'.repeat(501)])
    expect((await answerAs(incharge, id, { text })).json).toMatchObject({ status: 400, issues: [{ path: 'text' }] })
  expect(await ofSite(incharge, `?transaction=${expense.id}`)).toMatchObject([{ id, state: 'open' }])
})

test('each side of a transfer is asked by itself, and money of head office as well', async () => {
  const credit = await sendMoneyTo(office, incharge, '500.00')
  const transfer = await transferMoney(incharge, supervisor, '50.00')
  const received = await askAbout(office, `${transfer.id}-in`, 'Did it come?')
  expect(received).toMatchObject({ transactionId: `${transfer.id}-in` })
  expect(await ofSite(supervisor)).toMatchObject([{ id: received.id, entry: { type: 'credit', amount: '50.00' } }])
  expect((await answerAs(incharge, received.id, { text: 'No' })).status).toBe(404)
  expect((await answerAs(supervisor, received.id, { text: 'Yes' })).status).toBe(201)
  const sent = await askAbout(office, credit.id, 'Did it come?')
  expect((await answerAs(incharge, sent.id, { text: 'Yes' })).status).toBe(201)
})

test('a deleted entry takes no question; an open one stays, is read, answered and closed', async () => {
  const expense = await recordExpenseOf(incharge)
  const { id } = await askAbout(office, expense.id, 'Why twice?')
  expect((await incharge.client.delete(`/api/site/transactions/${expense.id}`)).status).toBe(200)
  const again = await office.post(`/api/admin/transactions/${expense.id}/questions`, { text: 'Why gone?' })
  expect(again.json).toMatchObject({ status: 422, code: 'question_on_deleted' })
  expect(await ofSite(incharge, `?transaction=${expense.id}`)).toMatchObject([{ id, state: 'open', entry: null }])
  expect((await answerAs(incharge, id, { text: 'Entered twice' })).status).toBe(201)
  expectBody(await close(id), 200, ROUTES.closeQuestion.answer)
})

test('an entry of a deleted account takes no question, and one of a disabled account waits for its answer', async () => {
  const leaver = await hireFieldUser(office, 'supervisor')
  const expense = await recordExpenseOf(leaver)
  await office.patch(`/api/admin/supervisors/${leaver.id}/status`, { status: 'disabled' })
  await askAbout(office, expense.id, 'Where is the bill?')
  expect((await office.delete(`/api/admin/supervisors/${leaver.id}`)).status).toBe(204)
  const refused = await office.post(`/api/admin/transactions/${expense.id}/questions`, { text: 'And now?' })
  expect(refused.json).toMatchObject({ status: 422, code: 'counterparty_unavailable' })
})

test('an answer and a closing at once: both are recorded in one order, or the answer is refused in words', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await askAbout(office, (await recordExpenseOf(incharge)).id, 'Which shop?')
    const key = { 'idempotency-key': `answer-and-close-${round}` }
    const [answer, closing] = await Promise.all([answerAs(incharge, id, { text: 'Sharma' }, key), close(id)])
    expect(closing.status).toBe(200)
    expect([201, 409]).toContain(answer.status)
    if (answer.status === 409)
      expect(answer.json).toMatchObject({ code: 'question_closed', message: expect.stringContaining('closed') })
    const [now] = (await ofOffice()).filter((one) => one.id === id)
    expect(now).toMatchObject({ state: 'closed' })
    expect(now?.answers).toHaveLength(answer.status === 201 ? 1 : 0)
    // The same key gets the same answer, whatever happened since.
    expect((await answerAs(incharge, id, { text: 'Sharma' }, key)).text).toBe(answer.text)
    const late = await answerAs(incharge, id, { text: 'Once more' })
    expect(late.json).toMatchObject({ status: 409, code: 'question_closed' })
  }
})

test('the worklist of the office has each entry with a question that is not closed, once', async () => {
  const before = await onWorklist()
  const [first, second] = [await recordExpenseOf(incharge), await recordExpenseOf(incharge)]
  const { id } = await askAbout(office, first.id, 'Which shop?')
  const again = await askAbout(office, first.id, 'Which day?')
  await askAbout(office, second.id, 'How many bags?')
  await answerAs(incharge, id, { text: 'Sharma' })
  expect((await onWorklist()).sort()).toEqual([...before, first.id, second.id].sort())
  await close(id)
  expect(await onWorklist()).toContain(first.id)
  await close(again.id)
  expect((await onWorklist()).sort()).toEqual([...before, second.id].sort())
})

test('a row of that worklist has its questions that are not closed, and the last answer to each; no other list has them', async () => {
  const { id } = await recordExpenseOf(incharge)
  const [other, deleted] = [await recordExpenseOf(incharge), await recordExpenseOf(incharge)]
  const shown = async (entry: string, query = 'worklist=questions') => {
    const reply = await auditor.get(`/api/admin/transactions?${query}&limit=1000`)
    return expectBody(reply, 200, ROUTES.adminTransactions.answer).find((row) => row.id === entry)
  }
  const ask = async (client: TestClient, entry: string, text: string) => {
    const { id: question, askedAt, askedBy } = await askAbout(client, entry, text)
    return { question, open: { text, state: 'open', askedAt, askedBy, answer: null } }
  }
  const shop = await ask(auditor, id, 'Which shop?\nAnd which day?')
  const bags = await ask(office, id, 'How many bags?')
  const lorry = await ask(office, other.id, 'Which lorry?')
  const twice = await ask(office, deleted.id, 'Why twice?')
  expect((await incharge.client.delete(`/api/site/transactions/${deleted.id}`)).status).toBe(200)
  expect(shop.open.askedBy).toMatchObject({ name: 'Asha Auditor', role: 'auditor' })
  expect((await shown(id))?.questions).toEqual([bags.open, shop.open])
  expect((await shown(other.id))?.questions).toEqual([lorry.open])
  expect(await shown(deleted.id)).toMatchObject({ deleted: {}, questions: [twice.open] })
  const bill = await uploadBillFileForId(incharge.client, await samplePhoto())
  await answerAs(incharge, shop.question, { text: 'I will ask' })
  const last = await answerAs(incharge, shop.question, { text: 'Sharma', bills: [bill] })
  const { text, at, by } = expectBody(last, 201, ROUTES.answerQuestion.answer).answers.at(-1) ?? {}
  expect({ text, by }).toMatchObject({ text: 'Sharma', by: { id: incharge.id, role: 'site_incharge' } })
  const answered = { ...shop.open, state: 'answered', answer: { text, at, by } }
  expect((await shown(id))?.questions).toEqual([bags.open, answered])
  await close(bags.question)
  expect((await shown(id))?.questions).toEqual([answered])
  for (const query of ['type=debit', 'bill=without', 'worklist=changed', 'deleted=include'])
    for (const entry of [id, deleted.id]) expect((await shown(entry, query))?.questions, query).toBeUndefined()
  await close(shop.question)
  expect(await shown(id)).toBeUndefined()
  for (const { question } of [lorry, twice]) await close(question)
})

async function onWorklist(): Promise<string[]> {
  const list = await office.get('/api/admin/transactions?worklist=questions&limit=1000')
  const rows = expectBody(list, 200, ROUTES.adminTransactions.answer)
  const counts = expectBody(await office.get('/api/admin/worklists'), 200, ROUTES.worklists.answer)
  expect(counts.questions).toBe(rows.length)
  return rows.map((row) => row.id)
}

test('a page of questions has a link to the next one', async () => {
  const { id } = await recordExpenseOf(other)
  const asked: string[] = []
  for (const text of ['One?', 'Two?', 'Three?']) asked.push((await askAbout(office, id, text)).id)
  const first = await other.client.get('/api/site/questions?limit=2')
  expect(expectBody(first, 200, ROUTES.siteQuestions.answer).map((one) => one.id)).toEqual(asked.slice(1).toReversed())
  const [, next = ''] = /<(.*)>; rel="next"/.exec(String(first.headers.link)) ?? []
  const last = await other.client.get(next)
  expect(expectBody(last, 200, ROUTES.siteQuestions.answer).map((one) => one.id)).toEqual(asked.slice(0, 1))
  expect(last.headers.link).toBeUndefined()
})

test('history, edit log and its files, and the receipt: all of them show questions, and no revision more', async () => {
  const expense = await recordExpenseOf(incharge)
  const { id } = await askAbout(office, expense.id, 'How many bags were there?')
  await answerAs(incharge, id, { text: 'Fifteen bags' })
  await close(id)
  const change = { ...sampleExpenseBody, amount: '90' }
  expect((await incharge.client.put(`/api/site/transactions/${expense.id}`, change)).status).toBe(200)
  const at = `/api/audit/transactions/${expense.id}/history`
  const { revisions, questions } = expectBody(await auditor.get(at), 200, ROUTES.auditHistory.answer)
  expect(revisions.map(({ revision, type }) => [revision, type])).toEqual([
    [1, 'DebitRecorded'],
    [2, 'TransactionEdited'],
  ])
  expect(questions).toMatchObject([
    { type: 'EntryQueried', question: id, text: 'How many bags were there?' },
    { type: 'EntryAnswered', question: id, text: 'Fifteen bags' },
    { type: 'EntryQueryClosed', question: id, text: null },
  ])
  const log = await auditor.get('/api/audit/edit-log')
  const rows = expectBody(log, 200, ROUTES.auditEditLog.answer).rows.filter((row) => row.subjectId === expense.id)
  expect(rows.filter((row) => row.subjectKind === 'question').map(({ action, fields }) => [action, fields])).toEqual([
    ['created', [{ field: 'question', before: null, after: 'How many bags were there?' }]],
    ['changed', [{ field: 'answer', before: null, after: 'Fifteen bags' }]],
    ['changed', [{ field: 'question', before: null, after: '(closed)' }]],
  ])
  const csv = await auditor.get('/api/audit/edit-log/file?format=csv&language=hi')
  for (const word of ['How many bags were there?', 'Fifteen bags', '(बंद किया)']) expect(csv.text).toContain(word)
})
