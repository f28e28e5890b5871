import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** The time line says in how many accounts the balance by recording differs from the balance by the entries' dates. */

/** These need a page and its address. */
vi.mock(import('@ledger/web/src/shared/design/toast/toast-container.ts'), () => ({
  moveToastsInto: () => () => undefined,
}))
vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  Link: (({ children }: { children: ReactNode }) => <a href="/">{children}</a>) as never,
}))

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }))
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterAll(() => vi.unstubAllGlobals())

type Account = BalancesAsOf['accounts'][number]
const DAY = '2026-10-31'

/** The books after ₹500 was sent on the day, before the expenses of that day are typed in. */
const RECORDED: Account[] = [
  { account: 'head_office', name: 'Head Office', kind: 'head_office', received: '0.00', spent: '500.00' },
  { account: 'rajesh', name: 'Rajesh Patidar', kind: 'site_incharge', received: '500.00', spent: '0.00' },
].map((account) => ({ ...account, balance: account.kind === 'head_office' ? '-500.00' : '500.00' }) as Account)

/**
 * Draws the books of RECORDED beside those by date.
 * @param paid the expense that is dated to the day and was recorded after the moment, a decimal
 */
async function drawn(paid: string): Promise<string> {
  const { BalancesTable } = await import('@ledger/web/src/audit/time-line/balances-table.tsx')
  const { balancesDatedQuery } = await import('@ledger/web/src/audit/api/audit-queries.ts')
  const [office, rajesh] = RECORDED
  const trialBalance = { received: '500.00', spent: '500.00', difference: '0.00' }
  const left = `${500 - Number(paid)}.00`
  const client = new QueryClient()
  client.setQueryData(balancesDatedQuery(DAY).queryKey, {
    dated: DAY,
    recorded: null,
    accounts: [office, { ...rajesh, spent: paid, balance: left }] as Account[],
    trialBalance,
  })
  const moment = { position: 7, recordedAt: `${DAY}T10:00:00.000Z`, accounts: RECORDED, trialBalance }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <BalancesTable moment={moment} moments={{}} day={DAY} />
    </QueryClientProvider>,
  )
}

test('an entry that is dated before the moment and recorded after it makes one account differ', async () => {
  const html = await drawn('200.00')
  expect(html).toContain('They differ for 1 account.')
  expect(html).toContain('₹300')
})

test('with no such entry both are the same', async () => {
  const html = await drawn('0.00')
  expect(html).toContain('Both are the same for every account.')
  expect(html).not.toContain('₹300')
})
