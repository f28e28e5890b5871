import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

/** These need the router. */
vi.mock(import('@ledger/web/src/shared/entry/list/history-link.tsx'), () => ({ HistoryLink: () => null as never }))

beforeAll(() => void vi.stubGlobal('document', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

const row = (own: Partial<CompanyTransaction>): CompanyTransaction => ({
  ...sampleTransaction('a row'),
  ...{ accountName: 'Ravi Kumar', recipient: 'Sharma Traders' },
  ...own,
})
const toRavi = { type: 'credit', recipient: 'Ravi Kumar' } as const
const transfer = { isTransfer: true, transferFrom: 'Asha Rao', transferTo: 'Ravi Kumar' }

test.each([
  ['an expense', row({}), 'Ravi Kumar→ Sharma Traders'],
  ['money from head office', row(toRavi), 'Head Office→ Ravi Kumar'],
  ['a transfer received', row({ ...toRavi, ...transfer, recipient: 'Asha Rao' }), 'Asha Rao→ Ravi Kumar'],
  ['a transfer given', row({ ...transfer, accountName: 'Asha Rao', recipient: 'Ravi Kumar' }), 'Asha Rao→ Ravi Kumar'],
])('the row of %s says who paid whom', async (_what, shown, expected) => {
  const { CompanyTransactionRow } = await import('@ledger/web/src/office/transactions/company-transaction-row.tsx')
  const html = renderToStaticMarkup(<CompanyTransactionRow row={shown} actions={null} onOpen={() => undefined} />)
  const [, first = ''] = /<p[^>]*>(.*?)<\/p>/.exec(html) ?? []
  expect(first.replaceAll(/<[^>]*>/g, '').replace(/\W*TRANSFER$/, '')).toBe(expected)
})

test.each([
  [0, ''],
  [1, '1 bill'],
  [2, '2 bills'],
])('a row with %i bills says so', async (count, expected) => {
  const { BillCount } = await import('@ledger/web/src/shared/entry/list/bill-count.tsx')
  const text = renderToStaticMarkup(<BillCount count={count} />).replaceAll(/<[^>]*>/g, '')
  expect(text.replace(/^[^\d]*/, '')).toBe(expected)
})
