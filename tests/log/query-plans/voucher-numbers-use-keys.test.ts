import { randomUUID } from 'node:crypto'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { createUpsertWriter } from '@ledger/projections/projector/upsert-writer.ts'
import { VOUCHERS_TABLE } from '@ledger/projections/read-models/vouchers.ts'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'
import { explainRowsRead } from './explain-rows-read.ts'

/** The cost of a page of events does not grow with the entries of its company, whether they were counted or not. */

const RECORDED = 20_000
const SERIES = 'P/26-27'
let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

test.each([
  ['before its statistics', ''],
  ['after them', 'ANALYZE read.vouchers'],
])('a new entry is numbered without a look at those before it: %s', async (_, analyze) => {
  const { companyId, databaseUrl, onError, sql } = ledger
  await sql.query(
    `INSERT INTO read.vouchers (company_id, series, number, position, transaction_id)
      SELECT $1, $2, n, n, gen_random_uuid() FROM generate_series(1, $3) AS n`,
    [companyId, SERIES, RECORDED],
  )
  await sql.query(analyze)
  const pool = connectPool(databaseUrl, { name: 'test vouchers', max: 1, onError })
  const sent: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  try {
    const rows = Array.from({ length: 50 }, (_, n) => ({
      series: SERIES,
      position: RECORDED + 1 + n,
      transaction_id: randomUUID(),
    }))
    await createUpsertWriter(db, companyId).insert(VOUCHERS_TABLE, rows)
    const { rows: numbered } = await sql.query('SELECT max(number) AS last FROM read.vouchers WHERE company_id = $1', [
      companyId,
    ])
    expect(numbered).toEqual([{ last: RECORDED + rows.length }])
    // On Citus the plan is of the company's node.
    if (inject('servers').length > 1) return
    const [insert] = sent
    if (!insert) return expect.unreachable()
    // The same rows again have their numbers, and are left out.
    const { most } = await explainRowsRead(pool, insert)
    expect(most).toBeLessThanOrEqual(2 * rows.length)
  } finally {
    await db.destroy()
  }
})
