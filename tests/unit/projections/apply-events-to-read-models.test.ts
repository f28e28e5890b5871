import { HEAD_OFFICE_ACCOUNT, type LedgerEvent, type NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { BalanceReplay } from '@ledger/ledger-service/proof/point-in-time/balance-replay.ts'
import { formatBalance } from '@ledger/projections/queries/format-balance.ts'
import { rowToFieldUser } from '@ledger/projections/queries/people-lists.ts'
import { likePattern } from '@ledger/projections/queries/search/word-sql.ts'
import { accountChangeOf } from '@ledger/projections/read-models/account-directory.ts'
import { accumulateBalances } from '@ledger/projections/read-models/balances.ts'
import {
  accumulateBeneficiaryNames,
  accumulateBeneficiaryUse,
  debitsBeforeAndAfter,
} from '@ledger/projections/read-models/beneficiaries.ts'
import { accountIdsIn } from '@ledger/projections/read-models/event-index.ts'
import { RowAccumulator } from '@ledger/projections/read-models/row-accumulator.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  accountClosed,
  accountDisabled,
  accountEnabled,
  accountOpened,
  BALA,
  MEERA,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
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

const ID = sampleUuid(100)
/** Returns the rows that a page makes of no rows, by their names. */
function added<Row>(add: (rows: RowAccumulator<Row>, events: LedgerEvent[]) => void, events: LedgerEvent[]) {
  const rows = new RowAccumulator<Row>()
  add(rows, events)
  return Object.fromEntries(rows)
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

  test('nobody, where money goes nowhere', () => {
    const events = eventPage(...EVENTS_WITHOUT_MONEY_OR_ACCOUNTS, transactionRecorded(ID, sampleCredit(ASHA, 1)))
    expect([added(accumulateBeneficiaryNames, events), added(accumulateBeneficiaryUse, events)]).toEqual([{}, {}])
  })
})

describe('whom an event is about', () => {
  const profile = { firstName: '', lastName: '', site: null, mobile: null }

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
  ])('%s', (_what, event, accounts) => {
    expect(accountIdsIn(only(event))).toEqual(accounts)
  })
})

describe('what becomes of a person', () => {
  const after = { firstName: 'Ravi', lastName: 'Kumar', site: 'Salem', mobile: '98xxxxxx10' }

  test.each<[string, NewEvent, object | undefined]>([
    [
      'another name and site',
      { type: 'AccountEdited', data: { account: RAVI.id, before: { ...after, firstName: 'R' }, after } },
      { account: RAVI.id, set: { first_name: 'Ravi', last_name: 'Kumar', site_name: 'Salem' } },
    ],
    [
      'another role',
      { type: 'AccountRoleChanged', data: { account: MEERA, newRole: 'accountant' } },
      { account: MEERA.id, set: { role: 'accountant' } },
    ],
    ['disabled', accountDisabled(RAVI), { account: RAVI.id, set: { status: 'disabled' } }],
    ['enabled', accountEnabled(RAVI), { account: RAVI.id, set: { status: 'active' } }],
    ['closed', accountClosed(RAVI), { account: RAVI.id, set: { status: 'closed' } }],
    ['a sign-in: nothing', { type: 'SignedIn', data: { account: RAVI, via: 'password' } }, undefined],
    ['money: nothing', transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 1)), undefined],
  ])('%s', (_what, event, change) => {
    expect(accountChangeOf(only(event))).toEqual(change)
  })

  test('is shown under the public id, with the balance', () => {
    const row = {
      account_id: RAVI.id,
      role: 'supervisor',
      status: 'active',
      first_name: 'Ravi',
      last_name: 'Kumar',
      site_name: null,
      mobile: '9000000001',
      email: null,
      received_paise: 500,
      spent_paise: 700,
    } as const
    const shown = {
      id: 'supervisor_9000000001',
      role: 'supervisor',
      firstName: 'Ravi',
      lastName: 'Kumar',
      email: null,
      mobile: '9000000001',
      siteName: null,
      status: 'active',
      siteBalance: { currentBalance: '-2.00', totalReceived: '5.00', totalSpent: '7.00' },
    }
    expect(rowToFieldUser(row)).toEqual(shown)
    expect(rowToFieldUser({ ...row, status: 'disabled', site_name: 'Salem' })).toEqual({
      ...shown,
      status: 'disabled',
      siteName: 'Salem',
    })
    expect(rowToFieldUser({ ...row, mobile: null })).toMatchObject({ id: 'supervisor_', mobile: '' })
  })
})

test('what is looked for is looked for as it is, signs of patterns too', () => {
  expect(likePattern('  100% _cash\\ ')).toBe('%100\\% \\_cash\\\\%')
})

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

  test('give the same text in whatever order accounts were opened', () => {
    expect(fold([accountOpened(RAVI), accountOpened(ASHA)]).serialize()).toBe(
      fold([accountOpened(ASHA), accountOpened(RAVI)]).serialize(),
    )
  })

  test('name people as they were called then', () => {
    const profile = { firstName: 'Ravi', lastName: '', site: null, mobile: null }
    const named = fold([
      ...history,
      { type: 'AccountEdited', data: { account: RAVI.id, before: profile, after: { ...profile, lastName: 'Das' } } },
      { type: 'AccountEdited', data: { account: MEERA.id, before: profile, after: profile } },
    ])
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
