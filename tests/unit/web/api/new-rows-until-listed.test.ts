import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { withNewRows } from '@ledger/web/src/shared/api/new-rows-until-listed.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

const row = (id: string, day: string): Transaction => ({ ...sampleTransaction(id), date: `${day}T06:30:00.000Z` })
const LISTED = [row('c', '2026-11-22'), row('b', '2026-11-20'), row('a', '2026-11-18')]
const idsOf = (rows: readonly Transaction[]) => rows.map(({ id }) => id).join('')

describe('a new entry in a list that lacks it', () => {
  const everywhere = { fits: () => true, isFirst: true, isLast: true }

  test.each([
    ['2026-11-22', 'ncba'],
    ['2026-11-21', 'cnba'],
    ['2026-11-01', 'cban'],
  ])('of %s stands at its date', (day, ids) => {
    expect(idsOf(withNewRows(LISTED, [row('n', day)], everywhere))).toBe(ids)
  })

  test('stands on one page only, and not twice', () => {
    const inMiddle = { ...everywhere, isFirst: false, isLast: false }
    for (const day of ['2026-11-23', '2026-11-01'])
      expect(idsOf(withNewRows(LISTED, [row('n', day)], inMiddle)), day).toBe('cba')
    expect(idsOf(withNewRows(LISTED, [row('n', '2026-11-19')], inMiddle))).toBe('cbna')
    expect(idsOf(withNewRows(LISTED, [row('b', '2026-11-20')], everywhere))).toBe('cba')
    expect(idsOf(withNewRows([], [row('n', '2026-11-20')], everywhere))).toBe('n')
  })

  test('the newest is first, and a list has no more rows than it may', () => {
    const added = ['1', '2'].map((id) => row(id, '2026-11-23'))
    expect(idsOf(withNewRows(LISTED, added, { ...everywhere, limit: 3 }))).toBe('21c')
  })
})

test('the lists show what was booked while they are behind, and afterwards what the ledger says', async () => {
  const { showOwnChange, transactionPagesQuery } = await import('@ledger/web/src/shared/api/own-transaction-queries.ts')
  const { recentQuery } = await import('@ledger/web/src/shared/api/field-queries.ts')
  const client = new QueryClient()
  let answer: { rows: Transaction[]; isBehind: boolean } = { rows: LISTED, isBehind: true }
  vi.stubGlobal('fetch', async () =>
    Response.json(answer.rows, { headers: answer.isBehind ? { 'ledger-lag': '1' } : {} }),
  )
  /** Lists are corrected by what is known of their rows once their answer is there (optimistic-rows.ts). */
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const recent = async () => {
    await client.fetchQuery({ ...recentQuery, staleTime: 0 })
    await settled()
    return idsOf(client.getQueryData(recentQuery.queryKey) ?? [])
  }
  const pages = async (filter: Parameters<typeof transactionPagesQuery>[0]) => {
    const { pages: all } = await client.fetchInfiniteQuery({ ...transactionPagesQuery(filter), staleTime: 0 })
    return idsOf(all.flatMap(({ rows }) => rows))
  }
  expect(await recent()).toBe('cba')
  await showOwnChange(client, row('n', '2026-11-22'))
  expect(await recent()).toBe('ncba')
  expect(await pages({})).toBe('ncba')
  expect(await pages({ from: '2026-11-22', to: '2026-11-22', type: 'debit' })).toBe('ncba')
  for (const filter of [{ to: '2026-11-21' }, { from: '2026-11-23' }, { type: 'credit' as const }, { q: 'Sharma' }])
    expect(await pages(filter), JSON.stringify(filter)).toBe('cba')

  // Deleted before any list shows it.
  await showOwnChange(client, row('m', '2026-11-22'))
  await showOwnChange(client, { gone: 'm' })
  expect(await recent()).toBe('ncba')

  // A list that is not behind says all, also that another phone has deleted the entry.
  answer = { rows: LISTED, isBehind: false }
  expect(await recent()).toBe('cba')
  answer = { rows: LISTED, isBehind: true }
  expect(await recent()).toBe('cba')

  await showOwnChange(client, row('o', '2026-11-22'))
  client.clear()
  expect(await recent(), 'of somebody else').toBe('cba')
})
