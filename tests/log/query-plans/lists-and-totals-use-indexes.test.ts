import { ENTRY_TEXT_LIMITS } from '@ledger/contracts/entry-text-fields.ts'
import { TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { lastRecordedSettings } from '@ledger/ledger-service/record-settings-change.ts'
import { readCompaniesWithPendingEvents } from '@ledger/projections/projector/companies-with-pending-events.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { readAccountLedger } from '@ledger/projections/queries/account-ledger.ts'
import {
  readAccountSummary,
  readCompanySummary,
} from '@ledger/projections/queries/summaries/company-and-account-summary.ts'
import { listBeneficiaryReports } from '@ledger/projections/queries/summaries/totals-paid-to-beneficiaries.ts'
import { readRecipientTotals } from '@ledger/projections/queries/totals-of-newest-recipients.ts'
import { openNewestTransactionsLoader } from '@ledger/projections/queries/transactions/newest-transactions-loader.ts'
import { listCompanyTransactions } from '@ledger/projections/queries/transactions/transaction-lists.ts'
import type {
  TransactionPageQuery,
  TransactionRowFilter,
} from '@ledger/projections/queries/transactions/transaction-query.ts'
import { readTransactionTotals } from '@ledger/projections/queries/transactions/transaction-totals.ts'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'
import { explainRowsRead } from './explain-rows-read.ts'

/**
 * No list, sum or ledger reads every entry: a plan that does gets slower with every day. On a cluster a query asks only
 * the node of its company.
 */

const ROWS = 40_000
const ACCOUNTS = 100
const isCluster = inject('servers').length > 1
let ledger: TestLedger
let pool: pg.Pool
let db: Kysely<Database>
const asked: CompiledQuery[] = []
const account = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

beforeAll(async () => {
  ledger = await openTestLedger()
  const onError = (error: Error) => expect.unreachable(error.message)
  pool = connectPool(ledger.databaseUrl, { name: 'test plans', max: 2, onError })
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  // Only the number of rows and their content count: they need no log.
  await ledger.sql.query(
    `INSERT INTO read.ledger_rows (company_id, row_id, account_id, position, type, paise, date, recorded_at, recipient, beneficiary_id,
      purpose, payment_mode, narration, transfer_from, transfer_to, revision, recorded_by, recorded_by_name, recorded_by_role, deleted)
    SELECT $1, '00000000-0000-7000-9000-' || lpad(n::text, 12, '0'), ('00000000-0000-7000-8000-' || lpad((n % ${ACCOUNTS})::text, 12, '0'))::uuid, n,
      CASE WHEN n % 10 = 0 THEN 'credit' ELSE 'debit' END, 100 * n + 7, '2024-01-01'::timestamptz + n * interval '20 minutes', now(),
      'Payee-' || n % 1000, 'b:payee ' || n % 1000, 'Cement', 'cash', md5(n::text) || ' गणेश-' || n, NULL, NULL, 1,
      $1, 'Asha', 'site_incharge', n % 50 = 7 FROM generate_series(1, ${ROWS}) AS n`,
    [ledger.companyId],
  )
  await ledger.sql.query(
    `INSERT INTO read.sums SELECT $1, ('00000000-0000-7000-8000-' || lpad((n % ${ACCOUNTS})::text, 12, '0'))::uuid, 'kind', 'day',
      to_char('2000-01-01'::date + n, 'YYYY-MM-DD'), 'debits', n, 1 FROM generate_series(1, 20000) AS n`,
    [ledger.companyId],
  )
  await ledger.sql.query(
    `INSERT INTO read.activity SELECT $1, n, 'DebitRecorded', now(), $1, $1 FROM generate_series(1, ${ROWS}) AS n`,
    [ledger.companyId],
  )
  await ledger.sql.query(
    `INSERT INTO read.activity_accounts SELECT $1, ('00000000-0000-7000-8000-' || lpad((n % ${ACCOUNTS})::text, 12, '0'))::uuid, n
     FROM generate_series(1, ${ROWS}) AS n`,
    [ledger.companyId],
  )
  await ledger.sql.query(
    'ANALYZE read.ledger_rows; ANALYZE read.sums; ANALYZE read.activity; ANALYZE read.activity_accounts',
  )
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

const ANY: TransactionPageQuery = {
  ...{ limit: 50, cursor: undefined, q: undefined, from: undefined, to: undefined, type: undefined },
  ...{ accountId: undefined, beneficiary: undefined, purpose: undefined, deleted: undefined },
}
const reading = () => ({ db, companyId: ledger.companyId, names: openAccountIdentityLoader(db, ledger.companyId) })

/** Whether only the node of the company is asked, and once. */
const isOfOneNode = (plan: string) => /Task Count: 1$/m.test(plan) && !plan.includes('Distributed Subplan')

/**
 * Returns the statements of a read whose plan scans a table of entries or of sums, or asks several nodes of a cluster.
 */
async function tooDear(read: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0
  await read()
  const bad: string[] = []
  // A transaction begins and ends without a plan.
  for (const { sql, parameters } of asked.filter(({ sql }) => /^\s*(select|with)/i.test(sql))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const isBad = /Seq Scan on (ledger_rows|sums|activity)/.test(plan) || (isCluster && !isOfOneNode(plan))
    if (isBad) bad.push(`${sql}\n${plan}`)
  }
  return bad
}

const ALL_FILTERS: [string, Partial<TransactionRowFilter>][] = [
  ['nothing', {}],
  ['an account', { accountId: account(7) }],
  ['credits', { type: 'credit' }],
  ['credits of an account', { accountId: account(10), type: 'credit' }],
  ['a period', { from: '2024-03-01', to: '2024-03-20' }],
  ['a beneficiary', { beneficiaries: ['b:payee 17'] }],
  ['what was deleted', { deleted: 'only' }],
  ['entries with a bill', { bill: 'with' }],
  ['entries without a bill', { bill: 'without' }],
  ['a rare purpose', { purpose: 'Survey' }],
  ['rare words', { q: 'e4da3b7' }],
  ['rare words of an account', { q: 'e4da3b7', accountId: account(5) }],
  ['Hindi words', { q: 'गणेश-39' }],
  ['frequent and rare words', { q: 'cement e4da3b7' }],
  ['words of several fields', { q: '39,995.07 गणेश-39995 payee-995' }],
  ['a rare word and two letters', { q: 'e4da3b7 ab' }],
  ['an amount', { q: '₹39,995.07' }],
  ['words that are nowhere', { q: 'nothing of it' }],
  ['two letters that are nowhere', { q: 'zq' }],
  ['two letters that few entries have', { q: 'Xj' }],
  ['two letters that are nowhere, of an account', { q: 'zq', accountId: account(5) }],
  ['a purpose of two letters', { purpose: 'zq' }],
  ['Hindi words that are nowhere', { q: 'कुछ नहीं' }],
  ['a mode that nobody used', { q: 'cheque' }],
  ['transfers where there are none', { q: 'ट्रांसफ़र' }],
]

/** In the short form every other one, by the seed. */
const FILTERS = ALL_FILTERS.filter((_, index) => isFullRun || index % 2 === randomSeed % 2)

it.each(FILTERS)('a page of the list, narrowed to %s, is found by an index', async (_what, filter) => {
  expect(await tooDear(() => listCompanyTransactions(reading(), { ...ANY, ...filter }))).toEqual([])
  const cursor = '2024-06-01T00:00:00.000Z_1_00000000-0000-0000-0000-000000000000'
  expect(await tooDear(() => listCompanyTransactions(reading(), { ...ANY, ...filter, cursor }))).toEqual([])
})

it('the newest rows of an account are found by an index that has them in order', async () => {
  const newest = openNewestTransactionsLoader(db, ledger.companyId)
  const read = () => newest(account(8), 51)
  expect(await read()).toHaveLength(51)
  expect(await tooDear(read)).toEqual([])
  expect(await lookedAtInVain(read)).toBe(0)
  expect(JSON.stringify(asked.map(({ sql }) => sql))).toContain('json_array_elements_text')
})

it.each(FILTERS)('the sums of a list, narrowed to %s, are found by an index', async (_what, filter) => {
  expect(await tooDear(() => readTransactionTotals(db, ledger.companyId, { ...ANY, ...filter }))).toEqual([])
})

it('what an account paid, and whom last, is read from the index alone', async () => {
  // A vacuum stores for which pages the index alone can answer.
  await ledger.sql.query('VACUUM read.ledger_rows')
  asked.length = 0
  await readRecipientTotals(db, ledger.companyId, account(7), { from: undefined, to: undefined })
  await readAccountSummary(db, ledger.companyId, account(7), { from: undefined, to: undefined })
  const scans: string[] = []
  for (const { sql, parameters } of [...asked]) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters])
    scans.push(...rows.flatMap((row) => /\w[\w ]* Scan .*ledger_rows\w*/.exec(row['QUERY PLAN'])?.[0] ?? []))
  }
  expect(scans.length).toBeGreaterThan(2)
  expect(scans.filter((scan) => !scan.startsWith('Index Only Scan using ledger_rows_of_account'))).toEqual([])
})

