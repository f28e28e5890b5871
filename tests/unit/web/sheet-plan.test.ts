import type { Transaction } from '@ledger/contracts/shapes.ts'
import {
  addTo,
  fileName,
  isWith,
  LEDGER_REPORT,
  rupeeFormat,
  summaryOf,
  TRANSACTION_REPORT,
  transactionLine,
} from '@ledger/web/src/export/sheet-plan.ts'
import { describe, expect, it } from 'vitest'

const row = (given: Partial<Transaction> = {}): Transaction => ({
  id: 'one',
  type: 'debit',
  amount: '1234.56',
  // 1 April in Kolkata, still 31 March in London.
  date: '2026-03-31T18:30:00.000Z',
  recordedAt: '2026-04-02T00:00:00.000Z',
  recipient: '=Sharma & Sons',
  purpose: 'Cement',
  paymentMode: 'bank_transfer',
  narration: '+1',
  userId: 'site_9000000001',
  isTransfer: false,
  transferFrom: null,
  transferTo: null,
  revision: 1,
  recordedBy: { id: 'site_9000000001', name: 'Ravi', role: 'site_incharge' },
  ...given,
})

describe('the sheet of §3', () => {
  it('has its columns, in its order, as wide as it says', () => {
    expect(TRANSACTION_REPORT.name).toBe('Transaction Report')
    expect(TRANSACTION_REPORT.columns.map(({ header, width }) => [header, width])).toEqual([
      ['Date', 12],
      ['Credit Amount', 15],
      ['Debit Amount', 15],
      ['Recipient/Beneficiary', 20],
      ['Purpose', 25],
      ['Payment Mode', 15],
      ['Narration', 30],
      ['Transaction Type', 18],
    ])
    expect(LEDGER_REPORT.columns.slice(0, 8)).toEqual(TRANSACTION_REPORT.columns)
  })

  it('puts an amount where it belongs, in paise, on the day in Kolkata', () => {
    const texts = ['=Sharma & Sons', 'Cement', 'Bank Transfer', '+1']
    expect(transactionLine(row())).toEqual(['2026-04-01', null, 123_456, ...texts, 'Expense Made'])
    const received = row({ type: 'credit', transferFrom: 'Ravi', recipient: 'Ravi' })
    expect(transactionLine(received)).toEqual([
      '2026-04-01',
      123_456,
      null,
      'Ravi',
      ...texts.slice(1),
      'Money Received',
    ])
  })

  it('says that head office sent what head office sent', () => {
    const sent = row({ type: 'credit', recipient: 'The account itself' })
    expect(transactionLine(sent)[3]).toBe('Head Office')
    expect([isWith(null, sent), isWith('The account itself', sent)]).toEqual([true, false])
    expect([isWith(null, row()), isWith('=Sharma & Sons', row()), isWith('=Sharma', row())]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('the summary', () => {
  it('adds up to the paisa what floating point would not, and calls the balance what it is', () => {
    const sums = { received: 0, spent: 0 }
    for (const amount of ['0.10', '0.20', '999999999.99']) addTo(sums, row({ type: 'credit', amount }))
    addTo(sums, row({ amount: '0.01' }))
    expect(summaryOf(sums, undefined)).toEqual([
      ['Total Money Received', 100_000_000_029],
      ['Total Expenses Made', 1],
      ['Current Balance (Surplus)', 100_000_000_028],
    ])
    expect(summaryOf({ received: 100, spent: 101 }, undefined).at(-1)).toEqual(['Current Balance (Deficit)', -1])
    expect(summaryOf({ received: 0, spent: 0 }, undefined).at(-1)).toEqual(['Current Balance (Surplus)', 0])
  })

  it('begins with the balance before a period, so that the sums lead to the balance', () => {
    expect(summaryOf({ received: 0, spent: 300 }, 1000)).toEqual([
      ['Opening Balance', 1000],
      ['Total Money Received', 0],
      ['Total Expenses Made', 300],
      ['Current Balance (Surplus)', 700],
    ])
  })
})

describe('names and formats', () => {
  it('names a file so that every system takes it', () => {
    expect(fileName('Report', 'M/s. Sharma: "Sons" ', '2026-04-01')).toBe('Report_M_s_Sharma_Sons_2026-04-01.xlsx')
    expect(fileName('शर्मा ट्रेडर्स', '')).toBe('शर्मा_ट्रेडर्स.xlsx')
    expect(fileName('../..', '2026-04-01')).toBe('2026-04-01.xlsx')
  })

  it('never has more conditions than a number format may have, and both signs where there are none', () => {
    for (const paise of [0, 1, 99_999_999_999, -1, -10_000_000, -1_000_000_000]) {
      const sections = rupeeFormat(paise).split(';')
      const conditions = sections.filter((section) => section.startsWith('['))
      if (paise < 0) expect([sections.length, conditions.length, sections[1]]).toEqual([2, 0, `-${sections[0]}`])
      else expect([sections.length, conditions.length]).toEqual([3, 2])
    }
  })
})
