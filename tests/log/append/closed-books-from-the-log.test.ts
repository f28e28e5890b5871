import { randomUUIDv7 } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { AppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { openClosingSealer } from '@ledger/ledger-service/jobs/closing-sealer.ts'
import { openProcessPool } from '@ledger/ledger-service/jobs/process-pool.ts'
import { verifySeals } from '@ledger/ledger-service/proof/seals/verify-seals.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The books are closed by the log: a process that has not seen the closing refuses entries all the same. */

const NOW = '2026-12-05T06:30:00.000Z'
const OCTOBER_31 = '2026-10-31T06:30:00.000Z'

let ledger: TestLedger
let others: AppendLog
beforeEach(async () => {
  ledger = await openTestLedger()
  others = ledger.openSecondAppendLog(() => NOW)
})
afterEach(() => ledger.close())

const byAdmin = () => {
  const { id: account, epoch } = ledger.people.admin
  return { by: { account, epoch }, now: NOW }
}
const close = (upTo: string): Command => ({ type: 'CloseBooks', upTo, ...byAdmin() })
const reopen = (upTo: string): Command => ({ type: 'ReopenBooks', upTo, reason: 'A bill came late', ...byAdmin() })
function expense(paise: number, date = OCTOBER_31): Command {
  const command = expenseCommand(ledger.people.asha, paise, 'Sharma Traders', randomUUIDv7())
  if (command.type !== 'RecordExpense') throw new Error('It is an expense')
  return { ...command, details: { ...command.details, date } }
}
const statusOf = async (log: AppendLog, command: Command, key?: string) =>
  (await log.submit(commandEnvelope(command, key === undefined ? undefined : { key }))).status

test('a process that knows the log from memory refuses what another one has closed', async () => {
  const { log } = ledger
  expect(await statusOf(log, expense(100))).toBe(201)
  expect(await statusOf(others, close('2026-10-31'))).toBe(201)
  expect(await statusOf(log, expense(200))).toBe(422)
  expect(await statusOf(log, expense(300, '2026-11-01T06:30:00.000Z'))).toBe(201)
  expect(await statusOf(log, expense(400))).toBe(422)
  expect(await statusOf(others, close('2026-10-31'))).toBe(400)
})

test('a closing counts for the commands behind it in its own batch, and in the batches that follow at once', async () => {
  const { log } = ledger
  expect(await statusOf(log, expense(100))).toBe(201)
  const commands = [expense(1), close('2026-10-31'), ...Array.from({ length: 40 }, () => expense(2))]
  const answers = await Promise.all(commands.map((command) => statusOf(log, command)))
  expect(answers).toEqual([201, 201, ...Array.from({ length: 40 }, () => 422)])
})

test('a refused entry is recorded under its own key after the books were opened', async () => {
  const { log } = ledger
  await statusOf(log, close('2026-10-31'))
  const late = expense(100)
  expect(await statusOf(log, late, 'key-of-a-phone')).toBe(422)
  expect(await statusOf(log, late, 'key-of-a-phone')).toBe(422)
  expect(await statusOf(others, reopen('2026-09-30'))).toBe(201)
  expect(await statusOf(log, late, 'key-of-a-phone')).toBe(201)
  expect(await statusOf(others, late, 'key-of-a-phone')).toBe(201)
  expect((await ledger.readLog()).filter(({ type }) => type === 'DebitRecorded')).toHaveLength(1)
})

const CLOSINGS = isFullRun ? 20 : 6

test('two processes close at once: one closing is recorded, every entry stands before it or is refused, and all of it is in the seal', async () => {
  const { log, db, companyId, databaseUrl, onError } = ledger
  const processes = openProcessPool(databaseUrl, 1, onError)
  const [seals, fileExports] = [processes.forCompany(companyId), processes.forCompany(companyId)]
  const sealing = openClosingSealer({ db, companyId, log, jobs: { seals, fileExports }, clock: () => NOW, onError })
  for (let round = 0; round < CLOSINGS; round++) {
    const upTo = new Date(Date.UTC(2026, 0, 1 + round)).toISOString().slice(0, 10)
    const date = `${upTo}T06:30:00.000Z`
    const racing = [log, others].flatMap((side) => [
      ...Array.from({ length: 5 }, () => statusOf(side, expense(1, date))),
      statusOf(side, close(upTo)),
      ...Array.from({ length: 5 }, () => statusOf(side, expense(1, date))),
    ])
    const answers = await Promise.all(racing)
    const [recorded, refused] = [201, 422].map((status) => answers.filter((answer) => answer === status).length)
    expect([recorded, refused]).toEqual([expect.any(Number), 22 - 1 - (recorded ?? 0)])
    expect(answers.filter((answer) => answer === 400)).toHaveLength(1)
    await sealing.sealAll()
    expect(await verifySeals(db, companyId, Number.MAX_SAFE_INTEGER)).toEqual([])
  }
  await sealing.close()
  await processes.close()
  expect((await ledger.readLog()).filter(({ type }) => type === 'BooksSealed')).toHaveLength(CLOSINGS)
  expectNothingBehindClosings(await ledger.readLog())
})

/** Expects each entry of a closed day at an earlier position than the closing. */
function expectNothingBehindClosings(events: LedgerEvent[]): void {
  const closedAt = new Map<string, number>()
  for (const { type, data, position } of events) if (type === 'BooksClosed') closedAt.set(data.upTo, position)
  expect(closedAt.size).toBe(CLOSINGS)
  for (const { type, date, position } of events)
    if (type === 'DebitRecorded') expect(position).toBeLessThan(closedAt.get(date.slice(0, 10)) ?? 0)
}
