import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { loadFoldedStates } from '@ledger/ledger-service/event-store/append/load-state/load-folded-states.ts'
import { foldPurposesSql } from '@ledger/projections/queries/purposes/listed-purposes.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireAuditor,
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

/** api.md, Purposes and budgets: all words of a purpose are one in every sum; the log and the rows stay as typed. */

const CEMENT = { name: 'Cement', hindi: 'सीमेंट', aliases: ['cemant', 'OPC 53'] }
const LIST = [CEMENT, { name: 'Sand', hindi: 'रेत', aliases: [] }]
/** Expenses by the purpose as it was typed; `site` and `supervisor` spend each of them. */
const TYPED = ['Cement', 'CEMENT', 'cemant', 'सीमेंट', 'Opc  ५३', 'Sand', 'Tea', 'tea', 'Cement and sand']

let api: TestService
let office: TestClient
let site: FieldUser
let other: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  site = await hireFieldUser(office, 'site_incharge', { siteName: 'Palasia Heights' })
  other = await hireFieldUser(office, 'site_incharge', { siteName: 'Vijay Nagar Plaza' })
  supervisor = await hireFieldUser(office, 'supervisor', { siteId: site.id, siteFrom: '2026-03-10' })
  await sendMoneyTo(office, site, '90000', { date: '2026-01-05' })
  await sendMoneyTo(office, other, '90000', { date: '2026-01-05' })
  await transferMoney(site, supervisor, '20000', { date: '2026-01-06' })
  for (const [at, purpose] of TYPED.entries()) {
    await recordExpenseOf(site, { amount: `${at + 1}00.25`, date: '2026-02-15', purpose })
    await recordExpenseOf(site, { amount: `${at + 1}0.50`, date: '2026-03-15', purpose })
    await recordExpenseOf(supervisor, { amount: `${at + 1}.75`, date: '2026-03-09', purpose })
    await recordExpenseOf(supervisor, { amount: `${at + 2}.75`, date: '2026-03-10', purpose })
    await recordExpenseOf(other, { amount: `${at + 1}.01`, date: '2026-03-31', purpose })
  }
  const edited = await recordExpenseOf(site, { amount: '1000', date: '2026-03-20', purpose: 'Tea' })
  const change = { ...sampleExpenseBody, purpose: 'सीमेंट', amount: '900' }
  expect((await site.client.put(`/api/site/transactions/${edited.id}`, change)).status).toBe(200)
  const gone = await recordExpenseOf(site, { amount: '5000', date: '2026-03-21', purpose: 'Cement' })
  await site.client.delete(`/api/site/transactions/${gone.id}`)
})
afterAll(() => api.close())

const putList = (list: object, headers = {}) => office.put('/api/admin/purposes', list, headers)

/** Every figure that adds up by purpose. */
async function figures() {
  const read = async <Path extends string>(path: Path) => (await office.get(path)).json as never
  const statement = (query: string) => office.get(`/api/admin/statement?${query}`)
  const { client } = site
  return {
    company: expectBody(await office.get('/api/admin/summary'), 200, ROUTES.adminSummary.answer).purposes,
    march: expectBody(
      await office.get('/api/admin/summary?from=2026-03-02&to=2026-03-30'),
      200,
      ROUTES.adminSummary.answer,
    ).purposes,
    own: expectBody(await client.get('/api/site/summary'), 200, ROUTES.siteSummary.answer).purposes,
    table: expectBody(await office.get('/api/admin/summary-table?by=purpose'), 200, ROUTES.summaryTable.answer).rows,
    siteTable: expectBody(
      await office.get(`/api/admin/summary-table?by=purpose&site=${site.id}&from=2026-03-01`),
      200,
      ROUTES.summaryTable.answer,
    ).rows,
    statement: expectBody(await statement(`account=${site.id}`), 200, ROUTES.statement.answer).totals.byPurpose,
    filtered: (await read('/api/admin/transactions?purpose=cemant&limit=1000')) as { purpose: string }[],
    sums: (await read('/api/admin/transactions/sums?purpose=cemant')) as { count: number },
  }
}

/**
 * Returns the sums of expenses by purpose from the events alone, in SQL: as typed in lower case, or each of the words
 * under its purpose.
 */
