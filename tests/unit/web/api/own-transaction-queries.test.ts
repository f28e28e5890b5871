import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CurrentRow } from '@ledger/web/src/shared/api/optimistic-rows.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

/** How a page handles the answer to a command of its own. */

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

const modules = async () => ({
  ...(await import('@ledger/web/src/shared/api/own-transaction-queries.ts')),
  ...(await import('@ledger/web/src/shared/api/field-queries.ts')),
})

const aBalance = (currentBalance: string): Balance => ({ currentBalance, totalReceived: '1000.00', totalSpent: '0.00' })
const expense = sampleTransaction('b')

const LISTS = ['transactions', 'ledger', 'summary', 'recipients', 'beneficiaries', 'supervisors']
const ALWAYS = ['transactions', 'ledger', 'summary', 'recipients']

test.each<[string, CurrentRow | undefined, string[]]>([
  ['an expense', expense, [...ALWAYS, 'beneficiaries']],
  ['a deletion', { gone: 'b' }, [...ALWAYS, 'beneficiaries']],
  ['what another tab had the answer to', undefined, [...ALWAYS, 'beneficiaries']],
  ['a transfer', { ...expense, isTransfer: true }, [...ALWAYS, 'supervisors']],
])('%s has the lists read again that show it', async (_, now, read) => {
  const { showOwnChange } = await modules()
  const client = new QueryClient()
  for (const name of LISTS) client.setQueryData([`/api/site/${name}`], [])
  await showOwnChange(client, now)
  expect(LISTS.filter((name) => client.getQueryState([`/api/site/${name}`])?.isInvalidated)).toEqual(read)
})

test('a balance that is behind does not replace the one that a command was answered; any other does', async () => {
  const { balanceQuery, showOwnChange } = await modules()
  const client = new QueryClient()
  const read = async (balance: string, lag?: string) => {
    vi.stubGlobal('fetch', async () =>
      Response.json(aBalance(balance), { headers: lag === undefined ? {} : { 'ledger-lag': lag } }),
    )
    await client.fetchQuery({ ...balanceQuery, staleTime: 0 })
    return client.getQueryData(balanceQuery.queryKey)?.currentBalance
  }
  expect(await read('900.00', '7'), 'where there is nothing better').toBe('900.00')
  expect(await read('1000.00')).toBe('1000.00')
  await showOwnChange(client, expense, aBalance('900.00'))
  expect(await read('1000.00', '2')).toBe('900.00')
  expect(await read('1000.00', '1')).toBe('900.00')
  expect(await read('900.00')).toBe('900.00')
  expect(await read('950.00', '1'), 'of after what was read last').toBe('950.00')

  // Asked for before the command, and answered after it.
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)
  const reading = client.fetchQuery({ ...balanceQuery, staleTime: 0 }).catch(() => undefined)
  await showOwnChange(client, expense, aBalance('800.00'))
  asked.resolve(Response.json(aBalance('950.00')))
  await reading
  expect(await read('950.00', '1')).toBe('800.00')
})

test('a row that the server did not list belongs to a list of its days and direction, and to none that searches', async () => {
  const { fitsFilter } = await modules()
  const fits = (filter: Parameters<typeof fitsFilter>[1]) =>
    ['2026-04-03', '2026-04-02', '2026-04-01']
      .filter((day) => fitsFilter({ date: `${day}T06:30:00.000Z`, type: 'debit' }, filter))
      .map((day) => day.slice(-1))
      .join('')
  expect(fits({})).toBe('321')
  expect(fits({ type: 'debit' })).toBe('321')
  expect(fits({ from: '2026-04-02', to: '2026-04-02' })).toBe('2')
  expect(fits({ from: '2026-04-02', type: 'debit' })).toBe('32')
  expect(fits({ to: '2026-04-02' })).toBe('21')
  expect(fits({ type: 'credit' }) + fits({ q: 'tea', from: '2026-04-01' })).toBe('')
  expect(fits({ purpose: 'Sand' }) + fits({ beneficiary: 'b:sharma traders' })).toBe('')
})
