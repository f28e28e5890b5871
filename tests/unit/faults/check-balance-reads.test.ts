import { describe, expect, test } from 'vitest'
import type { RecordedBalanceRead } from '../../faults/checker/call-history.ts'
import { balanceReadBreaches } from '../../faults/checker/check-balance-reads.ts'
import { ASHA, RAVI, sampleCredit, sampleUuid, transactionRecorded } from '../domain/sample-events.ts'

/** The checker of the fault runs, where it checks the balances that people saw. */
const nothing = { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' }
const fifty = { currentBalance: '50.00', totalReceived: '50.00', totalSpent: '0.00' }
const log = [{ position: 1, data: transactionRecorded(sampleUuid(101), sampleCredit(ASHA, 5000)).data }]
const read = (account: string, balance: RecordedBalanceRead['balance'], sentAt = 0): RecordedBalanceRead => ({
  account,
  sentAt,
  answeredAt: sentAt + 1,
  balance,
})
const breaches = (...reads: RecordedBalanceRead[]) => balanceReadBreaches(reads, [], new Map(), log)

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
