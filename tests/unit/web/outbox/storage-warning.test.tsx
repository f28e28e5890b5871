import type { EntryStorage } from '@ledger/web/src/field/outbox/model/storage-check.ts'
import { words } from '@ledger/web/src/field/outbox/ui/screen-texts.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const phone = vi.hoisted((): { storage: EntryStorage; isPrivate: boolean } => ({ storage: 'none', isPrivate: false }))
/** Effects need a page: the warning is drawn as it is once the storage was looked at. */
vi.mock(import('react'), async (original) => {
  const react = await original()
  return { ...react, useState: (() => [phone.storage, () => undefined]) as never }
})
/** Node has no IndexedDB. */
vi.mock(import('@ledger/web/src/field/outbox/model/outbox-store.ts'), async (original) => {
  const module = await original()
  return { ...module, indexedDbStore: module.inMemoryStore(), isPrivateWindow: async () => phone.isPrivate }
})

beforeAll(() => void vi.stubGlobal('addEventListener', () => undefined))
afterAll(() => void vi.unstubAllGlobals())

const { privateWindow, cannotKeep } = words.en

test.each<[EntryStorage, string[], string | undefined]>([
  ['lasting', [], undefined],
  ['until closed', [privateWindow], 'status'],
  ['none', [cannotKeep], 'alert'],
])('where a phone keeps entries %s, the form says so', async (storage, said, role) => {
  const { StorageWarning } = await import('@ledger/web/src/field/outbox/ui/storage-warning.tsx')
  phone.storage = storage
  const html = renderToStaticMarkup(<StorageWarning />)
  expect([privateWindow, cannotKeep].filter((text) => html.includes(text))).toEqual(said)
  expect(/role="(\w+)"/.exec(html)?.[1]).toBe(role)
})

test('a phone keeps entries where it has room and takes a file, and a private window until it is closed', async () => {
  const { findEntryStorage } = await import('@ledger/web/src/field/outbox/model/storage-check.ts')
  const { indexedDbStore } = await import('@ledger/web/src/field/outbox/model/outbox-store.ts')
  const withRoomFor = (free: number) =>
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 10_000_000, usage: 10_000_000 - free }) } })
  withRoomFor(2_000_000)
  expect(await findEntryStorage()).toBe('lasting')
  withRoomFor(1_999_999)
  expect(await findEntryStorage()).toBe('none')
  // Some browsers do not tell how much room there is.
  vi.stubGlobal('navigator', {})
  expect(await findEntryStorage()).toBe('lasting')
  phone.isPrivate = true
  expect(await findEntryStorage()).toBe('until closed')
  const refused = vi.spyOn(indexedDbStore, 'update').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'))
  expect(await findEntryStorage()).toBe('none')
  refused.mockRestore()
})
