import { createHash } from 'node:crypto'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { openSessionLookup } from '@ledger/ledger-service/access/session-lookup.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { openBalanceLoader } from '@ledger/projections/queries/balance-loader.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/**
 * The lookups of every request by key have a cached plan, for one key as for many: planning takes ten times as long as
 * running.
 */

const ACCOUNTS = 5000
const account = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const digest = (n: number) => createHash('sha256').update(`session ${n}`).digest('hex')
let ledger: TestLedger
/** One connection, whose statements are visible to itself. */
let db: Kysely<Database>

beforeAll(async () => {
  ledger = await openTestLedger()
  const onError = (error: Error) => expect.unreachable(error.message)
  db = kyselyOverPool(connectPool(ledger.databaseUrl, { name: 'test plans', max: 1, onError }), 'reads')
  const people = `SELECT $1::uuid, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  for (const [table, values] of [
    [
      'account_states (company_id, account_id, role, status, first_name, last_name, epoch, received_paise, spent_paise)',
      `'supervisor', 'active', 'Asha', 'Devi', 1, 0, 0`,
    ],
    ['contacts (company_id, account_id, mobile)', `(9000000000 + n)::text`],
    [
      'read.directory (company_id, account_id, role, status, first_name, last_name, opened_position)',
      `'supervisor', 'active', 'Asha', 'Devi', n`,
    ],
    ['read.balances (company_id, account_id, received_paise, spent_paise, credits, debits)', '1000 + n, 1000, 1, 1'],
    [
      'sessions (company_id, account_id, sid_hash, data, epoch, expires_at, created_at, last_used_at)',
      `sha256(convert_to('session ' || n, 'UTF8')), '{}', 1, now() + interval '1 day', now(), now()`,
    ],
  ])
    await ledger.sql.query(`INSERT INTO ${table} ${people}, ${values} FROM generate_series(1, ${ACCOUNTS}) AS n`, [
      ledger.companyId,
    ])
  await ledger.sql.query('ANALYZE')
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

test('sessions, names and balances are planned for any number of keys', async () => {
  const { companyId } = ledger
  const lookups = {
    sessions: openSessionLookup(db, companyId),
    names: openAccountIdentityLoader(db, companyId),
    balances: openBalanceLoader(db, companyId),
  }
  for (let n = 1; n <= 30; n++) {
    expect(await lookups.sessions(digest(n))).toMatchObject({ mobile: String(9_000_000_000 + n) })
    expect((await lookups.names([account(n)])).get(account(n))).toMatchObject({ mobile: String(9_000_000_000 + n) })
    expect(await lookups.balances(account(n))).toMatchObject({ currentBalance: `${(n / 100).toFixed(2)}` })
  }
  const many = Array.from({ length: 25 }, (_, n) => account(n + 1))
  expect((await lookups.names(many)).size).toBe(many.length)

  const { rows } = await sql<{ statement: string; kept: number; anew: number }>`
    SELECT statement, generic_plans AS kept, custom_plans AS anew FROM pg_prepared_statements`.execute(db)
  const plans = Object.fromEntries(
    rows.map(({ statement, kept, anew }) => [/FROM (\w+)/.exec(statement)?.[1], { kept, anew }]),
  )
  // Citus caches no plan of several tables: it plans for the node of the given company.
  const planned = inject('servers').length > 1 ? ['balances'] : ['sessions', 'unnest', 'balances']
  // The server makes five custom plans before it caches a generic one.
  for (const from of planned) expect(plans[from], from).toMatchObject({ anew: 5 })
  for (const from of planned) expect(plans[from]?.kept, from).toBeGreaterThan(15)
})
