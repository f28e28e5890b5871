import {
  type Entry,
  HEAD_OFFICE_ACCOUNT,
  type LedgerEvent,
  type NewEvent,
} from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { formatBalance } from '@ledger/projections/queries/format-balance.ts'
import { likePattern } from '@ledger/projections/queries/search/word-sql.ts'
import { accumulateBalances, balancesReadModel } from '@ledger/projections/read-models/balances.ts'
import {
  accumulateBeneficiaryNames,
  accumulateBeneficiaryUse,
  beneficiariesReadModel,
  debitsBeforeAndAfter,
} from '@ledger/projections/read-models/beneficiaries.ts'
import { accountIdsIn, eventIndexReadModel } from '@ledger/projections/read-models/event-index.ts'
import type { ReadModel } from '@ledger/projections/read-models/read-model.ts'
import { RowAccumulator } from '@ledger/projections/read-models/row-accumulator.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  accountDisabled,
  accountOpened,
  BALA,
  MEERA,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
  SAMPLE_TIME,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import {
  EVENTS_WITHOUT_MONEY_OR_ACCOUNTS,
  eventPage,
  transactionDeleted,
  transactionEdited,
} from './sample-event-page.ts'
import { TablesInMemory } from './tables-in-memory.ts'

const ID = sampleUuid(100)
/** Returns the rows that a page makes of no rows, by their names. */
function added<Row>(add: (rows: RowAccumulator<Row>, events: LedgerEvent[]) => void, events: LedgerEvent[]) {
  const rows = new RowAccumulator<Row>()
  add(rows, events)
  return Object.fromEntries(rows)
}
/** Returns the tables of a read model after a page. */
async function written(readModel: ReadModel, ...events: NewEvent[]): Promise<TablesInMemory> {
  const tables = new TablesInMemory()
  await readModel.apply(tables, eventPage(...events))
  return tables
}
const only = (event: NewEvent): LedgerEvent => eventPage(event)[0] ?? expect.fail('A page of one has one')

