import { describe, expect, test } from 'vitest'
import { readBreaches } from '../../faults/check-reads.ts'
import type { Read } from '../../faults/history.ts'
import { ASHA, credit, RAVI, recorded, uuid } from '../domain/people.ts'

/** The checker of the fault runs itself, where it looks at what people were shown. */
const nothing = { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' }
const fifty = { currentBalance: '50.00', totalReceived: '50.00', totalSpent: '0.00' }
const log = [{ position: 1, data: recorded(uuid(101), credit(ASHA, 5000)).data }]
const read = (account: string, balance: Read['balance'], sentAt = 0): Read => ({
  account,
  sentAt,
  answeredAt: sentAt + 1,
  balance,
})
const breaches = (...reads: Read[]) => readBreaches(reads, [], new Map(), log)

describe('a balance that was shown', () => {
  test('is nothing before the first money, and for good where none came', () => {
    expect(breaches(read(ASHA.id, nothing), read(RAVI.id, nothing), read(RAVI.id, nothing, 10))).toEqual([])
  })

  test('is a breach where it never was', () => {
    expect(breaches(read(RAVI.id, fifty))).toEqual([expect.stringMatching(/^I9: .* which it never was$/)])
  })

  test('is a breach where it goes back', () => {
    expect(breaches(read(ASHA.id, fifty), read(ASHA.id, nothing, 10))).toEqual([
      expect.stringMatching(/^I9: .* from before 1$/),
    ])
  })
})
