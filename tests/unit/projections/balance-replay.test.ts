import { HEAD_OFFICE_ACCOUNT, type NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import {
  encodeBigintArray,
  encodeByteaArray,
  encodeSmallintArray,
  encodeTextArray,
  encodeTimestamptzArray,
  encodeUuidArray,
} from '@ledger/database/binary/binary-arrays.ts'
import { type ChainedEvent, StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { chainEvent, GENESIS_HASH, type LogHead } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { BalanceReplay } from '@ledger/ledger-service/proof/point-in-time/balance-replay.ts'
import { describe, expect, test, vi } from 'vitest'
import {
  ASHA,
  accountOpened,
  BALA,
  MEERA,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
  SAMPLE_TIME,
  sampleActor,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import { eventPage, transactionDeleted, transactionEdited } from './sample-event-page.ts'

const ID = sampleUuid(100)
const COMPANY = sampleUuid(900)
const ARRAY_HEADER_BYTES = 20

/** Returns events as PostgreSQL sends the rows of a log. */
function storedEvents(events: NewEvent[]): StoredEvent[] {
  let head: Omit<LogHead, 'totalPaise'> = { position: 0, hash: GENESIS_HASH, recordedAt: SAMPLE_TIME }
  return events.map((event, at) => {
    const by = { actor: sampleActor(ASHA), meta: {}, eventId: sampleUuid(1000 + at) }
    const chained = chainEvent(COMPANY, head, event, by)
    head = chained
    return new StoredEvent(COMPANY, rowBytes(chained))
  })
}

/** A field of a row has the bytes of the only element of an array. */
function rowBytes(event: ChainedEvent): Buffer {
  const fields = [
    encodeBigintArray([event.position]),
    encodeSmallintArray([event.schemaVersion]),
    ...[event.recordedAt, event.date].map((instant) => encodeTimestamptzArray([instant])),
    encodeUuidArray([event.eventId]),
    ...[event.prevHash, event.hash].map((hash) => encodeByteaArray([hash])),
    ...[event.type, event.actor, event.meta, event.data].map((text) => encodeTextArray([text])),
  ]
  return Buffer.concat([Buffer.from([0, fields.length]), ...fields.map((field) => field.subarray(ARRAY_HEADER_BYTES))])
}

describe('balances as they were', () => {
  const history: NewEvent[] = [
    accountOpened(MEERA),
    accountOpened(ASHA),
    accountOpened(RAVI),
    accountOpened(BALA),
    transactionRecorded(ID, sampleCredit(ASHA, 100_000)),
    transactionRecorded(sampleUuid(101), sampleDebit(ASHA, 30_000)),
    transactionRecorded(sampleUuid(102), sampleTransfer(ASHA, RAVI, 20_000)),
    transactionEdited(sampleUuid(101), sampleDebit(ASHA, 30_000), sampleDebit(ASHA, 30_000, OTHER_SAMPLE_BENEFICIARY)),
    transactionRecorded(sampleUuid(103), sampleDebit(RAVI, 50, { id: 'b:a', name: 'Anand Tea' })),
    transactionRecorded(sampleUuid(104), sampleDebit(RAVI, 70)),
    transactionDeleted(sampleUuid(104), sampleDebit(RAVI, 70)),
  ]
  const profile = { firstName: 'Ravi', lastName: '', site: null, mobile: null }
  const withNewNames: NewEvent[] = [
    ...history,
    { type: 'AccountEdited', data: { account: RAVI.id, before: profile, after: { ...profile, lastName: 'Das' } } },
    { type: 'AccountEdited', data: { account: MEERA.id, before: profile, after: profile } },
  ]
  const fold = (events: NewEvent[], text?: string) => {
    const folded = new BalanceReplay(text)
    for (const event of eventPage(...events)) folded.apply(event)
    return folded
  }
  const account = (id: string, name: string, kind: string, received: string, spent: string, balance: string) => ({
    account: id,
    name,
    kind,
    received,
    spent,
    balance,
  })

  test('are in the order in which people read them, with names and the trial balance', () => {
    expect(fold(history).balances()).toEqual({
      accounts: [
        account(HEAD_OFFICE_ACCOUNT, 'Head Office', 'head_office', '0.00', '1000.00', '-1000.00'),
        account(ASHA.id, 'Asha Rao', 'site_incharge', '1000.00', '500.00', '500.00'),
        account(BALA.id, 'Bala Iyer', 'site_incharge', '0.00', '0.00', '0.00'),
        account(RAVI.id, 'Ravi Kumar', 'supervisor', '200.00', '0.50', '199.50'),
        account('b:a', 'Anand Tea', 'beneficiary', '0.50', '0.00', '0.50'),
        account(OTHER_SAMPLE_BENEFICIARY.id, 'Gupta Steel', 'beneficiary', '300.00', '0.00', '300.00'),
        account(SAMPLE_BENEFICIARY.id, 'Sharma Traders', 'beneficiary', '0.00', '0.00', '0.00'),
      ],
      trialBalance: { received: '1500.50', spent: '1500.50', difference: '0.00' },
    })
    expect(fold(history).total()).toBe(150_050n)
    expect(new BalanceReplay().balances()).toEqual({
      accounts: [],
      trialBalance: { received: '0.00', spent: '0.00', difference: '0.00' },
    })
  })

  test('go on from what was kept, as if they had been folded in one go', () => {
    for (let at = 0; at <= history.length; at++) {
      const kept = fold(history.slice(0, at)).serialize()
      expect(fold(history.slice(at), kept).serialize()).toBe(fold(history).serialize())
    }
    expect(JSON.parse(fold(history.slice(4, 5)).serialize())).toEqual([
      [ASHA.id, '', 'beneficiary', '100000', '0'],
      [HEAD_OFFICE_ACCOUNT, 'Head Office', 'head_office', '0', '100000'],
    ])
  })

  test('join from the parts of a log that were folded each by itself, new names included', () => {
    for (let at = 0; at <= withNewNames.length; at++) {
      const joined = fold(withNewNames.slice(0, at))
      joined.merge(fold(withNewNames.slice(at)).toPartial())
      expect(joined.serialize()).toBe(fold(withNewNames).serialize())
    }
  })

  test('come from the stored events as from the decoded ones, names of beneficiaries included', () => {
    const stored = storedEvents(withNewNames)
    expect(stored.every((event) => event.hasValidHash())).toBe(true)
    const folded = new BalanceReplay()
    for (const event of stored) folded.applyStored(event)
    expect(folded.serialize()).toBe(fold(withNewNames).serialize())
  })

  test('of known accounts move without a look at the rest of a stored event', () => {
    const folded = fold(history)
    const [event = expect.fail('There is one')] = storedEvents([transactionRecorded(ID, sampleDebit(RAVI, 50))])
    const rest = vi.spyOn(event, 'data', 'get')
    folded.applyStored(event)
    expect(rest).not.toHaveBeenCalled()
    expect(folded.totalsOf(RAVI.id).spentPaise).toBe(100)
  })

  test('of one account are its two sums, and nothing where there is no such account', () => {
    expect(fold(history).totalsOf(ASHA.id)).toEqual({ receivedPaise: 100_000, spentPaise: 50_000 })
    expect(fold(history).totalsOf(SAMPLE_BENEFICIARY.id)).toEqual({ receivedPaise: 0, spentPaise: 0 })
    expect(new BalanceReplay().totalsOf(ASHA.id)).toEqual({ receivedPaise: 0, spentPaise: 0 })
  })

  test('give the same text in whatever order accounts were opened', () => {
    expect(fold([accountOpened(RAVI), accountOpened(ASHA)]).serialize()).toBe(
      fold([accountOpened(ASHA), accountOpened(RAVI)]).serialize(),
    )
  })

  test('name people as they were called then', () => {
    const named = fold(withNewNames)
    expect(named.account(RAVI.id)).toEqual({ name: 'Ravi Das', kind: 'supervisor' })
    expect(named.account(SAMPLE_BENEFICIARY.id)).toEqual({ name: SAMPLE_BENEFICIARY.name, kind: 'beneficiary' })
    // Head office's own people hold no money.
    expect(named.account(MEERA.id)).toBeUndefined()
  })

  test('an auditor and an admin are opened without an account of money', () => {
    expect(
      fold([accountOpened(MEERA), accountOpened({ ...MEERA, id: sampleUuid(9), role: 'auditor' })]).balances().accounts,
    ).toEqual([])
  })
})
