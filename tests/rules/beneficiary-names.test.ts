import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { closeBooks } from '../environment/service/close-books.ts'
import {
  type FieldUser,
  hireFieldUser,
  hireOfficeUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Books: beneficiaries are renamed and merged, and that is undone; everything that reads them folds. */

let api: TestService
let office: TestClient
let accountant: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  accountant = (await hireOfficeUser(office, 'accountant', 'accounts@example.in')).client
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(office, incharge, '10000', { date: '2026-02-01' })
})
afterAll(() => api.close())

let round = 0
/** The spellings of a test: no other test pays them. Each is paid on another day. */
let [right, wrong, hindi, other] = ['', '', '', '']
const id = (name: string) => `b:${name.toLowerCase()}`
beforeEach(async () => {
  round++
  ;[right, wrong, hindi, other] = [`Ramesh ${round}`, `Rmesh ${round}`, `रमेश ${round}`, `Gopal ${round}`]
  const pay = (who: FieldUser, recipient: string, amount: string, date: string) =>
    recordExpenseOf(who, { recipient, amount, date, purpose: `Tea ${round}` })
  await pay(incharge, right, '100', '2026-02-10')
  await pay(incharge, wrong, '20', '2026-03-05')
  await pay(supervisor, hindi, '3', '2026-03-20')
  await pay(incharge, other, '7', '2026-03-21')
})

const rename = (of: string, name: string, client = office) =>
  client.put(`/api/admin/beneficiaries/${encodeURIComponent(id(of))}`, { name })
const merge = (from: string[], into: string, client = office) =>
  client.post('/api/admin/beneficiaries/merge', { from: from.map(id), into: id(into) })
const unmerge = (name: string) => office.post('/api/admin/beneficiaries/unmerge', { id: id(name) })
const mergedAll = async () => expectBody(await merge([wrong, hindi], right), 200, ROUTES.mergeBeneficiaries.answer)

const asked = (query: Record<string, string>) => new URLSearchParams(query).toString()
const rowsOf = async (query: Record<string, string>, client = office) => {
  const path = client === office ? '/api/admin/transactions' : '/api/site/transactions'
  const { json } = await client.get(`${path}?${asked(query)}`)
  return (json as { amount: string; recipient: string }[]).map(({ amount, recipient }) => `${amount} ${recipient}`)
}
const sumOf = async (query: Record<string, string>, client = office) => {
  const path = client === office ? ROUTES.adminTransactionSums.path : ROUTES.siteTransactionSums.path
  const reply = await client.get(`${path}?${asked(query)}`)
  return expectBody(reply, 200, ROUTES.adminTransactionSums.answer).debits
}
const statementOf = async (name: string, period: object = {}) =>
  expectBody(
    await office.get(`/api/admin/statement?${asked({ beneficiary: id(name), ...period })}`),
    200,
    ROUTES.statement.answer,
  )
const reportsFor = async (q: string) =>
  expectBody(await office.get(`/api/admin/beneficiaries?${asked({ q })}`), 200, ROUTES.beneficiaryReports.answer)
const summaryOf = async (period: Record<string, string> = {}) => {
  const query = asked({ by: 'beneficiary', ...period })
  const { rows } = expectBody(await office.get(`/api/admin/summary-table?${query}`), 200, ROUTES.summaryTable.answer)
  return rows.filter(({ name }) => name.endsWith(` ${round}`)).map(({ key, name, spent }) => ({ key, name, spent }))
}
const listOf = async ({ client }: { client: TestClient }) => {
  const list = expectBody(await client.get('/api/beneficiaries'), 200, ROUTES.beneficiaries.answer)
  return list.filter(({ name }) => name.endsWith(` ${round}`))
}

