import { randomUUIDv7 } from 'node:crypto'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { SUMMARY_SUBJECTS } from '@ledger/contracts/summary-subjects.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { readAccountLedger } from '@ledger/projections/queries/account-ledger.ts'
import {
  readAccountSummary,
  readCompanySummary,
} from '@ledger/projections/queries/summaries/company-and-account-summary.ts'
import { readSummaryTable } from '@ledger/projections/queries/summaries/summary-table.ts'
import { listBeneficiaryReports } from '@ledger/projections/queries/summaries/totals-paid-to-beneficiaries.ts'
import { readTrialBalanceDated } from '@ledger/projections/queries/trial-balance.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelAccount } from '../../model/ledger-model.ts'
import { commandEnvelope } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
const ids = new Map<string, string>()

/** In Asia/Kolkata these two are a day, and a month, apart. */
const LAST_OF_MARCH = '2026-03-31T18:29:59.999Z'
const FIRST_OF_APRIL = '2026-03-31T18:30:00.000Z'
const MID_APRIL = '2026-04-15T06:30:00.000Z'
const END_OF_APRIL = '2026-04-29T06:30:00.000Z'

interface Said {
  paise: number
  date?: string
  purpose?: string
  paymentMode?: PaymentMode
}
const details = ({ paise, date = MID_APRIL, purpose = 'Cement', paymentMode = 'cash' }: Said) => ({
  paise,
  date,
  purpose,
  paymentMode,
  narration: '',
})
const by = ({ id, epoch }: ModelAccount) => ({ by: { account: id, epoch }, now: MID_APRIL })

async function ask(command: Command): Promise<void> {
  expect((await ledger.log.submit(commandEnvelope(command))).status).toBe(201)
}
async function pay(who: ModelAccount, beneficiary: string, said: Said, name = ''): Promise<void> {
  const transaction = randomUUIDv7()
  ids.set(name, transaction)
  await ask({ type: 'RecordExpense', transaction, beneficiary, details: details(said), ...by(who) })
}
const named = (name: string) => ({ row: { transaction: ids.get(name) ?? '', side: 'own' }, desk: 'field' }) as const

beforeAll(async () => {
  ledger = await openTestLedger()
  const { admin, asha, bala, ravi } = ledger.people
  const send = (to: ModelAccount, said: Said): Promise<void> =>
    ask({ type: 'SendMoney', transaction: randomUUIDv7(), to: to.id, details: details(said), ...by(admin) })
  const give = (from: ModelAccount, to: ModelAccount, said: Said): Promise<void> =>
    ask({ type: 'TransferMoney', transaction: randomUUIDv7(), to: to.id, details: details(said), ...by(from) })
  await send(asha, { paise: 50_000, date: LAST_OF_MARCH })
  await send(bala, { paise: 20_000, date: FIRST_OF_APRIL })
  await give(asha, ravi, { paise: 3000, purpose: 'Transfer', paymentMode: 'upi' })
  await pay(asha, 'Sharma Traders', { paise: 100, date: LAST_OF_MARCH })
  await pay(asha, 'Sharma Traders', { paise: 200, date: FIRST_OF_APRIL, purpose: 'CEMENT' })
  await pay(ravi, 'Gupta Steel', { paise: 400, purpose: 'Steel', paymentMode: 'upi' })
  await pay(bala, 'Sharma Traders', { paise: 800, purpose: 'Steel' }, 'moved')
  await ask({ type: 'EditTransaction', ...named('moved'), changes: { beneficiary: 'Gupta Steel' }, ...by(bala) })
  // The newest payment of all.
  await pay(bala, 'Gupta Steel', { paise: 1600, purpose: 'Sand', date: END_OF_APRIL }, 'deleted')
  await ask({ type: 'DeleteTransaction', ...named('deleted'), ...by(bala) })
  await catchUp({ ...ledger, onStopped: (name) => expect.fail(`${name} stopped`) })
  for (const { id } of [asha, bala])
    await ledger.sql.query('INSERT INTO contacts VALUES ($1, $2, $3, NULL)', [ledger.companyId, id, id.slice(0, 10)])
})
afterAll(() => ledger.close())

/** A Thursday: its week begins on 27 April. */
const TODAY = '2026-04-30'
const ALWAYS = { from: undefined, to: undefined }
const company = (period = ALWAYS) => readCompanySummary(ledger.db, ledger.companyId, period, TODAY)
const of = ({ id }: ModelAccount) => readAccountSummary(ledger.db, ledger.companyId, id, ALWAYS)

