import type { OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import { type EntryInput, enqueueEntry, settleRefused } from '@ledger/web/src/field/outbox/model/outbox-transitions.ts'
import { countForSignIn } from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import { expect, test } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

const OWNER = 'site_9000000001'
const fields = {
  amount: '777',
  recipient: 'Tea Stall',
  purpose: 'Tea',
  paymentMode: 'cash' as const,
  narration: 'For the crew',
  reference: '',
  date: '2026-11-20',
}
const REFUSED = { status: 400, code: 'invalid_request', title: 'Error', message: 'No', issues: [], reference: '' }

/** Returns the outbox after these inputs. */
function outboxWith(...inputs: EntryInput[]): OutboxEntry[] {
  const entries: OutboxEntry[] = []
  for (const [index, input] of inputs.entries()) {
    const stamp = { key: `key-${index}`, owner: OWNER, enteredAt: '2026-11-20T06:30:00.000Z' }
    for (const entry of enqueueEntry(entries, input, stamp).put) entries.push(entry)
  }
  return entries
}

const expense: EntryInput = { kind: 'expense', fields }
const edit: EntryInput = { kind: 'edit', fields, seen: sampleTransaction('row') }

test('one expense is told with its amount', () => {
  expect(countForSignIn(outboxWith(expense))).toEqual({ count: 1, amount: '777.00' })
})

test('one change, or several entries, are counted without an amount', () => {
  expect(countForSignIn(outboxWith(edit))).toEqual({ count: 1, amount: undefined })
  expect(countForSignIn(outboxWith(expense, expense, edit))).toEqual({ count: 3, amount: undefined })
})

test('what was refused is not promised to be sent', () => {
  const [entry] = outboxWith(expense)
  if (entry === undefined) throw new Error('Nothing was put')
  const refused = settleRefused([entry], entry.id, REFUSED).put
  expect(countForSignIn(refused)).toEqual({ count: 0, amount: undefined })
  expect(countForSignIn([])).toEqual({ count: 0, amount: undefined })
})