/** Returns how many entries the statements of a read fetch and discard. */
async function lookedAtInVain(read: () => Promise<unknown>): Promise<number> {
  asked.length = 0
  await read()
  let rows = 0
  for (const query of [...asked]) rows += (await explainRowsRead(pool, query)).inVain
  return rows
}

it.each([
  ['all', 'Cement', [1000], []],
  ['one in a hundred', 'Payee-77', [1000, 5000], []],
  ['seven in a thousand', 'e4d', [1000, 5000], ['of the last days']],
  // Ten of the newest rows, and a few old ones, without which the page would end too soon.
  ['some that came of late', '3999', [1000, 5000], ['of the last days', 'of all days']],
  ['hardly any', 'गणेश-1234', [1000], ['of all days']],
])(
  'words that %s have are looked for among as many of the newest as may be enough',
  async (_which, q, looks, index) => {
    asked.length = 0
    const { rows } = await listCompanyTransactions(reading(), { ...ANY, q })
    const limits = asked.flatMap(({ sql }) => /LIMIT (\d{4,})(?=.* LIKE )/s.exec(sql)?.slice(1).map(Number) ?? [])
    expect(limits).toEqual(looks)
    const found = asked.flatMap(({ sql }) => (sql.includes('found AS MATERIALIZED') ? [sql.includes('date >= $')] : []))
    expect(found.map((isRecent) => (isRecent ? 'of the last days' : 'of all days'))).toEqual(index)
    const { rows: expected } = await ledger.sql.query<{ row_id: string }>(
      `SELECT row_id FROM read.ledger_rows WHERE company_id = $1 AND NOT deleted AND concat_ws(' ', recipient, purpose, narration) LIKE $2
      ORDER BY date DESC, position DESC LIMIT ${ANY.limit}`,
      [ledger.companyId, `%${q}%`],
    )
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ row_id: id }) => id))
  },
)

