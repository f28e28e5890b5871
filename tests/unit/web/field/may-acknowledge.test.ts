import { mayAcknowledge } from '@ledger/web/src/field/acknowledgement/may-acknowledge.ts'
import { expect, test } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

const DAY_MS = 86_400_000
const EXPENSE = sampleTransaction('the-row')
const RECEIVED = { ...EXPENSE, type: 'credit', isTransfer: true } as const
const recordedAt = Date.parse(RECEIVED.recordedAt)

test.each([
  ['the receiver of a transfer', true, RECEIVED],
  ['the giver of a transfer', false, { ...RECEIVED, type: 'debit' }],
  ['the receiver of money from head office', false, { ...RECEIVED, isTransfer: false }],
  ['the payer of an expense', false, EXPENSE],
  ['the receiver who has acknowledged it', false, { ...RECEIVED, acknowledgedAt: RECEIVED.recordedAt }],
] as const)('%s is asked whether the money has come: %s', (_whom, isAsked, row) => {
  expect(mayAcknowledge(row, recordedAt + DAY_MS)).toBe(isAsked)
})

test('the receiver is asked for thirty days', () => {
  expect(mayAcknowledge(RECEIVED, recordedAt + 30 * DAY_MS - 1)).toBe(true)
  expect(mayAcknowledge(RECEIVED, recordedAt + 30 * DAY_MS)).toBe(false)
})