describe('a merge', () => {
  it('answers the beneficiary with its other spellings, to the accountant too', async () => {
    const reply = await merge([wrong], right, accountant)
    expect(expectBody(reply, 200, ROUTES.mergeBeneficiaries.answer)).toEqual({
      ...{ id: id(right), name: right, also: [wrong] },
    })
    const more = expectBody(await merge([hindi], right), 200, ROUTES.mergeBeneficiaries.answer)
    expect(more).toEqual({ id: id(right), name: right, also: [wrong, hindi] })
  })

  it('folds lists by the id of any spelling, and their rows show the name', async () => {
    await mergedAll()
    const all = [`3.00 ${right}`, `20.00 ${right}`, `100.00 ${right}`]
    for (const spelling of [right, wrong, hindi]) {
      expect(await rowsOf({ beneficiary: id(spelling) })).toEqual(all)
      expect(await sumOf({ beneficiary: id(spelling) })).toEqual({ count: 3, amount: '123.00' })
    }
    expect(await rowsOf({ beneficiary: id(wrong), to: '2026-03-10', sort: 'date' })).toEqual(all.slice(1).reverse())
    expect(await rowsOf({ beneficiary: id(other) })).toEqual([`7.00 ${other}`])
    expect((await rowsOf({ q: `Tea ${round}` }, incharge.client)).filter((row) => row.endsWith(right))).toHaveLength(2)
  })

  it('folds searches by a word of any spelling', async () => {
    await mergedAll()
    for (const word of ['Rmesh', 'रमेश', 'ramesh'])
      expect(await rowsOf({ q: `${word} ${round}`, purpose: `Tea ${round}` })).toHaveLength(3)
    expect(await sumOf({ q: `Rmesh Tea`, purpose: `Tea ${round}` })).toEqual({ count: 3, amount: '123.00' })
    expect(await rowsOf({ q: `gopal ${round}`, purpose: `Tea ${round}` })).toHaveLength(1)
  })

  it('folds statements, and the rows of accounts name it', async () => {
    await mergedAll()
    for (const spelling of [right, hindi])
      expect(await statementOf(spelling)).toMatchObject({
        of: { kind: 'beneficiary', id: id(right), name: right },
        closing: '123.00',
        totals: { entries: 3 },
      })
    expect(await statementOf(wrong, { from: '2026-03-01' })).toMatchObject({ opening: '100.00', closing: '123.00' })
    const ledger = await office.get(`/api/admin/statement?account=${supervisor.id}&from=2026-03-20&to=2026-03-20`)
    const { rows } = expectBody(ledger, 200, ROUTES.statement.answer)
    expect(rows.at(-1)?.party).toBe(right)
    const csv = await office.get(`/api/admin/statement/file?format=csv&account=${supervisor.id}`)
    expect(csv.text).toContain(right)
    expect(csv.text).not.toContain(hindi)
  })

  it('folds sums of the company and of accounts, whole months and days', async () => {
    await mergedAll()
    const row = { key: id(right), name: right }
    expect(await summaryOf()).toEqual([
      { ...row, spent: '123.00' },
      { key: id(other), name: other, spent: '7.00' },
    ])
    expect(await summaryOf({ from: '2026-02-01', to: '2026-03-19' })).toEqual([{ ...row, spent: '120.00' }])
    expect(await summaryOf({ site: incharge.id })).toContainEqual({ ...row, spent: '120.00' })
    for (const [client, path] of [
      [office, '/api/admin/summary'],
      [incharge.client, '/api/site/summary'],
    ] as const) {
      const { beneficiaries } = (await client.get(path)).json as { beneficiaries: { id: string; name: string }[] }
      expect(beneficiaries.filter(({ name }) => name.endsWith(` ${round}`)).map(({ name }) => name)).toEqual([
        right,
        other,
      ])
    }
    const recipients = await incharge.client.get('/api/site/recipients?from=2026-02-01&to=2026-03-19')
    const named = expectBody(recipients, 200, ROUTES.siteRecipients.answer)
    expect(named).toContainEqual({ recipient: right, count: 2, received: '0.00', paid: '120.00' })
  })

  it('has for each sum of one account the same list, without transfers to a person of that name', async () => {
    const namesake = await hireFieldUser(office, 'supervisor', { name: 'Mohan Lal' })
    const payer = await hireFieldUser(office, 'site_incharge')
    await sendMoneyTo(office, payer, '1000')
    await transferMoney(payer, namesake, '200')
    for (const [recipient, amount] of Object.entries({ 'Mohan Lal': '50', [right]: '30', [wrong]: '4' }))
      await recordExpenseOf(payer, { recipient, amount })
    await mergedAll()
    const summary = expectBody(await payer.client.get('/api/site/summary'), 200, ROUTES.siteSummary.answer)
    expect(summary.beneficiaries.map(({ name, amount }) => `${amount} ${name}`)).toEqual([
      ...['50.00 Mohan Lal', `34.00 ${right}`],
    ])
    for (const { id: party, amount, count } of summary.beneficiaries) {
      const query = { beneficiary: party ?? '', type: 'debit' }
      expect(await sumOf(query, payer.client)).toEqual({ count, amount })
      expect(await rowsOf(query, payer.client)).toHaveLength(count)
    }
  })

  it('folds the reports of head office, found by any spelling', async () => {
    await mergedAll()
    for (const spelling of [right, wrong, hindi])
      expect(await reportsFor(spelling)).toMatchObject([
        {
          ...{ id: id(right), name: right, also: [wrong, hindi].toSorted() },
          ...{ totalPaid: '123.00', payments: 3, lastPaidOn: expect.stringContaining('2026-03-20') },
        },
      ])
  })

  it('counts no deleted payment of a spelling, neither in a sum nor as the last one', async () => {
    await mergedAll()
    const april = { from: '2026-04-01', to: '2026-04-30' }
    const figures = async () => ({
      report: (await reportsFor(right)).map(({ totalPaid, payments, lastPaidOn }) => [totalPaid, payments, lastPaidOn]),
      sum: await sumOf({ beneficiary: id(right) }),
      rows: await rowsOf({ beneficiary: id(right) }),
      statement: await statementOf(right, { to: '2026-04-30' }),
      later: (await statementOf(right, { from: '2026-05-01' })).opening,
      months: await summaryOf(),
      days: await summaryOf({ ...april, to: '2026-04-05' }),
      ofSite: await summaryOf({ ...april, to: '2026-04-05', site: incharge.id }),
      recipients: (await incharge.client.get(`/api/site/recipients?${asked(april)}`)).json,
    })
    const { statement: before, ...others } = await figures()
    const [one, other] = [
      await recordExpenseOf(incharge, { recipient: wrong, amount: '50000', date: '2026-04-02' }),
      await recordExpenseOf(incharge, { recipient: right, amount: '60000', date: '2026-04-03' }),
    ]
    expect((await figures()).report).toEqual([['110123.00', 5, expect.stringContaining('2026-04-03')]])
    for (const gone of [one, other])
      expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
    const { statement: after, ...same } = await figures()
    expect(same).toEqual(others)
    expect({ ...after, position: 0 }).toEqual({ ...before, position: 0 })
    const tax = expectBody(await office.get(`/api/admin/tax-list?${asked(april)}`), 200, ROUTES.taxList.answer)
    expect(tax.map(({ beneficiary }) => beneficiary.id)).not.toContain(id(right))
  })

  it('shows each beneficiary once in the lists of phones and head office, with its other spellings', async () => {
    const before = await listOf(incharge)
    expect(before).toEqual([
      { id: id(other), name: other },
      { id: id(wrong), name: wrong },
      { id: id(right), name: right },
    ])
    await mergedAll()
    const row = { id: id(right), name: right, also: [wrong, hindi].toSorted() }
    expect(await listOf(incharge)).toEqual([{ id: id(other), name: other }, row])
    expect(await listOf(supervisor)).toEqual([row])
    const reply = await incharge.client.get('/api/site/frequent-payees')
    const offered = expectBody(reply, 200, ROUTES.siteFrequentPayees.answer).map(({ name }) => name)
    expect(offered.filter((name) => name.endsWith(` ${round}`))).toEqual([right, other])
    expect(await listOf({ client: office })).toContainEqual(row)
  })

  it('holds for later entries with an old spelling, and is undone for all of them', async () => {
    await mergedAll()
    await recordExpenseOf(incharge, { recipient: wrong.toUpperCase(), amount: '5', date: '2026-03-25' })
    expect(await statementOf(right)).toMatchObject({ closing: '128.00' })
    expect(expectBody(await unmerge(wrong), 200, ROUTES.unmergeBeneficiary.answer)).toEqual({
      ...{ id: id(wrong), name: wrong, also: [] },
    })
    expect(await statementOf(right)).toMatchObject({ closing: '103.00' })
    expect(await rowsOf({ beneficiary: id(wrong) })).toEqual([`5.00 ${wrong}`, `20.00 ${wrong}`])
    expect(await reportsFor(wrong)).toContainEqual(
      expect.objectContaining({ id: id(wrong), totalPaid: '25.00', payments: 2 }),
    )
  })

  it('changes no entry: history and edit log keep what was typed', async () => {
    const end = await logEnd(api)
    await mergedAll()
    const { recipient, id: transaction } = await recordExpenseOf(incharge, { recipient: wrong, amount: '1' })
    expect(recipient).toBe(wrong)
    expect((await eventsAfter(api, end)).map(({ type }) => type)).toEqual(['BeneficiariesMerged', 'DebitRecorded'])
    const history = await office.get(`/api/audit/transactions/${transaction}/history`)
    expect(history.text).toContain(wrong)
    const log = expectBody(await office.get('/api/audit/edit-log'), 200, ROUTES.auditEditLog.answer)
    const changes = log.rows.filter(({ position }) => position > end)
    expect(changes.find(({ action }) => action === 'created')?.fields).toContainEqual({
      ...{ field: 'paid to', before: null, after: wrong },
    })
    expect(changes.find(({ action }) => action === 'changed')).toMatchObject({
      subject: `Beneficiary ${right}`,
      fields: [wrong, hindi].map((after) => ({ field: 'merged', before: null, after })),
    })
    // A statement as json proves the names of the log; the files to read have those of today.
    const file = async (format: string) =>
      (await office.get(`/api/admin/statement/file?account=${incharge.id}&format=${format}`)).text
    const typed = new RegExp(`\\b${wrong}\\b`)
    expect(await file('json')).toMatch(typed)
    expect(await file('csv')).not.toMatch(typed)
  })
})

