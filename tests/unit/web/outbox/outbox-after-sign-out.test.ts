import type { FieldUser } from '@ledger/web/src/shared/session/field-session.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Node has no IndexedDB. */
vi.mock(import('@ledger/web/src/field/outbox/model/outbox-store.ts'), async (original) => {
  const module = await original()
  return { ...module, indexedDbStore: module.inMemoryStore() }
})
/** These have calls and a storage of their own. */
vi.mock(import('@ledger/web/src/field/questions/watch-questions.tsx'), () => ({ watchQuestions: () => undefined }))
vi.mock(import('@ledger/web/src/field/unfinished-photos/watch-unfinished.ts'), () => ({
  watchUnfinished: () => undefined,
}))
vi.mock(import('@ledger/web/src/field/install/show-install-offer-when-due.ts'), async (original) => ({
  ...(await original()),
  watchInstallOffer: () => undefined,
}))

const USER: FieldUser = {
  ...{ id: 'site_1', account: 'account 1', name: 'Rajesh Patidar', siteName: null, mobile: '9876543210' },
  role: 'site_incharge',
}
const fields = {
  ...{ amount: '450', recipient: 'Ramlal', purpose: 'Tea', paymentMode: 'cash' as const },
  ...{ narration: 'For the crew', reference: '', date: '2026-11-20' },
}

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }))
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
})
afterAll(() => vi.unstubAllGlobals())

test('the next person on a page is led to no entry of the one before, and sees none that waits', async () => {
  const [{ startOutbox }, { useFieldSession }, { indexedDbStore }] = await Promise.all([
    import('@ledger/web/src/field/outbox/ui/start-outbox.tsx'),
    import('@ledger/web/src/shared/session/field-session.ts'),
    import('@ledger/web/src/field/outbox/model/outbox-store.ts'),
  ])
  const [{ markJustSaved, useJustSaved }, { backdatedEntryDay }] = await Promise.all([
    import('@ledger/web/src/field/khata/just-saved.ts'),
    import('@ledger/web/src/field/khata/backdated-entry-day.ts'),
  ])
  const [{ NO_LAZY_PARTS, useLazyParts }, { NOTHING_PENDING, usePendingEntries }] = await Promise.all([
    import('@ledger/web/src/field/store-filled-by-lazy-parts.ts'),
    import('@ledger/web/src/field/outbox/ui/use-pending-entries.ts'),
  ])
  const dayOfChip = () => backdatedEntryDay(useJustSaved.getState().row, [], '2026-11-22')
  const waiting = {
    id: 'tea',
    key: 'tea',
    order: 1,
    owner: USER.account,
    enteredAt: '2026-11-20T10:03:00.000Z',
    tries: 0,
  }
  await indexedDbStore.update(USER.account, () => ({
    put: [{ ...waiting, what: { kind: 'expense', fields } }],
    remove: [],
  }))
  useFieldSession.setState({ user: USER })
  startOutbox(USER, new QueryClient())
  await vi.waitFor(() => expect(useLazyParts.getState().count).toBe(1))
  markJustSaved({ id: 'old debt', date: '2026-11-02T06:30:00.000Z' })
  expect(dayOfChip()).toBe('2026-11-02')

  useFieldSession.setState({ user: undefined })
  expect(dayOfChip()).toBeUndefined()
  expect(useLazyParts.getState()).toEqual(NO_LAZY_PARTS)
  expect(usePendingEntries.getState()).toEqual(NOTHING_PENDING)
})
