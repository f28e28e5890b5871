import type { ExpenseFields } from '@ledger/web/src/field/expense/expense-fields.ts'
import type { Outbox, OutboxListener, outboxOf as OutboxOf } from '@ledger/web/src/field/outbox/model/outbox.ts'
import type { OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import type { OutboxStore } from '@ledger/web/src/field/outbox/model/outbox-store.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

/** Node has no IndexedDB: the outbox keeps its entries in its other store, the one of a private window. */
vi.mock(import('@ledger/web/src/field/outbox/model/outbox-store.ts'), async (original) => {
  const module = await original()
  return { ...module, indexedDbStore: module.inMemoryStore() }
})

const OWNER = 'account 1'
type Reply = () => Response | Promise<Response>

let outboxOf: typeof OutboxOf
let store: OutboxStore
let sent: string[]
/** The replies to the next entries, by what was bought; an entry without one is booked. */
let replies: Record<string, Reply>
const opened: Outbox[] = []

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  ;({ outboxOf } = await import('@ledger/web/src/field/outbox/model/outbox.ts'))
  ;({ indexedDbStore: store } = await import('@ledger/web/src/field/outbox/model/outbox-store.ts'))
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', { getItem: () => 'yes' })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const name = path === '/api/site/auth' ? 'probe' : JSON.parse(String(body)).recipient
    sent.push(name)
    // A round that never ends would hold up the run.
    if (sent.length > 50) await new Promise(() => undefined)
    return replies[name]?.() ?? Response.json({ id: `row of ${name}`, balance: {} })
  })
  sent = []
  replies = {}
  await store.update(OWNER, (entries) => ({ put: [], remove: entries.map(({ id }) => id) }))
})
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const failure = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ status, code: 'a_code', title: 'Error', message: 'No', issues: [] }, { status, headers })

function fieldsTo(recipient: string): ExpenseFields {
  return {
    amount: '40',
    recipient,
    purpose: 'Tea',
    paymentMode: 'cash',
    narration: '',
    reference: '',
    date: '2026-11-20',
  }
}
const entryTo = (recipient: string, order: number, owner = OWNER): OutboxEntry => ({
  ...{ id: recipient, key: recipient, order, owner, enteredAt: '2026-11-20T10:03:00.000Z', tries: 0 },
  what: { kind: 'expense', fields: fieldsTo(recipient) },
})