describe('a new name', () => {
  it('shows everywhere, and entries with it belong to the beneficiary', async () => {
    const name = `Ramesh Tea Stall ${round}`
    expect(expectBody(await rename(right, name), 200, ROUTES.renameBeneficiary.answer)).toEqual({
      ...{ id: id(right), name, also: [right] },
    })
    await recordExpenseOf(incharge, { recipient: name, amount: '4', date: '2026-03-26' })
    expect(await rowsOf({ beneficiary: id(right) })).toEqual([`4.00 ${name}`, `100.00 ${name}`])
    expect(await rowsOf({ q: `stall ${round}` })).toHaveLength(2)
    expect(await statementOf(name)).toMatchObject({ of: { id: id(right), name }, closing: '104.00' })
    expect(await reportsFor(`stall ${round}`)).toMatchObject([
      { id: id(right), name, also: [right], totalPaid: '104.00' },
    ])
    expect(await listOf(incharge)).toContainEqual({ id: id(right), name, also: [right] })
    expect((await rename(right, right)).status).toBe(200)
    expect(await rowsOf({ beneficiary: id(name) })).toEqual([`4.00 ${right}`, `100.00 ${right}`])
  })

  it('is given to a beneficiary whose name has 120 letters in Hindi, which has details and a proof by path, too', async () => {
    const longest = `${round} ${'क'.repeat(120)}`.slice(0, 120)
    await recordExpenseOf(incharge, { recipient: longest, amount: '5', date: '2026-03-27' })
    const details = `/api/admin/beneficiaries/${encodeURIComponent(id(longest))}/details`
    expect((await office.put(details, { pan: 'AAPFU0939F', gstin: null, phone: null })).status).toBe(200)
    expect(expectBody(await office.get(details), 200, ROUTES.beneficiaryDetails.answer).pan).toBe('AAPFU0939F')
    // A path that is not read at all would be 404.
    const proof = `/api/audit/sealed-balance/${encodeURIComponent(id(longest))}?upTo=x`
    expect((await office.get(proof)).status).toBe(400)
    const renamed = await rename(longest, `कमला ${round}`)
    expect(expectBody(renamed, 200, ROUTES.renameBeneficiary.answer)).toMatchObject({ also: [longest] })
  })

  it('is refused where another beneficiary has it, and where it is missing or too long', async () => {
    expect(await rename(right, wrong.toUpperCase())).toMatchObject({
      status: 409,
      json: { code: 'beneficiary_name_in_use', message: expect.stringContaining('Merge') },
    })
    for (const name of ['', ' ', 'x'.repeat(121)]) expect((await rename(right, name)).status).toBe(400)
    expect((await rename('nobody at all', 'Somebody')).status).toBe(404)
  })
})

