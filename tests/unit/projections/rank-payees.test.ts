import { rankPayees } from '@ledger/projections/queries/beneficiaries/rank-payees.ts'
import { expect, test } from 'vitest'

const NOW = '2026-11-27T06:00:00.000Z'
const paid = (recipient: string, daysAgo: number, rest: Partial<Parameters<typeof rankPayees>[0][number]> = {}) => ({
  recipient,
  purpose: 'Tea',
  paymentMode: 'cash' as const,
  amount: '450.00',
  narration: 'For the crew',
  isTransfer: false,
  date: new Date(Date.parse(NOW) - daysAgo * 86_400_000).toISOString(),
  ...rest,
})

test('nobody was paid yet', () => expect(rankPayees([], NOW)).toEqual([]))

test('whom one pays often and lately comes first', () => {
  const rows = [
    paid('Once today', 0),
    ...[1, 2, 3].map((day) => paid('Each day', day)),
    ...[60, 61, 62, 63].map((day) => paid('Long ago', day)),
  ]
  expect(rankPayees(rows, NOW).map(({ name }) => name)).toEqual(['Each day', 'Once today', 'Long ago'])
})

test('purpose and mode are the usual ones, the amount is that of the last time', () => {
  const rows = [
    paid('Ramlal', 1, { amount: '90.00', purpose: 'Snacks', narration: 'For the visitors' }),
    paid('Ramlal', 2),
    paid('Ramlal', 3, { paymentMode: 'upi' }),
    paid('Ramlal', 4),
  ]
  expect(rankPayees(rows, NOW)).toEqual([
    {
      name: 'Ramlal',
      purpose: 'Tea',
      paymentMode: 'cash',
      amount: '90.00',
      date: rows[0]?.date,
      narrations: [
        { text: 'For the crew', times: 3 },
        { text: 'For the visitors', times: 1 },
      ],
    },
  ])
})

test('a transfer pays nobody, and there are at most twelve', () => {
  const rows = Array.from({ length: 20 }, (_, day) => paid(`Payee ${day}`, day))
  expect(rankPayees([paid('Sita', 0, { isTransfer: true }), ...rows], NOW).map(({ name }) => name)).toEqual(
    rows.slice(0, 12).map(({ recipient }) => recipient),
  )
})
