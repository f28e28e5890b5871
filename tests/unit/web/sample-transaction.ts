import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'

/** A row of a list: an expense. */
export const sampleTransaction = (id: string, revision = 1, amount = '100.00'): Transaction => ({
  id,
  revision,
  amount,
  type: 'debit',
  date: '2026-11-22T06:30:00.000Z',
  recordedAt: '2026-11-22T06:30:00.000Z',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: '',
  reference: null,
  userId: 'worker',
  isTransfer: false,
  transferFrom: null,
  transferTo: null,
  recordedBy: { id: 'worker', name: 'Rajesh', role: 'site_incharge' },
  voucher: 'P/26-27/000123',
  acknowledgedAt: null,
  bills: [],
  siteId: null,
  siteName: null,
})