it.each([
  ['a merge', () => merge([hindi], right)],
  ['the end of a merge', () => unmerge(wrong)],
])('refuses the next page of a statement after %s, which gave it other entries', async (_, change) => {
  await merge([wrong], right)
  const { next } = await statementOf(right, { limit: 1 })
  await change()
  const query = asked({ beneficiary: id(right), limit: '1', cursor: next ?? '' })
  expect((await office.get(`/api/admin/statement?${query}`)).json).toMatchObject({ code: 'ledger_changed' })
})

it('refuses to merge a beneficiary into itself, or with one that nobody paid', async () => {
  expect(await merge([right], right)).toMatchObject({ status: 422, json: { code: 'same_beneficiary' } })
  expect(await merge([right], 'nobody at all')).toMatchObject({ status: 404 })
  expect(await unmerge(right)).toMatchObject({ status: 422, json: { code: 'not_merged' } })
  expect((await office.post('/api/admin/beneficiaries/merge', { from: [], into: id(right) })).status).toBe(400)
})

it('is closed and not sealed where a statement is of several spellings, and sealed again for one', async () => {
  // The seal may come after the answer.
  expect((await closeBooks(office, '2026-03-31')).status).toBe(201)
  const period = { to: '2026-03-31' }
  const isSealed = async () => expect((await statementOf(right, period)).sealed).not.toBeNull()
  await vi.waitFor(isSealed, { timeout: 20_000, interval: 200 })
  await mergedAll()
  expect((await statementOf(right, period)).sealed).toBeNull()
  const file = await office.get(
    `/api/admin/statement/file?format=json&beneficiary=${encodeURIComponent(id(right))}&to=2026-03-31`,
  )
  expect(JSON.parse(file.text)).not.toHaveProperty('proof')
  for (const spelling of [wrong, hindi]) await unmerge(spelling)
  expect((await statementOf(right, period)).sealed).not.toBeNull()
  expect(
    (await office.post('/api/admin/books/reopen', { upTo: '2026-01-01', reason: 'For the other tests' })).status,
  ).toBe(200)
})

