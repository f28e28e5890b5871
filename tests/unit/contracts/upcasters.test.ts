import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { EVENT_DATA_SCHEMAS, type EventType } from '@ledger/contracts/events/event-schemas.ts'
import {
  currentVersionOf,
  hasCurrentPostings,
  POSTINGS_UNCHANGED_SINCE,
  UPCASTERS,
  upcast,
} from '@ledger/contracts/events/upcasters.ts'
import { afterEach, describe, expect, test } from 'vitest'
import * as p from '../domain/sample-events.ts'

afterEach(() => {
  delete UPCASTERS.SignedIn
  delete POSTINGS_UNCHANGED_SINCE.SignedIn
})

test('a shape that never changed has one version', () => {
  const data = { via: 'password' }
  expect(currentVersionOf('SignedIn')).toBe(1)
  expect(upcast('SignedIn', 1, data)).toBe(data)
  expect(upcast('SignedIn', 2, data)).toBeUndefined()
})

test('an old shape is led through every one after it, and a new one left as it is', () => {
  UPCASTERS.SignedIn = [(data) => ({ ...data, two: true }), (data) => ({ ...data, three: 'two' in data })]
  expect(currentVersionOf('SignedIn')).toBe(3)
  expect(upcast('SignedIn', 1, {})).toEqual({ two: true, three: true })
  expect(upcast('SignedIn', 2, {})).toEqual({ three: false })
  expect(upcast('SignedIn', 3, {})).toEqual({})
  expect(upcast('SignedIn', 4, {})).toBeUndefined()
  expect(currentVersionOf('PasswordSet')).toBe(1)
})

test('a type that is not known has no version, not even one that every object has', () => {
  for (const type of ['Unheard', 'toString', '']) {
    expect(currentVersionOf(type)).toBeUndefined()
    expect(upcast(type, 1, {})).toBeUndefined()
  }
})

type Fields = Record<string, unknown>

const BILL: Bill = { id: 'a'.repeat(64), type: 'image/jpeg', width: 1500, height: 2000 }
const details = { reference: 'UTR 4471' }
const CREDIT: Fields = { ...p.sampleCredit(p.ASHA, 100, details), bills: [BILL] }
const DEBIT: Fields = { ...p.sampleDebit(p.ASHA, 100, p.SAMPLE_BENEFICIARY, details), bills: [BILL] }
const TRANSFER: Fields = { ...p.sampleTransfer(p.ASHA, p.RAVI, 100, details) }

const recorded = (entry: Fields) => ({ transaction: 't', entry, postings: [] })
const changed = { transaction: 't', revision: 2, postings: [], reason: 'Sent twice' }
const question = { transaction: 't', side: 'own', question: 'q' }
const reviewed = { transaction: 't', revision: 1, as: 'seen', reason: 'Seen on site' }

/** The empty value of each field that earlier versions lacked. */
const NOTHING: Fields = { bills: [], reference: null, reason: null }

/** Changes the fields of an event and of each entry in it. */
function inEveryPlace(data: Fields, change: (fields: Fields) => void): Fields {
  const copy = structuredClone(data)
  const entries = ['entry', 'before', 'after', 'about', 'reviewed'].flatMap((field) => copy[field] ?? []) as Fields[]
  for (const fields of [copy, ...entries]) change(fields)
  return copy
}

describe('read in the shape of today', () => {
  test.each<[type: EventType, version: number, lacking: string, today: Fields]>([
    ['CreditRecorded', 1, 'bills, reference', recorded(CREDIT)],
    ['CreditRecorded', 2, 'reference', recorded(CREDIT)],
    ['DebitRecorded', 1, 'bills, reference', recorded(DEBIT)],
    ['DebitRecorded', 2, 'reference', recorded(DEBIT)],
    ['TransferRecorded', 1, 'reference', recorded(TRANSFER)],
    ['TransactionEdited', 1, 'bills, reason, reference', { ...changed, before: DEBIT, after: DEBIT }],
    ['TransactionEdited', 1, 'reason, reference', { ...changed, before: TRANSFER, after: TRANSFER }],
    ['TransactionEdited', 2, 'reason, reference', { ...changed, before: CREDIT, after: CREDIT }],
    ['TransactionEdited', 3, 'reference', { ...changed, before: DEBIT, after: DEBIT }],
    ['TransactionDeleted', 1, 'bills, reason, reference', { ...changed, before: CREDIT }],
    ['TransactionDeleted', 1, 'reason, reference', { ...changed, before: TRANSFER }],
    ['TransactionDeleted', 2, 'reason, reference', { ...changed, before: DEBIT }],
    ['TransactionDeleted', 3, 'reference', { ...changed, before: DEBIT }],
    ['EntryReviewed', 1, 'reference', { ...reviewed, reviewed: DEBIT }],
    ['EntryQueried', 1, 'reference', { ...question, about: DEBIT, text: 'Which site?' }],
    ['EntryAnswered', 1, 'reference', { ...question, about: DEBIT, text: 'Salem', bills: [BILL] }],
    ['EntryQueryClosed', 1, 'reference', { ...question, about: TRANSFER }],
  ])('%s of version %i has no %s, and all else as it was written', (type, version, lacking, today) => {
    const later = lacking.split(', ')
    const written = inEveryPlace(today, (fields) => {
      for (const field of later) delete fields[field]
    })
    const read = upcast(type, version, written)
    expect(EVENT_DATA_SCHEMAS[type].parse(read)).toEqual(
      inEveryPlace(today, (fields) => {
        for (const field of later) if (field in fields) fields[field] = NOTHING[field]
      }),
    )
  })
})

test('postings are read as they were written, unless they had another shape then or the event is not known', () => {
  UPCASTERS.SignedIn = [(data) => data, (data) => data]
  expect([1, 2, 3, 4].map((version) => hasCurrentPostings('SignedIn', version))).toEqual([true, true, true, false])
  POSTINGS_UNCHANGED_SINCE.SignedIn = 2
  expect([1, 2, 3, 4].map((version) => hasCurrentPostings('SignedIn', version))).toEqual([false, true, true, false])
  expect(hasCurrentPostings('Unheard', 1)).toBe(false)
})
