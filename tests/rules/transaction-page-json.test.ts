import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { samplePdf, samplePhoto, uploadBillFileForId } from '../environment/files/sample-bills.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  askAbout,
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/**
 * Pages of transactions are written without the schema of their answer: the text equals what the schema would write,
 * and has no other field.
 */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
let gone: FieldUser
/** The incharge's number of today. */
const mobile = nextUnusedMobile()

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'राजेश पाटीदार', siteName: 'सौर "पार्क" \\ 2' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Ramesh O’Neil' })
  gone = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '999999999.99', { narration: 'सीमेंट के लिए\nand "steel" \\ sand' })
  for (const to of [supervisor, gone]) await transferMoney(incharge, to, '1234.50')
  const bills = [
    await uploadBillFileForId(incharge.client, await samplePhoto()),
    await uploadBillFileForId(incharge.client, samplePdf()),
  ]
  const proved = await recordExpenseOf(incharge, {
    bills,
    recipient: 'शर्मा ट्रेडर्स 🏗️',
    amount: '0.01',
    date: '2026-02-10',
  })
  const narrations = ['"', '\\', '\\u001f', ',"id":"x"', '</script>', 'é', 'क्‍ष', 'a\nb']
  for (const narration of narrations) await recordExpenseOf(incharge, { narration })
  const { client } = incharge
  const edit = await client.put(`/api/site/transactions/${proved.id}`, {
    ...sampleExpenseBody,
    amount: '2.5',
    narration: '=',
  })
  expect(edit.status).toBe(200)
  const { id: question } = await askAbout(office, proved.id, 'किस "दुकान" \\ से?\nWhich?')
  await askAbout(office, proved.id, 'And when?')
  const answer = { text: 'शर्मा </script>', bills: bills.slice(0, 1) }
  expect((await client.post(`/api/site/questions/${question}/answers`, answer)).status).toBe(201)
  const { id } = await recordExpenseOf(incharge, { narration: 'a mistake' })
  expect((await client.delete(`/api/site/transactions/${id}`)).status).toBe(200)
  await recordExpenseOf(supervisor)
  // The giver and the receiver have other numbers now, and one account is deleted.
  const body = { name: 'राजेश पाटीदार', mobile, siteName: 'सौर "पार्क" \\ 2' }
  expect((await office.put(`/api/admin/users/${incharge.id}`, body)).status).toBe(200)
  expect((await office.delete(`/api/admin/supervisors/${gone.id}`)).status).toBe(204)
})
afterAll(() => api.close())

/** Returns an answer as Fastify writes it by its schema. */
async function written(name: RouteName, value: unknown): Promise<string> {
  const { answer } = ROUTES[name] as { answer: z.ZodType }
  const { $schema: _, ...schema } = z.toJSONSchema(answer, { target: 'draft-7' })
  const app = Fastify()
  app.get('/', { schema: { response: { 200: schema } } }, async () => value)
  return (await app.inject('/')).payload
}

const own = () => incharge.client
it.each<[string, RouteName, () => TestClient, string, number]>([
  ['an own list', 'siteTransactions', own, '', 12],
  ['a page of it', 'siteTransactions', own, '?limit=3', 3],
  ['entries with a bill', 'siteTransactions', own, '?bill=with', 1],
  ['what has a word', 'siteTransactions', own, '?q=%3C%2Fscript', 1],
  ['what was given', 'siteTransactions', () => supervisor.client, '', 2],
  ['nothing', 'siteTransactions', own, '?q=nowhere', 0],
  ['the list of all', 'adminTransactions', () => office, '', 15],
  ['what was deleted', 'adminTransactions', () => office, '?deleted=only', 1],
  ['what was asked about', 'adminTransactions', () => office, '?worklist=questions', 1],
  ['what stands and what was deleted', 'adminTransactions', () => office, '?deleted=include&limit=10', 10],
])('%s is written as its schema says', async (_what, name, client, query, count) => {
  const { status, text, headers } = await client().get(`${ROUTES[name].path}${query}`)
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const rows: unknown = JSON.parse(text)
  expect(rows).toHaveLength(count)
  expect(text).toBe(await written(name, rows))
})

it('names everybody by the number of today, head office and who is gone by the inner id', async () => {
  const namesIn = async (name: 'siteTransactions' | 'adminTransactions', client: TestClient) => {
    const rows = expectBody(await client.get(ROUTES[name].path), 200, ROUTES[name].answer)
    return new Set(rows.map(({ userId, recordedBy }) => `${userId} by ${recordedBy.id}`))
  }
  const [now, of] = [`site_${mobile}`, supervisor.id]
  const { id: head } = expectBody(await office.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer)
  expect(await namesIn('siteTransactions', incharge.client)).toEqual(new Set([`${now} by ${now}`, `${now} by ${head}`]))
  expect(await namesIn('siteTransactions', supervisor.client)).toEqual(new Set([`${of} by ${of}`, `${of} by ${now}`]))
  expect(await namesIn('adminTransactions', office)).toEqual(
    new Set([
      `${now} by ${now}`,
      `${now} by ${head}`,
      `${of} by ${of}`,
      `${of} by ${now}`,
      `${gone.account} by ${now}`,
    ]),
  )
})
