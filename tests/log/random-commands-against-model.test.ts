import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { findTransaction } from '@ledger/ledger-service/event-store/read/find-transaction-and-stored-answer.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { readTransactionTotals } from '@ledger/projections/queries/transactions/transaction-totals.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { isFullRun } from '../environment/full-run.ts'
import { randomSeed } from '../environment/random-seed.ts'
import { LedgerModel, type Prediction } from '../model/ledger-model.ts'
import { type RandomStep, randomStepGroups } from '../model/random-steps.ts'
import { ReplayedState } from '../unit/domain/replayed-state.ts'
import { createEmptyCompany, readLogEvents } from './test-ledger.ts'

/** R16: in the long form as many steps as fit into the time. */
const RUNS = isFullRun ? 60 : 6
const withinMs = (ms: number) => (isFullRun ? { interruptAfterTimeLimit: ms, markInterruptAsFailure: false } : {})
const GROUPS = 40

let database: TestDatabase
let sql: pg.Pool
let db: Kysely<Database>
const errors: Error[] = []
const onError = (error: Error) => errors.push(error)

beforeAll(async () => {
  database = await createTestDatabase()
  sql = ownerPool(database.ownerUrl)
  db = kyselyOverPool(connectPool(database.url, { name: 'test app', max: 2, onError }))
})
afterAll(async () => {
  await Promise.all([db.destroy(), sql.end()])
  await database.drop()
})

test('any commands are answered, recorded and shown as a model in memory says (R16)', async () => {
  let steps = 0
  const property = fc.asyncProperty(randomStepGroups(GROUPS), async (groups) => {
    await runAgainstModel(groups)
    steps += groups.flat().length
  })
  await fc.assert(property, { seed: randomSeed, numRuns: RUNS, ...withinMs(40_000) })
  console.log(`R16: ${steps} steps, 0 differences, seed ${randomSeed}`)
  expect(steps).toBeGreaterThan(0)
  expect(errors).toEqual([])
}, 120_000)

test('any commands in three companies at once are in each what its own model says', async () => {
  const three = fc.tuple(randomStepGroups(GROUPS), randomStepGroups(GROUPS), randomStepGroups(GROUPS))
  // The models have people with the same mobile numbers.
  const property = fc.asyncProperty(three, async (each) => {
    const ran = await Promise.allSettled(each.map(runAgainstModel))
    for (const one of ran) if (one.status === 'rejected') throw one.reason
  })
  await fc.assert(property, { seed: randomSeed, numRuns: RUNS / 3, ...withinMs(20_000) })
  expect(errors).toEqual([])
}, 120_000)

/** A log of its own for each run; groups of commands at once, a projector between the groups. */
async function runAgainstModel(groups: RandomStep[][]): Promise<void> {
  const companyId = await createEmptyCompany(sql)
  const model = new LedgerModel(companyId)
  const clock = () => new Date().toISOString()
  const open = () =>
    openAppendLog({ databaseUrl: database.url, companyId, clock, notifyAppended: () => undefined, onError })
  const [first, second] = [open(), open()]
  const submit = async (asked: Prediction[], log = first) => {
    const answers = await Promise.all(asked.map(({ submission }) => log.submit(submission)))
    model.endGroup()
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(asked.map(({ expected }) => expected))
  }
  const onStopped = (projection: string, position: number) => expect.fail(`${projection} stopped at ${position}`)
  try {
    await submit(model.openingSteps())
    for (const [index, group] of groups.entries()) {
      // In turns, as two processes: neither may rely on cached accounts that the other has changed.
      await submit(
        group.map((step) => model.predict(step)),
        index % 3 === 0 ? second : first,
      )
      if (index % 8 === 0) await catchUp({ db, companyId, onStopped })
    }
    await catchUp({ db, companyId, onStopped })
  } finally {
    await Promise.all([first.close(), second.close()])
  }
  await expectLog(companyId, model)
  await expectReadModels(companyId, model)
}

