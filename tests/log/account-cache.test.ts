import type { AppendLog } from '@ledger/ledger-service/event-store/append.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, type TestLedger } from './ledger.ts'
import { disable, expense, sendMoney, setPassword, submission, transfer } from './submissions.ts'

let ledger: TestLedger
let other: AppendLog
beforeEach(async () => {
  ledger = await openLedger()
  other = ledger.openAnother()
})
afterEach(() => ledger.close())

const statusOf = async (log: AppendLog, command: Parameters<typeof submission>[0]) =>
  (await log.submit(submission(command))).status

/** Both processes have seen everybody, and neither reads an account again while it is the only one that appends. */
describe('what a process keeps of accounts, when another process has appended since', () => {
  test('is read again: money that was passed on there cannot be passed on here', async () => {
    const { admin, asha, ravi } = ledger.people
    expect(await statusOf(ledger.log, sendMoney(admin, asha, 100))).toBe(201)
    expect(await statusOf(other, transfer(asha, ravi, 100))).toBe(201)
    expect(await statusOf(ledger.log, transfer(asha, ravi, 1))).toBe(422)
    expect(await statusOf(ledger.log, sendMoney(admin, asha, 5))).toBe(201)
    expect(await statusOf(other, transfer(asha, ravi, 5))).toBe(201)
  })

  test('is read again: an account that was disabled there, or given a new password, appends nothing here', async () => {
    const { admin, asha, bala } = ledger.people
    for (const who of [asha, bala]) expect(await statusOf(ledger.log, expense(who, 1))).toBe(201)
    expect(await statusOf(other, setPassword(admin, asha))).toBe(201)
    expect(await statusOf(ledger.log, expense(asha, 1))).toBe(401)
    expect(await statusOf(ledger.log, expense(bala, 1))).toBe(201)
    expect(await statusOf(other, disable(admin, bala))).toBe(201)
    expect(await statusOf(ledger.log, expense(bala, 1))).toBe(401)
  })

  test('both in turn leave totals in the table that are the fold of the log', async () => {
    const { asha } = ledger.people
    for (let paise = 1; paise <= 20; paise++)
      expect(await statusOf(paise % 3 === 0 ? other : ledger.log, expense(asha, paise))).toBe(201)
    const { rows } = await ledger.sql.query('SELECT spent_paise FROM account_states WHERE account_id = $1', [asha.id])
    expect(rows).toEqual([{ spent_paise: 210 }])
    await ledger.readLog()
  })
})

test('a batch that failed leaves nothing behind that was never recorded', async () => {
  const { admin, asha, ravi } = ledger.people
  const twice = sendMoney(admin, asha, 100)
  expect(await statusOf(ledger.log, sendMoney(admin, asha, 1))).toBe(201)
  const failing = {
    ...submission(twice),
    alongside: [{ name: 'fails', text: 'SELECT 1 / $1::integer', values: [0] }],
  }
  await expect(ledger.log.submit(failing)).rejects.toThrow('division by zero')
  expect(await statusOf(ledger.log, transfer(asha, ravi, 2))).toBe(422)
  expect(await statusOf(ledger.log, transfer(asha, ravi, 1))).toBe(201)
})
