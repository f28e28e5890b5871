import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { openNewestTransactionsLoader } from '@ledger/projections/queries/transactions/newest-transactions-loader.ts'
import { readTransactionPage } from '@ledger/projections/queries/transactions/transaction-query.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEmptyCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The first pages of own lists, which are asked for at the same moment, of companies that have the same ids. */

const ACCOUNTS = 20
const account = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
/** The account with a text of an old event, which has the separator of fields in it. */
const OLD = account(3)
let ledger: TestLedger
/** One connection, whose statements are visible to itself. */
let db: Kysely<Database>
let companyIds: string[]

beforeAll(async () => {
  ledger = await openTestLedger()
  const onError = (error: Error) => expect.unreachable(error.message)
  db = kyselyOverPool(connectPool(ledger.databaseUrl, { name: 'test newest', max: 1, onError }), 'reads')
  companyIds = []
  for (let company = 0; company < 3; company++) {
    const companyId = await createEmptyCompany(ledger.sql)
    companyIds.push(companyId)
    await ledger.sql.query(
      `INSERT INTO read.ledger_rows (company_id, row_id, account_id, position, type, paise, date, recorded_at, recipient, purpose, payment_mode,
        narration, revision, recorded_by, recorded_by_name, recorded_by_role, deleted)
      SELECT $1, gen_random_uuid()::text, ('00000000-0000-7000-8000-' || lpad((n % ${ACCOUNTS})::text, 12, '0'))::uuid, n, 'debit', 100 * n,
        '2026-01-01'::timestamptz + n % 7 * interval '1 hour', now(), 'गणेश ' || $2, 'Cement', 'cash',
        CASE WHEN n % ${ACCOUNTS} = 3 THEN U&'a\\001Fb' ELSE 'n' END, 1, $1::uuid, 'Asha', 'site_incharge', n % 11 = 0
      FROM generate_series(1, 2000) AS n`,
      [companyId, String(company)],
    )
  }
  await ledger.sql.query('ANALYZE read.ledger_rows')
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

const byItself = (companyId: string, accountId: string, limit: number) => {
  const all = { cursor: undefined, q: undefined, from: undefined, to: undefined, type: undefined }
  return readTransactionPage(db, companyId, {
    ...all,
    limit,
    accountId,
    purpose: undefined,
    deleted: undefined,
  })
}

test('each is answered its own rows, as a page by itself has them, whoever else asks', async () => {
  const asking = companyIds.map((companyId) => ({ companyId, newest: openNewestTransactionsLoader(db, companyId) }))
  const several = asking.flatMap(({ companyId, newest }) =>
    [1, 2, 4, 5, 6].map(async (n) => ({ companyId, n, rows: await newest(account(n), 11) })),
  )
  for (const { companyId, n, rows } of await Promise.all(several)) {
    expect(rows).toHaveLength(11)
    expect(rows).toEqual(await byItself(companyId, account(n), 10))
  }
  const [one] = asking
  if (!one) return expect.unreachable()
  const sizes = await Promise.all([1, 5, 201].map(async (most) => (await one.newest(account(7), most))?.length))
  // Ten or eleven of its hundred entries were deleted.
  expect(sizes).toEqual([1, 5, (await byItself(one.companyId, account(7), 200)).length])
  expect(await one.newest(account(99), 51)).toEqual([])
})

test('a text that cannot be taken apart is nobody else’s trouble: its page is read by itself', async () => {
  const [companyId = ''] = companyIds
  const newest = openNewestTransactionsLoader(db, companyId)
  const [other, old] = await Promise.all([newest(account(4), 51), newest(OLD, 51)])
  expect([other?.length, old]).toEqual([51, undefined])
  expect((await byItself(companyId, OLD, 50))[0]?.narration).toBe('a\u001fb')
})

test('for one page as for eight the server keeps its plan', async () => {
  const [newest = expect.unreachable(), ...others] = companyIds.map((companyId) =>
    openNewestTransactionsLoader(db, companyId),
  )
  for (let times = 0; times < 20; times++) {
    await newest(account(1), 31)
    await Promise.all(Array.from({ length: 8 }, (_, n) => newest(account(n), 31)))
    await Promise.all(others.map((each) => each(account(1), 31)))
  }
  const { rows } = await sql<{ anew: number }>`SELECT custom_plans AS anew FROM pg_prepared_statements
    WHERE statement LIKE '%json_array_elements_text%' AND statement LIKE '%LIMIT 31%'`.execute(db)
  // On Citus the plan is of the company's node.
  if (inject('servers').length === 1) expect(rows).toEqual([{ anew: 5 }])
})
