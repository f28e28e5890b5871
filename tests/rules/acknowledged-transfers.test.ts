import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { PROJECTION_LABELS } from '@ledger/contracts/projection-names-and-labels.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Books: the receiver of a transfer says that it has come. */

const DAY_MS = 86_400_000

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())
beforeEach(async () => {
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '1000')
})

const acknowledge = (client: TestClient, id: string, headers: Record<string, string> = {}) =>
  client.post(`/api/site/transfers/${id}/acknowledge`, undefined, headers)
const acknowledged = async (id: string, { client } = supervisor) =>
  expectBody(await acknowledge(client, id), 200, ROUTES.acknowledgeTransfer.answer)
const rowsOf = async ({ client }: FieldUser) =>
  expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
const timesIn = async (id: string) => {
  const [own] = (await rowsOf(incharge)).filter((row) => row.id === id)
  const [received] = (await rowsOf(supervisor)).filter((row) => row.id === `${id}-in`)
  return [own?.acknowledgedAt, received?.acknowledgedAt]
}
const edit = async (id: string, changed: object) => {
  const body = { amount: '300', purpose: 'Transfer', paymentMode: 'upi', narration: 'For the crew', ...changed }
  const reply = await office.put(`/api/admin/transactions/${id}-in`, { recipient: 'Anybody', ...body })
  expect(reply.status, reply.text).toBe(200)
}

it('is in both rows with the time, once, whatever key says it again', async () => {
  const { id, acknowledgedAt } = await transferMoney(incharge, supervisor, '300')
  expect(acknowledgedAt).toBeNull()
  expect(await timesIn(id)).toEqual([null, null])
  const before = await logEnd(api)
  const first = await acknowledged(`${id}-in`)
  expect(first).toMatchObject({
    ...{ id: `${id}-in`, type: 'credit', revision: 1, userId: supervisor.id, amount: '300.00' },
    recordedBy: { id: incharge.id },
    balance: { currentBalance: '300.00' },
  })
  expect(first.acknowledgedAt).toBe((await eventsAfter(api, before))[0]?.recordedAt)
  const again = await acknowledge(supervisor.client, id, { 'idempotency-key': 'another-key' })
  expect([again.status, again.json]).toEqual([200, first])
  expect((await eventsAfter(api, before)).map(({ type }) => type)).toEqual(['TransferAcknowledged'])
  expect(await timesIn(id)).toEqual([first.acknowledgedAt, first.acknowledgedAt])
  const company = await office.get(`/api/admin/transactions?account=${incharge.id}&limit=1`)
  const [shown] = expectBody(company, 200, ROUTES.adminTransactions.answer)
  expect(shown?.acknowledgedAt).toBe(first.acknowledgedAt)
})

it('is only the receiver’s to say, and not of a deleted transfer', async () => {
  const { id } = await transferMoney(incharge, supervisor, '300')
  const other = await hireFieldUser(office, 'supervisor')
  expect((await acknowledge(other.client, `${id}-in`)).status).toBe(404)
  expect((await acknowledge(incharge.client, id)).status).toBe(403)
  expect((await office.delete(`/api/admin/transactions/${id}-in`)).status).toBe(200)
  const reply = await acknowledge(supervisor.client, `${id}-in`)
  expect([reply.status, reply.json]).toMatchObject([409, { code: 'already_deleted' }])
})

it('belongs to the amount, the day and the mode that were seen', async () => {
  const { id } = await transferMoney(incharge, supervisor, '300')
  const first = await acknowledged(`${id}-in`)
  await edit(id, { narration: 'For the crew of Pune', amount: '300' })
  expect(await timesIn(id)).toEqual([first.acknowledgedAt, first.acknowledgedAt])
  await edit(id, { amount: '250' })
  expect(await timesIn(id)).toEqual([null, null])
  const late = await acknowledge(supervisor.client, `${id}-in`, { 'if-match': '"1"' })
  expect([late.status, late.json]).toMatchObject([412, { code: 'revision_changed' }])
  const second = await acknowledged(`${id}-in`)
  expect(second.amount).toBe('250.00')
  expect(await timesIn(id)).toEqual([second.acknowledgedAt, second.acknowledgedAt])
})

