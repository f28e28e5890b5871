import { type NewEvent, SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import {
  accountsChangedBy,
  balanceOfAccount,
  evolveAccount,
  evolveTransaction,
  fullNameOf,
} from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import {
  addedToTotal,
  correctionPostings,
  postingsOf,
  reversalOf,
  trialBalance,
} from '@ledger/ledger-service/domain/money/postings.ts'
import { describe, expect, test } from 'vitest'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const entries = [p.sampleCredit(ASHA, 700), p.sampleDebit(ASHA, 300), p.sampleTransfer(ASHA, RAVI, 250)]

describe('postings', () => {
  test('of every kind of entry, of its reversal and of every difference sum to zero', () => {
    for (const entry of entries) {
      expect(trialBalance(postingsOf(entry))).toBe(0)
      expect(postingsOf(entry)).toHaveLength(2)
      expect(trialBalance(reversalOf(entry))).toBe(0)
      expect(trialBalance([...postingsOf(entry), ...reversalOf(entry)])).toBe(0)
      for (const paise of [1, 299, 701]) expect(trialBalance(correctionPostings(entry, { ...entry, paise }))).toBe(0)
    }
  })

  test('a trial balance sees a side that is missing', () => {
    expect(trialBalance([{ account: ASHA.id, side: 'spent', paise: 5 }])).toBe(-5)
    expect(trialBalance([{ account: ASHA.id, side: 'received', paise: 5 }])).toBe(5)
  })

  test('add to the total what is spent, and so each entry once', () => {
    expect(addedToTotal([{ account: ASHA.id, side: 'spent', paise: 5 }])).toBe(5)
    expect(addedToTotal([{ account: ASHA.id, side: 'received', paise: 5 }])).toBe(0)
    expect(entries.map((entry) => addedToTotal(postingsOf(entry)))).toEqual([700, 300, 250])
  })
})

describe('the fold of an account', () => {
  test('counts received and spent apart, and the balance is their difference', () => {
    const books = ReplayedState.from([
      ...everyAccountOpened,
      ...entries.map((entry, index) => p.transactionRecorded(sampleUuid(200 + index), entry)),
    ])
    const [asha, ravi] = [books.account(ASHA.id), books.account(RAVI.id)]
    expect(asha).toMatchObject({ receivedPaise: 700, spentPaise: 550, status: 'active', epoch: 0 })
    expect(ravi).toMatchObject({ receivedPaise: 250, spentPaise: 0 })
    expect(asha && balanceOfAccount(asha)).toBe(150)
  })

  test('counts what ends its sessions as epochs', () => {
    const books = ReplayedState.from(everyAccountOpened)
    const epochs = [p.passwordSet, p.accountDisabled, p.accountEnabled, p.accountClosed].map((event) => {
      books.record(event(RAVI), SYSTEM_ACTOR)
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
    const ravi = ReplayedState.from(everyAccountOpened).account(RAVI.id)
    for (const event of calm) {
      expect(accountsChangedBy(event)).toEqual([])
      expect(evolveAccount(ravi, RAVI.id, event)).toBe(ravi)
    }
  })

  test('is called what it is called now, with a last name or without', () => {
    const books = ReplayedState.from(everyAccountOpened)
    const before = books.account(RAVI.id)?.profile ?? expect.fail('Ravi was opened')
    const after = { ...before, firstName: 'Ravindra', lastName: '' }
    books.record({ type: 'AccountEdited', data: { account: RAVI.id, before, after } }, SYSTEM_ACTOR)
    expect(books.account(RAVI.id)).toMatchObject({ profile: after, epoch: 0 })
    expect([fullNameOf(before), fullNameOf(after)]).toEqual(['Ravi Kumar', 'Ravindra'])
  })

  test('names people only: head office and beneficiaries have no state to decide from', () => {
    expect(accountsChangedBy(p.transactionRecorded(sampleUuid(1), p.sampleCredit(ASHA, 1)))).toEqual([ASHA.id])
    expect(accountsChangedBy(p.transactionRecorded(sampleUuid(1), p.sampleDebit(ASHA, 1)))).toEqual([ASHA.id])
    expect(accountsChangedBy(p.transactionRecorded(sampleUuid(1), p.sampleTransfer(ASHA, RAVI, 1)))).toEqual([
      ASHA.id,
      RAVI.id,
    ])
    const likeAnId = { id: 'b:deadbeef-steel', name: 'Deadbeef-Steel' }
    expect(accountsChangedBy(p.transactionRecorded(sampleUuid(1), p.sampleDebit(ASHA, 1, likeAnId)))).toEqual([ASHA.id])
  })
})

test('a transaction keeps who recorded it and when, whoever changes it later', () => {
  const books = ReplayedState.from(everyAccountOpened)
  books.record(p.transactionRecorded(sampleUuid(1), p.sampleCredit(ASHA, 5)), p.sampleActor(MEERA))
  const edit: NewEvent = {
    type: 'TransactionEdited',
    data: {
      transaction: sampleUuid(1),
      revision: 2,
      before: p.sampleCredit(ASHA, 5),
      after: p.sampleCredit(ASHA, 7),
      postings: [],
      reason: null,
    },
  }
  books.record(edit, SYSTEM_ACTOR)
  expect(books.transaction(sampleUuid(1))).toEqual({
    id: sampleUuid(1),
    revision: 2,
    deleted: false,
    entry: p.sampleCredit(ASHA, 7),
    recordedAt: p.SAMPLE_TIME,
    recordedBy: p.sampleActor(MEERA),
  })
})

test('a log that contradicts itself is a fault, not a state', () => {
  expect(() => evolveAccount(undefined, RAVI.id, p.accountDisabled(RAVI))).toThrow('never opened')
  const place = {
    position: 1,
    eventId: '',
    schemaVersion: 1,
    recordedAt: p.SAMPLE_TIME,
    date: p.SAMPLE_TIME,
    actor: SYSTEM_ACTOR,
    meta: {},
  }
  expect(() => evolveTransaction(undefined, sampleUuid(1), { ...p.accountDisabled(RAVI), ...place })).toThrow(
    'is no event of a',
  )
  const books = ReplayedState.from(everyAccountOpened)
  const edited: NewEvent = {
    type: 'TransactionEdited',
    data: {
      transaction: sampleUuid(1),
      revision: 2,
      before: p.sampleDebit(ASHA, 1),
      after: p.sampleDebit(ASHA, 2),
      postings: [],
      reason: null,
    },
  }
  expect(() => books.record(edited, SYSTEM_ACTOR)).toThrow('never recorded')
})
