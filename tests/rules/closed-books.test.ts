import { hash } from 'node:crypto'
import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { HttpRefusal } from '@ledger/ledger-service/http/errors.ts'
import { deleteExpiredRows } from '@ledger/projections/jobs/retention.ts'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { textsOfWorkbook } from '../environment/files/independent-file-readers.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { startTestSigner } from '../environment/service/checkpoint-signer.ts'
import { closeBooks } from '../environment/service/close-books.ts'
import {
  askAbout,
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Books: closing up to a day, the checklist before it, the seal after it, and opening again. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '22000', { date: '2026-02-10' })
  await recordExpenseOf(incharge, { amount: '400.50', date: '2026-02-11' })
  // Above the limit for a bill, on both sides of a closing; head office asks about the first.
  const asked = await recordExpenseOf(incharge, { amount: '6000', date: '2026-02-12' })
  await recordExpenseOf(incharge, { amount: '6000', date: '2026-03-20' })
  expect((await office.post(`/api/admin/transactions/${asked.id}/questions`, { text: 'Why?' })).status).toBe(201)
  await recordExpenseOf(incharge, { amount: '600', date: '2026-03-02' })
  await transferMoney(incharge, supervisor, '1500', { date: '2026-03-03' })
  // Nothing left at the end of a day is not below zero.
  await recordExpenseOf(supervisor, { amount: '1500', date: '2026-03-10' })
  await recordExpenseOf(supervisor, { amount: '500', date: '2026-03-31' })
  await recordExpenseOf(incharge, { amount: '9', date: '2026-04-01' })
})
afterAll(() => api.close())