describe('what a page changes in balances', () => {
  const sums = (received_paise: number, spent_paise: number, credits: number, debits: number) =>
    expect.objectContaining({ received_paise, spent_paise, credits, debits })
  const paid = sampleDebit(ASHA, 300)

  test.each<[string, NewEvent[], Record<string, object>]>([
    ['an opening: zeros, not nothing', [accountOpened(ASHA)], { [ASHA.id]: sums(0, 0, 0, 0) }],
    [
      'money sent',
      [transactionRecorded(ID, sampleCredit(ASHA, 700))],
      { [HEAD_OFFICE_ACCOUNT]: sums(0, 700, 0, 1), [ASHA.id]: sums(700, 0, 1, 0) },
    ],
    [
      'an expense',
      [transactionRecorded(ID, paid)],
      { [ASHA.id]: sums(0, 300, 0, 1), [SAMPLE_BENEFICIARY.id]: sums(300, 0, 1, 0) },
    ],
    [
      'a transfer',
      [transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 250))],
      { [ASHA.id]: sums(0, 250, 0, 1), [RAVI.id]: sums(250, 0, 1, 0) },
    ],
    [
      'another amount: the difference, and no entry more',
      [transactionEdited(ID, paid, sampleDebit(ASHA, 200))],
      { [ASHA.id]: sums(0, -100, 0, 0), [SAMPLE_BENEFICIARY.id]: sums(-100, 0, 0, 0) },
    ],
    [
      'another payee: an entry less there, one more here',
      [transactionEdited(ID, paid, sampleDebit(ASHA, 300, OTHER_SAMPLE_BENEFICIARY))],
      { [SAMPLE_BENEFICIARY.id]: sums(-300, 0, -1, 0), [OTHER_SAMPLE_BENEFICIARY.id]: sums(300, 0, 1, 0) },
    ],
    [
      'another amount sent, and another transferred: no entry more for anybody',
      [
        transactionEdited(ID, sampleCredit(ASHA, 5), sampleCredit(ASHA, 7)),
        transactionEdited(ID, sampleTransfer(ASHA, RAVI, 5), sampleTransfer(ASHA, RAVI, 4)),
      ],
      { [HEAD_OFFICE_ACCOUNT]: sums(0, 2, 0, 0), [ASHA.id]: sums(2, -1, 0, 0), [RAVI.id]: sums(-1, 0, 0, 0) },
    ],
    [
      'a deletion: all of it back',
      [transactionDeleted(ID, paid)],
      { [ASHA.id]: sums(0, -300, 0, -1), [SAMPLE_BENEFICIARY.id]: sums(-300, 0, -1, 0) },
    ],
    [
      'all of a page together',
      [
        transactionRecorded(ID, paid),
        transactionRecorded(sampleUuid(101), sampleDebit(ASHA, 50)),
        transactionDeleted(ID, paid),
      ],
      { [ASHA.id]: sums(0, 50, 0, 1), [SAMPLE_BENEFICIARY.id]: sums(50, 0, 1, 0) },
    ],
    [
      'other words: nothing',
      [transactionEdited(ID, paid, sampleDebit(ASHA, 300, SAMPLE_BENEFICIARY, { narration: '25 bags' }))],
      {},
    ],
    ['what moves no money: nothing', EVENTS_WITHOUT_MONEY_OR_ACCOUNTS, {}],
  ])('%s', (_what, events, expected) => {
    expect(added(accumulateBalances, eventPage(...events))).toEqual(expected)
  })

  test.each([
    transactionRecorded(ID, sampleCredit(ASHA, 1)),
    transactionRecorded(ID, paid),
    transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 1)),
    transactionEdited(ID, paid, paid),
    transactionDeleted(ID, paid),
  ])('$type without postings is not passed over', (event) => {
    const { postings: _, ...data } = { postings: [], ...event.data }
    const broken = { ...only(event), position: 12, data } as unknown as LedgerEvent
    expect(() => added(accumulateBalances, [broken])).toThrow(`${event.type} at 12 has no postings`)
  })

  test('is written to their table', async () => {
    const tables = await written(balancesReadModel, accountOpened(RAVI), transactionRecorded(ID, paid))
    const row = (account_id: string, received_paise: number, spent_paise: number, credits: number, debits: number) => ({
      account_id,
      ...{ received_paise, spent_paise, credits, debits },
    })
    expect(tables.rows('balances')).toEqual([
      row(RAVI.id, 0, 0, 0, 0),
      row(ASHA.id, 0, 300, 0, 1),
      row(SAMPLE_BENEFICIARY.id, 300, 0, 1, 0),
    ])
  })

  const third = Math.floor(Number.MAX_SAFE_INTEGER / 3)
  test.each<[string, Entry[], boolean]>([
    ['spent by one account', [sampleDebit(ASHA, third), sampleDebit(ASHA, third, OTHER_SAMPLE_BENEFICIARY)], true],
    ['received by one account', [sampleTransfer(ASHA, RAVI, third), sampleTransfer(BALA, RAVI, third)], true],
    ['of accounts apart', [sampleDebit(ASHA, third), sampleTransfer(BALA, RAVI, third)], false],
  ])('asks to be written before a sum is beyond the exact integers: %s', (_what, entries, isNear) => {
    const rows = new RowAccumulator<RowOf<'balances'>>()
    accumulateBalances(rows, eventPage(...entries.map((entry) => transactionRecorded(ID, entry))))
    expect(rows.nearOverflow).toBe(isNear)
  })

  test('a balance is what was received less what was spent', () => {
    expect(formatBalance(70_050, 100_000)).toEqual({
      currentBalance: '-299.50',
      totalReceived: '700.50',
      totalSpent: '1000.00',
    })
  })
})

