import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { AccountLedgerAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { readAccountLedgerAsOf } from '@ledger/ledger-service/proof/point-in-time/account-ledger-as-of.ts'
import { SNAPSHOT_FORMAT_VERSION } from '@ledger/ledger-service/proof/point-in-time/balance-replay.ts'
import { readBalancesAsOf } from '@ledger/ledger-service/proof/point-in-time/balances-as-of.ts'
import { verifyLog } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { readAccountLedger } from '@ledger/projections/queries/account-ledger.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomSeed } from '../environment/random-seed.ts'
import { createEmptyCompany, openTestLedger, readLogEvents, type TestLedger } from '../log/test-ledger.ts'
import { LedgerModel } from '../model/ledger-model.ts'
import { randomStepGroups } from '../model/random-steps.ts'

const EVERY = 7
const STEPS = 500
let ledger: TestLedger
let companyId: string
let events: LedgerEvent[]

/** A log of any commands: money sent, spent and passed on, edited, deleted, people renamed and closed. */
beforeAll(async () => {
  ledger = await openTestLedger()
  companyId = await createEmptyCompany(ledger.sql)
  const { databaseUrl } = ledger
  const [clock, onError] = [() => new Date().toISOString(), (error: Error) => expect.unreachable(error.message)]
  const log = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
  const model = new LedgerModel(companyId)
  for (const { submission } of model.openingSteps()) await log.submit(submission)
  const steps = fc.sample(randomStepGroups(60), { seed: randomSeed, numRuns: 60 }).flat(2)
  for (const step of steps.slice(0, STEPS)) {
    await log.submit(model.predict(step).submission)
    model.endGroup()
  }
  await log.close()
  await catchUp({ db: ledger.db, companyId, onStopped: (name) => expect.unreachable(name) })
  events = await readLogEvents(ledger.sql, companyId)
  console.log(`as of: ${events.length} events, seed ${randomSeed}`)
  expect(events.length).toBeGreaterThan(EVERY * 5)
})
afterAll(() => ledger.close())

/** Returns the sums of the postings up to a position, added up here. */
function added(position: number): Map<string, { received: string; spent: string }> {
  const sums = new Map<string, { received: number; spent: number }>()
  for (const { data } of events.slice(0, position))
    for (const { account, side, paise } of 'postings' in data ? data.postings : []) {
      const sum = sums.get(account) ?? { received: 0, spent: 0 }
      sum[side] += paise
      sums.set(account, sum)
    }
  return new Map(
    [...sums].map(([id, { received, spent }]) => [
      id,
      { received: formatAmount(received), spent: formatAmount(spent) },
    ]),
  )
}

const at = (position: number) => readBalancesAsOf(ledger.db, companyId, { position }, { snapshotEvery: EVERY })
const everyPosition = () => Array.from({ length: events.length + 1 }, (_, position) => position)

async function wholeLedger(account: string, position: number, limit: number): Promise<AccountLedgerAsOf | undefined> {
  let whole: AccountLedgerAsOf | undefined
  for (let skip: number | null = 0; skip !== null; ) {
    const page: AccountLedgerAsOf | undefined = await readAccountLedgerAsOf(ledger.db, companyId, {
      account,
      moment: { position },
      skip,
      limit,
    })
    if (!page) return undefined
    whole = whole ? { ...whole, rows: [...whole.rows, ...page.rows] } : page
    skip = page.next
  }
  return whole
}

describe('balances as of a position', () => {
  test('are the sum of the postings up to it, from the first event and from snapshots alike', async () => {
    // The newest first: everything before it has to be folded, and stores its snapshots.
    const positions = everyPosition().toReversed()
    for (const position of positions) {
      const { accounts, trialBalance, ...moment } = await at(position)
      const recordedAt = events[position - 1]?.recordedAt ?? null
      expect(moment).toEqual({ position, recordedAt })
      const moved = accounts.filter((account) => account.received !== '0.00' || account.spent !== '0.00')
      const known = added(position)
      for (const { account, received, spent } of moved) expect({ received, spent }).toEqual(known.get(account))
      for (const id of known.keys()) expect(accounts.map((account) => account.account)).toContain(id)
      expect(trialBalance.difference).toBe('0.00')
    }
    const kept = await ledger.db.selectFrom('balance_snapshots').select('position').orderBy('position').execute()
    const due = everyPosition().filter((position) => position > 0 && position % EVERY === 0)
    expect(kept.map((row) => row.position)).toEqual(due)
  })

  test('of an instant are those of the last event that was recorded by then', async () => {
    const middle = events[Math.floor(events.length / 2)]
    if (!middle) throw new Error('There are events')
    const last = events.findLast((event) => event.recordedAt <= middle.recordedAt)
    const inclusive = await readBalancesAsOf(ledger.db, companyId, { at: middle.recordedAt })
    expect(inclusive.position).toBe(last?.position)
    const exclusive = await readBalancesAsOf(ledger.db, companyId, { before: middle.recordedAt })
    const before = events.findLast((event) => event.recordedAt < middle.recordedAt)
    expect(exclusive.position).toBe(before?.position)
    expect((await readBalancesAsOf(ledger.db, companyId, { at: '2020-01-01T00:00:00.000Z' })).position).toBe(0)
    expect((await readBalancesAsOf(ledger.db, companyId, { position: 10 ** 12 })).position).toBe(events.length)
  })
})

describe('snapshots', () => {
  const verified = () => verifyLog({ db: ledger.db, companyId, publicKey: undefined })
  const forge = (change: string) =>
    ledger.sql.query(`UPDATE balance_snapshots SET ${change} WHERE company_id = $1 AND position = ${EVERY * 2}`, [
      companyId,
    ])

  test('that are true are verified', async () => {
    expect(await verified()).toMatchObject({ ok: true, problems: [] })
  })

  test('that somebody changed are found by verification', async () => {
    const { rows } = await ledger.sql.query('SELECT * FROM balance_snapshots WHERE company_id = $1 AND position = $2', [
      ...[companyId, EVERY * 2],
    ])
    await forge(`accounts = replace(accounts::text, ',"0"]', ',"100"]')::json`)
    expect(await verified()).toMatchObject({
      ok: false,
      problems: [`The balances kept for position ${EVERY * 2} are not the fold of the log`],
    })
    await ledger.sql.query('UPDATE balance_snapshots SET accounts = $2 WHERE company_id = $1 AND position = $3', [
      ...[companyId, rows[0].accounts, EVERY * 2],
    ])
    expect(await verified()).toMatchObject({ ok: true })
  })

  test('of another history are not used, and found', async () => {
    await ledger.sql.query('DELETE FROM balance_snapshots WHERE company_id = $1 AND position > $2', [
      companyId,
      EVERY * 2,
    ])
    await forge("hash = decode(repeat('00', 32), 'hex'), accounts = '[]'")
    const { accounts } = await readBalancesAsOf(ledger.db, companyId, { position: EVERY * 2 + 1 })
    expect(accounts.length).toBeGreaterThan(0)
    expect(await verified()).toMatchObject({ ok: false })
    await ledger.sql.query('DELETE FROM balance_snapshots WHERE company_id = $1', [companyId])
  })

  test('beyond the end of the log are found', async () => {
    await sql`INSERT INTO balance_snapshots VALUES (${companyId}, 999999, ${SNAPSHOT_FORMAT_VERSION}, ${Buffer.alloc(32)}, '[]')`.execute(
      ledger.db,
    )
    expect(await verified()).toMatchObject({
      ok: false,
      problems: ['Balances are kept for position 999999, and the log does not reach it'],
    })
    await ledger.sql.query('DELETE FROM balance_snapshots WHERE company_id = $1', [companyId])
  })
})

describe('the ledger of an account as of a position', () => {
  test('comes to its balance then, row by row, for people, head office and beneficiaries', async () => {
    for (const position of everyPosition().filter((position) => position % 11 === 0)) {
      const { accounts } = await at(position)
      for (const { account, received, spent, balance } of accounts) {
        const whole = await wholeLedger(account, position, 4)
        expect(whole).toMatchObject({ position, received, spent, balance, entries: whole?.rows.length })
        let running = 0
        for (const row of whole?.rows.toReversed() ?? []) {
          running += (row.type === 'credit' ? 1 : -1) * Math.round(Number(row.amount) * 100)
          expect(row.balance).toBe(formatAmount(running))
        }
      }
    }
  })

  test('at the head of the log is the ledger that everybody sees', async () => {
    const { accounts } = await at(events.length)
    const people = accounts.filter(({ kind }) => kind === 'site_incharge' || kind === 'supervisor')
    expect(people.length).toBeGreaterThan(1)
    const names = openAccountIdentityLoader(ledger.db, companyId)
    for (const { account } of people) {
      const whole = await wholeLedger(account, events.length, 200)
      const live = await readAccountLedger({ db: ledger.db, companyId, names }, account, {
        limit: 1000,
        cursor: undefined,
        from: undefined,
        to: undefined,
      })
      if ('refused' in live) throw new Error('A first page is never refused')
      const shown = ({
        id,
        type,
        amount,
        date,
        revision,
        balance,
        narration,
        reference,
        voucher,
      }: (typeof live.rows)[number]) => ({
        ...{ id, type, amount, date, revision, balance, narration, reference, voucher },
      })
      expect(whole?.rows.map(({ position: _, isTransfer, party, purpose, paymentMode, ...row }) => row)).toEqual(
        live.rows.map(shown),
      )
    }
  })

  test('of nobody is absent, and so is one of somebody who came later', async () => {
    expect(await wholeLedger('019ab000-0000-7000-8000-00000000dead', events.length, 10)).toBeUndefined()
    const last = (await at(events.length)).accounts.at(-1)
    expect(await wholeLedger(last?.account ?? '', 0, 10)).toBeUndefined()
  })
})
