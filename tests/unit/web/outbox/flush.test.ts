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
    if (path === '/api/bills') {
      sent.push('a bill')
      return Response.json({ id: 'bill 1' })
    }
    const { recipient, bills } = JSON.parse(String(body))
    sent.push([recipient, ...bills].join(' with '))
    return Response.json({ id: 'entry 1', revision: 1, balance: {} })
  })
  vi.spyOn(console, 'info').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function expenseTo(recipient: string, order: number, bills: readonly AttachedBill[] = []): OutboxEntry {
  const fields = { amount: '40', recipient, purpose: 'Tea', paymentMode: 'cash' as const, narration: '', reference: '' }
  return {
    ...{ id: recipient, key: recipient, order, owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z', tries: 0, bills },
    what: { kind: 'expense', fields: { ...fields, date: '2026-11-20' } },
  }
}

const photo = new Blob(['a photo'], { type: 'image/jpeg' })
const damaged = Object.assign(new Blob(['a photo'], { type: 'image/jpeg' }), {
  arrayBuffer: () => Promise.reject(new DOMException('Its bytes are gone', 'NotReadableError')),
})

/** Returns a store whose entries survive the page, and whose file `broken` is read by a function of its own. */
async function storeWith(entries: readonly OutboxEntry[], broken?: OutboxStore['file']): Promise<OutboxStore> {
  const memory = inMemoryStore()
  const files = ['broken', 'whole'].map((id) => ({ id, owner: OWNER, blob: photo }))
  await memory.update(OWNER, () => ({ put: entries, remove: [] }), files)
  const file: OutboxStore['file'] = (owner, id) =>
    id === 'broken' && broken ? broken(owner, id) : memory.file(owner, id)
  return { ...memory, isPersistent: true, file }
}

async function flush(store: OutboxStore) {
  const told: Record<string, SendResult> = {}
  const end = await flushOutbox({
    store,
    owner: OWNER,
    probesFirst: false,
    onSent(id, result) {
      told[id] = result
    },
  })
  return { end, told }
}

test.each<[string, OutboxStore['file']]>([
  ['is gone', async () => undefined],
  ['is not given out', () => Promise.reject(new DOMException('Not this one', 'UnknownError'))],
  ['has lost its bytes', async () => damaged],
])('an entry whose file %s is booked without it; the file waits as a change of the entry', async (_, broken) => {
  const store = await storeWith(
    [
      expenseTo('Without', 1),
      expenseTo('Broken', 2, [{ file: 'whole' }, { file: 'broken' }]),
      expenseTo('Behind', 3, [{ file: 'whole' }]),
    ],
    broken,
  )
  const { end, told } = await flush(store)
  expect(end).toEqual({ is: 'done' })
  const withoutBill = { code: 'file_lost', message: expect.stringContaining('can no longer be read') }
  expect(told).toMatchObject({
    Without: { is: 'booked' },
    Broken: { is: 'booked', withoutBill },
    Behind: { is: 'booked' },
  })
  expect(sent).toEqual(['Without', 'a bill', 'Broken with bill 1', 'a bill', 'Behind with bill 1'])
  expect(await store.entriesOf(OWNER)).toMatchObject([
    { id: 'Broken', refused: withoutBill, what: { kind: 'edit', of: { row: 'entry 1', revision: 1 } } },
  ])
})

const refuseBills = (status: number, json: object | undefined) => {
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answered = await answer(path, init)
    if (path !== '/api/bills') return answered
    return json ? Response.json({ status, ...json }, { status }) : new Response('<html>', { status })
  })
}
const UNREADABLE = { code: 'bill_unreadable', title: 'Error', message: 'This bill cannot be read.' }

test.each<[string, number, object | undefined]>([
  ['the ledger', 400, UNREADABLE],
  ['the ledger, for its password', 400, { ...UNREADABLE, code: 'bill_locked' }],
  ['the ledger, for its kind', 415, { ...UNREADABLE, code: 'no_bill' }],
  ['a proxy, for its size', 413, undefined],
])('a bill that is refused by %s waits alone, and is not uploaded again by itself', async (_, status, json) => {
  refuseBills(status, json)
  const store = await storeWith([expenseTo('Paid', 1, [{ file: 'whole' }]), expenseTo('Next', 2)])
  const { told } = await flush(store)
  expect(told).toMatchObject({ Paid: { is: 'booked', withoutBill: { status } }, Next: { is: 'booked' } })
  expect(sent).toEqual(['a bill', 'Paid', 'Next'])
  expect(await store.entriesOf(OWNER)).toMatchObject([{ id: 'Paid', refused: { status }, bills: [{ file: 'whole' }] }])
  expect(await store.file(OWNER, 'whole')).toBeDefined()
  await flush(store)
  expect(sent).toHaveLength(3)
})

