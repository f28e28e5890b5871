import { mayRefetch } from '@ledger/web/src/app/live-updates/refetch-changed.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

/** Returns whether a list of this path is read again after a change, once it has so many pages. */
function isReadAgain(path: string, pages: number, part = 'pages'): boolean {
  const client = new QueryClient()
  const queryKey = [path, part]
  client.setQueryData(queryKey, { pages: Array.from({ length: pages }, () => ({ rows: [] })), pageParams: [] })
  const query = client.getQueryCache().find({ queryKey })
  if (!query) throw new Error('The query is not stored')
  return mayRefetch(query)
}

test.each([
  ['/api/admin/transactions', 2, true],
  ['/api/admin/transactions', 3, false],
  ['/api/site/transactions', 5, true],
  ['/api/site/transactions', 6, false],
])('%s of %i pages, which scrolling reads: %s', (path, pages, expected) => {
  expect(isReadAgain(path, pages)).toBe(expected)
})

test.each(['/api/admin/ledger', '/api/admin/beneficiaries', '/api/admin/sites', '/api/admin/supervisors'])(
  '%s is read again however many pages were asked for',
  (path) => {
    expect(isReadAgain(path, 9)).toBe(true)
  },
)

test('a statement is read again whole, because its total is', () => {
  expect(isReadAgain('/api/admin/transactions', 9, 'statement')).toBe(true)
})
