import { flushOutbox } from '@ledger/web/src/field/outbox/model/flush.ts'
import type { AttachedBill, OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import type { OutboxStore } from '@ledger/web/src/field/outbox/model/outbox-store.ts'
import type { SendResult } from '@ledger/web/src/field/outbox/model/send-entry.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const OWNER = 'account 1'
let inMemoryStore: () => OutboxStore
beforeAll(async () => {
  // IndexedDB's part of it listens to the page.
  vi.stubGlobal('addEventListener', () => undefined)
  ;({ inMemoryStore } = await import('@ledger/web/src/field/outbox/model/outbox-store.ts'))
})
const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push(path === '/api/bills' ? 'a bill' : JSON.parse(String(body)).recipient)
    return Response.json(path === '/api/bills' ? { id: 'bill 1' } : { id: 'entry 1', balance: {} })
  })
  vi.spyOn(console, 'info').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function expenseTo(recipient: string, order: number, bills: readonly AttachedBill[] = []): OutboxEntry {
  const fields = { amount: '40', recipient, purpose: 'Tea', paymentMode: 'cash' as const, narration: '' }
  return {
    ...{ id: recipient, key: recipient, order, owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z', tries: 0, bills },
    what: { kind: 'expense', fields: { ...fields, date: '2026-11-20' } },
  }
}

const photo = new Blob(['a photo'], { type: 'image/jpeg' })
const damaged = Object.assign(new Blob(['a photo'], { type: 'image/jpeg' }), {
  arrayBuffer: () => Promise.reject(new DOMException('Its bytes are gone', 'NotReadableError')),
})

test.each<[string, OutboxStore['file']]>([
  ['is gone', async () => undefined],
  ['is not given out', () => Promise.reject(new DOMException('Not this one', 'UnknownError'))],
  ['has lost its bytes', async () => damaged],
])('an entry whose file %s is kept as one that was not accepted, and what is behind it is sent', async (_, broken) => {
  const store = inMemoryStore()
  const entries = [
    expenseTo('Without', 1),
    expenseTo('Broken', 2, [{ file: 'broken' }]),
    expenseTo('Behind', 3, [{ file: 'whole' }]),
  ]
  const files = ['broken', 'whole'].map((id) => ({ id, owner: OWNER, blob: photo }))
  await store.update(OWNER, () => ({ put: entries, remove: [] }), files)
  const told: Record<string, SendResult['is']> = {}
  const end = await flushOutbox({
    store: { ...store, file: (owner, id) => (id === 'broken' ? broken(owner, id) : store.file(owner, id)) },
    owner: OWNER,
    probesFirst: false,
    onSent(id, { is }) {
      told[id] = is
    },
  })
  expect(end).toEqual({ is: 'done' })
  expect(told).toEqual({ Without: 'booked', Broken: 'refused', Behind: 'booked' })
  expect(sent).toEqual(['Without', 'a bill', 'Behind'])
  expect(await store.entriesOf(OWNER)).toMatchObject([
    { id: 'Broken', refused: { code: 'file_lost', message: expect.stringContaining('can no longer be read') } },
  ])
})
