import { createHash } from 'node:crypto'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { openSessionLookup } from '@ledger/ledger-service/access/session-lookup.ts'
import { openReadBarrier } from '@ledger/projections/notifications/read-your-writes.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { openBalanceLoader } from '@ledger/projections/queries/balance-loader.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The lookups of every request, by companies that ask at the same moment and have the same ids. */

const COMPANIES = 6
const ACCOUNTS = 40
const account = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const digest = (company: number, n: number) => createHash('sha256').update(`session ${n} of ${company}`).digest('hex')
const mobileOf = (company: number, n: number) => String(9_000_000_000 + 1000 * company + n)
let ledger: TestLedger
let db: Kysely<Database>
let companyIds: string[]

beforeAll(async () => {
  ledger = await openTestLedger()
  const onError = (error: Error) => expect.unreachable(error.message)
  db = kyselyOverPool(connectPool(ledger.databaseUrl, { name: 'test several', max: 1, onError }), 'reads')
  companyIds = []
  for (let company = 0; company < COMPANIES; company++) {
    const companyId = await createEmptyCompany(ledger.sql)
    companyIds.push(companyId)
    const people = `SELECT $1::uuid, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
    for (const [table, values] of [
      [
        'account_states (company_id, account_id, role, status, first_name, last_name, epoch, received_paise, spent_paise)',
        `'supervisor', 'active', 'Asha', 'Devi', 1, 0, 0`,
      ],
      ['contacts (company_id, account_id, mobile)', `(9000000000 + 1000 * $2::int + n)::text`],
      [
        'read.directory (company_id, account_id, role, status, first_name, last_name, opened_position)',
        `'supervisor', 'active', 'Asha ' || $2::int, 'Devi', n`,
      ],
      [
        'read.balances (company_id, account_id, received_paise, spent_paise, credits, debits)',
        '100 * (1000 * $2::int + n), 0, 1, 1',
      ],
      [
        'sessions (company_id, account_id, sid_hash, data, epoch, expires_at, created_at, last_used_at)',
        `sha256(convert_to('session ' || n || ' of ' || $2::int, 'UTF8')), '{}', 1, now() + interval '1 day', now(), now()`,
      ],
    ])
      await ledger.sql.query(
        `INSERT INTO ${table} ${people}, ${values} FROM generate_series(1, ${ACCOUNTS}) AS n WHERE $2::int >= 0`,
        [companyId, company],
      )
    await ledger.sql.query('UPDATE log_heads SET position = 100 + $2 WHERE company_id = $1', [companyId, company])
    await ledger.sql.query(`INSERT INTO read.checkpoints VALUES ($1, 'ledger', 100 + $2::int), ($1, 'balances', $2)`, [
      companyId,
      company,
    ])
  }
  await ledger.sql.query('ANALYZE')
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

const openAll = () =>
  companyIds.map((companyId) => ({
    sessions: openSessionLookup(db, companyId),
    names: openAccountIdentityLoader(db, companyId),
    balances: openBalanceLoader(db, companyId),
    freshness: openReadBarrier(db, companyId),
  }))

test('each is answered from its own rows', async () => {
  const all = openAll()
  for (let n = 1; n <= 30; n++)
    await Promise.all(
      all.map(async (own, company) => {
        expect((await own.sessions(digest(company, n)))?.mobile).toBe(mobileOf(company, n))
        const names = await own.names([account(n), account(ACCOUNTS)])
        expect(names.get(account(n))).toMatchObject({ first_name: `Asha ${company}`, mobile: mobileOf(company, n) })
        expect((await own.balances(account(n))).totalReceived).toBe(`${1000 * company + n}.00`)
        expect(await own.freshness.readShownPosition('ledger')).toEqual({ head: 100 + company, shown: 100 + company })
        expect(await own.freshness.readShownPosition('balances')).toEqual({ head: 100 + company, shown: company })
      }),
    )
})

test('another’s session is none, and an account that it has not is nobody', async () => {
  const [first, second] = openAll()
  if (!first || !second) return expect.unreachable()
  const [own, others, balance, none, names] = await Promise.all([
    second.sessions(digest(1, 1)),
    second.sessions(digest(0, 1)),
    first.balances(account(1)),
    second.balances(account(999)),
    second.names([account(999)]),
    first.sessions(digest(0, 1)),
    first.names([account(1)]),
  ])
  expect(own).toMatchObject({ mobile: mobileOf(1, 1) })
  expect(others).toBeUndefined()
  expect([balance.totalReceived, none.totalReceived]).toEqual(['1.00', '0.00'])
  expect(names.get(account(999))).toMatchObject({ first_name: null, mobile: null })
})

test('the others are answered where one company’s row cannot be read', async () => {
  const [first, second, third] = openAll()
  if (!first || !second || !third) return expect.unreachable()
  // Beyond the exact integers of JavaScript.
  await ledger.sql.query('UPDATE read.balances SET received_paise = 2::bigint ^ 60 WHERE company_id = $1', [
    companyIds[1],
  ])
  for (let times = 0; times < 3; times++) {
    const settled = await Promise.allSettled([first, second, third].map((own) => own.balances(account(7))))
    expect(settled).toMatchObject([
      { status: 'fulfilled', value: { totalReceived: '7.00' } },
      {
        status: 'rejected',
        reason: new RangeError(`${2n ** 60n} is beyond the integers that sums here are exact for`),
      },
      { status: 'fulfilled', value: { totalReceived: '2007.00' } },
    ])
  }
})