it('reads of an account, or of all, only the entries that have a bill, or none', async () => {
  const [paperless, careful] = [account(900), account(901)]
  const bill = JSON.stringify([{ id: 'ab'.repeat(32), type: 'image/jpeg', width: 3, height: 4 }])
  await ledger.sql.query(
    `INSERT INTO read.ledger_rows (company_id, row_id, account_id, position, type, paise, date, recorded_at, recipient, beneficiary_id,
      purpose, payment_mode, narration, transfer_from, transfer_to, revision, recorded_by, recorded_by_name, recorded_by_role, deleted, bills)
    SELECT $1, gen_random_uuid()::text, whose, ${ROWS} + n, 'debit', 100, '2026-01-01'::timestamptz + n * interval '1 minute', now(),
      'Payee', 'b:payee', 'Cement', 'cash', '', NULL, NULL, 1, $1, 'Asha', 'site_incharge', false, bills
    FROM generate_series(1, 5000) AS n, (VALUES ($2::uuid, NULL), ($3::uuid, $4::text)) AS accounts (whose, bills)`,
    [ledger.companyId, paperless, careful, bill],
  )
  await ledger.sql.query('ANALYZE read.ledger_rows')
  for (const [accountId, bills] of [
    [paperless, 'with'],
    [careful, 'without'],
    [account(7), 'with'],
    [undefined, 'with'],
    [undefined, 'without'],
  ] as const)
    for (const narrowed of [{}, { type: 'debit' as const }, { from: '2025-01-01', to: '2026-12-31' }]) {
      const list = () => listCompanyTransactions(reading(), { ...ANY, accountId, bill: bills, ...narrowed })
      expect(await lookedAtInVain(list), `${accountId} ${bills} ${JSON.stringify(narrowed)}`).toBeLessThan(500)
    }
})