it('is rebuilt from the log as it is', async () => {
  await mergedAll()
  await unmerge(hindi)
  await rename(right, `Chain ${round}`)
  const { json } = await office.get('/api/audit/verify')
  expect(json).toMatchObject({ ok: true, projections: { beneficiaries: 'equal', words: 'equal' } })
})

it('leaves an entry its spelling where it is edited under the name that its list shows', async () => {
  await mergedAll()
  const mine = await incharge.client.get(`/api/site/transactions?${asked({ from: '2026-03-05', to: '2026-03-05' })}`)
  const rows = expectBody(mine, 200, ROUTES.siteTransactions.answer)
  const row = rows.find(({ recipient, purpose }) => recipient === right && purpose === `Tea ${round}`)
  const before = await logEnd(api)
  const edited = { ...sampleExpenseBody, purpose: `Tea ${round}`, recipient: right, amount: '21' }
  expect((await incharge.client.put(`/api/site/transactions/${row?.id}`, edited)).status).toBe(200)
  expect(await eventsAfter(api, before, 'TransactionEdited')).toMatchObject([
    { data: { before: { beneficiary: { name: wrong } }, after: { beneficiary: { name: wrong }, paise: 2100 } } },
  ])
  await unmerge(wrong)
  expect(await rowsOf({ beneficiary: id(wrong) })).toEqual([`21.00 ${wrong}`])
})