async function sumsOfLog(words: Record<string, string>, accounts: string | undefined, from = '', to = '9999') {
  const { rows } = await api.sql.query<{ purpose: string; paise: string; count: string }>(
    `WITH moved AS (
      SELECT data -> 'entry' AS entry, 1 AS sign FROM events WHERE type = 'DebitRecorded'
      UNION ALL SELECT data -> 'after', 1 FROM events WHERE type = 'TransactionEdited'
      UNION ALL SELECT data -> 'before', -1 FROM events WHERE type IN ('TransactionEdited', 'TransactionDeleted'))
    SELECT coalesce($1::json ->> lower(entry ->> 'purpose'), lower(entry ->> 'purpose')) AS purpose,
      sum(sign * (entry ->> 'paise')::bigint)::text AS paise, sum(sign)::text AS count
    FROM moved
    WHERE entry ->> 'kind' = 'debit' AND ($2::text IS NULL OR entry #>> '{account,name}' = $2)
      AND ((entry ->> 'date')::timestamptz AT TIME ZONE 'Asia/Kolkata')::date::text BETWEEN $3 AND $4
    GROUP BY 1 HAVING sum(sign) > 0`,
    [JSON.stringify(words), accounts ?? null, from, to],
  )
  return Object.fromEntries(rows.map(({ purpose, paise }) => [purpose, formatAmount(BigInt(paise))]))
}
const WORDS = Object.fromEntries(['cement', 'cemant', 'सीमेंट', 'opc  ५३'].map((word) => [word, 'cement']))

const byName = (rows: { name: string; amount: string }[]) =>
  Object.fromEntries(rows.map(({ name, amount }) => [name.toLowerCase(), amount]))

const nameOfSite = async () => {
  const sites = expectBody(await office.get('/api/admin/sites'), 200, ROUTES.adminSites.answer)
  const found = sites.find(({ id }) => id === site.id)
  return `${found?.firstName} ${found?.lastName}`.trim()
}

it('adds up purposes as they were typed, in any case, while there is no list', async () => {
  const { company, table, statement, filtered } = await figures()
  const ofLog = await sumsOfLog({}, undefined)
  expect(byName(company)).toEqual(ofLog)
  expect(table.map(({ key }) => key)).toContain('cemant')
  expect(Object.keys(ofLog)).toHaveLength(TYPED.length - 2)
  expect(statement.map(({ purpose }) => purpose)).toContain('सीमेंट')
  expect(filtered).toHaveLength(5)
  const reply = await office.get('/api/admin/purposes')
  expect([reply.json, reply.headers['ledger-revision']]).toEqual([[], '1'])
})