describe('whom a page pays', () => {
  const use = (account_id: string, beneficiary_id: string, debits: number, last_position: number) => ({
    account_id,
    beneficiary_id,
    debits,
    last_position,
  })

  test.each<[string, NewEvent, object]>([
    ['an expense', transactionRecorded(ID, sampleDebit(ASHA, 1)), { gone: undefined, paid: sampleDebit(ASHA, 1) }],
    [
      'an edit',
      transactionEdited(ID, sampleDebit(ASHA, 1), sampleDebit(ASHA, 2)),
      { gone: sampleDebit(ASHA, 1), paid: sampleDebit(ASHA, 2) },
    ],
    ['a deletion', transactionDeleted(ID, sampleDebit(ASHA, 1)), { gone: sampleDebit(ASHA, 1), paid: undefined }],
    ['money sent', transactionRecorded(ID, sampleCredit(ASHA, 1)), { gone: undefined, paid: undefined }],
    [
      'a transfer taken back',
      transactionDeleted(ID, sampleTransfer(ASHA, RAVI, 1)),
      { gone: undefined, paid: undefined },
    ],
  ])('%s', (_what, event, expected) => {
    expect(debitsBeforeAndAfter(only(event))).toEqual(expected)
  })

  test('is counted for each account, with the last time and the first spelling', () => {
    const spelt = { id: SAMPLE_BENEFICIARY.id, name: 'SHARMA traders' }
    const events = eventPage(
      transactionRecorded(ID, sampleDebit(ASHA, 1)),
      transactionRecorded(sampleUuid(101), sampleDebit(BALA, 1, spelt)),
      transactionRecorded(sampleUuid(102), sampleDebit(ASHA, 1, spelt)),
      transactionEdited(sampleUuid(102), sampleDebit(ASHA, 1, spelt), sampleDebit(ASHA, 1, OTHER_SAMPLE_BENEFICIARY)),
      transactionDeleted(sampleUuid(101), sampleDebit(BALA, 1, spelt)),
    )
    expect(added(accumulateBeneficiaryNames, events)).toEqual({
      [SAMPLE_BENEFICIARY.id]: {
        beneficiary_id: SAMPLE_BENEFICIARY.id,
        name: SAMPLE_BENEFICIARY.name,
        first_position: 1,
      },
      [OTHER_SAMPLE_BENEFICIARY.id]: {
        beneficiary_id: OTHER_SAMPLE_BENEFICIARY.id,
        name: OTHER_SAMPLE_BENEFICIARY.name,
        first_position: 4,
      },
    })
    expect(Object.values(added(accumulateBeneficiaryUse, events))).toEqual([
      use(ASHA.id, SAMPLE_BENEFICIARY.id, 1, 3),
      use(BALA.id, SAMPLE_BENEFICIARY.id, 0, 2),
      use(ASHA.id, OTHER_SAMPLE_BENEFICIARY.id, 1, 4),
    ])
  })

  test('is written with the first spelling, and with the count and the last time of each account', async () => {
    const tables = await written(beneficiariesReadModel, transactionRecorded(ID, sampleDebit(ASHA, 1)))
    const { id: beneficiary_id, name } = SAMPLE_BENEFICIARY
    expect(tables.rows('beneficiaries')).toEqual([{ beneficiary_id, name, first_position: 1 }])
    expect(tables.rows('beneficiary_use')).toEqual([use(ASHA.id, beneficiary_id, 1, 1)])
    expect(tables.rows('beneficiary_groups')).toEqual([])
  })

  test('is one by any of its spellings, under one name, until a spelling is taken out again', async () => {
    const [sharma, gupta] = [SAMPLE_BENEFICIARY, OTHER_SAMPLE_BENEFICIARY]
    const alone = (of: typeof sharma) => ({ ...of, members: [of] })
    const into = { ...alone(sharma), name: 'Sharma & Sons' }
    const merged: NewEvent = { type: 'BeneficiariesMerged', data: { from: [alone(gupta)], into } }
    const both = { ...into, members: [sharma, gupta] }
    const unmerged: NewEvent = {
      type: 'BeneficiariesUnmerged',
      data: { before: both, after: into, apart: alone(gupta) },
    }
    const shown = async (...events: NewEvent[]) =>
      (await written(beneficiariesReadModel, ...events)).rows('beneficiary_groups')
    const first = { beneficiary_id: sharma.id, spelling: sharma.name, group_id: sharma.id, name: 'Sharma & Sons' }
    const second = { beneficiary_id: gupta.id, spelling: gupta.name }
    expect(await shown(merged)).toEqual([first, { ...second, group_id: sharma.id, name: 'Sharma & Sons' }])
    expect(await shown(merged, unmerged)).toEqual([first, { ...second, group_id: gupta.id, name: gupta.name }])
  })

  test('nobody, where money goes nowhere', () => {
    const events = eventPage(...EVENTS_WITHOUT_MONEY_OR_ACCOUNTS, transactionRecorded(ID, sampleCredit(ASHA, 1)))
    expect([added(accumulateBeneficiaryNames, events), added(accumulateBeneficiaryUse, events)]).toEqual([{}, {}])
  })
})

