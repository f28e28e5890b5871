import { hash } from 'node:crypto'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOfCsv } from '../../environment/files/independent-file-readers.ts'
import { foldByLedger, parseTallyFile } from '../../environment/files/parse-tally-file.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { closeBooks } from '../../environment/service/close-books.ts'
import {
  type FieldUser,
  hireFieldUser,
  hireOfficeUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, Books: the map to Tally, its files, and the list of those that were made. */

let api: TestService
let office: TestClient
let accountant: TestClient
let auditor: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  accountant = (await hireOfficeUser(office, 'accountant', 'accountant@example.in')).client
  auditor = (await hireOfficeUser(office, 'auditor', 'auditor@example.in')).client
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi', siteName: 'Green Valley' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita', siteId: incharge.id, siteFrom: '2026-03-01' })
  await sendMoneyTo(office, incharge, '1000', { date: '2026-03-30', paymentMode: 'cash' })
  await sendMoneyTo(office, incharge, '5000', { date: '2026-04-02', paymentMode: 'bank_transfer' })
  await transferMoney(incharge, supervisor, '700.25', { date: '2026-04-03' })
  await recordExpenseOf(incharge, { amount: '400.50', date: '2026-04-05', purpose: 'Cement' })
  await recordExpenseOf(supervisor, { amount: '40.25', date: '2026-04-06', purpose: 'Tea & snacks' })
})
afterAll(() => api.close())