describe('a list', () => {
  it('is set with an event of both lists, and read by everybody', async () => {
    const end = await logEnd(api)
    const reply = await putList(LIST, { 'if-match': '"1"' })
    expect(expectBody(reply, 200, ROUTES.setPurposes.answer)).toEqual(LIST)
    expect(await eventsAfter(api, end)).toMatchObject([
      { type: 'PurposesChanged', data: { listRevision: 2, before: [], after: LIST } },
    ])
    const { client: auditor } = await hireAuditor(office, 'purposes@example.in')
    const read = await auditor.get('/api/admin/purposes')
    expect([read.json, read.headers['ledger-revision']]).toEqual([LIST, '2'])
    expect((await supervisor.client.get('/api/site/purposes')).json).toEqual(LIST)
    expect((await auditor.put('/api/admin/purposes', [])).status).toBe(403)
  })

  it('makes all words of a purpose one in every sum, as SQL over the log has it', async () => {
    const { company, march, own, table, siteTable, statement } = await figures()
    const ofLog = await sumsOfLog(WORDS, undefined)
    expect(byName(company)).toEqual(ofLog)
    expect(byName(march)).toEqual(await sumsOfLog(WORDS, undefined, '2026-03-02', '2026-03-30'))
    expect(byName(table.map(({ name, spent }) => ({ name, amount: spent })))).toEqual(ofLog)
    const ofSite = await sumsOfLog(WORDS, await nameOfSite())
    expect(byName(own)).toEqual(ofSite)
    const paid = statement.filter(({ out }) => out !== '0.00' && out !== '20000.00')
    expect(byName(paid.map(({ purpose, out }) => ({ name: purpose ?? '', amount: out })))).toEqual(ofSite)
    expect(company.find(({ name }) => name === 'Cement')?.count).toBe(26)
    expect(table.find(({ name }) => name === 'Cement')?.key).toBe('cement')
    // 152.50 and the edited 900 of the site, 23.75 of the supervisor from 10 March on.
    expect(siteTable.find(({ name }) => name === 'Cement')?.spent).toBe('1076.25')
  })

  it('finds all words by any of them, and shows what was typed', async () => {
    const { filtered, sums } = await figures()
    expect(filtered).toHaveLength(26)
    expect(sums.count).toBe(26)
    expect(new Set(filtered.map(({ purpose }) => purpose))).toEqual(
      new Set(['Cement', 'CEMENT', 'cemant', 'सीमेंट', 'Opc  ५३']),
    )
  })

  it('has for each sum of one account the same list, without purposes that have a word of it', async () => {
    const { own } = await figures()
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sand', 'Cement and sand']))
    for (const { name, amount, count } of own) {
      const query = new URLSearchParams({ purpose: name, type: 'debit' })
      const sums = await site.client.get(`/api/site/transactions/sums?${query}`)
      expect(expectBody(sums, 200, ROUTES.siteTransactionSums.answer).debits, name).toEqual({ count, amount })
      const rows = await site.client.get(`/api/site/transactions?${query}`)
      expect(expectBody(rows, 200, ROUTES.siteTransactions.answer), name).toHaveLength(count)
    }
  })

  it('names the purposes of a file in its language', async () => {
    const file = await office.get(`/api/admin/statement/file?account=${site.id}&format=csv&language=hi`)
    expect(file.status).toBe(200)
    expect(expectBody(await office.get('/api/admin/summary'), 200, ROUTES.adminSummary.answer).purposes[0]?.name).toBe(
      'Cement',
    )
  })

  it('is not overwritten by somebody who saw an older one', async () => {
    const reply = await putList([CEMENT], { 'if-match': '"1"' })
    expect([reply.status, (reply.json as { code: string }).code]).toEqual([412, 'purposes_changed'])
    const renamed = { ...CEMENT, name: 'Cement bags', aliases: ['Cement', ...CEMENT.aliases] }
    expect((await putList([renamed], { 'if-match': '"2"' })).status).toBe(200)
    // The list that holds is the last one, for those who read it as for what is added up by it.
    expect((await site.client.get('/api/site/purposes')).json).toEqual([renamed])
    const names = (await figures()).company.map(({ name }) => name)
    expect([names.includes('Cement bags'), names.includes('Cement')]).toEqual([true, false])
    expect((await putList(LIST, { 'if-match': '"3"' })).status).toBe(200)
  })

  it('is refused with one text in two purposes, too many, or too long, and taken with 500', async () => {
    const refused = async (list: object) => {
      const { status, json } = await putList(list)
      return [status, (json as { code: string }).code]
    }
    const twice = await putList([CEMENT, { name: 'Putty', aliases: ['सीमेंट'] }])
    expect(twice.json).toMatchObject({ status: 422, code: 'purpose_word_twice', word: 'सीमेंट' })
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `Purpose ${at}`, hindi: `काम ${at}` }))
    expect(await refused(many(501))).toEqual([400, 'invalid_request'])
    expect(await refused([{ ...CEMENT, aliases: many(51).map(({ name }) => name) }])).toEqual([400, 'invalid_request'])
    expect(await refused([{ ...CEMENT, name: 'x'.repeat(101) }])).toEqual([400, 'invalid_request'])
    expect(await refused([{ ...CEMENT, aliases: ['x'.repeat(201)] }])).toEqual([400, 'invalid_request'])
    expect(await refused([{ ...CEMENT, name: ' ' }])).toEqual([400, 'invalid_request'])
    expect(await refused([{ ...CEMENT, aliases: ['x'.repeat(300_000)] }])).toEqual([413, 'body_too_large'])
    expect((await putList(many(500))).status).toBe(200)
    expect((await putList(LIST)).status).toBe(200)
  })

  it('counts an expense once where the name in Hindi is the English one in another case', async () => {
    const doubled = { name: 'Cement', hindi: 'CEMENT', aliases: ['cement'] }
    const reply = await putList([doubled])
    expect(expectBody(reply, 200, ROUTES.setPurposes.answer)).toEqual([{ name: 'Cement', hindi: '', aliases: [] }])
    expect((await putList(LIST)).status).toBe(200)
    // A log may hold a list of before that has the word twice.
    const paid = sql`(SELECT 'purpose' AS what, 'cement' AS key, 100 AS paise, 1 AS count)`
    const { rows } = await sql`SELECT * FROM ${foldPurposesSql(paid, [doubled])} AS folded`.execute(api.company.db)
    expect(rows).toEqual([{ what: 'purpose', key: 'Cement', paise: 100, count: 1 }])
  })
})