it('finds the same rows by the index as without it', async () => {
  const { rows } = await listCompanyTransactions(reading(), { ...ANY, q: '₹39,995.07' })
  expect(rows.map(({ id }) => id)).toEqual(['00000000-0000-7000-9000-000000039995'])
  const hindi = await listCompanyTransactions(reading(), { ...ANY, q: 'गणेश-123', limit: 1000 })
  expect(hindi.rows).toHaveLength(109)
})

it('finds two letters by the index whatever stands before them', async () => {
  const before = [
    '',
    ...Array.from({ length: 126 }, (_, n) => String.fromCharCode(n + 1)),
    'é',
    '₹',
    'क',
    'ॐ',
    'ட',
    '😀',
  ]
  await ledger.sql.query(
    `INSERT INTO read.ledger_rows (company_id, row_id, account_id, position, type, paise, date, recorded_at, recipient, beneficiary_id,
      purpose, payment_mode, narration, transfer_from, transfer_to, revision, recorded_by, recorded_by_name, recorded_by_role, deleted)
    SELECT $1, gen_random_uuid()::text, $2, n, 'debit', 100, '2023-01-01'::timestamptz + n * interval '1 minute', now(), before || 'xJ', 'b:payee',
      '', 'cash', 'ab' || before || 'xjc', NULL, NULL, 1, $1, 'Asha', 'site_incharge', false
    FROM unnest($3::text[]) WITH ORDINALITY AS given (before, n)`,
    [ledger.companyId, account(902), before],
  )
  const list = () => listCompanyTransactions(reading(), { ...ANY, q: 'xj', limit: 1000 })
  expect(await tooDear(list)).toEqual([])
  expect((await list()).rows).toHaveLength(before.length)
  expect((await readTransactionTotals(db, ledger.companyId, { ...ANY, q: 'XJ' })).count).toBe(before.length)
})

const page = { limit: 50, cursor: undefined }

it('an account ledger and a summary read no entry but their own, and no event but the last', async () => {
  const newest = await readAccountLedger(reading(), account(7), { ...page, from: undefined, to: undefined })
  if ('refused' in newest) throw new Error('A first page is never refused')
  expect(newest.position).toBe(ROWS - ACCOUNTS + 7)
  const next = { ...page, cursor: newest.next, from: undefined, to: undefined }
  expect(await tooDear(() => readAccountLedger(reading(), account(7), next))).toEqual([])
  const period = { from: '2024-03-05', to: '2025-02-03' }
  expect(await tooDear(() => readAccountLedger(reading(), account(7), { ...page, ...period }))).toEqual([])
  expect(await tooDear(() => readAccountSummary(db, ledger.companyId, account(7), period))).toEqual([])
  expect(await tooDear(() => readCompanySummary(db, ledger.companyId, period, '2025-02-03'))).toEqual([])
})

