import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { formatAmount, MAX_AMOUNT_PAISE, MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import { APP_ROLE } from '@ledger/database/app-role.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { readAccountLedgerAsOf } from '@ledger/ledger-service/proof/point-in-time/account-ledger-as-of.ts'
import { readBalancesAsOf } from '@ledger/ledger-service/proof/point-in-time/balances-as-of.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { up as addTotal } from '@ledger/migrations/steps/0008-total-of-all-entries.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { readCompanySummary } from '@ledger/projections/queries/summaries/company-and-account-summary.ts'
import { listBeneficiaryReports } from '@ledger/projections/queries/summaries/totals-paid-to-beneficiaries.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const PAYEE = 'Sharma Traders'
const END = { position: Number.MAX_SAFE_INTEGER }
const ask = async (command: Command, log = ledger.log) => {
  const { status, body } = await log.submit(commandEnvelope(command))
  return status === 201 ? 'recorded' : JSON.parse(body).code
}
/** As many at a time as the queue allows. */
async function all(times: number, command: (n: number) => Command): Promise<void> {
  for (let at = 0; at < times; at += 500) {
    const asked = Array.from({ length: Math.min(500, times - at) }, (_, n) => ask(command(at + n)))
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['recorded']))
  }
}
const catchUpHere = () =>
  catchUp({ ...ledger, onStopped: (name, position) => expect.fail(`${name} stopped at ${position}`) })
const verify = () => verifyLedger({ ...ledger, publicKey: undefined })

/** Returns every sum over all payments to the one beneficiary, as each reader computes it. */
async function sums(): Promise<Record<string, string | undefined>> {
  const { db, companyId } = ledger
  await catchUpHere()
  const summary = await readCompanySummary(db, companyId, { from: undefined, to: undefined }, '2026-04-30')
  const moment = await readBalancesAsOf(db, companyId, END)
  const ledgerThen = await readAccountLedgerAsOf(db, companyId, {
    account: beneficiaryId(PAYEE),
    moment: END,
    skip: 0,
    limit: 1,
  })
  return {
    month: summary.months.at(-1)?.spent,
    purpose: summary.purposes[0]?.amount,
    beneficiary: summary.beneficiaries[0]?.amount,
    mode: summary.paymentModes[0]?.amount,
    report: (await listBeneficiaryReports(db, companyId, { limit: 10 })).rows[0]?.totalPaid,
    asOf: moment.accounts.find(({ kind }) => kind === 'beneficiary')?.received,
    trialBalance: moment.trialBalance.spent,
    ledgerAsOf: ledgerThen?.received,
    newestBalance: ledgerThen?.rows[0]?.balance,
  }
}
const NAMES = [
  'month',
  'purpose',
  'beneficiary',
  'mode',
  'report',
  'asOf',
  'trialBalance',
  'ledgerAsOf',
  'newestBalance',
]
const each = (amount: string) => Object.fromEntries(NAMES.map((name) => [name, amount]))

