import type { outboxOf as OutboxOf } from '@ledger/web/src/field/outbox/model/outbox.ts'
import type { OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import type { OutboxStore } from '@ledger/web/src/field/outbox/model/outbox-store.ts'
import { useToasts } from '@ledger/web/src/shared/design/toast/toast-store.ts'
import type { FieldUser } from '@ledger/web/src/shared/session/field-session.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

/**
 * The Undo of a toast, pressed after the outbox has begun to send: the ledger may have the entry, so nothing may be
 * done that leaves it there twice, or its photo in two places.
 */

/** The ids of the photos in the tray. */
const tray = vi.hoisted(() => new Set<string>())

/** Node has no IndexedDB. */
vi.mock(import('@ledger/web/src/field/outbox/model/outbox-store.ts'), async (original) => {
  const module = await original()
  return { ...module, indexedDbStore: module.inMemoryStore() }
})
vi.mock(import('@ledger/web/src/field/unfinished-photos/unfinished-store.ts'), async (original) => ({
  ...(await original()),
  async putPhotosBack(photos) {
    for (const { id } of photos) tray.add(id)
  },
  async deleteUnfinishedPhotos(_owner, ids) {
    for (const id of ids) tray.delete(id)
    return []
  },
}))

const OWNER = 'account 1'
const row = sampleTransaction('a row', 3)
const fields = {
  ...{ amount: '450', recipient: 'Ramlal', purpose: 'Tea', paymentMode: 'cash' as const },
  ...{ narration: 'For the crew', reference: '', date: '2026-11-20' },
}

let outboxOf: typeof OutboxOf
let store: OutboxStore
const userOf = (role: FieldUser['role']): FieldUser => ({
  ...{ id: 'site_1', account: OWNER, name: 'Rajesh Patidar', siteName: null, mobile: '9876543210' },
  role,
})

function stubBrowser(): void {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
}

beforeAll(async () => {
  stubBrowser()
  ;({ outboxOf } = await import('@ledger/web/src/field/outbox/model/outbox.ts'))
  ;({ indexedDbStore: store } = await import('@ledger/web/src/field/outbox/model/outbox-store.ts'))
})
beforeEach(async () => {
  stubBrowser()
  tray.clear()
  await store.update(OWNER, (entries) => ({ put: [], remove: entries.map(({ id }) => id) }))
})
afterEach(() => {
  outboxOf(OWNER).close()
  vi.unstubAllGlobals()
})

const waiting = (id: string, what: OutboxEntry['what'], tries: number): OutboxEntry => ({
  ...{ id, key: id, order: 1, owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z', tries, what },
})
const deletion = (tries: number) =>
  waiting('gone', { kind: 'deletion', of: { row: row.id, revision: row.revision }, seen: row }, tries)
const entries = async () => (await store.entriesOf(OWNER)).map(({ id, what }) => [id, what.kind])

async function signIn(role: FieldUser['role']): Promise<FieldUser> {
  const { useFieldSession } = await import('@ledger/web/src/shared/session/field-session.ts')
  const user = userOf(role)
  useFieldSession.setState({ user })
  return user
}
const toldInTheEnd = (title: string, text: string) =>
  vi.waitFor(() => expect(useToasts.getState().toast).toMatchObject({ title, text }))

test.each([
  ['has begun to be sent', [deletion(1)], 'It may be deleted already. Look at the list in a moment.'],
  ['waits no longer', [], 'It was sent meanwhile. Look at the list.'],
])('a deletion that %s is not undone by entering the expense again', async (_when, put, why) => {
  const user = await signIn('site_incharge')
  const { undoOfDeletion } = await import('@ledger/web/src/field/undo/undo-deletion.ts')
  await store.update(OWNER, () => ({ put, remove: [] }))
  const before = await entries()
  const client = new QueryClient()
  const outcome = { is: 'waiting', isUnsent: true } as const
  undoOfDeletion({ user, client, key: 'gone', row, replaced: undefined, outcome })?.run()
  await toldInTheEnd('Not taken back', why)
  expect(await entries()).toEqual(before)
})

test.each([
  ['stays the bill of an entry that has begun to be sent', 1, 'Not taken back', []],
  ['is in the tray again where its entry is taken back', 0, 'Taken back', ['photo']],
])('a photo %s', async (_what, tries, title, photosLeft) => {
  // A supervisor deletes nothing, so what was sent stays.
  const user = await signIn('supervisor')
  const { undoOfSave } = await import('@ledger/web/src/field/undo/undo-save.ts')
  await store.update(OWNER, () => ({ put: [waiting('tea', { kind: 'expense', fields }, tries)], remove: [] }))
  const photo = {
    ...{ id: 'photo', owner: OWNER, takenAt: '2026-11-20T10:02:00.000Z' },
    file: { blob: new Blob(['a bill']), picture: undefined },
  }
  const outcome = { is: 'waiting', isUnsent: true } as const
  undoOfSave({ user, client: new QueryClient(), key: 'tea', fields, outcome, photos: [photo] })?.run()
  await toldInTheEnd(
    title,
    title === 'Taken back' ? '₹450 · Ramlal' : 'It may be in the ledger already. You can still edit it.',
  )
  expect([...tray]).toEqual(photosLeft)
})