const APRIL = 'from=2026-04-01&to=2026-04-30'
const fileOf = async (query: string, client = accountant) => {
  const reply = await client.get(`/api/admin/tally?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply
}
const listOf = async (client = auditor) =>
  expectBody(await client.get('/api/admin/tally/exports'), 200, ROUTES.tallyExports.answer)
const mapOf = async (query = APRIL) =>
  expectBody(await auditor.get(`/api/admin/tally/map?${query}`), 200, ROUTES.tallyMap.answer)
const change = (body: object) => accountant.put('/api/admin/tally/map', body)

it('adds up by ledger to the trial balance of its days, to the paisa', async () => {
  const balances = async (dated: string) =>
    expectBody(
      await auditor.get(`/api/admin/trial-balance?dated=${dated}`),
      200,
      ROUTES.trialBalance.answer,
    ) as unknown as { accounts: { name: string; received: string; spent: string }[] }
  const [before, after] = [await balances('2026-03-31'), await balances('2026-04-30')]
  const moved = (name: string, side: 'received' | 'spent') => {
    const of = ({ accounts }: typeof before) => paiseOf(accounts.find((one) => one.name === name)?.[side] ?? '0.00')
    return Number(of(after)) - Number(of(before))
  }
  const file = parseTallyFile((await fileOf(APRIL)).text)
  expect(Object.fromEntries(foldByLedger(file))).toEqual({
    'Head Office Bank': { debit: 0, credit: moved('head_office', 'spent') },
    'Cash – Ravi (Green Valley)': { debit: moved('Ravi', 'received'), credit: moved('Ravi', 'spent') },
    'Cash – Sita': { debit: moved('Sita', 'received'), credit: moved('Sita', 'spent') },
    Cement: { debit: 40_050, credit: 0 },
    'Tea & snacks': { debit: 4025, credit: 0 },
  })
  expect(moved('Sharma Traders', 'received')).toBe(40_050 + 4025)
  expect(file.vouchers.map(({ lines }) => lines[0]?.costCentre)).toEqual([
    ...[undefined, undefined],
    ...['Green Valley', 'Green Valley'],
  ])
})

it('is kept in the list and in the log, with who, which days, which part of the log, and its hash', async () => {
  const position = await logEnd(api)
  const reply = await fileOf(APRIL)
  expect(reply.headers['content-disposition']).toBe('attachment; filename="tally 2026-04-01 to 2026-04-30.xml"')
  expect(reply.headers['content-type']).toContain('application/xml')
  const [event, ...others] = await eventsAfter(api, position)
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'TallyExported', data: { position, vouchers: 4, closedUpTo: null } })
  const [kept] = await listOf()
  expect(kept).toMatchObject({
    ...{ id: String(event?.position), by: 'Some accountant', format: 'xml', from: '2026-04-01', to: '2026-04-30' },
    ...{ position, bytes: Buffer.byteLength(reply.text), sha256: hash('sha256', reply.text) },
  })
})

it('can be taken again byte for byte, whatever happened since, by an auditor too', async () => {
  const { text } = await fileOf(APRIL)
  const csv = (await fileOf(`${APRIL}&format=csv`)).text
  const [keptCsv, kept] = await listOf()
  await recordExpenseOf(incharge, { amount: '9', date: '2026-04-07' })
  const line = { kind: 'purpose', id: 'Cement', ledger: 'Building Material', group: 'Purchase Accounts' }
  expect((await change({ lines: [line] })).status).toBe(204)
  const before = await logEnd(api)
  const again = await auditor.get(`/api/admin/tally/exports/${kept?.id}/file`)
  expect(again.text).toBe(text)
  expect((await auditor.get(`/api/admin/tally/exports/${keptCsv?.id}/file`)).text).toBe(csv)
  expect((await eventsAfter(api, before)).map(({ data }) => data)).toEqual([
    { report: 'tally', format: 'xml', rows: 4 },
    { report: 'tally', format: 'csv', rows: 4 },
  ])
  expect((await auditor.get('/api/admin/tally/exports/1/file')).status).toBe(404)
  expect((await auditor.get('/api/admin/tally/exports/x/file')).status).toBe(404)
})

it('is refused where its hash is no longer the one of the list', async () => {
  await fileOf(APRIL)
  const [kept] = await listOf()
  await api.sql.query(
    `UPDATE events SET data = regexp_replace(data::text, '"sha256":"[0-9a-f]{4}', '"sha256":"0000')::json WHERE position = $1`,
    [Number(kept?.id)],
  )
  const refused = await auditor.get(`/api/admin/tally/exports/${kept?.id}/file`)
  expect(refused).toMatchObject({ status: 409, json: { code: 'tally_file_changed' } })
})

it('says Alter for what changed since the last file, and Cancel for what was deleted', async () => {
  const [changed, deleted] = [
    await recordExpenseOf(incharge, { amount: '50', date: '2026-05-05' }),
    await recordExpenseOf(incharge, { amount: '60', date: '2026-05-06' }),
  ]
  const MAY = 'from=2026-05-01&to=2026-05-31'
  const actionsOf = async () =>
    parseTallyFile((await fileOf(MAY)).text).vouchers.map(({ remoteId, action }) => [remoteId, action])
  expect(await actionsOf()).toEqual([
    [changed.id, 'Create'],
    [deleted.id, 'Create'],
  ])
  const edited = {
    ...{ type: 'debit', amount: '55', recipient: 'Sharma Traders', purpose: 'Cement' },
    date: '2026-05-05',
  }
  const put = await incharge.client.put(`/api/site/transactions/${changed.id}`, {
    ...edited,
    ...{ paymentMode: 'cash', narration: 'Ten bags' },
  })
  expect(put.status, put.text).toBe(200)
  expect((await incharge.client.delete(`/api/site/transactions/${deleted.id}`)).status).toBe(200)
  expect(await mapOf(MAY)).toMatchObject({ vouchers: 1, altered: 1, cancelled: 1 })
  expect(await actionsOf()).toEqual([
    [changed.id, 'Alter'],
    [deleted.id, 'Cancel'],
  ])
  expect(await mapOf(MAY)).toMatchObject({ vouchers: 1, altered: 0, cancelled: 0 })
})

it('of an earlier layout is taken again in that layout', async () => {
  const [gone, left] = [
    await recordExpenseOf(incharge, { amount: '70', date: '2026-07-05' }),
    await recordExpenseOf(incharge, { amount: '80', date: '2026-07-06' }),
  ]
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
  const { jobPools, log, clock } = api.company
  const JULY = { from: '2026-07-01', to: '2026-07-31' }
  const input = { ...JULY, format: 'xml' as const, layout: 1 as const, position: await logEnd(api) }
  const { signal } = new AbortController()
  const { file } = await jobPools.fileExports.run('measureTallyFile', input, { signal })
  if (!file) throw new Error('Every entry of July has a ledger')
  await log.submit({
    command: { type: 'ExportToTally', file, by: { system: SYSTEM_ACTOR }, now: clock() },
    meta: {},
    answer: () => ({ status: 200, body: '' }),
  })
  const [kept] = await listOf()
  const again = await auditor.get(`/api/admin/tally/exports/${kept?.id}/file`)
  expect(again.status, again.text).toBe(200)
  expect(hash('sha256', again.text)).toBe(file.sha256)
  // Only since layout 2 a file cancels what was deleted before any file had it.
  expect(parseTallyFile(again.text).vouchers.map(({ remoteId, action }) => [remoteId, action])).toEqual([
    [left.id, 'Create'],
  ])
})

it('has the same lines as a CSV', async () => {
  const { vouchers } = parseTallyFile((await fileOf(APRIL)).text)
  const [head, ...rows] = await rowsOfCsv((await fileOf(`${APRIL}&format=csv`)).text)
  expect(head).toEqual(['Date', 'Voucher', 'Ledger', 'Debit', 'Credit', 'Cost Centre', 'Narration'])
  expect(rows.map(([, voucher, ledger]) => [voucher, ledger])).toEqual(
    vouchers.flatMap(({ number, lines }) => lines.map(({ ledger }) => [number, ledger])),
  )
})

it('is refused with the list of what has no ledger, without a trace', async () => {
  expect((await change({ useDefaults: false })).status).toBe(204)
  const before = await logEnd(api)
  const refused = await accountant.get(`/api/admin/tally?${APRIL}`)
  expect(refused).toMatchObject({ status: 422, json: { code: 'tally_unmapped' } })
  const { issues } = refused.json as { issues: { path: string; message: string }[] }
  expect(issues).toContainEqual({ path: 'person', message: 'Ravi (Green Valley)' })
  expect(issues).toContainEqual({ path: 'purpose', message: 'Tea & snacks' })
  // Cement has a line of its own by now.
  expect(issues.filter(({ message }) => message === 'Cement')).toEqual([])
  expect(await logEnd(api)).toBe(before)
  const map = await mapOf()
  expect(map).toMatchObject({ useDefaults: false, unmapped: issues.length })
  expect((await change({ useDefaults: true })).status).toBe(204)
  expect(await mapOf()).toMatchObject({ useDefaults: true, unmapped: 0 })
})

it('changes lines of the map, each with the one before, and takes them back', async () => {
  const line = { kind: 'person', id: supervisor.account, ledger: 'Imprest – Sita', group: 'Cash-in-Hand' }
  const before = await logEnd(api)
  expect((await change({ lines: [line] })).status).toBe(204)
  expect((await change({ lines: [line] })).status).toBe(204)
  expect((await mapOf()).lines).toContainEqual({
    ...{ kind: 'person', id: supervisor.account, name: 'Sita', ledger: 'Imprest – Sita', group: 'Cash-in-Hand' },
    ...{ isChosen: true, problem: null },
  })
  expect((await change({ lines: [{ ...line, ledger: null, group: null }] })).status).toBe(204)
  const target = { ledger: 'Imprest – Sita', group: 'Cash-in-Hand' }
  const defaults = { before: true, after: true }
  const named = { kind: 'person', id: supervisor.account, name: 'Sita' }
  expect((await eventsAfter(api, before)).map(({ data }) => data)).toEqual([
    { lines: [{ ...named, before: null, after: target }], defaults },
    { lines: [{ ...named, before: target, after: null }], defaults },
  ])
})

it.each([
  ['a line without a group', { kind: 'purpose', id: 'x', ledger: 'Material', group: null }, 'Please choose a group'],
  [
    'a cost centre with a group',
    { kind: 'site', id: 'x', ledger: 'A', group: 'Cash-in-Hand' },
    'Please choose a group',
  ],
  ['a name without letters', { kind: 'purpose', id: 'x', ledger: ' ', group: 'Cash-in-Hand' }, 'Please enter a name'],
  ['an unknown mode', { kind: 'mode', id: 'barter', ledger: 'A', group: 'Cash-in-Hand' }, 'Not found'],
  [
    'a long name',
    { kind: 'purpose', id: 'x', ledger: 'x'.repeat(101), group: 'Cash-in-Hand' },
    'Please use at most 100 characters',
  ],
])('refuses %s', async (_what, line, message) => {
  expect(await change({ lines: [line] })).toMatchObject({ status: 400, json: { message } })
})

it('refuses a line of nobody, and a period that is none', async () => {
  const line = { kind: 'person', id: 'nobody', ledger: 'A', group: 'Cash-in-Hand' }
  expect((await change({ lines: [line] })).status).toBe(404)
  expect((await change({ lines: [{ ...line, kind: 'party', id: 'b:nobody' }] })).status).toBe(404)
  expect((await accountant.get('/api/admin/tally?from=2026-04-30&to=2026-04-01')).status).toBe(400)
  expect((await accountant.get('/api/admin/tally?from=2026-04-30')).status).toBe(400)
})

if (isFullRun)
  it('says which days are closed', async () => {
    // 202 where the seal takes longer than the answer.
    expect((await closeBooks(office, '2026-03-31')).status).toBe(201)
    const MARCH = 'from=2026-03-01&to=2026-03-31'
    expect(await mapOf(MARCH)).toMatchObject({ closedUpTo: '2026-03-31' })
    expect((await fileOf(MARCH)).text).not.toContain('Warning')
    expect((await fileOf(APRIL)).text).toContain('<!-- Warning: not all of these days are closed.')
    expect((await listOf())[0]).toMatchObject({ closedUpTo: '2026-03-31', from: '2026-04-01' })
  })

it('sends its progress before its bytes where a stream is accepted', async () => {
  const reply = await accountant.call('GET', `/api/admin/tally?${APRIL}`, undefined, {
    headers: { accept: 'text/event-stream' },
  })
  const bytes = [...reply.text.matchAll(/event: bytes\ndata: "(.*)"/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64'),
  )
  expect(parseTallyFile(Buffer.concat(bytes).toString()).vouchers.length).toBeGreaterThan(3)
  expect(reply.text).toContain('event: progress')
  expect(reply.text).toContain('event: done')
})
