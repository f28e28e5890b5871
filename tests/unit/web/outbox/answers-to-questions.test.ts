import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import { requestForEntry } from '@ledger/web/src/field/outbox/model/entry-request.ts'
import { flushOutbox } from '@ledger/web/src/field/outbox/model/flush.ts'
import type { EntryRefusal, OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import type { OutboxStore } from '@ledger/web/src/field/outbox/model/outbox-store.ts'
import {
  beginNextEntry,
  discardEntry,
  type EntryInput,
  enqueueEntry,
  type OutboxChanges,
  settleBooked,
  settleRefused,
} from '@ledger/web/src/field/outbox/model/outbox-transitions.ts'
import {
  balanceWithPending,
  countForSignIn,
  pendingAnswers,
  pendingEntries,
} from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import { afterEach, expect, test, vi } from 'vitest'

/** Answers to questions of head office wait in the outbox beside expenses, with the same promises. */

const OWNER = 'account 1'
const fields = {
  ...{ amount: '40', recipient: 'Tea Stall', purpose: 'Tea', paymentMode: 'cash' as const },
  ...{ narration: 'For the crew', reference: '', date: '2026-11-20' },
}
const expense: EntryInput = { kind: 'expense', fields }
const answer = (text: string, question = 'q 1'): EntryInput => ({
  kind: 'answer',
  question,
  asked: 'Where is the bill?',
  text,
})
const ANSWERED: Question = {
  ...{ id: 'q 1', transactionId: 't 1', state: 'answered', text: 'Where is the bill?' },
  ...{ askedAt: '2026-11-20T06:30:00.000Z', askedBy: { id: 'a', name: 'Meera', role: 'admin' }, answers: [] },
}
const CLOSED: EntryRefusal = {
  ...{ status: 409, code: 'question_closed', title: 'Error', message: 'This question was closed.' },
  ...{ issues: [], reference: '' },
}

/** Applies changes to the entries of a phone. */
function after(entries: readonly OutboxEntry[], { put, remove }: OutboxChanges): OutboxEntry[] {
  const gone = new Set([...remove, ...put.map(({ id }) => id)])
  return [...entries.filter(({ id }) => !gone.has(id)), ...put].toSorted((a, b) => a.order - b.order)
}
let keys = 0
function enter(entries: readonly OutboxEntry[], given: EntryInput): OutboxEntry[] {
  keys += 1
  const stamp = { key: `key ${keys}`, owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z' }
  return after(entries, enqueueEntry(entries, given, stamp))
}
const begin = (entries: readonly OutboxEntry[]) => {
  const begun = beginNextEntry(entries, new Set())
  return { entries: after(entries, begun), entry: begun.entry }
}
const texts = (entries: readonly OutboxEntry[]) => pendingAnswers(entries).map(({ what }) => what.text)

afterEach(() => vi.unstubAllGlobals())

test('an answer is sent in its turn, with the same request at each try, and is gone once it is booked', () => {
  const waiting = enter(enter(enter([], expense), answer('In the file')), expense)
  expect(waiting.map(({ what }) => what.kind)).toEqual(['expense', 'answer', 'expense'])
  const [first, second] = waiting
  if (!first || !second) throw new Error('Three entries wait')
  const booked = after(waiting, { put: [], remove: [first.id] })
  const { entries, entry } = begin(booked)
  expect(entry).toMatchObject({ id: second.id, tries: 1 })
  const sent = entry && requestForEntry(entry, ['bill 1'])
  expect(sent).toEqual({
    method: 'POST',
    path: '/api/site/questions/q%201/answers',
    body: { text: 'In the file', bills: ['bill 1'], enteredAt: '2026-11-20T10:03:00.000Z' },
  })
  const again = begin(entries).entry
  expect([again?.key, again && requestForEntry(again, ['bill 1'])]).toEqual([entry?.key, sent])
  expect(after(entries, settleBooked(entries, second.id, { answered: ANSWERED }))).toHaveLength(1)
})

test('a form that is sent twice under one key is one answer', () => {
  const stamp = { key: 'the key', owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z' }
  const once = after([], enqueueEntry([], answer('In the file'), stamp))
  expect(enqueueEntry(once, answer('In the file'), stamp)).toMatchObject({ put: [], remove: [], id: 'the key' })
})

test('a newer answer replaces one that the ledger certainly does not have, and follows one that it may have', () => {
  const unsent = enter([], answer('Lost'))
  expect(texts(enter(unsent, answer('Found')))).toEqual(['Found'])
  expect(texts(enter(unsent, answer('Another', 'q 2')))).toEqual(['Another', 'Lost'])
  const { entries } = begin(unsent)
  expect(texts(enter(entries, answer('Found')))).toEqual(['Found', 'Lost'])
  const refused = after(entries, settleRefused(entries, entries[0]?.id ?? '', CLOSED))
  expect(texts(enter(refused, answer('Found')))).toEqual(['Found'])
})

test('an answer to a question that was closed meanwhile stays with the sentence, until its owner throws it away', () => {
  const { entries, entry } = begin(enter(enter([], answer('In the file')), expense))
  const refused = after(entries, settleRefused(entries, entry?.id ?? '', CLOSED))
  expect(pendingAnswers(refused)).toMatchObject([{ refused: CLOSED, what: { text: 'In the file' } }])
  // It holds up nothing.
  expect(begin(refused).entry?.what.kind).toBe('expense')
  expect(pendingAnswers(after(refused, discardEntry(refused, entry?.id ?? '')))).toEqual([])
})

test('an answer is no row, changes no balance, and counts among what a sign-in sends', () => {
  const entries = enter(enter([], expense), answer('In the file'))
  expect(pendingEntries(entries)).toMatchObject([{ kind: 'expense' }])
  const balance = { currentBalance: '100.00', totalReceived: '100.00', totalSpent: '0.00' }
  expect(balanceWithPending(balance, entries)).toBe('60.00')
  expect(countForSignIn(entries)).toEqual({ count: 2, amount: undefined })
  expect(countForSignIn(enter([], answer('In the file')))).toEqual({ count: 1, amount: undefined })
})

async function storeWith(entries: readonly OutboxEntry[]): Promise<OutboxStore> {
  // IndexedDB's part of it listens to the page.
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
  const { inMemoryStore } = await import('@ledger/web/src/field/outbox/model/outbox-store.ts')
  const store = inMemoryStore()
  const photo = { id: 'photo', owner: OWNER, blob: new Blob(['a photo'], { type: 'image/jpeg' }) }
  await store.update(OWNER, () => ({ put: entries, remove: [] }), [photo])
  return { ...store, isPersistent: true }
}

test('a photo goes before its answer; where it is refused, the answer waits with it and is not sent without', async () => {
  const paths: string[] = []
  let status = 400
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    if (path !== '/api/bills') return Response.json(ANSWERED, { status: 201 })
    const json = { status, code: 'bill_unreadable', title: 'Error', message: 'This bill cannot be read.' }
    return status === 400 ? Response.json(json, { status }) : Response.json({ id: 'bill 1' }, { status })
  })
  const waiting = enter([], { ...answer('Here it is'), bills: [{ file: 'photo' }] })
  const options = { owner: OWNER, probesFirst: false, onSent: () => undefined }
  const refused = await storeWith(waiting)
  await flushOutbox({ store: refused, ...options })
  expect(paths).toEqual(['/api/bills'])
  expect(await refused.entriesOf(OWNER)).toMatchObject([{ refused: { code: 'bill_unreadable' } }])
  status = 201
  const taken = await storeWith(waiting)
  await flushOutbox({ store: taken, ...options })
  expect(paths.slice(1)).toEqual(['/api/bills', '/api/site/questions/q%201/answers'])
  expect(await taken.entriesOf(OWNER)).toEqual([])
})

test('a page of a third party in place of the answer settles nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ hello: 'sign in to the hotel' }))
  const store = await storeWith(enter([], answer('In the file')))
  const end = await flushOutbox({ store, owner: OWNER, probesFirst: false, onSent: () => undefined })
  expect(end.is).toBe('later')
  expect(await store.entriesOf(OWNER)).toMatchObject([{ tries: 1 }])
})
