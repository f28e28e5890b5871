import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { openBalanceLoader } from '@ledger/projections/queries/balance-loader.ts'
import { openNewestTransactionsLoader } from '@ledger/projections/queries/transactions/newest-transactions-loader.ts'
import { listOwnTransactions } from '@ledger/projections/queries/transactions/transaction-lists.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandEnvelope, expenseCommand, sendMoneyCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
/** One connection, so that every query meets the statements of those before it. */
let db: Kysely<Database>
const onError = (error: Error) => expect.unreachable(error.message)
const onStopped = (name: string) => expect.unreachable(name)

beforeAll(async () => {
  ledger = await openTestLedger()
  db = kyselyOverPool(connectPool(ledger.databaseUrl, { name: 'test prepared', max: 1, onError }), 'reads')
})
afterAll(async () => {
  await db.destroy()
  await ledger.close()
})

async function prepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
  return rows.map((row) => row.statement)
}

test('queries that come again are prepared, and see what is written, rebuilt and verified meanwhile', async () => {
  const { companyId, databaseUrl, log, people } = ledger
  const { admin, asha } = people
  await log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 100_000)))
  const page = { limit: 50, cursor: undefined, q: undefined, type: undefined, from: undefined, to: undefined }
  const owner = { accountId: asha.id, role: 'site_incharge', mobile: null } as const
  const newest = openNewestTransactionsLoader(db, companyId)
  const [names, balanceOf] = [openAccountIdentityLoader(db, companyId), openBalanceLoader(db, companyId)]
  const read = async () => ({
    spent: (await balanceOf(asha.id)).totalSpent,
    rows: (await listOwnTransactions({ db, companyId, names, newest }, owner, page)).rows.length,
  })
  for (let times = 1; times <= 12; times++) {
    await log.submit(commandEnvelope(expenseCommand(asha, 100)))
    await catchUp({ db: ledger.db, companyId, onStopped })
    expect(await read()).toEqual({ spent: `${times}.00`, rows: times + 1 })
  }
  expect((await prepared()).filter((text) => /FROM ledger_rows/.test(text))).toHaveLength(1)
  expect((await prepared()).filter((text) => /FROM balances/.test(text))).toHaveLength(1)

  await rebuildProjections({ databaseUrl, companyId, projections: PROJECTIONS, onError })
  expect(await read()).toEqual({ spent: '12.00', rows: 13 })
  for (let times = 0; times < 7; times++) expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  expect(await read()).toEqual({ spent: '12.00', rows: 13 })
  expect((await prepared()).filter((text) => !/^\s*(select|with)/i.test(text))).toEqual([])

  await sql`UPDATE read.balances SET spent_paise = 1 WHERE account_id = ${asha.id}`.execute(ledger.db)
  expect(await read()).toMatchObject({ spent: '0.01' })
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: false })
})