test('every try of an entry leaves out the bill that the first one left out', async () => {
  refuseBills(400, UNREADABLE)
  const answer = globalThis.fetch
  const bodies: unknown[] = []
  let answers = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/bills') return answer(path, init)
    bodies.push(init.body)
    answers += 1
    if (answers === 1) throw new TypeError('The connection was lost')
    return answer(path, init)
  })
  const store = await storeWith([expenseTo('Paid', 1, [{ file: 'whole' }])])
  expect((await flush(store)).end.is).toBe('later')
  // A server that has learned to read the file is not asked: the ledger may have the entry already.
  vi.stubGlobal('navigator', { onLine: true })
  expect((await flush(store)).told).toMatchObject({ Paid: { is: 'booked', withoutBill: { code: 'bill_unreadable' } } })
  expect(sent.filter((one) => one === 'a bill')).toHaveLength(1)
  expect(bodies[1]).toBe(bodies[0])
})

test.each<[string, number, object, SendResult['is']]>([
  ['an account that may not', 403, { ...UNREADABLE, code: 'forbidden' }, 'refused'],
  ['a session that ended', 401, { ...UNREADABLE, code: 'unauthorized' }, 'signed_out'],
  ['too many at once', 429, { ...UNREADABLE, code: 'too_many_bills' }, 'not_taken'],
  ['a fault', 500, { ...UNREADABLE, code: 'internal' }, 'unknown'],
])(
  'an upload that failed for %s says nothing about the bill, and the entry waits for it',
  async (_, status, json, is) => {
    refuseBills(status, json)
    const store = await storeWith([expenseTo('Paid', 1, [{ file: 'whole' }])])
    expect((await flush(store)).told).toMatchObject({ Paid: { is } })
    expect(sent).toEqual(['a bill'])
    expect(await store.entriesOf(OWNER)).toMatchObject([{ id: 'Paid', what: { kind: 'expense' } }])
  },
)

test('a browser that can store nothing keeps the whole entry in its form, because the bill could not wait', async () => {
  refuseBills(400, UNREADABLE)
  const store = { ...(await storeWith([expenseTo('Paid', 1, [{ file: 'whole' }])])), isPersistent: false }
  expect((await flush(store)).told).toMatchObject({ Paid: { is: 'refused', why: { code: 'bill_unreadable' } } })
  expect(sent).toEqual(['a bill'])
})

async function flushEntries(
  entries: readonly OutboxEntry[],
  files: { id: string; owner: string }[] = [],
  probesFirst = false,
) {
  const store = inMemoryStore()
  await store.update(
    OWNER,
    () => ({ put: entries, remove: [] }),
    files.map((file) => ({ ...file, blob: photo })),
  )
  const end = await flushOutbox({ store, owner: OWNER, probesFirst, onSent: () => undefined })
  return { end, left: await store.entriesOf(OWNER) }
}

test('a bill that an earlier try has uploaded is not uploaded again, though its file is still there', async () => {
  const files = [{ id: 'whole', owner: OWNER }]
  const { left } = await flushEntries([expenseTo('Tea Stall', 1, [{ id: 'bill 7', file: 'whole' }])], files)
  expect([sent, left]).toEqual([['Tea Stall with bill 7'], []])
})

test('a file of another account is none of this one', async () => {
  const { left } = await flushEntries(
    [expenseTo('Tea Stall', 1, [{ file: 'theirs' }])],
    [{ id: 'theirs', owner: 'account 2' }],
  )
  expect([sent, left]).toMatchObject([[], [{ refused: { code: 'file_lost' } }]])
})

test.each([
  [401, 'signed_out'],
  // Head office is signed in here.
  [403, 'signed_out'],
  [500, 'later'],
  [503, 'later'],
] as const)(
  'where the session is asked for first and the answer is %i, nothing is sent, and the round ends: %s',
  async (status, is) => {
    vi.stubGlobal('fetch', async (path: string) => {
      sent.push(path)
      return Response.json({ status, code: 'a_code', title: 'Error', message: 'No', issues: [] }, { status })
    })
    const { end, left } = await flushEntries([expenseTo('Tea Stall', 1)], [], true)
    expect([sent, end.is]).toEqual([['/api/site/auth'], is])
    expect(left).toMatchObject([{ tries: 0 }])
  },
)