test('a month begins at midnight in Asia/Kolkata, and passing money on is neither sending nor spending', async () => {
  expect((await company()).months).toEqual([
    { month: '2026-03', received: '500.00', spent: '1.00' },
    { month: '2026-04', received: '200.00', spent: '14.00' },
  ])
})

test('purposes, beneficiaries and payment modes are of what was paid to somebody outside, the largest first', async () => {
  const { purposes, beneficiaries, paymentModes } = await company()
  expect(purposes).toEqual([
    { name: 'Steel', amount: '12.00', count: 2 },
    { name: expect.stringMatching(/^cement$/i), amount: '3.00', count: 2 },
  ])
  expect(beneficiaries).toEqual([
    { id: 'b:gupta steel', name: 'Gupta Steel', amount: '12.00', count: 2 },
    { id: 'b:sharma traders', name: 'Sharma Traders', amount: '3.00', count: 2 },
  ])
  expect(paymentModes).toEqual([
    { paymentMode: 'cash', amount: '11.00', count: 3 },
    { paymentMode: 'upi', amount: '4.00', count: 1 },
  ])
})

test('a period counts its first day and its last, each whole', async () => {
  const spent = async (from: string | undefined, to: string | undefined) =>
    (await company({ from, to } as typeof ALWAYS)).months.map((month) => month.spent)
  expect(await spent('2026-03-31', '2026-03-31')).toEqual(['1.00'])
  expect(await spent('2026-04-01', '2026-04-01')).toEqual(['2.00'])
  expect(await spent('2026-04-01', undefined)).toEqual(['14.00'])
})

/**
 * The sums are the same, whichever rows are added to months or subtracted from them
 * (projections/read-models/period-totals/calendar-periods.ts).
 */
test.each([
  ['2026-03-02', '2026-04-29'],
  ['2026-03-31', '2026-04-15'],
  ['2026-03-31', '2026-04-14'],
  ['2026-04-01', '2026-04-29'],
  ['2026-04-02', '2026-04-30'],
  ['2026-04-16', '2026-05-01'],
])('a period from %s to %s has what its days have', async (from, to) => {
  const { asha, bala, ravi } = ledger.people
  const { db, companyId } = ledger
  const read = async (period: { from: string; to: string }) => {
    const { beneficiaries, sites } = await readCompanySummary(db, companyId, period, TODAY)
    const accounts = [asha, bala, ravi].map(({ id }) => readAccountSummary(db, companyId, id, period))
    return [
      ...beneficiaries.map(({ id, amount }) => [id, amount]),
      ...sites.map(({ name, withoutBill }) => [name, withoutBill.amount]),
      ...(await Promise.all(accounts)).flatMap(({ months }, at) =>
        months.flatMap(({ month, received, spent }) => [
          [`${at} ${month} received`, received],
          [`${at} ${month} spent`, spent],
        ]),
      ),
    ] as [string, string][]
  }
  const added = (all: [string, string][]) => {
    const sums = new Map<string, number>()
    for (const [of, amount] of all) sums.set(of, (sums.get(of) ?? 0) + Number(amount))
    return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))
  }
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  const each = await Promise.all(days.map((day) => read({ from: day, to: day })))
  expect(added(await read({ from, to }))).toEqual(added(each.flat()))
})

test("of one account, what it passed on or was given counts in its months, and is nobody's purpose", async () => {
  const { asha, ravi } = ledger.people
  expect(await of(asha)).toMatchObject({
    months: [
      { month: '2026-03', received: '500.00', spent: '1.00' },
      { month: '2026-04', received: '0.00', spent: '32.00' },
    ],
    purposes: [{ amount: '3.00', count: 2 }],
    paymentModes: [{ paymentMode: 'cash', amount: '3.00', count: 2 }],
  })
  expect(await of(ravi)).toMatchObject({
    months: [{ month: '2026-04', received: '30.00', spent: '4.00' }],
    purposes: [{ name: 'Steel', amount: '4.00', count: 1 }],
  })
})

test('each site is shown with all that came to it and went from it', async () => {
  const sums = (await company()).sites.map(({ received, spent }) => [received, spent])
  expect(sums.sort()).toEqual([
    ['200.00', '8.00'],
    ['500.00', '33.00'],
  ])
})

