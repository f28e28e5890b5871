import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { bookOnOtherDay } from '@ledger/web/src/field/outbox/model/book-on-other-day.ts'
import { requestForEntry } from '@ledger/web/src/field/outbox/model/entry-request.ts'
import type { BookedAnswer, EntryRefusal, OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import {
  beginNextEntry,
  discardEntry,
  type EntryInput,
  enqueueEntry,
  forceRetry,
  type OutboxChanges,
  retryRefused,
  settleBill,
  settleBooked,
  settleRefused,
  undoTry,
  withNewOwner,
} from '@ledger/web/src/field/outbox/model/outbox-transitions.ts'
import { balanceWithPending, pendingEntries } from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomSeed } from '../../../environment/random-seed.ts'

const OWNER = 'site_9000000001'
const NONE: ReadonlySet<string> = new Set()

const fieldsOf = (amount: string, recipient = 'Tea Stall') => ({
  amount,
  recipient,
  purpose: 'Tea',
  paymentMode: 'cash' as const,
  narration: 'For the crew',
  reference: '',
  date: '2026-11-20',
})

const REFUSED: EntryRefusal = {
  status: 400,
  code: 'invalid_request',
  title: 'Error',
  message: 'No',
  issues: [],
  reference: '',
}

function rowFrom(id: string, amount: string, revision: number, recipient = 'Tea Stall'): Transaction {
  const { paymentMode, purpose, narration } = fieldsOf(amount)
  return {
    ...{
      id,
      type: 'debit',
      amount,
      date: '2026-11-20T06:30:00.000Z',
      recordedAt: '2026-11-20T06:30:00.000Z',
      recipient,
    },
    ...{
      purpose,
      paymentMode,
      narration,
      reference: null,
      userId: OWNER,
      isTransfer: false,
      transferFrom: null,
      transferTo: null,
    },
    ...{ revision, recordedBy: { id: OWNER, name: 'Rajesh', role: 'site_incharge' }, voucher: null, bills: [] },
    acknowledgedAt: null,
    ...{ siteId: null, siteName: null },
  }
}

