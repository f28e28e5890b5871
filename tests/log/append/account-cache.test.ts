import type { AppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  commandEnvelope,
  disableAccountCommand,
  expenseCommand,
  sendMoneyCommand,
  setPasswordCommand,
  transferCommand,
} from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
let other: AppendLog
beforeEach(async () => {
  ledger = await openTestLedger()
  other = ledger.openSecondAppendLog()
})
afterEach(() => ledger.close())

const statusOf = async (log: AppendLog, command: Parameters<typeof commandEnvelope>[0]) =>
  (await log.submit(commandEnvelope(command))).status

/** Both processes have seen every account, and neither reads one again while it is the only process that appends. */
describe('what a process keeps of accounts, when another process has appended since', () => {
  test('is read again: money that was passed on there cannot be passed on here', async () => {
    const { admin, asha, ravi } = ledger.people
    expect(await statusOf(ledger.log, sendMoneyCommand(admin, asha, 100))).toBe(201)
    expect(await statusOf(other, transferCommand(asha, ravi, 100))).toBe(201)
    expect(await statusOf(ledger.log, transferCommand(asha, ravi, 1))).toBe(422)
    expect(await statusOf(ledger.log, sendMoneyCommand(admin, asha, 5))).toBe(201)
    expect(await statusOf(other, transferCommand(asha, ravi, 5))).toBe(201)
  })

  test('is read again: an account that was disabled there, or given a new password, appends nothing here', async () => {
    const { admin, asha, bala } = ledger.people
    for (const who of [asha, bala]) expect(await statusOf(ledger.log, expenseCommand(who, 1))).toBe(201)
    expect(await statusOf(other, setPasswordCommand(admin, asha))).toBe(201)
    expect(await statusOf(ledger.log, expenseCommand(asha, 1))).toBe(401)
    expect(await statusOf(ledger.log, expenseCommand(bala, 1))).toBe(201)
    expect(await statusOf(other, disableAccountCommand(admin, bala))).toBe(201)
    expect(await statusOf(ledger.log, expenseCommand(bala, 1))).toBe(401)
  })

  test('both in turn leave totals in the table that are the fold of the log', async () => {
    const { asha } = ledger.people
    for (let paise = 1; paise <= 20; paise++)
      expect(await statusOf(paise % 3 === 0 ? other : ledger.log, expenseCommand(asha, paise))).toBe(201)
    const { rows } = await ledger.sql.query('SELECT spent_paise FROM account_states WHERE account_id = $1', [asha.id])
    expect(rows).toEqual([{ spent_paise: 210 }])
    await ledger.readLog()
  })
})

test('a batch that failed leaves nothing behind that was never recorded', async () => {
  const { admin, asha, ravi } = ledger.people
  const twice = sendMoneyCommand(admin, asha, 100)
  expect(await statusOf(ledger.log, sendMoneyCommand(admin, asha, 1))).toBe(201)
  const failing = {
    ...commandEnvelope(twice),
    sideStatements: [{ name: 'fails', text: 'SELECT 1 / $1::integer', values: [0] }],
  }
  await expect(ledger.log.submit(failing)).rejects.toThrow('division by zero')
  expect(await statusOf(ledger.log, transferCommand(asha, ravi, 2))).toBe(422)
  expect(await statusOf(ledger.log, transferCommand(asha, ravi, 1))).toBe(201)
})