describe('whom an event is about', () => {
  const profile = { firstName: '', lastName: '', site: null, mobile: null }
  const about = sampleTransfer(ASHA, RAVI, 1)
  const review = { transaction: ID, revision: 1, reason: null, reviewed: about }
  const question = { transaction: ID, side: 'own' as const, question: sampleUuid(200), about }

  test.each<[string, NewEvent, string[]]>([
    ['an opening', accountOpened(ASHA), [ASHA.id]],
    ['a new name', { type: 'AccountEdited', data: { account: RAVI.id, before: profile, after: profile } }, [RAVI.id]],
    ['a disabling', accountDisabled(RAVI), [RAVI.id]],
    ['a sign-in', { type: 'SignedIn', data: { account: ASHA, via: 'openid' } }, [ASHA.id]],
    ['a refused one', { type: 'SignInRefused', data: { account: RAVI, name: '', reason: '' } }, [RAVI.id]],
    ['one of nobody who is known', { type: 'SignInRefused', data: { account: null, name: '', reason: '' } }, []],
    ['an export', { type: 'ReportExported', data: { report: '', format: '', rows: 0 } }, []],
    ['money sent: the receiver', transactionRecorded(ID, sampleCredit(ASHA, 1)), [ASHA.id]],
    ['an expense: the payer', transactionRecorded(ID, sampleDebit(ASHA, 1)), [ASHA.id]],
    ['a transfer: both', transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 1)), [ASHA.id, RAVI.id]],
    [
      'its edit: both, once',
      transactionEdited(ID, sampleTransfer(ASHA, RAVI, 1), sampleTransfer(ASHA, RAVI, 2)),
      [ASHA.id, RAVI.id],
    ],
    ['its deletion: both', transactionDeleted(ID, sampleTransfer(ASHA, RAVI, 1)), [ASHA.id, RAVI.id]],
    ['a review: whoever has the entry', { type: 'EntryReviewed', data: { ...review, as: 'seen' } }, [ASHA.id, RAVI.id]],
    ['a question: the same', { type: 'EntryQueried', data: { ...question, text: 'Why?' } }, [ASHA.id, RAVI.id]],
    ['its closing: the same', { type: 'EntryQueryClosed', data: question }, [ASHA.id, RAVI.id]],
  ])('%s', (_what, event, accounts) => {
    expect(accountIdsIn(only(event))).toEqual(accounts)
  })

  test('is found in the index of the log, as are its type, time, actor and transaction', async () => {
    const given = transactionRecorded(ID, sampleTransfer(BALA, RAVI, 1))
    const tables = await written(eventIndexReadModel, given, { type: 'PasswordSet', data: { account: MEERA } })
    const by = { recorded_at: SAMPLE_TIME, actor_id: ASHA.id }
    expect(tables.rows('activity')).toEqual([
      { position: 1, type: 'TransferRecorded', ...by, transaction_id: ID },
      { position: 2, type: 'PasswordSet', ...by, transaction_id: null },
    ])
    expect(tables.rows('activity_accounts')).toEqual([
      { account_id: BALA.id, position: 1 },
      { account_id: RAVI.id, position: 1 },
      { account_id: MEERA.id, position: 2 },
    ])
  })
})

test('what is looked for is looked for as it is, signs of patterns too', () => {
  expect(likePattern('  100% _cash\\ ')).toBe('%100\\% \\_cash\\\\%')
})