const table = (by: (typeof SUMMARY_SUBJECTS)[number], account?: ModelAccount, period = ALWAYS) =>
  readSummaryTable(ledger.db, ledger.companyId, account?.id, { by, ...period })
const tableRows = async (...asked: Parameters<typeof table>) =>
  (await table(...asked)).rows.map(({ key, received, spent, count }) => [key, received, spent, count])

test('a table of the period has a row for each person, purpose, beneficiary, payment mode and month', async () => {
  const { asha, bala, ravi } = ledger.people
  expect(await tableRows('site')).toEqual([
    [`site_${bala.id.slice(0, 10)}`, '200.00', '8.00', 1],
    [ravi.id, '0.00', '4.00', 1],
    [`site_${asha.id.slice(0, 10)}`, '500.00', '3.00', 2],
  ])
  expect(await tableRows('purpose')).toEqual([
    ['steel', '0.00', '12.00', 2],
    ['cement', '0.00', '3.00', 2],
  ])
  expect(await tableRows('beneficiary', asha)).toEqual([['b:sharma traders', '0.00', '3.00', 2]])
  expect(await tableRows('mode', ravi)).toEqual([['upi', '0.00', '4.00', 1]])
  expect(await tableRows('month')).toEqual([
    ['2026-04', '200.00', '14.00', 3],
    ['2026-03', '500.00', '1.00', 1],
  ])
  expect(await tableRows('month', asha)).toEqual([
    ['2026-04', '0.00', '2.00', 1],
    ['2026-03', '500.00', '1.00', 1],
  ])
  expect(await tableRows('site', ravi)).toEqual([[ravi.id, '0.00', '4.00', 1]])
})

test.each([
  [undefined, undefined],
  ['2026-03-31', '2026-04-14'],
  ['2026-04-02', '2026-04-30'],
  ['2026-05-01', '2026-05-31'],
])('the tables from %s to %s have one total', async (from, to) => {
  const { asha, ravi } = ledger.people
  for (const account of [undefined, asha, ravi]) {
    const tables = await Promise.all(SUMMARY_SUBJECTS.map((by) => table(by, account, { from, to } as typeof ALWAYS)))
    const [{ spent, count } = { spent: '', count: 0 }] = tables
    expect(tables.map((each) => [each.spent, each.count])).toEqual(SUMMARY_SUBJECTS.map(() => [spent, count]))
    const rows = tables.map((each) => each.rows.reduce((sum, row) => sum + Number(row.spent), 0))
    expect(rows).toEqual(SUMMARY_SUBJECTS.map(() => Number(spent)))
    expect(tables.every((each) => each.rowCount === each.rows.length)).toBe(true)
  }
})

test('a beneficiary counts the payments that stand: one that moved counts at its new payee, a deleted one nowhere', async () => {
  const { rows } = await listBeneficiaryReports(ledger.db, ledger.companyId, { limit: 10 })
  expect(rows.map(({ name, totalPaid, payments, lastPaidOn }) => [name, totalPaid, payments, lastPaidOn])).toEqual([
    ['Gupta Steel', '12.00', 2, MID_APRIL],
    ['Sharma Traders', '3.00', 2, FIRST_OF_APRIL],
  ])
})

/** The same days as an account's own ledger, in the first and the second half of a month. */
test('balances dated to a day count what is dated up to its end, for every account, and add up to nothing', async () => {
  const { asha, bala, ravi } = ledger.people
  const balances = async (day: string) => {
    const { dated, accounts, trialBalance } = await readTrialBalanceDated(ledger.db, ledger.companyId, day)
    expect([dated, trialBalance.difference]).toEqual([day, '0.00'])
    const of = (id: string) => accounts.find(({ account }) => account === id)?.balance
    return ['head_office', asha.id, bala.id, ravi.id, 'b:sharma traders', 'b:gupta steel'].map(of)
  }
  const none = '0.00'
  expect(await balances('2026-03-30')).toEqual([none, none, none, none, undefined, undefined])
  expect(await balances('2026-03-31')).toEqual(['-500.00', '499.00', none, none, '1.00', undefined])
  expect(await balances('2026-04-01')).toEqual(['-700.00', '497.00', '200.00', none, '3.00', undefined])
  expect(await balances('2026-04-14')).toEqual(['-700.00', '497.00', '200.00', none, '3.00', undefined])
  for (const day of ['2026-04-15', '2026-04-30'])
    expect(await balances(day)).toEqual(['-700.00', '467.00', '192.00', '26.00', '3.00', '12.00'])
})