const BALANCE = { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' }

/** The entries of one phone, changed by the results of the functions. */
class Phone {
  entries: OutboxEntry[] = []
  #keys = 0

  apply<C extends OutboxChanges>(changes: C): C {
    const gone = new Set([...changes.remove, ...changes.put.map(({ id }) => id)])
    this.entries = [...this.entries.filter(({ id }) => !gone.has(id)), ...changes.put]
    return changes
  }
  newKey() {
    this.#keys += 1
    return `key ${this.#keys}`
  }
  enter(given: EntryInput) {
    const stamp = { key: this.newKey(), owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z' }
    return this.apply(enqueueEntry(this.entries, given, stamp))
  }
  begin = () => this.apply(beginNextEntry(this.entries, NONE)).entry
  get kinds() {
    return this.entries.toSorted((a, b) => a.order - b.order).map(({ what }) => what.kind)
  }
}

const expense = (amount: string): EntryInput => ({ kind: 'expense', fields: fieldsOf(amount) })
const shown = (phone: Phone) => {
  const [first] = pendingEntries(phone.entries)
  if (first === undefined) throw new Error('Nothing waits')
  return first
}
const edit = (phone: Phone, amount: string): EntryInput => ({
  kind: 'edit',
  fields: fieldsOf(amount),
  seen: shown(phone).row,
})
const deletion = (phone: Phone): EntryInput => ({ kind: 'deletion', seen: shown(phone).row })

describe('an expense that waits', () => {
  it('is one entry, however often its form is sent under one key', () => {
    const phone = new Phone()
    const stamp = { key: 'the key of the form', owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z' }
    phone.apply(enqueueEntry(phone.entries, expense('40'), stamp))
    phone.begin()
    expect(phone.apply(enqueueEntry(phone.entries, expense('40'), stamp)).id).toBe(stamp.key)
    expect(phone.kinds).toEqual(['expense'])
  })

  it('was never sent: an edit replaces what was entered, under the same key; a deletion leaves nothing', () => {
    const phone = new Phone()
    phone.enter(expense('40'))
    phone.enter(edit(phone, '41'))
    expect(phone.entries).toMatchObject([
      { key: 'key 1', tries: 0, what: { kind: 'expense', fields: { amount: '41' } } },
    ])
    expect(phone.enter(deletion(phone))).toMatchObject({ id: undefined })
    expect(phone.entries).toEqual([])
  })

  it('was sent without an answer: edit and deletion wait behind it, and are about the row that it became', () => {
    const phone = new Phone()
    const { id = '' } = phone.enter(expense('40'))
    phone.begin()
    phone.enter(edit(phone, '41'))
    phone.enter(edit(phone, '42'))
    expect(phone.kinds).toEqual(['expense', 'edit'])
    expect(shown(phone)).toMatchObject({ row: { id, amount: '42.00' }, kind: 'expense', isOpen: false })
    expect(phone.begin()?.id).toBe(id)
    phone.apply(settleBooked(phone.entries, id, { ...rowFrom('row 1', '40.00', 1), balance: BALANCE }))
    expect(phone.entries).toMatchObject([
      { what: { kind: 'edit', of: { row: 'row 1', revision: 1 }, fields: { amount: '42' } }, tries: 0 },
    ])

    const other = new Phone()
    other.enter(expense('40'))
    other.begin()
    other.enter(edit(other, '41'))
    other.enter(deletion(other))
    expect(other.kinds).toEqual(['expense', 'deletion'])
    expect(shown(other)).toMatchObject({ kind: 'deletion', isOpen: false })
  })

  it('is refused: what was entered after it takes its place under its own key, and a deletion takes it away', () => {
    const phone = new Phone()
    const { id = '' } = phone.enter(expense('13'))
    phone.begin()
    phone.enter(edit(phone, '41'))
    phone.apply(settleRefused(phone.entries, id, REFUSED))
    expect(phone.entries).toMatchObject([
      { key: 'key 2', tries: 0, what: { kind: 'expense', fields: { amount: '41' } } },
    ])

    const other = new Phone()
    const { id: first = '' } = other.enter(expense('13'))
    other.begin()
    other.enter(deletion(other))
    other.apply(settleRefused(other.entries, first, REFUSED))
    expect(other.entries).toEqual([])
  })

  it('is refused alone: it stays with the sentence, is not sent again, and is mended under another key', () => {
    const phone = new Phone()
    const { id = '' } = phone.enter(expense('13'))
    phone.begin()
    phone.apply(settleRefused(phone.entries, id, REFUSED))
    expect(phone.begin()).toBeUndefined()
    expect(shown(phone)).toMatchObject({ refused: REFUSED, isOpen: true })
    expect(phone.enter(edit(phone, '14'))).toMatchObject({ id, isOwn: false })
    expect(phone.entries).toMatchObject([{ id, key: 'key 2', tries: 0, what: { fields: { amount: '14' } } }])
    expect(phone.entries[0]?.refused).toBeUndefined()
  })
})

describe('a bill that is not accepted', () => {
  const unread: EntryRefusal = { ...REFUSED, code: 'bill_unreadable' }
  const withBills = (amount: string, ...files: string[]): EntryInput => ({
    kind: 'expense',
    fields: fieldsOf(amount),
    bills: files.map((file) => ({ file })),
  })
  const booked = (amount: string, revision: number): BookedAnswer => ({
    ...rowFrom('row 1', amount, revision),
    balance: BALANCE,
  })
  function sentWithBadBill(): { phone: Phone; id: string } {
    const phone = new Phone()
    const { id = '' } = phone.enter(withBills('40', 'good', 'bad'))
    phone.begin()
    phone.apply(settleBill(phone.entries, id, { file: 'good', id: 'bill 1' }))
    phone.apply(settleBill(phone.entries, id, { file: 'bad', refused: unread }))
    return { phone, id }
  }

  it('waits as a change of the booked row with all its bills, changes no balance, and is mended under another key', () => {
    const { phone, id } = sentWithBadBill()
    phone.apply(settleBooked(phone.entries, id, booked('40.00', 1)))
    expect(phone.begin()).toBeUndefined()
    expect(shown(phone)).toMatchObject({ kind: 'edit', refused: unread, isOpen: true, row: { id: 'row 1' } })
    expect(balanceWithPending(BALANCE, phone.entries)).toBe('0.00')
    const bills = [{ id: 'bill 1' }, { file: 'another' }]
    phone.enter({ kind: 'edit', fields: fieldsOf('40'), seen: shown(phone).row, bills })
    expect(phone.begin()).toMatchObject({
      key: 'key 2',
      bills,
      what: { kind: 'edit', of: { row: 'row 1', revision: 1 }, fields: { amount: '40' } },
    })
  })

  it('can be thrown away, and the entry stays in the ledger', () => {
    const { phone, id } = sentWithBadBill()
    phone.apply(settleBooked(phone.entries, id, booked('40.00', 1)))
    phone.apply(discardEntry(phone.entries, id))
    expect(phone.entries).toEqual([])
  })

  it('goes with the edit that waited behind it, and away where that names other bills or deletes the entry', () => {
    const { phone, id } = sentWithBadBill()
    phone.enter(edit(phone, '41'))
    phone.apply(settleBooked(phone.entries, id, booked('40.00', 1)))
    const behind = phone.begin()
    expect(behind).toMatchObject({
      what: { kind: 'edit' },
      bills: [{ id: 'bill 1' }, { file: 'bad', refused: unread }],
    })
    phone.apply(settleBooked(phone.entries, behind?.id ?? '', booked('41.00', 2)))
    expect(phone.entries).toMatchObject([{ refused: unread, what: { kind: 'edit', of: { revision: 2 } } }])

    const other = sentWithBadBill()
    other.phone.enter({ ...edit(other.phone, '41'), bills: [{ file: 'another' }] })
    other.phone.apply(settleBooked(other.phone.entries, other.id, booked('40.00', 1)))
    expect(other.phone.entries).toMatchObject([{ bills: [{ file: 'another' }] }])
    expect(other.phone.entries[0]?.refused).toBeUndefined()

    const third = sentWithBadBill()
    third.phone.enter(deletion(third.phone))
    third.phone.apply(settleBooked(third.phone.entries, third.id, booked('40.00', 1)))
    expect(third.phone.kinds).toEqual(['deletion'])
  })
})

describe('a row of the ledger', () => {
  const row = rowFrom('row 1', '100.00', 3)

  it('has one change that waits: another edit replaces it, a deletion takes its place, and can be taken back', () => {
    const phone = new Phone()
    phone.enter({ kind: 'edit', fields: fieldsOf('120'), seen: row })
    phone.enter({ kind: 'edit', fields: fieldsOf('130'), seen: row })
    expect(phone.entries).toMatchObject([{ what: { of: { row: 'row 1', revision: 3 }, fields: { amount: '130' } } }])
    phone.enter({ kind: 'deletion', seen: shown(phone).row })
    expect(phone.entries).toMatchObject([{ what: { kind: 'deletion', of: { row: 'row 1', revision: 3 }, seen: row } }])
    phone.apply(discardEntry(phone.entries, phone.entries[0]?.id ?? ''))
    expect(phone.entries).toEqual([])
  })

  it('a second edit after one without an answer is about the revision that the first one made', () => {
    const phone = new Phone()
    const { id = '' } = phone.enter({ kind: 'edit', fields: fieldsOf('120'), seen: row })
    phone.begin()
    phone.enter({ kind: 'edit', fields: fieldsOf('130'), seen: shown(phone).row })
    expect(discardEntry(phone.entries, id)).toEqual({ put: [], remove: [] })
    phone.apply(settleBooked(phone.entries, id, { ...rowFrom('row 1', '120.00', 4), balance: BALANCE }))
    expect(phone.entries).toMatchObject([{ what: { of: { row: 'row 1', revision: 4 }, fields: { amount: '130' } } }])
  })

  it('changed meanwhile (412): what the person insists on is about the revision that was shown beside it', () => {
    const phone = new Phone()
    const { id = '' } = phone.enter({ kind: 'edit', fields: fieldsOf('120'), seen: row })
    phone.begin()
    phone.apply(settleRefused(phone.entries, id, { ...REFUSED, status: 412, code: 'revision_changed' }))
    const now = rowFrom('row 1', '333.00', 7)
    phone.apply(forceRetry(phone.entries, id, now, 'another key'))
    expect(phone.begin()).toMatchObject({
      id,
      key: 'another key',
      what: { of: { revision: 7 }, fields: { amount: '120' } },
    })
  })

  it('keeps the hour of its day where the day was not touched', () => {
    const phone = new Phone()
    phone.enter({ kind: 'edit', fields: fieldsOf('120'), seen: row })
    phone.enter({ kind: 'edit', fields: { ...fieldsOf('120'), date: '2026-11-19' }, seen: rowFrom('row 2', '9.00', 1) })
    const [same, moved] = phone.entries.map((entry) => requestForEntry(entry))
    expect(same).toMatchObject({ method: 'PUT', path: '/api/site/transactions/row%201', ifRevision: 3 })
    expect(same?.body).not.toHaveProperty('date')
    expect(moved?.body).toMatchObject({ date: '2026-11-19', enteredAt: '2026-11-20T10:03:00.000Z' })
  })
})

describe('an expense whose books were closed before it arrived', () => {
  const CLOSED: EntryRefusal = { ...REFUSED, status: 422, code: 'books_closed', closedUpTo: '2026-11-20' }
  function refusedPhone(narration = 'For the crew'): Phone {
    const phone = new Phone()
    phone.enter({ kind: 'expense', fields: { ...fieldsOf('120'), narration } })
    phone.apply(settleRefused(phone.entries, phone.entries[0]?.id ?? '', CLOSED))
    return phone
  }
  const id = (phone: Phone) => phone.entries[0]?.id ?? ''

  it('is booked under another day, with its true day before the narration', () => {
    const phone = refusedPhone()
    const changed = { day: '2026-11-26', paidOn: 'Paid on 20 Nov 2026.', key: 'another key' }
    phone.apply(bookOnOtherDay(phone.entries, id(phone), changed))
    expect(phone.begin()).toMatchObject({
      key: 'another key',
      what: { fields: { date: '2026-11-26', narration: 'Paid on 20 Nov 2026. For the crew', amount: '120' } },
    })
    const silent = refusedPhone('')
    silent.apply(bookOnOtherDay(silent.entries, id(silent), changed))
    expect(silent.begin()).toMatchObject({ what: { fields: { narration: 'Paid on 20 Nov 2026.' } } })
  })

  it('keeps its true day once where the other day is closed as well, and loses the end of a text that is too long', () => {
    // The last letter that has room is two code units, and is cut as a whole.
    const phone = refusedPhone(`${'x'.repeat(978)}कि${'x'.repeat(20)}`)
    for (const [day, paidOn] of [
      ['2026-10-26', 'Paid on 20 Nov 2026.'],
      ['2026-11-26', '26 अक्टूबर 2026 को दिया।'],
    ] as const) {
      phone.apply(bookOnOtherDay(phone.entries, id(phone), { day, paidOn, key: `key of ${day}` }))
      const sent = phone.begin()
      const narration = `Paid on 20 Nov 2026. ${'x'.repeat(978)}`
      expect(sent).toMatchObject({ key: `key of ${day}`, what: { fields: { date: day, narration } } })
      phone.apply(settleRefused(phone.entries, id(phone), CLOSED))
    }
  })

  it('is sent again as it is, where the books were opened', () => {
    const phone = refusedPhone()
    expect(phone.begin()).toBeUndefined()
    phone.apply(retryRefused(phone.entries, id(phone), 'another key'))
    expect(phone.begin()).toMatchObject({ key: 'another key', what: { fields: { date: '2026-11-20' } } })
  })

  it('stays as it is where it was not refused', () => {
    const phone = new Phone()
    phone.enter({ kind: 'expense', fields: fieldsOf('120') })
    const changed = { day: '2026-11-26', paidOn: '', key: 'another key' }
    expect(bookOnOtherDay(phone.entries, id(phone), changed)).toEqual({ put: [], remove: [] })
    expect(retryRefused(phone.entries, id(phone), 'another key')).toEqual({ put: [], remove: [] })
  })
})

describe('an edit and a deletion of a row whose books were closed before they arrived', () => {
  const CLOSED: EntryRefusal = { ...REFUSED, status: 422, code: 'books_closed', closedUpTo: '2026-11-20' }
  const row = rowFrom('row 1', '100.00', 3)
  const edit: EntryInput = { kind: 'edit', fields: { ...fieldsOf('120'), date: '2026-11-21' }, seen: row }
  const cases = [
    ['edit', edit, { method: 'PUT', ifRevision: 3, body: { amount: '120', date: '2026-11-21' } }],
    ['deletion', { kind: 'deletion', seen: row } as const, { method: 'DELETE', ifRevision: 3 }],
  ] as const
  function refusedPhone(input: EntryInput) {
    const phone = new Phone()
    const { id = '' } = phone.enter(input)
    phone.begin()
    phone.apply(settleRefused(phone.entries, id, CLOSED))
    return { phone, id }
  }

  it.each(cases)('leaves the row as it is, and no other day is offered: %s', (_, input) => {
    const { phone, id } = refusedPhone(input)
    expect(phone.begin()).toBeUndefined()
    expect(pendingEntries(phone.entries)).toMatchObject([{ refused: { code: 'books_closed' } }])
    const balance = { ...BALANCE, currentBalance: '1000.00' }
    expect(balanceWithPending(balance, phone.entries)).toBe('1000.00')
    const changed = { day: '2026-11-26', paidOn: 'Paid on 20 Nov 2026.', key: 'another key' }
    expect(bookOnOtherDay(phone.entries, id, changed)).toEqual({ put: [], remove: [] })
  })

  it.each(cases)('is sent again as it is, where the books were opened: %s', (_, input, request) => {
    const { phone, id } = refusedPhone(input)
    phone.apply(retryRefused(phone.entries, id, 'another key'))
    const sent = phone.begin()
    expect(sent).toMatchObject({ key: 'another key' })
    expect(sent && requestForEntry(sent)).toMatchObject({ ...request, path: '/api/site/transactions/row%201' })
  })

  it.each(cases)('is thrown away by its user: %s', (_, input) => {
    const { phone, id } = refusedPhone(input)
    phone.apply(discardEntry(phone.entries, id))
    expect(phone.entries).toEqual([])
  })

  it('takes the place of a refused edit where the row is deleted after it, and is sent once the books are open', () => {
    const { phone } = refusedPhone(edit)
    phone.enter({ kind: 'deletion', seen: row })
    expect(phone.entries).toHaveLength(1)
    const sent = phone.begin()
    expect(sent && requestForEntry(sent)).toMatchObject({ method: 'DELETE', ifRevision: 3 })
  })
})

it('what nobody looked at does not count as sent', () => {
  const phone = new Phone()
  const { id = '' } = phone.enter(expense('40'))
  phone.begin()
  phone.apply(undoTry(phone.entries, id))
  phone.enter(deletion(phone))
  expect(phone.entries).toEqual([])
})

it('an edit of what was sent meanwhile says so, and one form sent twice is one entry', () => {
  const phone = new Phone()
  const stamp = { key: 'same', owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z' }
  for (let n = 0; n < 2; n++) phone.apply(enqueueEntry(phone.entries, expense('40'), stamp))
  expect(phone.entries).toHaveLength(1)
  const { row } = shown(phone)
  phone.entries = []
  expect(phone.enter({ kind: 'edit', fields: fieldsOf('41'), seen: row })).toMatchObject({ isGone: true, put: [] })
})

it('entries of the id of before come after those of the account, in their order; the newest is listed first', () => {
  const [before, now] = [new Phone(), new Phone()]
  for (const amount of ['1', '2']) before.enter(expense(amount))
  for (const amount of ['3', '4']) now.enter(expense(amount))
  const moved = withNewOwner(now.entries, before.entries, 'account 1')
  expect(moved.map(({ owner }) => owner)).toEqual(['account 1', 'account 1'])
  const all = [...now.entries, ...moved.map((entry) => ({ ...entry, id: `${entry.id} of before` }))]
  expect(pendingEntries(all).map(({ row }) => row.amount)).toEqual(['2.00', '1.00', '4.00', '3.00'])
})

it('counts what waits into the balance, and what was refused not', () => {
  const phone = new Phone()
  phone.enter(expense('40.5'))
  phone.enter({ kind: 'edit', fields: fieldsOf('120'), seen: rowFrom('row 1', '100.00', 1) })
  phone.enter({ kind: 'deletion', seen: rowFrom('row 2', '7.25', 1) })
  const balance = { ...BALANCE, currentBalance: '1000.00' }
  expect(balanceWithPending(balance, phone.entries)).toBe('946.75')
  const [first] = phone.entries
  phone.apply(settleRefused(phone.entries, first?.id ?? '', REFUSED))
  expect(balanceWithPending(balance, phone.entries)).toBe('987.25')
})

/**
 * The part of the ledger that a phone uses: a key has one answer, a revision must be the current one, 13 is refused.
 */
class Ledger {
  rows = new Map<string, Transaction>()
  #answers = new Map<string, BookedAnswer | EntryRefusal>()

  ask(entry: OutboxEntry): BookedAnswer | EntryRefusal {
    const known = this.#answers.get(entry.key) ?? this.#decide(entry)
    this.#answers.set(entry.key, known)
    return known
  }
  #decide(entry: OutboxEntry): BookedAnswer | EntryRefusal {
    const { method, path, body, ifRevision } = requestForEntry(entry)
    const { amount, recipient } = body as { amount: string; recipient: string }
    if (amount === '13') return REFUSED
    const id = method === 'POST' ? `row ${this.rows.size + 1000}` : decodeURIComponent(path.split('/').at(-1) ?? '')
    const before = this.rows.get(id)
    if (method !== 'POST' && before?.revision !== ifRevision)
      return { ...REFUSED, status: 412, code: 'revision_changed' }
    if (method === 'DELETE') {
      this.rows.set(id, { ...rowFrom(id, '0.00', -1, before?.recipient) })
      return { balance: BALANCE, gone: id }
    }
    const row = rowFrom(id, `${amount}.00`, (before?.revision ?? 0) + 1, recipient)
    this.rows.set(id, row)
    return { ...row, balance: BALANCE }
  }
  /** By name; without deleted ones. */
  get amounts() {
    return [...this.rows.values()].flatMap(({ recipient, amount, revision }) =>
      revision < 0 ? [] : [[recipient, amount] as const],
    )
  }
}

type Step =
  | { do: 'expense'; amount: string }
  | { do: 'edit' | 'delete'; which: number; amount: string }
  | { do: 'send'; fate: 'answered' | 'answer lost' | 'never arrives' | 'too fast' }

const amount = fc.constantFrom('13', '20', '21', '22')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('expense' as const), amount }),
  fc.record({ do: fc.constantFrom('edit' as const, 'delete' as const), which: fc.nat(9), amount }),
  fc.record({
    do: fc.constant('send' as const),
    fate: fc.constantFrom('answered' as const, 'answer lost' as const, 'never arrives' as const, 'too fast' as const),
  }),
)

