import { dataTimesByPart } from '@ledger/web/src/app/offline/data-age.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** 22 November 2026, 10:05 in India. */
const NOW = Date.parse('2026-11-22T04:35:00Z')
const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

/** Returns a client in which these were read the given minutes ago, and are shown. */
function screenOf(read: readonly (readonly [path: string, kind: string, minutesAgo: number])[]): QueryClient {
  const client = new QueryClient()
  for (const [path, kind, minutesAgo] of read) {
    const queryKey = [path, kind]
    client.setQueryData(queryKey, [], { updatedAt: NOW - minutesAgo * MINUTE })
    new QueryObserver(client, { queryKey, queryFn: () => [], staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => undefined,
    )
  }
  return client
}

test('says of each part the oldest that is shown of it, in one order', () => {
  const client = screenOf([
    ['/api/site/transactions', 'recent', 2],
    ['/api/site/transactions', 'sums', 7],
    ['/api/site/balance', '', 2],
  ])
  expect(dataTimesByPart(client, 'en')).toEqual([
    ['balance', '10:03 am'],
    ['entries', '09:58 am'],
  ])
})

test('says the day of what is not of today', () => {
  const client = screenOf([['/api/site/balance', '', 11 * 60]])
  expect(dataTimesByPart(client, 'en')).toEqual([['balance', '21 Nov 2026, 11:05 pm']])
  expect(dataTimesByPart(client, 'hi')).toEqual([['balance', '21 नवंबर 2026, 11:05 pm']])
})

test('says nothing of what is not on the screen, and does not leave out what it has no word for', () => {
  const client = screenOf([['/api/admin/sites', '', 3]])
  client.setQueryData(['/api/site/balance'], [], { updatedAt: NOW })
  expect(dataTimesByPart(client, 'en')).toEqual([['other', '10:02 am']])
  expect(dataTimesByPart(new QueryClient(), 'en')).toEqual([])
})
