import { type NewEvent, SYSTEM } from '@ledger/contracts/events.ts'
import { addedBy, differenceOf, postingsOf, reversalOf, trialBalance } from '@ledger/ledger-service/domain/postings.ts'
import { accountsOf, balanceOf, evolveAccount, evolveTransaction, nameOf } from '@ledger/ledger-service/domain/state.ts'
import { describe, expect, test } from 'vitest'
import { Books } from './books.ts'
import * as p from './people.ts'

const { ASHA, MEERA, RAVI, everybody, uuid } = p
const entries = [p.credit(ASHA, 700), p.debit(ASHA, 300), p.transfer(ASHA, RAVI, 250)]

describe('postings', () => {
  test('of every kind of entry, of its reversal and of every difference sum to zero', () => {
    for (const entry of entries) {
      expect(trialBalance(postingsOf(entry))).toBe(0)
      expect(postingsOf(entry)).toHaveLength(2)
      expect(trialBalance(reversalOf(entry))).toBe(0)
      expect(trialBalance([...postingsOf(entry), ...reversalOf(entry)])).toBe(0)
      for (const paise of [1, 299, 701]) expect(trialBalance(differenceOf(entry, { ...entry, paise }))).toBe(0)
    }
  })

  test('a trial balance sees a side that is missing', () => {
    expect(trialBalance([{ account: ASHA.id, side: 'spent', paise: 5 }])).toBe(-5)
    expect(trialBalance([{ account: ASHA.id, side: 'received', paise: 5 }])).toBe(5)
  })

  test('add to the total what is spent, and so each entry once', () => {
    expect(addedBy([{ account: ASHA.id, side: 'spent', paise: 5 }])).toBe(5)
    expect(addedBy([{ account: ASHA.id, side: 'received', paise: 5 }])).toBe(0)
    expect(entries.map((entry) => addedBy(postingsOf(entry)))).toEqual([700, 300, 250])
  })
})

describe('the fold of an account', () => {
  test('counts received and spent apart, and the balance is their difference', () => {
    const books = Books.from([...everybody, ...entries.map((entry, index) => p.recorded(uuid(200 + index), entry))])
    const [asha, ravi] = [books.account(ASHA.id), books.account(RAVI.id)]
    expect(asha).toMatchObject({ receivedPaise: 700, spentPaise: 550, status: 'active', epoch: 0 })
    expect(ravi).toMatchObject({ receivedPaise: 250, spentPaise: 0 })
    expect(asha && balanceOf(asha)).toBe(150)
  })

  test('counts what ends its sessions as epochs', () => {
    const books = Books.from(everybody)
    const epochs = [p.passwordSet, p.disabled, p.enabled, p.closed].map((event) => {
      books.record(event(RAVI), SYSTEM)
      return books.account(RAVI.id)?.epoch
    })
    expect(epochs).toEqual([1, 2, 2, 3])
  })

  test('is not touched by what is no change of it', () => {
    const calm: NewEvent[] = [
      { type: 'SignedIn', data: { account: RAVI, via: 'password' } },
      { type: 'SignInRefused', data: { account: RAVI, name: '', reason: '' } },
      { type: 'PasswordRevealed', data: { account: RAVI } },
      { type: 'ReportExported', data: { report: '', format: '', rows: 0 } },
      {
        type: 'SettingsChanged',
        data: {
          before: null,
          after: { publicOrigin: null, passwordReveal: true, signInLimit: true, openid: null, checkpointKey: null },
        },
      },
    ]
    const ravi = Books.from(everybody).account(RAVI.id)
    for (const event of calm) {
      expect(accountsOf(event)).toEqual([])
      expect(evolveAccount(ravi, RAVI.id, event)).toBe(ravi)
    }
  })

  test('is called what it is called now, with a last name or without', () => {
    const books = Books.from(everybody)
    const before = books.account(RAVI.id)?.profile ?? expect.fail('Ravi was opened')
    const after = { ...before, firstName: 'Ravindra', lastName: '' }
    books.record({ type: 'AccountEdited', data: { account: RAVI.id, before, after } }, SYSTEM)
    expect(books.account(RAVI.id)).toMatchObject({ profile: after, epoch: 0 })
    expect([nameOf(before), nameOf(after)]).toEqual(['Ravi Kumar', 'Ravindra'])
  })

  test('names people only: head office and beneficiaries have no state to decide from', () => {
    expect(accountsOf(p.recorded(uuid(1), p.credit(ASHA, 1)))).toEqual([ASHA.id])
    expect(accountsOf(p.recorded(uuid(1), p.debit(ASHA, 1)))).toEqual([ASHA.id])
    expect(accountsOf(p.recorded(uuid(1), p.transfer(ASHA, RAVI, 1)))).toEqual([ASHA.id, RAVI.id])
    const likeAnId = { id: 'b:deadbeef-steel', name: 'Deadbeef-Steel' }
    expect(accountsOf(p.recorded(uuid(1), p.debit(ASHA, 1, likeAnId)))).toEqual([ASHA.id])
  })
})

test('a transaction keeps who recorded it and when, whoever changes it later', () => {
  const books = Books.from(everybody)
  books.record(p.recorded(uuid(1), p.credit(ASHA, 5)), p.actor(MEERA))
  const edit: NewEvent = {
    type: 'TransactionEdited',
    data: { transaction: uuid(1), revision: 2, before: p.credit(ASHA, 5), after: p.credit(ASHA, 7), postings: [] },
  }
  books.record(edit, SYSTEM)
  expect(books.transaction(uuid(1))).toEqual({
    id: uuid(1),
    revision: 2,
    deleted: false,
    entry: p.credit(ASHA, 7),
    recordedAt: p.NOW,
    recordedBy: p.actor(MEERA),
  })
})

test('a log that contradicts itself is a fault, not a state', () => {
  expect(() => evolveAccount(undefined, RAVI.id, p.disabled(RAVI))).toThrow('never opened')
  const place = { position: 1, eventId: '', schemaVersion: 1, recordedAt: p.NOW, date: p.NOW, actor: SYSTEM, meta: {} }
  expect(() => evolveTransaction(undefined, uuid(1), { ...p.disabled(RAVI), ...place })).toThrow('is no event of a')
  const books = Books.from(everybody)
  const edited: NewEvent = {
    type: 'TransactionEdited',
    data: { transaction: uuid(1), revision: 2, before: p.debit(ASHA, 1), after: p.debit(ASHA, 2), postings: [] },
  }
  expect(() => books.record(edited, SYSTEM)).toThrow('never recorded')
})