test('the largest amount again and again to one beneficiary is taken to the last paisa that is exact everywhere', async () => {
  const { asha, bala } = ledger.people
  const times = Math.floor(MAX_TOTAL_PAISE / MAX_AMOUNT_PAISE)
  await all(times, (n) => expenseCommand(n % 2 ? asha : bala, MAX_AMOUNT_PAISE, PAYEE, idOf(n)))
  const left = MAX_TOTAL_PAISE - times * MAX_AMOUNT_PAISE
  expect(await ask(expenseCommand(asha, left + 1))).toBe('total_too_large')
  expect(await ask(expenseCommand(asha, left))).toBe('recorded')
  expect(await ask(expenseCommand(bala, 1, 'Somebody Else'))).toBe('total_too_large')
  expect(await sums()).toEqual(each(formatAmount(MAX_TOTAL_PAISE)))
  // A smaller amount makes room again, by the paisa.
  const { id: account, epoch } = asha
  const row = { transaction: idOf(1), side: 'own' } as const
  const asked = { by: { account, epoch }, now: '2026-04-01T06:30:00.000Z', desk: 'field', row } as const
  expect(await ask({ type: 'EditTransaction', changes: { paise: MAX_AMOUNT_PAISE - 5 }, ...asked })).toBe('recorded')
  expect(await ask({ type: 'EditTransaction', changes: { paise: MAX_AMOUNT_PAISE + 1 }, ...asked })).toBe(
    'total_too_large',
  )
  expect(await ask({ type: 'DeleteTransaction', ...asked })).toBe('recorded')
  expect(await ask(expenseCommand(bala, MAX_AMOUNT_PAISE + 1))).toBe('total_too_large')
  expect(await ask(expenseCommand(bala, MAX_AMOUNT_PAISE))).toBe('recorded')
  expect(await sums()).toEqual(each(formatAmount(MAX_TOTAL_PAISE)))
  expect(await verify()).toMatchObject({ ok: true, problems: [] })
}, 60_000)

test('a log from before the bound keeps its total: shown to the paisa, told by the verification, and only ever reduced', async () => {
  const { admin, asha, bala } = ledger.people
  const exported: Command = {
    type: 'ExportReport',
    report: 'log',
    format: 'ndjson',
    rows: 1,
    by: { account: admin.id, epoch: admin.epoch },
    now: '2026-04-01T06:30:00.000Z',
  }
  await upgrade()
  for (let n = 0; n < 16; n++) {
    // No page of a log holds more than 5,000 times the largest amount.
    if (n === 8) await all(2000, () => exported)
    await ledger.sql.query('UPDATE log_heads SET total_paise = 0')
    // In a starting process: one that knows the end of the log would not read its total again.
    const log = ledger.openSecondAppendLog()
    expect(await ask(expenseCommand(n % 2 ? asha : bala, MAX_TOTAL_PAISE, PAYEE, idOf(n)), log)).toBe('recorded')
    await log.close()
  }
  expect((await verify()).problems).toContain(
    'The entries come to 159999999999999.84, but the head of the log says 9999999999999.99',
  )
  await upgrade()
  // 15,999,999,999,999,984 is beyond 2^53, and one less cannot be represented in JavaScript.
  expect(await ask(expenseCommand(asha, 1))).toBe('total_too_large')
  const { id: account, epoch } = asha
  const asked = { by: { account, epoch }, now: '2026-04-01T06:30:00.000Z', desk: 'field' } as const
  const changed = { row: { transaction: idOf(1), side: 'own' }, changes: { paise: MAX_TOTAL_PAISE - 1 } } as const
  expect(await ask({ type: 'EditTransaction', ...changed, ...asked })).toBe('recorded')
  expect(await sums()).toEqual(each('159999999999999.83'))
  expect(await verify()).toMatchObject({
    ok: false,
    problems: ['The entries come to 159999999999999.83, more than the ledger takes'],
    states: 'equal',
  })
})

/** Upgrades the database of a version that had no total. */
async function upgrade(): Promise<void> {
  await ledger.sql.query('ALTER TABLE log_heads DROP COLUMN total_paise')
  // At that step every entry had a row.
  const rows = await ledger.sql.query(`
    INSERT INTO transaction_states
    SELECT company_id, event_id, 1, false, json_build_object('entry', data -> 'entry') FROM events WHERE data ->> 'entry' IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING transaction_id`)
  await addTotal(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: ledger.sql }) }))
  const added = rows.rows.map(({ transaction_id }) => transaction_id)
  await ledger.sql.query('DELETE FROM transaction_states WHERE transaction_id = ANY($1)', [added])
  // A later step grants this to the app; the grant was dropped with the column.
  await ledger.sql.query(`GRANT UPDATE (total_paise) ON log_heads TO ${APP_ROLE}`)
}

const idOf = (n: number) => `019ab000-0000-7000-8000-${String(n).padStart(12, '0')}`