/** The log is sound, and the stored states are its fold from the start and equal the model. */
async function expectLog(companyId: string, model: LedgerModel): Promise<void> {
  const books = new ReplayedState()
  for (const event of await readLogEvents(sql, companyId)) books.apply(event)
  expect(books.position).toBe(model.events)
  const accounts = await db.selectFrom('account_states').selectAll().where('company_id', '=', companyId).execute()
  expect(accounts).toHaveLength(books.accounts.size)
  for (const { account_id: id, ...row } of accounts) {
    const { profile, ...state } = books.account(id) ?? {}
    const columns = { first_name: profile?.firstName, last_name: profile?.lastName, site_name: profile?.site }
    const { role, status, epoch, received_paise: receivedPaise, spent_paise: spentPaise } = row
    expect({ id, role, status, epoch, receivedPaise, spentPaise }).toEqual(state)
    expect(row).toMatchObject({ ...columns, mobile_masked: profile?.mobile })
    const { status: modelled, epoch: counted } = model.modelAccounts.find((holder) => holder.id === id) ?? {}
    expect({ status, epoch, sum: { received: receivedPaise, spent: spentPaise } }).toEqual({
      status: modelled,
      epoch: counted,
      sum: model.sum(id),
    })
  }
  const transactions = await db
    .selectFrom('transaction_states')
    .selectAll()
    .where('company_id', '=', companyId)
    .execute()
  // An unchanged entry has no row: it is read from its first event.
  const changed = [...books.transactions.values()].filter(({ revision }) => revision > 1)
  expect(transactions.map((row) => row.transaction_id).sort()).toEqual(changed.map(({ id }) => id).sort())
  expect(books.transactions.size).toBe(model.transactions.length)
  for (const [id, state] of books.transactions) expect(await findTransaction(db, companyId, id)).toEqual(state)
}

/** Returns how many entries that are not deleted an account received by, and paid by. */
function standingEntriesOf(model: LedgerModel, account: string): { credits: number; debits: number } {
  const standing = model.transactions.filter(({ isDeleted }) => !isDeleted)
  return {
    credits: standing.filter(({ taker }) => taker === account).length,
    debits: standing.filter(({ giver }) => giver === account).length,
  }
}

/** Expects balances and rows as in the model, and every read model equal to the fold of the log. */
async function expectReadModels(companyId: string, model: LedgerModel): Promise<void> {
  expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  const balances = await db.selectFrom('balances').selectAll().where('company_id', '=', companyId).execute()
  const shown = new Map(
    balances.map(({ account_id, received_paise: received, spent_paise: spent, credits, debits }) => [
      ...([account_id, { received, spent, credits, debits }] as const),
    ]),
  )
  const nothing = { received: 0, spent: 0, credits: 0, debits: 0 }
  for (const [account, sum] of model.sums)
    expect(shown.get(account) ?? nothing).toEqual({ ...sum, ...standingEntriesOf(model, account) })
  const rows = await db.selectFrom('ledger_rows').selectAll().where('company_id', '=', companyId).execute()
  const expected = model.transactions.flatMap(({ id, kind, giver, taker, paise, purpose, revision, isDeleted }) => {
    const row = { paise, purpose, revision, deleted: isDeleted }
    const debit = { row_id: id, account_id: giver, type: 'debit', ...row }
    const credit = { row_id: kind === 'transfer' ? `${id}-in` : id, account_id: taker, type: 'credit', ...row }
    return kind === 'transfer' ? [debit, credit] : [kind === 'debit' ? debit : credit]
  })
  const byId = (one: { row_id: string }, other: { row_id: string }) => (one.row_id < other.row_id ? -1 : 1)
  const inShort = rows.map(({ row_id, account_id, type, paise, purpose, revision, deleted }) => ({
    row_id,
    account_id,
    type,
    paise,
    purpose,
    revision,
    deleted,
  }))
  expect(inShort.sort(byId)).toEqual(expected.sort(byId))
  await expectSums(companyId, rows)
}

type LedgerRow = Pick<RowOf<'ledger_rows'>, 'account_id' | 'type' | 'paise' | 'deleted'>

/** The stored sums are those of the rows, of each account and of all of them. */
async function expectSums(companyId: string, rows: LedgerRow[]): Promise<void> {
  const any = { q: undefined, from: undefined, to: undefined, beneficiary: undefined }
  for (const accountId of [undefined, ...new Set(rows.map((row) => row.account_id))])
    for (const type of [undefined, 'credit', 'debit'] as const) {
      const sums = await readTransactionTotals(db, companyId, { ...any, accountId, type, deleted: undefined })
      const left = rows.filter(
        (row) => !row.deleted && row.account_id === (accountId ?? row.account_id) && row.type === (type ?? row.type),
      )
      expect(sums.count).toBe(left.length)
      const { credits, debits, transfersReceived, transfersGiven } = sums
      const paise = [credits, debits, transfersReceived, transfersGiven].map(({ amount }) =>
        Number(amount.replace('.', '')),
      )
      expect(paise.reduce((sum, each) => sum + each)).toBe(left.reduce((sum, row) => sum + row.paise, 0))
    }
}
