import { oldestDataTime } from '@ledger/web/src/app/offline/data-age.ts'
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

test('says one time, the oldest of what the screen shows', () => {
  const client = screenOf([
    ['/api/site/transactions', 'recent', 2],
    ['/api/site/transactions', 'sums', 7],
    ['/api/site/balance', '', 4],
    ['/api/site/beneficiaries', '', 5],
    ['/api/site/supervisors', '', 6],
  ])
  expect(oldestDataTime(client, 'en')).toBe('09:58 am')
})

test('says the day of what is not of today', () => {
  const client = screenOf([['/api/site/balance', '', 11 * 60]])
  expect(oldestDataTime(client, 'en')).toBe('21 Nov 2026, 11:05 pm')
  expect(oldestDataTime(client, 'hi')).toBe('21 नवंबर 2026, 11:05 pm')
})

test('says nothing of what is not on the screen', () => {
  const client = screenOf([['/api/site/balance', '', 3]])
  client.setQueryData(['/api/site/supervisors'], [], { updatedAt: NOW - 9 * MINUTE })
  expect(oldestDataTime(client, 'en')).toBe('10:02 am')
  expect(oldestDataTime(new QueryClient(), 'en')).toBeUndefined()
})
