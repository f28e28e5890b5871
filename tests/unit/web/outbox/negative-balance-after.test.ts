import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { negativeBalanceAfter } from '@ledger/web/src/field/expense/negative-balance-after.ts'
import type { EntryRefusal, OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import {
  type EntryInput,
  enqueueEntry,
  type OutboxChanges,
  settleRefused,
} from '@ledger/web/src/field/outbox/model/outbox-transitions.ts'
import { pendingEntries } from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import { expect, test } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

/** When the form of an expense warns that the balance becomes negative. */

const balance = { currentBalance: '100.00', totalReceived: '100.00', totalSpent: '0.00' }
const fieldsOf = (amount: string) => ({
  ...{ amount, recipient: 'Tea Stall', purpose: 'Tea', paymentMode: 'cash' as const },
  ...{ narration: 'For the crew', reference: '', date: '2026-11-20' },
})
const REFUSED: EntryRefusal = {
  ...{ status: 400, code: 'invalid_request', title: 'Error', message: 'No' },
  ...{ issues: [], reference: '' },
}

function after(entries: readonly OutboxEntry[], { put, remove }: OutboxChanges): OutboxEntry[] {
  const gone = new Set([...remove, ...put.map(({ id }) => id)])
  return [...entries.filter(({ id }) => !gone.has(id)), ...put]
}
const enter = (given: EntryInput, entries: readonly OutboxEntry[] = []) => {
  const stamp = { key: `key ${entries.length}`, owner: 'worker', enteredAt: '2026-11-20T10:03:00.000Z' }
  return after(entries, enqueueEntry(entries, given, stamp))
}
const shown = (entries: readonly OutboxEntry[]): Transaction => {
  const [only] = pendingEntries(entries)
  if (only === undefined) throw new Error('Nothing waits')
  return only.row
}
const refuse = (entries: readonly OutboxEntry[]) =>
  after(entries, settleRefused(entries, entries[0]?.id ?? '', REFUSED))

test('a new expense is warned of above the balance, with what waits', () => {
  expect(negativeBalanceAfter(balance, [], '100')).toBeUndefined()
  expect(negativeBalanceAfter(balance, [], '100.01')).toBe(-1)
  const waiting = enter({ kind: 'expense', fields: fieldsOf('60') })
  expect(negativeBalanceAfter(balance, waiting, '50')).toBe(-1000)
  expect(negativeBalanceAfter(undefined, [], '500')).toBeUndefined()
  expect(negativeBalanceAfter(balance, [], '')).toBeUndefined()
})

test('a changed one is warned of by what is new of its amount, and not where it becomes less', () => {
  const row = sampleTransaction('row 1', 1, '80.00')
  expect(negativeBalanceAfter(balance, [], '180', row)).toBeUndefined()
  expect(negativeBalanceAfter(balance, [], '181', row)).toBe(-100)
  const negative = { ...balance, currentBalance: '-50.00' }
  expect(negativeBalanceAfter(negative, [], '80', row)).toBeUndefined()
  expect(negativeBalanceAfter(negative, [], '70', row)).toBeUndefined()
  expect(negativeBalanceAfter(negative, [], '81', row)).toBe(-5100)
})

test('one that waits is counted once, as it will be, and a refused one not at all', () => {
  const expense = enter({ kind: 'expense', fields: fieldsOf('60') })
  expect(negativeBalanceAfter(balance, expense, '100', shown(expense))).toBeUndefined()
  expect(negativeBalanceAfter(balance, expense, '101', shown(expense))).toBe(-100)
  const refused = refuse(expense)
  expect(negativeBalanceAfter(balance, refused, '101', shown(refused))).toBe(-100)
  const edit = enter({ kind: 'edit', fields: fieldsOf('120'), seen: sampleTransaction('row 1', 1, '80.00') })
  expect(negativeBalanceAfter(balance, edit, '180', shown(edit))).toBeUndefined()
  expect(negativeBalanceAfter(balance, edit, '181', shown(edit))).toBe(-100)
  expect(negativeBalanceAfter(balance, refuse(edit), '181', shown(refuse(edit)))).toBe(-100)
})