it('what each beneficiary was paid, and when last, reads no entry but theirs', async () => {
  expect(await tooDear(() => listBeneficiaryReports(db, ledger.companyId, { ...page, q: undefined }))).toEqual([])
  expect(await tooDear(() => listBeneficiaryReports(db, ledger.companyId, { ...page, q: 'Payee' }))).toEqual([])
})

if (isCluster)
  it('whether a company has news is asked of its own node', async () => {
    expect(await tooDear(() => readCompaniesWithPendingEvents(db, [ledger.companyId]))).toEqual([])
  })

it('the widest row that anybody can write fits into the indexes', async () => {
  let code = 0x4e00
  // Three bytes each and none twice, so that the text does not compress.
  const longest = (length: number) => Array.from({ length }, () => String.fromCharCode(code++)).join('')
  const name = () => longest(2 * TEXT_LIMITS.name + 1)
  const wide = (recipient: string, beneficiary: string | null, names: (string | null)[]) =>
    ledger.sql.query(
      `INSERT INTO read.ledger_rows (company_id, row_id, account_id, position, type, paise, date, recorded_at, recipient, beneficiary_id,
        purpose, payment_mode, narration, transfer_from, transfer_to, revision, recorded_by, recorded_by_name, recorded_by_role, deleted)
      VALUES ($1, gen_random_uuid() || '-in', $1, 1, 'credit', 1, now(), now(), $2, $3, $4, 'bank_transfer', $5, $6, $7, 1, $1, 'Asha', 'admin', false)`,
      [
        ledger.companyId,
        recipient,
        beneficiary,
        longest(ENTRY_TEXT_LIMITS.purpose),
        longest(ENTRY_TEXT_LIMITS.narration),
        ...names,
      ],
    )
  const payee = longest(TEXT_LIMITS.recipient)
  expect((await wide(payee, `b:${payee}`, [null, null])).rowCount).toBe(1)
  expect((await wide(name(), null, [name(), name()])).rowCount).toBe(1)
})

it('what settings were noted last is found by an index, however long ago that was', async () => {
  await ledger.sql.query(
    `INSERT INTO events SELECT $1, 100 + n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'SignedIn', 1, now(), now(),
      '{}', '{}', '{}', '', '' FROM generate_series(1, ${ROWS}) AS n`,
    [ledger.companyId],
  )
  await ledger.sql.query(
    `INSERT INTO read.checkpoints (company_id, projection, position) VALUES ($1, 'activity', ${100 + ROWS})
     ON CONFLICT (company_id, projection) DO UPDATE SET position = ${100 + ROWS}`,
    [ledger.companyId],
  )
  await ledger.sql.query('ANALYZE events')
  // As expensive as with some millions of rows.
  const options = '-c parallel_setup_cost=0 -c parallel_tuple_cost=0 -c min_parallel_table_scan_size=0'
  const onError = (error: Error) => expect.unreachable(error.message)
  const large = connectPool(ledger.databaseUrl, { name: 'test large', max: 1, onError, options })
  const statements: [string, unknown[]][] = []
  const client = {
    query(text: string, values: unknown[]) {
      statements.push([text, values])
      return large.query(text, values)
    },
  } as pg.Pool
  expect(await lastRecordedSettings(client, ledger.companyId)).toBeNull()
  const plans = await Promise.all(statements.map(([text, values]) => large.query(`EXPLAIN (ANALYZE) ${text}`, values)))
  await large.end()
  const lines = plans.flatMap(({ rows }) => rows.map((row) => String(row['QUERY PLAN'])))
  expect(lines.filter((line) => line.includes('Scan') && line.includes('events')).length).toBeGreaterThan(0)
  expect(lines.filter((line) => /Seq Scan on events|Rows Removed by Filter: \d{3}/.test(line))).toEqual([])
})