describe('budgets', () => {
  const budgets = async (query = '') =>
    expectBody(await office.get(`/api/admin/budgets${query}`), 200, ROUTES.budgets.answer)
  const setBudget = (budget: object, client = office) => client.put('/api/admin/budgets', { site: site.id, ...budget })

  it('are set by the accountant, with an event, for the purpose that the word means', async () => {
    const accountant = await hireOfficeUser(office, 'accountant', 'budgets@example.in')
    const end = await logEnd(api)
    const reply = await setBudget({ purpose: 'CEMANT', amount: '2000' }, accountant.client)
    expect(expectBody(reply, 200, ROUTES.setBudget.answer)).toEqual({
      ...{ site: site.id, siteName: 'Palasia Heights', purpose: 'Cement', month: null, amount: '2000.00' },
    })
    expect(await eventsAfter(api, end)).toMatchObject([
      { type: 'BudgetSet', data: { purpose: 'Cement', month: null, before: null, after: 200_000 } },
    ])
    await setBudget({ purpose: 'Cement', month: '2026-03', amount: 1000.5 })
    await setBudget({ purpose: 'Tea', month: '2026-04', amount: '50' })
    await setBudget({ site: other.id, purpose: 'tea', month: '2026-03', amount: '15.02' })
  })

  it('have what the site spent with its supervisors, in every word, as the sums of the site have it', async () => {
    const spentIn = async (query: string) => {
      const table = await office.get(`/api/admin/summary-table?by=purpose&site=${site.id}${query}`)
      return expectBody(table, 200, ROUTES.summaryTable.answer).rows.find(({ key }) => key === 'cement')?.spent
    }
    const of = { site: site.id, siteName: 'Palasia Heights', purpose: 'Cement' }
    const [ever, march] = [await spentIn(''), await spentIn('&from=2026-03-01&to=2026-03-31')]
    expect([ever, march]).toEqual(['2577.50', '1076.25'])
    const teaOfOther = { site: other.id, siteName: 'Vijay Nagar Plaza', purpose: 'tea' }
    const tea = { ...of, purpose: 'Tea', month: '2026-04', amount: '50.00', spent: '0.00', percent: 0 }
    const all = [
      { ...of, month: null, amount: '2000.00', spent: ever, percent: 128 },
      { ...of, month: '2026-03', amount: '1000.50', spent: march, percent: 107 },
      { ...teaOfOther, month: '2026-03', amount: '15.02', spent: '15.02', percent: 100 },
    ]
    expect(await budgets()).toEqual([...all, tea])
    expect(await budgets('?month=2026-03')).toEqual(all)
    expect(await budgets('?month=2026-04')).toEqual([all[0], tea])
    expect(await budgets('?from=2026-04')).toEqual([all[0], tea])
    expect(await budgets('?from=2026-03')).toEqual([...all, tea])
    const entry = await recordExpenseOf(site, { amount: '45', date: '2026-04-02', purpose: 'TEA' })
    expect((await budgets('?month=2026-04'))[1]).toMatchObject({ spent: '45.00', percent: 90 })
    await site.client.delete(`/api/site/transactions/${entry.id}`)
    expect((await budgets('?month=2026-04'))[1]).toMatchObject({ spent: '0.00', percent: 0 })
  })

  it('are taken away by 0 or null, and refused for nobody’s site, a wrong month or amount', async () => {
    expect((await setBudget({ purpose: 'Tea', month: '2026-04', amount: '0' })).json).toMatchObject({ amount: null })
    expect((await setBudget({ purpose: 'Cement', amount: null })).status).toBe(200)
    expect((await budgets()).map(({ month }) => month)).toEqual(['2026-03', '2026-03'])
    const refused = async (budget: object) => (await setBudget({ purpose: 'Tea', amount: '5', ...budget })).status
    expect(await refused({ site: 'site_1111111111' })).toBe(404)
    expect(await refused({ site: supervisor.id })).toBe(404)
    expect(await refused({ month: '2026-13' })).toBe(400)
    expect(await refused({ amount: '-1' })).toBe(400)
    expect(await refused({ purpose: ' ' })).toBe(400)
    expect((await office.get('/api/admin/budgets?month=x')).status).toBe(400)
  })
})

it('gives a decision no budget of a deleted site', async () => {
  const months = async () => {
    const { companyId } = api.company
    const { purposes } = await loadFoldedStates(api.sql as unknown as Client, companyId, ['purposes'], [])
    return [...purposes.budgets.values()].map(({ month }) => month)
  }
  expect(await months()).toEqual(['2026-03', '2026-03'])
  expect((await office.delete(`/api/admin/users/${other.id}`)).status).toBe(204)
  expect(await months()).toEqual(['2026-03'])
})

it('rebuilds the list and the budgets as they stand, and takes the purpose that is the longest in an index', async () => {
  const longest = '\ufdfa'.repeat(200)
  await recordExpenseOf(site, { purpose: longest })
  const found = await office.get(`/api/admin/transactions?limit=1&from=2026-01-01`)
  expect(found.headers['ledger-lag']).toBeUndefined()
  const { db, companyId } = api.company
  const { projections } = await verifyReadModels(db, companyId)
  expect(projections.filter(({ result }) => result !== 'equal')).toEqual([])
})