test('a ledger leads from the balance before its first day to the one after its last, row by row', async () => {
  const { db, companyId, people } = ledger
  const reading = { db, companyId, names: openAccountIdentityLoader(db, companyId) }
  const shown = async (from: string | undefined, to: string | undefined) => {
    const query = { from, to, limit: 10, cursor: undefined } as Parameters<typeof readAccountLedger>[2]
    const page = await readAccountLedger(reading, people.asha.id, query)
    if (!('rows' in page)) return expect.unreachable('The ledger has not changed')
    const { openingBalance, rows, closingBalance } = page
    return [closingBalance, ...rows.map(({ balance }) => balance), openingBalance]
  }
  expect(await shown('2026-04-01', '2026-04-30')).toEqual(['467.00', '467.00', '497.00', '499.00'])
  expect(await shown('2026-04-01', '2026-04-01')).toEqual(['497.00', '497.00', '499.00'])
  expect(await shown('2026-04-16', undefined)).toEqual(['467.00', '467.00'])
  expect(await shown(undefined, '2026-03-31')).toEqual(['499.00', '499.00', '500.00', '0.00'])
})

test('a search for a beneficiary counts those that it finds', async () => {
  const found = await listBeneficiaryReports(ledger.db, ledger.companyId, { q: 'gupta', limit: 10 })
  expect([found.rows.map(({ name }) => name), found.count]).toEqual([['Gupta Steel'], 1])
})

test('the twelve largest purposes have names, the others are one without', async () => {
  const { asha } = ledger.people
  for (let n = 1; n <= 12; n++)
    await pay(asha, 'Many', { paise: n, purpose: `Purpose ${n}`, date: '2025-01-01T06:30:00.000Z' })
  await catchUp({ ...ledger, onStopped: (name) => expect.fail(`${name} stopped`) })
  const { purposes } = await company()
  expect(purposes).toHaveLength(13)
  expect(purposes[2]).toEqual({ name: 'Purpose 12', amount: '0.12', count: 1 })
  expect(purposes.at(-1)).toEqual({ name: '', amount: '0.03', count: 2 })
})

test('a site has what it and its supervisors paid today and since Monday, and the date of their newest entry', async () => {
  const { db, companyId, people } = ledger
  const { asha, bala, ravi } = people
  const of = async (today: string) => {
    const { sites } = await readCompanySummary(db, companyId, ALWAYS, today)
    return sites.map(({ spentToday, spentThisWeek, lastEntryOn }) => [spentToday, spentThisWeek, lastEntryOn])
  }
  // 15 April 2026 is a Wednesday, 31 March a Tuesday. A deleted payment of 29 April counts nowhere.
  expect(await of('2026-04-15')).toEqual([
    ['0.00', '0.00', MID_APRIL],
    ['8.00', '8.00', MID_APRIL],
  ])
  expect(await of('2026-04-01')).toEqual([
    ['2.00', '3.00', MID_APRIL],
    ['0.00', '0.00', MID_APRIL],
  ])
  expect((await of('2026-04-20')).map(([, week]) => week)).toEqual(['0.00', '0.00'])
  // Ravi, a supervisor, paid 4.00 on 15 April.
  const assign = (site: ModelAccount, from: string, position: number) =>
    ledger.sql.query(
      'INSERT INTO supervisor_sites (company_id, account_id, position, site_id, from_day) VALUES ($1, $2, $3, $4, $5)',
      [companyId, ravi.id, position, site.id, from],
    )
  await assign(asha, '2026-04-14', 1001)
  await pay(ravi, 'Gupta Steel', { paise: 3200, date: '2026-04-30T06:30:00.000Z' })
  await catchUp({ ...ledger, onStopped: (name) => expect.fail(`${name} stopped`) })
  const ofAsha = async (day: string) => (await of(day))[0]
  expect(await ofAsha('2026-04-15')).toEqual(['4.00', '4.00', '2026-04-30T06:30:00.000Z'])
  await assign(bala, '2026-04-30', 1002)
  expect(await of('2026-04-30')).toEqual([
    ['0.00', '0.00', MID_APRIL],
    ['32.00', '32.00', '2026-04-30T06:30:00.000Z'],
  ])
})
