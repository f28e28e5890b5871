import { randomUUID } from 'node:crypto'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { withOpenQuestions } from '@ledger/projections/queries/worklists/question-lists.ts'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleTransaction } from '../../unit/web/sample-transaction.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'
import { explainRowsRead } from './explain-rows-read.ts'

/** The worklist of questions reads those of the rows that a page shows, however many are open. */

const OPEN_QUESTIONS = 100_000
const PAGE_ROWS = 500

let ledger: TestLedger
let pool: pg.Pool
let db: Kysely<Database>
const asked: CompiledQuery[] = []
const otherCompany = randomUUID()

beforeAll(async () => {
  ledger = await openTestLedger()
  const onError = (error: Error) => expect.unreachable(error.message)
  pool = connectPool(ledger.databaseUrl, { name: 'test plans', max: 2, onError })
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  for (const [company, state, text] of [
    [ledger.companyId, 'open', 'Asked here '],
    [ledger.companyId, 'closed', 'Closed here '],
    [otherCompany, 'open', 'Asked elsewhere '],
  ])
    await ledger.sql.query(
      `INSERT INTO read.questions SELECT $1, gen_random_uuid(), 'row ' || n, $1, $2, $3 || n, n, now(), $1, 'Asha', 'admin'
        FROM generate_series(1, ${OPEN_QUESTIONS}) AS n`,
      [company, state, text],
    )
  await ledger.sql.query('ANALYZE read.questions')
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

test('a page of 100,000 entries with questions reads no question but its own, and none of another company', async () => {
  const numbers = Array.from({ length: PAGE_ROWS }, (_, index) => 1 + index * (OPEN_QUESTIONS / PAGE_ROWS))
  const rows = numbers.map((n) => ({ ...sampleTransaction(`row ${n}`), accountName: 'Ravi' }))
  const context = { db, companyId: ledger.companyId, names: async () => new Map() }
  const shown = await withOpenQuestions(context, rows)
  expect(shown.map(({ questions }) => questions?.map(({ text }) => text))).toEqual(
    numbers.map((n) => [`Asked here ${n}`]),
  )
  const [query, ...others] = asked.filter(({ sql }) => sql.includes('from "questions"'))
  if (query === undefined) throw new Error('The questions were not read')
  expect(others).toEqual([])
  const { most, inVain } = await explainRowsRead(pool, query)
  // A row has a closed question, too.
  expect([most, inVain].every((read) => read <= 2 * PAGE_ROWS)).toBe(true)
})
