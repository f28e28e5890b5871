import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import {
  findAccountByPublicId,
  findOfficeUser,
  loadPublicIds,
} from '@ledger/ledger-service/access/accounts-by-public-id.ts'
import { findCredentials } from '@ledger/ledger-service/access/credential-store.ts'
import { findLinkedAccount } from '@ledger/ledger-service/access/openid-identities.ts'
import { openSessionLookup } from '@ledger/ledger-service/access/session-lookup.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { findFieldUser } from '@ledger/projections/queries/people-lists.ts'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'
import { explainRowsRead } from './explain-rows-read.ts'

/**
 * The cost of looking up a user does not grow with the accounts of the company, whichever company the statistics are
 * of.
 */

const PEOPLE = 500
const SIGNED_IN = 40
const account = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const digest = (n: number) => n.toString(16).padStart(64, '0')
const mobile = (n: number) => String(9_000_000_000 + n)

let ledger: TestLedger
let pool: pg.Pool
let db: Kysely<Database>
const asked: CompiledQuery[] = []

beforeAll(async () => {
  ledger = await openTestLedger()
  const { sql, companyId } = ledger
  // Most companies have one account: the statistics know only these, because the company with many accounts was added
  // after them.
  const tables = ['account_states', 'contacts', 'credentials', 'sign_in_names', 'read.directory', 'read.balances']
  await fill(sql, { companies: 2000, people: 1 })
  await sql.query(`ANALYZE ${tables.join(', ')}, sessions, openid_identities`)
  await fill(sql, { companies: 1, people: PEOPLE, companyId })
  const onError = (error: Error) => expect.unreachable(error.message)
  pool = connectPool(ledger.databaseUrl, { name: 'test people', max: 2, onError })
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

/** Inserts accounts into every table that a lookup reads; `SIGNED_IN` of them have a session. */
async function fill(sql: TestLedger['sql'], of: { companies: number; people: number; companyId?: string }) {
  const { rows } = await sql.query<{ company: string }>(
    'SELECT coalesce($1::uuid, gen_random_uuid()) AS company FROM generate_series(1, $2)',
    [of.companyId ?? null, of.companies],
  )
  const people = `FROM unnest($1::uuid[]) AS company CROSS JOIN
    (SELECT n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id, (9000000000 + n)::text AS mobile
      FROM generate_series(1, ${of.people}) AS n) AS p`
  const companies = rows.map(({ company }) => company)
  for (const statement of [
    `account_states (company_id, account_id, role, status, first_name, last_name, epoch, received_paise, spent_paise)
      SELECT company, id, 'supervisor', 'active', 'Asha', 'Devi', 1, 0, 0 ${people}`,
    `contacts (company_id, account_id, mobile) SELECT company, id, mobile ${people}`,
    `credentials (company_id, account_id, password_hash) SELECT company, id, 'none' ${people}`,
    `sign_in_names (name, company_id, account_id) SELECT 'mobile:' || mobile, company, id ${people}`,
    `openid_identities (issuer, subject, company_id, account_id) SELECT 'https://id', 'of ' || n, company, id ${people}`,
    `sessions (sid_hash, company_id, account_id, epoch, created_at, last_used_at, expires_at, data)
      SELECT decode(lpad(to_hex(n), 64, '0'), 'hex'), company, id, 1, now(), now(), now() + interval '1 day', '{}' ${people}
      WHERE n <= ${of.companyId ? SIGNED_IN : 0}`,
    `read.directory (company_id, account_id, role, status, first_name, last_name, opened_position)
      SELECT company, id, 'supervisor', 'active', 'Asha', 'Devi', n ${people}`,
    `read.balances (company_id, account_id, received_paise, spent_paise, credits, debits)
      SELECT company, id::text, 0, 0, 0, 0 ${people}`,
  ])
    await sql.query(`INSERT INTO ${statement}`, [companies])
}

const many = Array.from({ length: SIGNED_IN }, (_, index) => index + 1)

test.each<[string, number, (companyId: string) => Promise<unknown>]>([
  ['who signs in', 1, (company) => findCredentials(db, company, `mobile:${mobile(7)}`)],
  [
    'whom an identity is linked to',
    1,
    (company) => findLinkedAccount(db, company, { issuer: 'https://id', subject: 'of 7' }),
  ],
  [
    'whom a public id names',
    1,
    (company) => findAccountByPublicId(db, company, `supervisor_${mobile(7)}`, 'supervisor'),
  ],
  ['the public ids of some', SIGNED_IN, (company) => loadPublicIds(db, company, many.map(account))],
  ['somebody of head office', 1, (company) => findOfficeUser(db, company, account(7))],
  ['one of the people', 1, (company) => findFieldUser(db, company, account(7))],
  ['what some are called', SIGNED_IN, (company) => openAccountIdentityLoader(db, company)(many.map(account))],
  ['the sessions of some who ask at once', SIGNED_IN, (company) => sessionsOf(company)],
])('%s: nobody else is read', async (_what, found, look) => {
  asked.length = 0
  expect(await look(ledger.companyId)).toBeDefined()
  expect(asked.length).toBeGreaterThan(0)
  for (const query of [...asked]) {
    const { most, inVain } = await explainRowsRead(pool, query)
    expect({ most, inVain }, query.sql).toEqual({ most: found, inVain: 0 })
  }
})

async function sessionsOf(companyId: string): Promise<unknown> {
  const lookUp = openSessionLookup(db, companyId)
  const found = await Promise.all(many.map((n) => lookUp(digest(n))))
  expect(found.map((session) => session?.mobile)).toEqual(many.map(mobile))
  return found
}