it('is in the history and the edit log, without an amount there, and the rows are what the log makes of them', async () => {
  const { id } = await transferMoney(incharge, supervisor, '300')
  await acknowledged(`${id}-in`)
  const history = await office.get(`/api/audit/transactions/${id}/history`)
  const { revisions } = expectBody(history, 200, ROUTES.auditHistory.answer)
  expect(revisions.map(({ type, revision, review }) => [type, revision, review])).toEqual([
    ['TransferRecorded', 1, undefined],
    ['TransferAcknowledged', 1, 'received'],
  ])
  expect(revisions[1]?.after).toEqual(revisions[0]?.after)
  const { rows } = expectBody(await office.get('/api/audit/edit-log'), 200, ROUTES.auditEditLog.answer)
  const line = rows.find(({ subjectId, action }) => subjectId === id && action === 'changed')
  expect(line).toMatchObject({ amount: null, fields: [{ field: 'review', before: null, after: 'received' }] })
  const report = expectBody(await office.get('/api/audit/verify'), 200, ROUTES.auditVerify.answer)
  expect(report.projections).toMatchObject(
    Object.fromEntries(Object.keys(PROJECTION_LABELS).map((name) => [name, 'equal'])),
  )
})

describe('a missing acknowledgement', () => {
  let later: TestService
  let ahead = 0
  let giver: FieldUser
  let receiver: FieldUser
  beforeAll(async () => {
    later = await startTestService({ clock: () => new Date(Date.now() + ahead).toISOString() })
    const admin = await signInAdmin(later.origin)
    giver = await hireFieldUser(admin, 'site_incharge')
    receiver = await hireFieldUser(admin, 'supervisor')
    await sendMoneyTo(admin, giver, '1000')
  })
  afterAll(() => later.close())

  const missed = async (days: number, { mobile }: FieldUser) => {
    ahead = days * DAY_MS
    const client = await signInFieldUser(later.origin, mobile)
    const reply = await client.get('/api/site/transfers/unacknowledged')
    return expectBody(reply, 200, ROUTES.unacknowledgedTransfers.answer).map(({ id }) => id)
  }

  it('is mentioned to both after three days, and no longer than thirty', async () => {
    const { id } = await transferMoney(giver, receiver, '300')
    const said = await transferMoney(giver, receiver, '100')
    await acknowledged(`${said.id}-in`, receiver)
    expect(await missed(2.9, receiver)).toEqual([])
    expect(await missed(3.1, receiver)).toEqual([`${id}-in`])
    expect(await missed(3.1, giver)).toEqual([id])
    expect(await missed(29.9, giver)).toEqual([id])
    expect(await missed(30.1, giver)).toEqual([])
  })

  it('is not mentioned of a transfer from before the update', async () => {
    ahead = 40 * DAY_MS
    const { mobile } = giver
    const { id } = await transferMoney(
      { ...giver, client: await signInFieldUser(later.origin, mobile) },
      receiver,
      '300',
    )
    const updatedAt = (when: string) =>
      later.sql.query(`UPDATE kysely_migration SET timestamp = $1 WHERE name = '0047-acknowledged-transfers'`, [when])
    await updatedAt(new Date(Date.now() + 41 * DAY_MS).toISOString())
    expect(await missed(45, giver)).toEqual([])
    await updatedAt(new Date(Date.now() + 39 * DAY_MS).toISOString())
    expect(await missed(45, giver)).toEqual([id])
  })

  it('is not mentioned of a transfer to a supervisor who can no longer sign in', async () => {
    ahead = 80 * DAY_MS
    const gone = await hireFieldUser(await signInAdmin(later.origin), 'supervisor')
    const { mobile } = giver
    const { id } = await transferMoney({ ...giver, client: await signInFieldUser(later.origin, mobile) }, gone, '50')
    expect(await missed(84, giver)).toEqual([id])
    const admin = await signInAdmin(later.origin)
    const path = `/api/admin/supervisors/${gone.id}`
    expect((await admin.patch(`${path}/status`, { status: 'disabled' })).status).toBe(200)
    expect(await missed(84, giver)).toEqual([])
    expect((await admin.patch(`${path}/status`, { status: 'active' })).status).toBe(200)
    expect(await missed(84, giver)).toEqual([id])
    expect((await admin.delete(path)).status).toBe(204)
    expect(await missed(84, giver)).toEqual([])
  })
})