function send(phone: Phone, ledger: Ledger, fate: Extract<Step, { do: 'send' }>['fate']): boolean {
  const entry = phone.begin()
  if (entry === undefined) return false
  if (fate === 'too fast') phone.apply(undoTry(phone.entries, entry.id))
  if (fate === 'answer lost') ledger.ask(entry)
  if (fate !== 'answered') return true
  const answer = ledger.ask(entry)
  const isRefused = 'code' in answer
  phone.apply(
    isRefused ? settleRefused(phone.entries, entry.id, answer) : settleBooked(phone.entries, entry.id, answer),
  )
  return true
}

it('whatever is entered, lost and refused in any order: each expense is in the ledger once, as it was last entered', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const phone = new Phone()
      const ledger = new Ledger()
      const wished = new Map<string, string>()
      let names = 0
      for (const each of steps) {
        if (each.do === 'send') send(phone, ledger, each.fate)
        else if (each.do === 'expense') {
          names += 1
          const name = `name ${names}`
          phone.enter({ kind: 'expense', fields: fieldsOf(each.amount, name) })
          wished.set(name, each.amount)
        } else {
          // The rows of the lists: the ledger's rows, with waiting ones in their place, and above them the new ones.
          const waiting = pendingEntries(phone.entries)
          const changed = new Map(waiting.map((one) => [one.row.id, one]))
          const rows = [...waiting.map(({ row }) => row), ...ledger.rows.values()].filter(
            ({ id, recipient, revision }, place, all) =>
              revision >= 0 &&
              changed.get(id)?.kind !== 'deletion' &&
              // An expense whose answer is lost is shown twice until it is settled; a person who sees that waits.
              all.findIndex((one) => one.recipient === recipient) === place,
          )
          const seen = rows[each.which % Math.max(1, rows.length)]
          if (seen === undefined) continue
          if (each.do === 'edit') {
            phone.enter({ kind: 'edit', fields: fieldsOf(each.amount, seen.recipient), seen })
            wished.set(seen.recipient, each.amount)
          } else {
            phone.enter({ kind: 'deletion', seen })
            wished.delete(seen.recipient)
          }
        }
        const subjects = pendingEntries(phone.entries)
        expect(subjects.every(({ entries }) => entries.length <= 2)).toBe(true)
        expect(subjects.flatMap(({ entries }) => entries)).toHaveLength(phone.entries.length)
      }
      while (send(phone, ledger, 'answered')) {
        // Sends until no entry is left that may be sent.
      }
      const refused = pendingEntries(phone.entries)
      expect(refused.every((one) => one.refused !== undefined)).toBe(true)
      const booked = new Map(ledger.amounts)
      expect(booked.size, 'nothing twice').toBe(ledger.amounts.length)
      for (const [name, last] of wished) {
        const kept = refused.find(({ row }) => row.recipient === name)
        expect(kept?.row.amount ?? booked.get(name), name).toBe(`${last}.00`)
        if (kept === undefined) expect(last).not.toBe('13')
      }
      for (const name of booked.keys()) expect(wished.has(name), `${name} was deleted`).toBe(true)
    }),
    { seed: randomSeed, numRuns: 2000 },
  )
})
