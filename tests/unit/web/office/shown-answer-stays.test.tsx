import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** A list that was read once stays on the screen when a later read of it fails. */

/** Needs a page. */
vi.mock(import('@ledger/web/src/shared/design/toast/toast-container.ts'), () => ({
  moveToastsInto: () => () => undefined,
}))

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }))
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterAll(() => vi.unstubAllGlobals())

interface List {
  list: ReactNode
  queryKey: QueryKey
  data: unknown[]
}

const ADMIN: OfficeUser = { id: 'asha', name: 'Asha Rao', email: 'asha@office.example', role: 'admin' }
const SITE: SiteUser = {
  ...{ id: 'site_1', firstName: 'Ravi', lastName: 'Kumar', email: null, mobile: '9876543210' },
  ...{ siteName: 'Canal Bridge', alertLevel: null },
  siteBalance: { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' },
  role: 'site_incharge',
  status: 'active',
}

async function contactMessages(): Promise<List> {
  const { ContactMessageList } = await import('@ledger/web/src/office/reports/contact-messages.tsx')
  const { contactMessagesQuery } = await import('@ledger/web/src/office/api/report-queries.ts')
  const sentAt = '2026-04-01T06:30:00.000Z'
  const message = { id: 'one', name: 'A Visitor', email: 'visitor@example.in', phone: null, message: 'Hello', sentAt }
  return { list: <ContactMessageList />, queryKey: contactMessagesQuery.queryKey, data: [message] }
}

async function officeUsers(): Promise<List> {
  const { OfficeUserList } = await import('@ledger/web/src/office/people/office-user-list.tsx')
  const { officeUsersQuery } = await import('@ledger/web/src/office/api/people-queries.ts')
  return { list: <OfficeUserList admin={ADMIN} />, queryKey: officeUsersQuery.queryKey, data: [ADMIN] }
}

async function alertLevels(): Promise<List> {
  const { AlertLevels } = await import('@ledger/web/src/office/settings/alert-levels.tsx')
  const { sitesQuery } = await import('@ledger/web/src/shared/api/office-queries.ts')
  return { list: <AlertLevels mayChange={true} />, queryKey: sitesQuery.queryKey, data: [SITE] }
}

async function checkpoints(): Promise<List> {
  const { CheckpointList } = await import('@ledger/web/src/audit/proof/checkpoint-list.tsx')
  const { lastCheckpointsQuery } = await import('@ledger/web/src/audit/api/audit-queries.ts')
  const data = [{ size: 4711, note: '', signedAt: '2026-04-01T06:30:00.000Z' }]
  return { list: <CheckpointList />, queryKey: lastCheckpointsQuery.queryKey, data }
}

test.each([
  ['the messages of visitors', 'A Visitor', contactMessages],
  ['the people of head office', 'Asha Rao', officeUsers],
  ['the alert levels', 'Canal Bridge', alertLevels],
  ['the checkpoints', '4,711', checkpoints],
])('%s', async (_what, text, load) => {
  const { list, queryKey, data } = await load()
  const client = new QueryClient()
  const render = () => renderToStaticMarkup(<QueryClientProvider client={client}>{list}</QueryClientProvider>)
  expect(render()).not.toContain(text)
  client.setQueryData(queryKey, data)
  const shown = render()
  expect(shown).toContain(text)
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new Error('The network is away') })
  expect(render()).toBe(shown)
})
