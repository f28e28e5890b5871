import type { AccountProfile, Entry, EventData, NewEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import { TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage, transactionDeleted, transactionEdited } from '../projections/sample-event-page.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, RAVI, sampleUuid } = p
const [T, Q, OTHER] = [sampleUuid(101), sampleUuid(201), sampleUuid(202)]
const NOBODY = p.samplePerson(99, 'site_incharge', 'Nobody', 'Nowhere')
const EXPENSE = p.sampleDebit(ASHA, 700)

/** Returns the reason why an event cannot follow the opening of all accounts and a history; undefined where it can. */
function violation(event: NewEvent, history: NewEvent[] = [], placed: { position?: number; eventId?: string } = {}) {
  const [first] = eventPage(event)
  if (!first) throw new Error('A page of one event has one')
  const before = ReplayedState.from([...p.everyAccountOpened, ...history])
  return findRuleViolation({ ...first, position: 99, ...placed }, before)
}

const credit = (account: Party, paise: number) => p.transactionRecorded(sampleUuid(100), p.sampleCredit(account, paise))
const recorded = (entry: Entry = EXPENSE) => p.transactionRecorded(T, entry)
/** Returns an event with other data, as a file that somebody changed may hold it. */
const forged = (event: NewEvent, data: object) => ({ ...event, data: { ...event.data, ...data } }) as NewEvent

test('an event is one of those that this ledger knows, in its shape', () => {
  const unknown = { type: 'MoneyPrinted', data: {} } as unknown as NewEvent
  expect(violation(unknown)).toBe('it is no MoneyPrinted that this ledger knows')
  expect(violation(forged(recorded(), { note: 'more' }))).toBe('it is no DebitRecorded that this ledger knows')
})

describe('a name', () => {
  const TOO_LONG = 'it holds a name that is longer than any'
  const PAYS_TOO_LONG = 'it pays a name that is longer than any'
  const profile: AccountProfile = { firstName: 'A', lastName: 'B', site: 'C', mobile: null }
  const longest = (limit: number) => 'n'.repeat(4 * limit)

  test.each([
    ['firstName', TEXT_LIMITS.name],
    ['lastName', TEXT_LIMITS.name],
    ['site', TEXT_LIMITS.siteName],
  ] as const)('of a person may have four times the characters of today as %s, and no more', (field, limit) => {
    const opened = (name: string): NewEvent => ({
      type: 'AccountOpened',
      data: { account: OTHER, role: 'supervisor', profile: { ...profile, [field]: name } },
    })
    expect(violation(opened(longest(limit)))).toBeUndefined()
    expect(violation(opened(`${longest(limit)}n`))).toBe(TOO_LONG)
  })

  test('of a person is short before a change and after it; a person without a site has none', () => {
    const edited = (change: Partial<Record<'before' | 'after', AccountProfile>>): NewEvent => ({
      type: 'AccountEdited',
      data: { account: RAVI.id, before: { ...profile, site: null }, after: { ...profile, site: null }, ...change },
    })
    const tooLong = { ...profile, firstName: longest(TEXT_LIMITS.name + 1) }
    expect(violation(edited({}))).toBeUndefined()
    expect(violation(edited({ before: tooLong }))).toBe(TOO_LONG)
    expect(violation(edited({ after: tooLong }))).toBe(TOO_LONG)
  })

  test('of a beneficiary is short in each event that has it', () => {
    const paid = (name: string) => p.sampleDebit(ASHA, 700, { id: 'b:n', name })
    const long = paid(longest(TEXT_LIMITS.recipient))
    const tooLong = paid(`${longest(TEXT_LIMITS.recipient)}n`)
    expect(violation(recorded(long))).toBeUndefined()
    expect(violation(recorded(tooLong))).toBe(PAYS_TOO_LONG)
    expect(violation(transactionEdited(T, long, { ...long, paise: 1 }), [recorded(long)])).toBeUndefined()
    expect(violation(transactionEdited(T, EXPENSE, tooLong), [recorded()])).toBe(PAYS_TOO_LONG)
    expect(violation(transactionEdited(T, tooLong, EXPENSE), [recorded(tooLong)])).toBe(PAYS_TOO_LONG)
    expect(violation(transactionDeleted(T, tooLong), [recorded(tooLong)])).toBe(PAYS_TOO_LONG)
    expect(violation(reviewed(tooLong), [recorded(tooLong)])).toBe(PAYS_TOO_LONG)
    expect(violation(detailsOf(longest(TEXT_LIMITS.recipient), null))).toBeUndefined()
    expect(violation(detailsOf(`${longest(TEXT_LIMITS.recipient)}n`, null))).toBe(PAYS_TOO_LONG)
  })
})

const detailsOf = (name: string, pan: string | null): NewEvent => ({
  type: 'BeneficiaryDetailsChanged',
  data: { beneficiary: { id: 'b:n', name }, details: { pan, gstin: null, phone: null } },
})

test.each(['ABCPD1234E', 'xxABxxxxxx4E', 'ABxxxxxx4E12', 'Axxxxxx4E', 'AB4E'])('the number %s is not masked', (pan) => {
  expect(violation(detailsOf('N', 'ABxxxxxx4E'))).toBeUndefined()
  expect(violation(detailsOf('N', pan))).toBe('it holds a number that is not masked')
})

describe('money', () => {
  const NOT_ITS = 'its postings are not those of its entry'
  const OVERDRAWN = 'it transfers more than its sender has'
  const transfer = (paise: number) => p.sampleTransfer(ASHA, RAVI, paise)

  test('is recorded once, and moves as its entry says', () => {
    for (const entry of [EXPENSE, p.sampleCredit(ASHA, 5)]) {
      expect(violation(recorded(entry))).toBeUndefined()
      expect(violation(recorded(entry), [recorded(entry)])).toBe(`the entry ${T} was recorded before`)
      const more = { ...entry, paise: entry.paise + 1 }
      expect(violation(forged(recorded(entry), { entry: more }))).toBe(NOT_ITS)
    }
    const [spent] = postingsIn(recorded())
    expect(violation(forged(recorded(), { postings: [spent] }))).toBe('its postings do not sum to zero')
    expect(violation(forged(recorded(), { postings: [] }))).toBe(NOT_ITS)
  })

  test('may be written with the members of its objects in any order', () => {
    const backwards = (value: object) => Object.fromEntries(Object.entries(value).reverse())
    const entry = backwards({ ...EXPENSE, account: backwards(ASHA) })
    const postings = postingsIn(recorded()).map(backwards)
    expect(violation(forged(recorded(), { entry, postings }))).toBeUndefined()
    const edited = transactionEdited(T, EXPENSE, { ...EXPENSE, paise: 1 })
    expect(violation(forged(edited, { before: entry }), [recorded()])).toBeUndefined()
  })

  test('of a transfer is what its sender has; an expense may exceed it', () => {
    expect(violation(recorded(transfer(1000)), [credit(ASHA, 1000)])).toBeUndefined()
    expect(violation(recorded(transfer(1001)), [credit(ASHA, 1000)])).toBe(OVERDRAWN)
    expect(violation(recorded(p.sampleTransfer(NOBODY, RAVI, 1)))).toBe(OVERDRAWN)
    expect(violation(recorded(EXPENSE))).toBeUndefined()
  })

  test('of a transfer is raised by what its sender has left, and lowered or kept in a deficit', () => {
    const raised = (paise: number) => transactionEdited(T, transfer(600), transfer(paise))
    const sent = [credit(ASHA, 1000), recorded(transfer(600))]
    expect(violation(raised(1000), sent)).toBeUndefined()
    expect(violation(raised(1001), sent)).toBe(OVERDRAWN)
    const overspent = [...sent, p.transactionRecorded(OTHER, p.sampleDebit(ASHA, 5000))]
    const renamed = transactionEdited(T, transfer(600), { ...transfer(600), narration: 'Wages' })
    expect(violation(renamed, overspent)).toBeUndefined()
    expect(violation(raised(599), overspent)).toBeUndefined()
    expect(violation(raised(601), overspent)).toBe(OVERDRAWN)
  })

  test('is changed or deleted where it stands, as it stands, one revision after the other', () => {
    const more = { ...EXPENSE, paise: 900 }
    const changes = [
      (before: Entry, revision?: number) => transactionEdited(T, before, { ...more, paise: 1 }, revision),
      (before: Entry, revision?: number) => transactionDeleted(T, before, revision),
    ]
    for (const change of changes) {
      expect(violation(change(EXPENSE), [recorded()])).toBeUndefined()
      expect(violation(change(EXPENSE))).toBe(`it changes the entry ${T}, which is not there`)
      expect(violation(change(EXPENSE, 3), [recorded(), transactionDeleted(T, EXPENSE)])).toBe(
        `it changes the entry ${T}, which is not there`,
      )
      const edited = [recorded(), transactionEdited(T, EXPENSE, more)]
      expect(violation(change(more, 3), edited)).toBeUndefined()
      for (const revision of [1, 2, 4])
        expect(violation(change(more, revision), edited)).toBe(`it is revision ${revision}, after revision 2`)
      expect(violation(change(EXPENSE, 3), edited)).toBe('it changes another entry than the one that stood there')
      expect(violation(forged(change(EXPENSE), { postings: [] }), [recorded()])).toBe(NOT_ITS)
    }
  })
})

const postingsIn = (event: NewEvent) => ('postings' in event.data ? event.data.postings : [])

function reviewed(entry: Entry, revision = 1): NewEvent {
  const data = { transaction: T, revision, as: 'seen' as const, reason: null, reviewed: entry }
  return { type: 'EntryReviewed', data }
}

test('a review is of an entry that is still there', () => {
  expect(violation(reviewed(EXPENSE), [recorded()])).toBeUndefined()
  expect(violation(reviewed(EXPENSE, 2), [recorded(), transactionDeleted(T, EXPENSE)])).toBe(
    `it reviews the entry ${T}, which is not there`,
  )
})

test('an acknowledgement is of a transfer that was recorded, at its revision', () => {
  const sent = p.sampleTransfer(BALA, ASHA, 500)
  const acknowledged = (revision: number): NewEvent => ({
    type: 'TransferAcknowledged',
    data: { transaction: T, revision, about: sent },
  })
  const history = [credit(BALA, 500), recorded(sent)]
  expect(violation(acknowledged(1), history)).toBeUndefined()
  expect(violation(acknowledged(1))).toBe(`it acknowledges ${T}, which is no transfer to its actor`)
  expect(violation(acknowledged(1), [recorded()])).toBe(`it acknowledges ${T}, which is no transfer to its actor`)
  expect(violation(acknowledged(2), history)).toBe('it acknowledges another transfer than the one that stood there')
})

describe('a question', () => {
  const about = { transaction: T, side: 'own' as const, question: Q, about: EXPENSE }
  const asked = (data: Partial<EventData<'EntryQueried'>> = {}): NewEvent => ({
    type: 'EntryQueried',
    data: { ...about, text: 'Where is the bill?', ...data },
  })
  const answered: NewEvent = { type: 'EntryAnswered', data: { ...about, text: 'In the file', bills: [] } }
  const closed: NewEvent = { type: 'EntryQueryClosed', data: about }
  const NOT_THERE = `it asks about ${T}, which is not there`
  const NOT_OPEN = `it concerns the question ${Q}, which is not open`
  const asking = (event: NewEvent, history: NewEvent[], eventId = Q) => violation(event, history, { eventId })

  test('is about a side that the entry has, as the entry stood', () => {
    expect(asking(asked(), [recorded()])).toBeUndefined()
    expect(asking(asked(), [])).toBe(NOT_THERE)
    expect(asking(asked({ side: 'incoming' }), [recorded()])).toBe(NOT_THERE)
    const more = { ...EXPENSE, paise: 701 }
    for (const event of [asked(), answered, closed])
      expect(asking(event, [recorded(more)])).toBe('it asks about another entry than the one that stood there')
    expect(asking(asked(), [recorded(), transactionDeleted(T, EXPENSE)])).toBe(`it asks about ${T}, which was deleted`)
  })

  test('is asked once, under the id of its event', () => {
    const again = `the question ${Q} was asked before, or under another id`
    expect(asking(asked(), [recorded()], OTHER)).toBe(again)
    expect(asking(asked(), [recorded(), asked()])).toBe(again)
    expect(asking(asked({ question: OTHER }), [recorded(), asked()], OTHER)).toBeUndefined()
  })

  test('is answered and closed while it is open, also after the entry was deleted', () => {
    for (const event of [answered, closed]) {
      expect(asking(event, [recorded(), asked()], OTHER)).toBeUndefined()
      expect(asking(event, [recorded(), asked(), answered], OTHER)).toBeUndefined()
      expect(asking(event, [recorded(), asked(), transactionDeleted(T, EXPENSE)], OTHER)).toBeUndefined()
      expect(asking(event, [recorded()], OTHER)).toBe(NOT_OPEN)
      expect(asking(event, [recorded(), asked({ question: OTHER })], OTHER)).toBe(NOT_OPEN)
      expect(asking(event, [recorded(), asked(), closed], OTHER)).toBe(NOT_OPEN)
    }
  })
})
