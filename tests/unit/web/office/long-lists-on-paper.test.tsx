import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { SummaryTable } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** A screen draws the first rows of a long list until all are asked for; paper has all of them. */

const browser = vi.hoisted(() => ({ isPrinting: false }))
vi.mock(import('@ledger/web/src/shared/design/use-is-printing.ts'), async (original) => ({
  ...(await original()),
  useIsPrinting: () => browser.isPrinting,
}))
/** These need a page and its address. */
vi.mock(import('@ledger/web/src/shared/design/use-is-desk.ts'), () => ({ useIsDesk: () => true }))
vi.mock(import('@ledger/web/src/shared/design/toast/toast-container.ts'), () => ({
  moveToastsInto: () => () => undefined,
}))
vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  Link: (({ children }: { children: ReactNode }) => <a href="/">{children}</a>) as never,
  useNavigate: (() => () => undefined) as never,
  useSearch: (() => ({})) as never,
}))

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }))
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterAll(() => vi.unstubAllGlobals())

const ADMIN: OfficeUser = { id: 'asha', name: 'Asha Rao', email: 'asha@office.example', role: 'admin' }
const site = (name: string): SiteUser => ({
  ...{ id: name, firstName: 'Ravi', lastName: 'Kumar', email: null, mobile: '9876543210' },
  ...{ siteName: name, alertLevel: null, role: 'site_incharge', status: 'active' },
  siteBalance: { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' },
})
const purpose = (name: string): SummaryTable['rows'][number] => ({
  ...{ key: name, name, site: null, role: null, received: '0.00', spent: '1.00', count: 1 },
})

async function summary(client: QueryClient, names: readonly string[]): Promise<ReactNode> {
  const { SummarySection } = await import('@ledger/web/src/office/reports/summaries/summary-section.tsx')
  const { summaryTableQuery } = await import('@ledger/web/src/office/api/report-queries.ts')
  const { queryKey } = summaryTableQuery({ by: 'purpose', site: '', from: '', to: '' })
  const sums = { rowCount: names.length, received: '0.00', spent: `${names.length}.00`, count: names.length }
  client.setQueryData<SummaryTable>(queryKey, { rows: names.map(purpose), ...sums })
  return <SummarySection search={{ by: 'purpose' }} onChange={() => undefined} />
}

async function sitesOfToday(client: QueryClient, names: readonly string[]): Promise<ReactNode> {
  const { SitesSection } = await import('@ledger/web/src/office/dashboard/sites-section.tsx')
  const { sitesQuery } = await import('@ledger/web/src/shared/api/office-queries.ts')
  client.setQueryData(sitesQuery.queryKey, names.map(site))
  const Today = () => <SitesSection admin={ADMIN} query={useQuery(sitesQuery)} onSend={undefined} />
  return <Today />
}

test.each([
  ['a summary', 200, summary],
  ['the sites of Today', 100, sitesOfToday],
])('%s draws %i rows on a screen, and prints all', async (_what, most, load) => {
  const names = Array.from({ length: most + 5 }, (_, number) => `Row ${String(number).padStart(3, '0')}`)
  const client = new QueryClient()
  const list = await load(client, names)
  const drawn = () => {
    const html = renderToStaticMarkup(<QueryClientProvider client={client}>{list}</QueryClientProvider>)
    return names.filter((name) => html.includes(name))
  }
  browser.isPrinting = false
  expect(drawn()).toHaveLength(most)
  browser.isPrinting = true
  expect(drawn()).toEqual(names)
})
