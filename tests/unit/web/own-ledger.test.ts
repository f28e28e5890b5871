import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { RowNow } from '@ledger/web/src/shared/api/known-rows.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What a page makes of the answer to a command of its own. */

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

const modules = () => import('@ledger/web/src/shared/api/own-ledger.ts')

const expense: Transaction = {
  id: 'b',
  revision: 1,
  amount: '100.00',
  type: 'debit',
  date: '2026-11-22T06:30:00.000Z',
  recordedAt: '2026-11-22T06:30:00.000Z',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: '',
  userId: 'worker',
  isTransfer: false,
  transferFrom: null,
  transferTo: null,
  recordedBy: { id: 'worker', name: 'Rajesh', role: 'site_incharge' },
  bills: [],
}

const LISTS = ['transactions', 'ledger', 'summary', 'recipients', 'beneficiaries', 'supervisors']
const ALWAYS = ['transactions', 'ledger', 'summary', 'recipients']

test.each<[string, RowNow | undefined, string[]]>([
  ['an expense', expense, [...ALWAYS, 'beneficiaries']],
  ['a deletion', { gone: 'b' }, [...ALWAYS, 'beneficiaries']],
  ['what another tab had the answer to', undefined, [...ALWAYS, 'beneficiaries']],
  ['a transfer', { ...expense, isTransfer: true }, [...ALWAYS, 'supervisors']],
])('%s has the lists read again that show it', async (_, now, read) => {
  const { showOwn } = await modules()
  const client = new QueryClient()
  for (const name of LISTS) client.setQueryData([`/api/site/${name}`], [])
  await showOwn(client, now)
  expect(LISTS.filter((name) => client.getQueryState([`/api/site/${name}`])?.isInvalidated)).toEqual(read)
})