/** Opens an outbox in which entries wait. @returns how each of its rounds ended */
async function outboxWith(...recipients: string[]): Promise<{ outbox: Outbox; ends: string[] }> {
  await store.update(OWNER, () => ({ put: recipients.map((name, order) => entryTo(name, order)), remove: [] }))
  const outbox = outboxOf(OWNER)
  opened.push(outbox)
  const ends: string[] = []
  outbox.listen(listening({ onFlushed: ({ is }) => void ends.push(is) }))
  return { outbox, ends }
}
const listening = (own: Partial<OutboxListener>): OutboxListener => ({
  ...{ onChanged: () => undefined, onAnswered: () => undefined, onFlushed: () => undefined },
  ...own,
})
/** Lets the time pass, and the outbox do all that it can do without a further wait. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const settle = () => pass(0)

describe('a server that fails at one entry', () => {
  test('gets it once in a round, and the next entries after it; again after a wait that grows', async () => {
    replies = { First: () => failure(500) }
    const { outbox, ends } = await outboxWith('First', 'Second', 'Third')
    outbox.flushSoon()
    await settle()
    expect([sent, ends]).toEqual([['First', 'Second', 'Third'], ['later']])
    await pass(900)
    expect(sent).toHaveLength(3)
    await pass(200)
    expect(sent.slice(3)).toEqual(['probe', 'First'])
    await pass(1800)
    expect(sent).toHaveLength(5)
    await pass(400)
    expect(sent).toHaveLength(7)
    replies = {}
    await pass(4100)
    expect([ends.at(-1), await store.entriesOf(OWNER)]).toEqual(['done', []])
    // A server that answers again is trusted again.
    sent = []
    await outbox.update(() => ({ put: [entryTo('Next', 4)], remove: [] }))
    await settle()
    expect(sent).toEqual(['Next'])
  })

  test('gets no further entry where all would fail', async () => {
    replies = { First: () => failure(503) }
    const { outbox, ends } = await outboxWith('First', 'Second')
    outbox.flushSoon()
    await settle()
    expect([sent, ends]).toEqual([['First'], ['later']])
    // The ledger may have it: only its own key can tell.
    expect(await store.entriesOf(OWNER)).toMatchObject([{ tries: 1 }, { tries: 0 }])
  })
})

describe('a server that asks for a wait', () => {
  test('gets no call before it is over, whatever the person does, and then one round', async () => {
    replies = { First: () => failure(429, { 'retry-after': '30' }) }
    const { outbox, ends } = await outboxWith('First')
    outbox.flushSoon()
    await settle()
    expect([sent, ends]).toEqual([['First'], ['later']])
    // The server has not read it, which is no try.
    expect(await store.entriesOf(OWNER)).toMatchObject([{ tries: 0 }])
    for (let seconds = 0; seconds < 29; seconds++) {
      outbox.flushSoon()
      outbox.onServerReachable()
      await outbox.update(() => ({ put: [], remove: [] }))
      await pass(1000)
    }
    expect(sent).toEqual(['First'])
    replies = {}
    await pass(1100)
    expect([sent, ends]).toEqual([
      ['First', 'probe', 'First'],
      ['later', 'done'],
    ])
  })

  test('gets none either where a round was asked for while this one was under way', async () => {
    const reply = Promise.withResolvers<Response>()
    replies = { First: () => reply.promise }
    const { outbox } = await outboxWith('First')
    outbox.flushSoon()
    await settle()
    outbox.flushSoon()
    reply.resolve(failure(429, { 'retry-after': '30' }))
    await pass(29_000)
    expect(sent).toEqual(['First'])
    replies = {}
    await pass(1100)
    expect(sent).toEqual(['First', 'probe', 'First'])
  })
})

test('what is entered while a round is under way is sent after it, at once', async () => {
  const reply = Promise.withResolvers<Response>()
  replies = { First: () => reply.promise }
  const { outbox } = await outboxWith('First')
  outbox.flushSoon()
  await settle()
  outbox.onServerReachable()
  const outcome = outbox.enqueue({ input: { kind: 'expense', fields: fieldsTo('Second') }, key: 'second' })
  await settle()
  expect(sent).toEqual(['First'])
  reply.resolve(Response.json({ id: 'row of First', balance: {} }))
  await settle()
  expect(sent).toEqual(['First', 'Second'])
  expect(await outcome).toMatchObject({ is: 'booked', booked: { id: 'row of Second' } })
})

test('a form waits for its answer, and for two rounds without one', async () => {
  replies = { Slow: () => failure(503) }
  const { outbox } = await outboxWith()
  let outcome: string | undefined
  const entering = outbox.enqueue({ input: { kind: 'expense', fields: fieldsTo('Slow') }, key: 'slow' })
  void entering.then(({ is }) => {
    outcome = is
  })
  await settle()
  expect([outcome, await outbox.pendingEntries()]).toEqual([undefined, []])
  await pass(1100)
  expect(outcome).toBe('waiting')
  expect(await outbox.pendingEntries()).toMatchObject([{ id: 'slow' }])
})

test('an entry that waits is said to wait, also where the phone cannot be read any more', async () => {
  replies = { Slow: () => new Promise<Response>(() => undefined) }
  const { outbox } = await outboxWith()
  const input = { kind: 'expense', fields: fieldsTo('Slow') } as const
  const isKept = expect(outbox.enqueue({ input, key: 'slow' })).resolves.toEqual({ is: 'waiting', isUnsent: false })
  await settle()
  expect(sent).toEqual(['Slow'])
  vi.spyOn(store, 'entriesOf').mockRejectedValue(new DOMException('The database is closing', 'InvalidStateError'))
  await pass(8000)
  await isKept
})

test('a refused entry goes back to its form, and the sentence with it', async () => {
  replies = { Bad: () => failure(400) }
  const { outbox } = await outboxWith()
  const entering = outbox.enqueue({ input: { kind: 'expense', fields: fieldsTo('Bad') }, key: 'bad' })
  await expect(entering).rejects.toMatchObject({ status: 400, message: 'No' })
  expect(await store.entriesOf(OWNER)).toEqual([])
})

test('without a session an expense waits on the phone, and a deletion is only reported', async () => {
  replies = { Later: () => failure(401), undefined: () => failure(401) }
  const { outbox } = await outboxWith()
  const expense = outbox.enqueue({ input: { kind: 'expense', fields: fieldsTo('Later') }, key: 'later' })
  await expect(expense).rejects.toMatchObject({ status: 401 })
  const deletion = outbox.enqueue({ input: { kind: 'deletion', seen: sampleTransaction('a row') }, key: 'deletion' })
  await expect(deletion).rejects.toMatchObject({ status: 401 })
  expect(await store.entriesOf(OWNER)).toMatchObject([{ id: 'later', tries: 0 }])
})

test('a browser that can store nothing tries again after a second, but not where the server asks for more', async () => {
  const { outbox } = await outboxWith()
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(store, 'update').mockRejectedValue(new DOMException('Nothing is stored here', 'InvalidStateError'))
  const enter = (name: string) => outbox.enqueue({ input: { kind: 'expense', fields: fieldsTo(name) }, key: name })
  replies = { Busy: () => failure(429, { 'retry-after': '30' }), Away: () => failure(503) }
  await expect(enter('Busy')).rejects.toMatchObject({ status: 429 })
  expect(sent).toEqual(['Busy'])
  const isAway = expect(enter('Away')).rejects.toMatchObject({ status: 503 })
  await pass(1100)
  await isAway
  expect(sent).toEqual(['Busy', 'Away', 'Away'])
})

test('another tab hears what became of the entries of its own account, and nothing of another one', async () => {
  const heard: [string, string, boolean][] = []
  const changed = vi.fn()
  const { outbox } = await outboxWith()
  outbox.listen(
    listening({ onAnswered: (id, { is }, isHere) => void heard.push([id, is, isHere]), onChanged: () => changed() }),
  )
  const tab = new BroadcastChannel('outbox')
  const booked = { is: 'booked', booked: { gone: 'a row', balance: {} } }
  tab.postMessage({ owner: 'account 2', id: 'theirs', sent: booked })
  tab.postMessage({ owner: 'account 2' })
  tab.postMessage({ owner: OWNER, id: 'own', sent: booked })
  await vi.waitFor(() => expect(heard).toEqual([['own', 'booked', false]]))
  tab.close()
  // Messages come in order, so the ones before it have come, too.
  expect(changed).toHaveBeenCalledTimes(1)
})

test('a page has one outbox: the one of the person before hears and sends nothing more', async () => {
  const { outbox, ends } = await outboxWith('First')
  opened.push(outboxOf('account 2'))
  outbox.flushSoon()
  await settle()
  expect([sent, ends]).toEqual([[], []])
  expect(outboxOf('account 2')).toBe(opened.at(-1))
})