const books = async (query = '') => expectBody(await office.get(`/api/admin/books${query}`), 200, ROUTES.books.answer)
const statementOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/statement?${query}`), 200, ROUTES.statement.answer)
const close = (upTo: string) => closeBooks(office, upTo)

/** The supervisor spent more than it had on one day. */
const belowZero = () => ({
  negativeCashDays: 1,
  negativeCashAccounts: [{ account: supervisor.id, name: `Worker ${supervisor.mobile}`, days: 1, first: '2026-03-31' }],
})

describe('closing', () => {
  it('is preceded by a checklist of what is open', async () => {
    expect(await books('?upTo=2026-03-31')).toEqual({
      ...{ closedUpTo: null, closings: [] },
      checklist: {
        ...{ upTo: '2026-03-31', withoutBill: 2, openQuestions: 1, ...belowZero() },
        // Both have signed in since.
        ...{ phonesNotSeen: 0, notSeen: [] },
      },
    })
    expect((await books('?upTo=2026-02-28')).checklist).toMatchObject({
      ...{ withoutBill: 1, openQuestions: 1, negativeCashDays: 0, negativeCashAccounts: [] },
    })
  })

  it('says that nobody has looked for bills where the settings ask for none', async () => {
    const limitsBefore = expectBody(await office.get('/api/admin/settings'), 200, ROUTES.officeSettings.answer)
    const set = (billAbove: string | null) => office.put('/api/admin/settings', { ...limitsBefore, billAbove })
    expect((await set(null)).status).toBe(200)
    expect((await books('?upTo=2026-03-31')).checklist.withoutBill).toBeNull()
    expect((await set(limitsBefore.billAbove)).status).toBe(200)
  })

  it('refuses a day that is not over', async () => {
    expect(await close('2999-12-31')).toMatchObject({ status: 400, json: { code: 'day_not_over' } })
    expect(await close('31.3.2026')).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  })

  it('seals the balance of every account, and a second closing begins where the first one ended', async () => {
    const first = expectBody(await close('2026-02-28'), 201, ROUTES.closeBooks.answer)
    // Head office, the incharge and the paid beneficiary.
    expect(first).toMatchObject({ upTo: '2026-02-28', accounts: 3, trialBalance: '0.00' })
    // Closed days have no open work any more.
    const { checklist } = await books('?upTo=2026-03-31')
    expect(checklist).toMatchObject({ withoutBill: 1, openQuestions: 0, ...belowZero() })
    const second = expectBody(await close('2026-03-31'), 201, ROUTES.closeBooks.answer)
    expect(second).toMatchObject({ accounts: 4, trialBalance: '0.00' })
    expect(await close('2026-03-31')).toMatchObject({
      status: 400,
      json: { code: 'closed_before', closedUpTo: '2026-03-31' },
    })
    expect(await books()).toMatchObject({
      closedUpTo: '2026-03-31',
      closings: [
        { upTo: '2026-03-31', root: second.root, accounts: 4, sealing: null, reopened: null },
        { upTo: '2026-02-28', root: first.root, accounts: 3, sealing: null, reopened: null },
      ],
    })
  })

  it('leaves the root of the leaves in the log, and the leaves are the fold of it', async () => {
    const { rows } = await api.sql.query(
      `SELECT account, content FROM sealed_balances WHERE closing =
        (SELECT max(position) FROM events WHERE type = 'BooksClosed') ORDER BY leaf`,
    )
    const leaves = rows.map(({ content }) => JSON.parse(content))
    expect(rows.map(({ content }) => content)).toEqual(leaves.map((leaf) => canonicalize(leaf)))
    expect(leaves.map(({ account }) => account)).toEqual(leaves.map(({ account }) => account).toSorted())
    const figures = Object.fromEntries(
      leaves.map(({ name, opening, received, spent, closing, entries }) => [
        name,
        [opening, received, spent, closing, entries],
      ]),
    )
    expect(figures).toEqual({
      [sampleExpenseBody.recipient]: [640050, 860000, 0, 1500050, 4],
      [`Worker ${incharge.mobile}`]: [1559950, 0, 810000, 749950, 3],
      [`Worker ${supervisor.mobile}`]: [0, 150000, 200000, -50000, 3],
      'Head Office': [-2200000, 0, 0, -2200000, 0],
    })
    expect(leaves.every(({ from, upTo }) => from === '2026-03-01' && upTo === '2026-03-31')).toBe(true)
    const { rows: seals } = await api.sql.query(
      "SELECT data FROM events WHERE type = 'BooksSealed' ORDER BY position DESC LIMIT 1",
    )
    expect(JSON.parse(seals[0].data).root).toBe(rootOf(rows.map(({ content }) => content)).toString('hex'))
  })
})

describe('a statement', () => {
  it('is sealed for exactly the period of a closing, of a person, a beneficiary or head office', async () => {
    const { closings } = await books()
    const sealed = { upTo: '2026-03-31', root: closings[0]?.root }
    const march = 'from=2026-03-01&to=2026-03-31'
    expect(await statementOf(`account=${incharge.id}&${march}`)).toMatchObject({ sealed, closing: '7499.50' })
    expect(await statementOf(`account=head_office&${march}`)).toMatchObject({ sealed, closing: '-22000.00' })
    const party = encodeURIComponent(beneficiaryId(sampleExpenseBody.recipient))
    expect(await statementOf(`beneficiary=${party}&${march}`)).toMatchObject({ sealed, closing: '15000.50' })
    expect(await statementOf(`account=${incharge.id}&to=2026-02-28`)).toMatchObject({ sealed: { upTo: '2026-02-28' } })
    for (const query of [`account=${incharge.id}&from=2026-03-02&to=2026-03-31`, `account=${incharge.id}`, march])
      expect(await statementOf(query)).toMatchObject({ sealed: null })
  })

  it('is sealed on the screen and in every file after the leaves were lost, as after a restore', async () => {
    await (await startTestSigner(api)).sign()
    const path = (kind: string) => `/api/admin/statement${kind}account=${incharge.id}&from=2026-03-01&to=2026-03-31`
    const saysSealed = {
      '?': async () => (await office.get(path('?'))).text.includes('"sealed":{'),
      json: async () => (await office.get(path('/file?format=json&'))).text.includes('"proof":{'),
      xlsx: async () =>
        textsOfWorkbook((await office.get(path('/file?format=xlsx&'))).bytes).some((text) => /sealed up to/.test(text)),
    }
    for (const [kind, isSealed] of Object.entries(saysSealed)) {
      expect(await isSealed(), kind).toBe(true)
      await api.sql.query('DELETE FROM sealed_balances')
      expect(await isSealed(), `${kind}, after the loss`).toBe(true)
    }
  })

  it('is sealed again where the fold of lost leaves failed once', async () => {
    const read = () => office.get(`/api/admin/statement?account=${incharge.id}&from=2026-03-01&to=2026-03-31`)
    const fold = vi.spyOn(api.company.jobPools.seals, 'run')
    fold.mockRejectedValueOnce(new HttpRefusal('unavailable'))
    await api.sql.query('DELETE FROM sealed_balances')
    expect((await read()).status).toBe(503)
    expect((await read()).json).toMatchObject({ sealed: { upTo: '2026-03-31' } })
    expect(fold).toHaveBeenCalledTimes(2)
    fold.mockRestore()
  })
})

/** RFC 6962 once more, without the product's code. */
function rootOf(texts: string[]): Buffer {
  const sha = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer')
  const [only] = texts
  if (texts.length === 1 && only !== undefined) return sha(Buffer.of(0), Buffer.from(only))
  let split = 1
  while (split * 2 < texts.length) split *= 2
  return sha(Buffer.of(1), rootOf(texts.slice(0, split)), rootOf(texts.slice(split)))
}

describe('closed books', () => {
  const refusal = {
    status: 422,
    json: {
      ...{ status: 422, code: 'books_closed', title: 'Books Closed' },
      ...{ message: 'The books are closed up to 31 Mar 2026', closedUpTo: '2026-03-31' },
    },
  }

  it('take no expense, no transfer and no money from head office of such a day, from anybody', async () => {
    const { client } = incharge
    const date = '2026-03-31'
    expect(await client.post('/api/site/transactions', { ...sampleExpenseBody, date })).toMatchObject(refusal)
    const sent = { siteInchargeId: incharge.id, amount: '7', narration: 'For the site', date }
    expect(await office.post('/api/admin/send-money', sent)).toMatchObject(refusal)
    const moved = { toUserId: supervisor.id, amount: '5', paymentMode: 'upi', narration: 'For the crew', date }
    expect(await client.post('/api/site/transfer', moved)).toMatchObject(refusal)
  })

  it('are neither changed nor deleted, but younger entries are', async () => {
    const { rows } = await api.sql.query('SELECT row_id, date FROM read.ledger_rows WHERE purpose = $1 ORDER BY date', [
      sampleExpenseBody.purpose,
    ])
    const idOf = (day: string) => rows.find(({ date }) => new Date(date).toISOString().startsWith(day))?.row_id
    const path = (day: string) => `/api/site/transactions/${idOf(day)}`
    const body = { ...sampleExpenseBody, amount: '1' }
    expect(await incharge.client.put(path('2026-03-02'), { ...body, date: '2026-03-02' })).toMatchObject(refusal)
    expect(await incharge.client.delete(path('2026-03-02'))).toMatchObject(refusal)
    expect(await incharge.client.put(path('2026-04-01'), { ...body, date: '2026-03-31' })).toMatchObject(refusal)
    expect((await incharge.client.put(path('2026-04-01'), { ...body, date: '2026-04-02' })).status).toBe(200)
  })

  it('are told to a phone: an entry, and a question on it, say whether its day is closed', async () => {
    const entryOf = async ({ client }: FieldUser, day: string) => {
      const list = await client.get(`/api/site/transactions?type=debit&from=${day}&to=${day}`)
      const [row] = expectBody(list, 200, ROUTES.siteTransactions.answer)
      const one = await client.get(`/api/site/transactions/${row?.id}`)
      return expectBody(one, 200, ROUTES.siteTransaction.answer)
    }
    expect((await entryOf(supervisor, '2026-03-31')).isClosed).toBe(true)
    const open = await entryOf(incharge, '2026-04-02')
    expect(open.isClosed).toBe(false)
    await askAbout(office, open.id, 'And why this?')
    const questions = expectBody(await incharge.client.get('/api/site/questions'), 200, ROUTES.siteQuestions.answer)
    expect(questions.map(({ text, entry }) => [text, entry?.isClosed])).toEqual([
      ['And why this?', false],
      ['Why?', true],
    ])
  })

  it('keep the site that a supervisor had on their days', async () => {
    const path = `/api/admin/supervisors/${supervisor.id}`
    const assign = (siteFrom: string) =>
      office.put(path, { name: `Worker ${supervisor.mobile}`, siteId: incharge.id, siteFrom })
    expect(await assign('2026-03-31')).toMatchObject(refusal)
    expect((await assign('2026-04-01')).status).toBe(200)
    expect(await assign('2026-03-01')).toMatchObject(refusal)
  })

  it('are opened again with a reason, which stays in the list, and take the entry that was refused', async () => {
    const late = { ...sampleExpenseBody, amount: '77', date: '2026-03-30' }
    const headers = { 'idempotency-key': 'a-late-entry-of-a-phone' }
    expect(await incharge.client.post('/api/site/transactions', late, headers)).toMatchObject(refusal)
    expect(await office.post('/api/admin/books/reopen', { upTo: '2026-02-28', reason: '' })).toMatchObject({
      status: 400,
    })
    expect(
      expectBody(
        await office.post('/api/admin/books/reopen', { upTo: '2026-02-28', reason: 'A bill came late' }),
        200,
        ROUTES.reopenBooks.answer,
      ),
    ).toEqual({ closedUpTo: '2026-02-28' })
    expect((await incharge.client.post('/api/site/transactions', late, headers)).status).toBe(201)
    expect(await books()).toMatchObject({
      closedUpTo: '2026-02-28',
      closings: [
        { upTo: '2026-03-31', reopened: { by: 'Admin', reason: 'A bill came late' } },
        { upTo: '2026-02-28', reopened: null },
      ],
    })
    expect(await close('2026-03-31')).toMatchObject({ status: 201 })
    // The closing that was made since is not taken back.
    expect((await books()).closings.map(({ upTo, reopened }) => [upTo, reopened?.reason])).toEqual([
      ['2026-03-31', undefined],
      ['2026-03-31', 'A bill came late'],
      ['2026-02-28', undefined],
    ])
  })
})

describe('a statement that lacks the newest entries', () => {
  it('does not say that its figures are not those of the seal', async () => {
    const april = `account=${incharge.id}&from=2026-04-01&to=2026-04-30`
    const holding = await api.sql.connect()
    try {
      // While the checkpoints are locked, no read model changes.
      await holding.query('BEGIN')
      await holding.query('SELECT FROM read.checkpoints WHERE company_id = $1 FOR UPDATE', [api.company.companyId])
      await recordExpenseOf(incharge, { amount: '3', date: '2026-04-20' })
      expect(await close('2026-04-30')).toMatchObject({ status: 201 })
      expect(await statementOf(april)).toMatchObject({ sealed: null, sealState: 'sealing' })
    } finally {
      await holding.query('ROLLBACK')
      holding.release()
    }
    expect(await statementOf(april)).toMatchObject({ sealed: { upTo: '2026-04-30' }, sealState: 'sealed' })
  })
})

describe('the checklist', () => {
  it('names nobody who has signed in since, also after the session is deleted, and those who have not', async () => {
    const { db, companyId } = api.company
    const { mobile } = await hireFieldUser(office, 'supervisor')
    const notSeen = async () => (await books('?upTo=2026-03-31')).checklist.notSeen
    await api.sql.query("UPDATE sessions SET expires_at = now() - interval '1 hour'")
    await deleteExpiredRows(db, companyId)
    office = await signInAdmin(api.origin)
    expect(await notSeen()).toEqual([])
    await api.sql.query(
      `UPDATE devices SET used_at = '2026-03-31T12:00:00Z'
      WHERE account_id = (SELECT account_id FROM contacts WHERE mobile = $1)`,
      [mobile],
    )
    expect(await notSeen()).toEqual([`Worker ${mobile}`])
  })

  it('counts a use of a session that began before', async () => {
    const { client, mobile } = await hireFieldUser(office, 'supervisor')
    await api.sql.query("UPDATE devices SET used_at = '2026-03-31T12:00:00Z'")
    const { notSeen } = (await books('?upTo=2026-03-31')).checklist
    expect(notSeen).toHaveLength(3)
    expect(notSeen).not.toContain(`Worker ${mobile}`)
    expect((await client.get('/api/site/auth')).status).toBe(200)
  })
})

describe('a closing before the first entry', () => {
  it('has no balances to prove, and a statement of its days is made as any other', async () => {
    const reason = 'Books of another day'
    expect((await office.post('/api/admin/books/reopen', { upTo: '2026-01-01', reason })).status).toBe(200)
    expect(await close('2026-01-31')).toMatchObject({ status: 201 })
    expect((await books()).closings[0]).toMatchObject({ upTo: '2026-01-31', accounts: 0 })
    const january = `account=${incharge.id}&to=2026-01-31`
    for (const format of ['pdf', 'json', 'xlsx', 'csv'])
      expect((await office.get(`/api/admin/statement/file?${january}&format=${format}`)).status, format).toBe(200)
    expect(await statementOf(january)).toMatchObject({ sealed: null, sealState: 'closed', closing: '0.00' })
    const proof = `/api/audit/sealed-balance/${incharge.id}?upTo=2026-01-31`
    expect(await office.get(proof)).toMatchObject({ status: 404 })
  })
})
