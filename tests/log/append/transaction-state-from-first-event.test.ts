import { randomUUIDv7 } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import {
  compareAndSetHead,
  insertEvents,
  upsertTransactions,
} from '@ledger/ledger-service/event-store/append/batch-write-statements.ts'
import { chainEvent } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { findTransaction } from '@ledger/ledger-service/event-store/read/find-transaction-and-stored-answer.ts'
import { verifyLog } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandEnvelope, editExpenseCommand, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** An unchanged entry is stored by its first event alone, which bears its id; an entry from before that has a row. */

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const statusOf = async (command: Command) => (await ledger.log.submit(commandEnvelope(command))).status
const find = (id: string) => findTransaction(ledger.db, ledger.companyId, id)
const verify = () => verifyLog({ ...ledger, publicKey: undefined })
const rows = async () => {
  const { rows: all } = await ledger.sql.query('SELECT transaction_id AS id FROM transaction_states ORDER BY 1')
  return all.map(({ id }) => id)
}

const remove = (transaction: string): Command => {
  const { id: account, epoch } = ledger.people.asha
  const row = { transaction, side: 'own' } as const
  return { type: 'DeleteTransaction', row, desk: 'field', by: { account, epoch }, now: '2026-04-01T06:30:00.000Z' }
}

test('one that nobody changed has no row, and is found by its first event; a change of it has one', async () => {
  const { asha, bala } = ledger.people
  const [first, second, third] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  for (const id of [first, second, third])
    expect(await statusOf(expenseCommand(asha, 100, 'Sharma Traders', id))).toBe(201)
  const recorded = (await ledger.readLog()).at(-3)
  expect(recorded?.eventId).toBe(first)
  expect(await rows()).toEqual([])
  expect(await find(first)).toEqual({
    ...{ id: first, revision: 1, deleted: false, recordedAt: recorded?.recordedAt, recordedBy: recorded?.actor },
    entry: expect.objectContaining({ kind: 'debit', paise: 100 }),
  })
  expect(await statusOf(editExpenseCommand(bala, first, 50))).toBe(404)
  expect(await statusOf(editExpenseCommand(asha, first, 50))).toBe(201)
  expect(await statusOf(editExpenseCommand(asha, first, 51))).toBe(201)
  expect(await statusOf(remove(second))).toBe(201)
  expect(await statusOf(remove(second))).toBe(409)
  expect(await rows()).toEqual([first, second].sort())
  expect(await find(first)).toMatchObject({ revision: 3, entry: { paise: 51 }, recordedAt: recorded?.recordedAt })
  expect(await find(second)).toMatchObject({ revision: 2, deleted: true })
  expect(await find(third)).toMatchObject({ revision: 1 })
  expect(await verify()).toMatchObject({ ok: true, states: 'equal', problems: [] })
})

test('no two entries have one id', async () => {
  const { asha } = ledger.people
  const id = randomUUIDv7()
  expect(await statusOf(expenseCommand(asha, 1, 'Sharma Traders', id))).toBe(201)
  await expect(statusOf(expenseCommand(asha, 2, 'Sharma Traders', id))).rejects.toMatchObject({ code: '23505' })
  expect(await find(id)).toMatchObject({ entry: { paise: 1 } })
})

test('what is no first event is no entry', async () => {
  const opened = (await ledger.readLog()).find(({ type }) => type === 'AccountOpened')?.eventId ?? ''
  expect(await find(opened)).toBeUndefined()
  expect(await statusOf(editExpenseCommand(ledger.people.asha, opened, 5))).toBe(404)
})

/** Records an entry as a version did whose events all had ids of their own. */
async function recordAsBefore(): Promise<{ id: string; event: LedgerEvent }> {
  const { sql, companyId, people } = ledger
  const [model, id, eventId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  await statusOf(expenseCommand(people.asha, 100, 'Sharma Traders', model))
  const { rows: heads } = await sql.query(
    'SELECT position, hash, recorded_at AS "recordedAt", total_paise AS total FROM log_heads',
  )
  const head = { ...heads[0], totalPaise: BigInt(heads[0].total) }
  const like = (await ledger.readLog()).at(-1)
  if (like?.type !== 'DebitRecorded') throw new Error('An expense was recorded')
  const { type, date, data, actor } = like
  const event = chainEvent(
    companyId,
    head,
    { type, date, data: { ...data, transaction: id } },
    { actor, meta: {}, eventId },
  )
  const { position, hash, recordedAt } = event
  await sql.query(insertEvents(companyId, [event]))
  const state = { id, revision: 1, deleted: false, entry: data.entry, recordedAt, recordedBy: actor }
  await sql.query(upsertTransactions(companyId, [state]))
  await sql.query('UPDATE account_states SET spent_paise = spent_paise + 100 WHERE account_id = $1', [people.asha.id])
  const moved = { position, hash, recordedAt, totalPaise: head.totalPaise + 100n }
  await sql.query(compareAndSetHead(companyId, head, moved))
  return { id, event: decodeEvent(event) }
}

test('one from before has its row, is changed like any other, and is missed where the row is gone', async () => {
  const { asha } = ledger.people
  const { id, event } = await recordAsBefore()
  expect(await rows()).toEqual([id])
  expect(await find(id)).toMatchObject({ revision: 1, recordedBy: event.actor })
  expect(await verify()).toMatchObject({ ok: true, states: 'equal', problems: [] })
  // Its first event has another id, and that is the id of no entry.
  expect(await find(event.eventId)).toBeUndefined()
  expect(await statusOf(editExpenseCommand(asha, event.eventId, 5))).toBe(404)
  expect(await statusOf(editExpenseCommand(asha, id, 60))).toBe(201)
  expect(await find(id)).toMatchObject({ revision: 2, entry: { paise: 60 } })
  expect(await verify()).toMatchObject({ ok: true, states: 'equal', problems: [] })
  await ledger.sql.query('DELETE FROM transaction_states')
  expect(await verify()).toMatchObject({ ok: false, states: 'different' })
})
