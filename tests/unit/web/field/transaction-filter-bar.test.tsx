import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

beforeAll(() => void vi.stubGlobal('document', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

const DAY = '2026-04-04'

test.each([
  ['no day', { from: '', to: '' }, 0],
  ['a first day alone', { from: DAY, to: '' }, 2],
  ['a last day alone', { from: '', to: DAY }, 2],
  ['both days', { from: DAY, to: DAY }, 2],
] as const)('the days of a filter that is in force are shown: %s', async (_what, days, count) => {
  const { TransactionFilterBar } = await import('@ledger/web/src/field/transactions/transaction-filter-bar.tsx')
  const html = renderToStaticMarkup(<TransactionFilterBar filter={{ text: '', ...days }} onFilter={() => undefined} />)
  const fields = [...html.matchAll(/<input [^>]*type="date"[^>]*>/g)].map(([field]) => field)
  expect(fields).toHaveLength(count)
  expect(fields.map((field) => /value="([^"]*)"/.exec(field)?.[1])).toEqual(count === 0 ? [] : [days.from, days.to])
})
