import { HEAD_OFFICE, type LedgerEvent, type NewEvent } from '@ledger/contracts/events.ts'
import { BalanceFold } from '@ledger/ledger-service/proof/balance-fold.ts'
import { accountsIn } from '@ledger/projections/activity.ts'
import { addChanges, toBalance } from '@ledger/projections/balances.ts'
import { addNames, addUses, changeOfUse } from '@ledger/projections/beneficiaries.ts'
import { changeOf, toUser } from '@ledger/projections/directory.ts'
import { JoinedRows } from '@ledger/projections/read-table.ts'
import { contains } from '@ledger/projections/search.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  BALA,
  closed,
  credit,
  debit,
  disabled,
  enabled,
  MEERA,
  OTHER_PAYEE,
  opened,
  PAYEE,
  RAVI,
  recorded,
  transfer,
  uuid,
} from '../domain/people.ts'
import { calm, deleted, edited, page } from './page.ts'

const ID = uuid(100)
/** What is added to no rows, by their names. */
function added<Row>(add: (rows: JoinedRows<Row>, events: LedgerEvent[]) => void, events: LedgerEvent[]) {
  const rows = new JoinedRows<Row>()
  add(rows, events)
  return Object.fromEntries(rows)
}
const only = (event: NewEvent): LedgerEvent => page(event)[0] ?? expect.fail('A page of one has one')

describe('what a page changes in balances', () => {
  const sums = (received_paise: number, spent_paise: number, credits: number, debits: number) =>
    expect.objectContaining({ received_paise, spent_paise, credits, debits })
  const paid = debit(ASHA, 300)

  test.each<[string, NewEvent[], Record<string, object>]>([
    ['an opening: zeros, not nothing', [opened(ASHA)], { [ASHA.id]: sums(0, 0, 0, 0) }],
    [
      'money sent',
      [recorded(ID, credit(ASHA, 700))],
      { [HEAD_OFFICE]: sums(0, 700, 0, 1), [ASHA.id]: sums(700, 0, 1, 0) },
    ],
    ['an expense', [recorded(ID, paid)], { [ASHA.id]: sums(0, 300, 0, 1), [PAYEE.id]: sums(300, 0, 1, 0) }],
    [
      'a transfer',
      [recorded(ID, transfer(ASHA, RAVI, 250))],
      { [ASHA.id]: sums(0, 250, 0, 1), [RAVI.id]: sums(250, 0, 1, 0) },
    ],
    [
      'another amount: the difference, and no entry more',
      [edited(ID, paid, debit(ASHA, 200))],
      { [ASHA.id]: sums(0, -100, 0, 0), [PAYEE.id]: sums(-100, 0, 0, 0) },
    ],
    [
      'another payee: an entry less there, one more here',
      [edited(ID, paid, debit(ASHA, 300, OTHER_PAYEE))],
      { [PAYEE.id]: sums(-300, 0, -1, 0), [OTHER_PAYEE.id]: sums(300, 0, 1, 0) },
    ],
    [
      'another amount sent, and another transferred: no entry more for anybody',
      [edited(ID, credit(ASHA, 5), credit(ASHA, 7)), edited(ID, transfer(ASHA, RAVI, 5), transfer(ASHA, RAVI, 4))],
      { [HEAD_OFFICE]: sums(0, 2, 0, 0), [ASHA.id]: sums(2, -1, 0, 0), [RAVI.id]: sums(-1, 0, 0, 0) },
    ],
    [
      'a deletion: all of it back',
      [deleted(ID, paid)],
      { [ASHA.id]: sums(0, -300, 0, -1), [PAYEE.id]: sums(-300, 0, -1, 0) },
    ],
    [
      'all of a page together',
      [recorded(ID, paid), recorded(uuid(101), debit(ASHA, 50)), deleted(ID, paid)],
      { [ASHA.id]: sums(0, 50, 0, 1), [PAYEE.id]: sums(50, 0, 1, 0) },
    ],
    ['other words: nothing', [edited(ID, paid, debit(ASHA, 300, PAYEE, { narration: '25 bags' }))], {}],
    ['what moves no money: nothing', calm, {}],
  ])('%s', (_what, events, expected) => {
    expect(added(addChanges, page(...events))).toEqual(expected)
  })

  test.each([
    recorded(ID, credit(ASHA, 1)),
    recorded(ID, paid),
    recorded(ID, transfer(ASHA, RAVI, 1)),
    edited(ID, paid, paid),
    deleted(ID, paid),
  ])('$type without postings is not passed over', (event) => {
    const { postings: _, ...data } = { postings: [], ...event.data }
    const broken = { ...only(event), position: 12, data } as unknown as LedgerEvent
    expect(() => added(addChanges, [broken])).toThrow(`${event.type} at 12 has no postings`)
  })

  test('a balance is what was received less what was spent', () => {
    expect(toBalance(70_050, 100_000)).toEqual({
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
    ['an expense', recorded(ID, debit(ASHA, 1)), { gone: undefined, paid: debit(ASHA, 1) }],
    ['an edit', edited(ID, debit(ASHA, 1), debit(ASHA, 2)), { gone: debit(ASHA, 1), paid: debit(ASHA, 2) }],
    ['a deletion', deleted(ID, debit(ASHA, 1)), { gone: debit(ASHA, 1), paid: undefined }],
    ['money sent', recorded(ID, credit(ASHA, 1)), { gone: undefined, paid: undefined }],
    ['a transfer taken back', deleted(ID, transfer(ASHA, RAVI, 1)), { gone: undefined, paid: undefined }],
  ])('%s', (_what, event, expected) => {
    expect(changeOfUse(only(event))).toEqual(expected)
  })

  test('is counted for each account, with the last time and the first spelling', () => {
    const spelt = { id: PAYEE.id, name: 'SHARMA traders' }
    const events = page(
      recorded(ID, debit(ASHA, 1)),
      recorded(uuid(101), debit(BALA, 1, spelt)),
      recorded(uuid(102), debit(ASHA, 1, spelt)),
      edited(uuid(102), debit(ASHA, 1, spelt), debit(ASHA, 1, OTHER_PAYEE)),
      deleted(uuid(101), debit(BALA, 1, spelt)),
    )
    expect(added(addNames, events)).toEqual({
      [PAYEE.id]: { beneficiary_id: PAYEE.id, name: PAYEE.name, first_position: 1 },
      [OTHER_PAYEE.id]: { beneficiary_id: OTHER_PAYEE.id, name: OTHER_PAYEE.name, first_position: 4 },
    })
    expect(Object.values(added(addUses, events))).toEqual([
      use(ASHA.id, PAYEE.id, 1, 3),
      use(BALA.id, PAYEE.id, 0, 2),
      use(ASHA.id, OTHER_PAYEE.id, 1, 4),
    ])
  })

  test('nobody, where money goes nowhere', () => {
    const events = page(...calm, recorded(ID, credit(ASHA, 1)))
    expect([added(addNames, events), added(addUses, events)]).toEqual([{}, {}])
  })
})

describe('whom an event is about', () => {
  const profile = { firstName: '', lastName: '', site: null, mobile: null }

  test.each<[string, NewEvent, string[]]>([
    ['an opening', opened(ASHA), [ASHA.id]],
    ['a new name', { type: 'AccountEdited', data: { account: RAVI.id, before: profile, after: profile } }, [RAVI.id]],
    ['a disabling', disabled(RAVI), [RAVI.id]],
    ['a sign-in', { type: 'SignedIn', data: { account: ASHA, via: 'openid' } }, [ASHA.id]],
    ['a refused one', { type: 'SignInRefused', data: { account: RAVI, name: '', reason: '' } }, [RAVI.id]],
    ['one of nobody who is known', { type: 'SignInRefused', data: { account: null, name: '', reason: '' } }, []],
    ['an export', { type: 'ReportExported', data: { report: '', format: '', rows: 0 } }, []],
    ['money sent: the receiver', recorded(ID, credit(ASHA, 1)), [ASHA.id]],
    ['an expense: the payer', recorded(ID, debit(ASHA, 1)), [ASHA.id]],
    ['a transfer: both', recorded(ID, transfer(ASHA, RAVI, 1)), [ASHA.id, RAVI.id]],
    ['its edit: both, once', edited(ID, transfer(ASHA, RAVI, 1), transfer(ASHA, RAVI, 2)), [ASHA.id, RAVI.id]],
    ['its deletion: both', deleted(ID, transfer(ASHA, RAVI, 1)), [ASHA.id, RAVI.id]],
  ])('%s', (_what, event, accounts) => {
    expect(accountsIn(only(event))).toEqual(accounts)
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
    ['disabled', disabled(RAVI), { account: RAVI.id, set: { status: 'disabled' } }],
    ['enabled', enabled(RAVI), { account: RAVI.id, set: { status: 'active' } }],
    ['closed', closed(RAVI), { account: RAVI.id, set: { status: 'closed' } }],
    ['a sign-in: nothing', { type: 'SignedIn', data: { account: RAVI, via: 'password' } }, undefined],
    ['money: nothing', recorded(ID, transfer(ASHA, RAVI, 1)), undefined],
  ])('%s', (_what, event, change) => {
    expect(changeOf(only(event))).toEqual(change)
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
    expect(toUser(row)).toEqual(shown)
    expect(toUser({ ...row, status: 'disabled', site_name: 'Salem' })).toEqual({
      ...shown,
      status: 'disabled',
      siteName: 'Salem',
    })
    expect(toUser({ ...row, mobile: null })).toMatchObject({ id: 'supervisor_', mobile: '' })
  })
})

test('what is looked for is looked for as it is, signs of patterns too', () => {
  expect(contains('  100% _cash\\ ')).toBe('%100\\% \\_cash\\\\%')
})

describe('balances as they were', () => {
  const history: NewEvent[] = [
    opened(MEERA),
    opened(ASHA),
    opened(RAVI),
    opened(BALA),
    recorded(ID, credit(ASHA, 100_000)),
    recorded(uuid(101), debit(ASHA, 30_000)),
    recorded(uuid(102), transfer(ASHA, RAVI, 20_000)),
    edited(uuid(101), debit(ASHA, 30_000), debit(ASHA, 30_000, OTHER_PAYEE)),
    recorded(uuid(103), debit(RAVI, 50, { id: 'b:a', name: 'Anand Tea' })),
    recorded(uuid(104), debit(RAVI, 70)),
    deleted(uuid(104), debit(RAVI, 70)),
  ]
  const fold = (events: NewEvent[], text?: string) => {
    const folded = new BalanceFold(text)
    for (const event of page(...events)) folded.take(event)
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
        account(HEAD_OFFICE, 'Head Office', 'head_office', '0.00', '1000.00', '-1000.00'),
        account(ASHA.id, 'Asha Rao', 'site_incharge', '1000.00', '500.00', '500.00'),
        account(BALA.id, 'Bala Iyer', 'site_incharge', '0.00', '0.00', '0.00'),
        account(RAVI.id, 'Ravi Kumar', 'supervisor', '200.00', '0.50', '199.50'),
        account('b:a', 'Anand Tea', 'beneficiary', '0.50', '0.00', '0.50'),
        account(OTHER_PAYEE.id, 'Gupta Steel', 'beneficiary', '300.00', '0.00', '300.00'),
        account(PAYEE.id, 'Sharma Traders', 'beneficiary', '0.00', '0.00', '0.00'),
      ],
      trialBalance: { received: '1500.50', spent: '1500.50', difference: '0.00' },
    })
    expect(fold(history).total()).toBe(150_050n)
    expect(new BalanceFold().balances()).toEqual({
      accounts: [],
      trialBalance: { received: '0.00', spent: '0.00', difference: '0.00' },
    })
  })

  test('go on from what was kept, as if they had been folded in one go', () => {
    for (let at = 0; at <= history.length; at++) {
      const kept = fold(history.slice(0, at)).text()
      expect(fold(history.slice(at), kept).text()).toBe(fold(history).text())
    }
    expect(JSON.parse(fold(history.slice(4, 5)).text())).toEqual([
      [ASHA.id, '', 'beneficiary', '100000', '0'],
      [HEAD_OFFICE, 'Head Office', 'head_office', '0', '100000'],
    ])
  })

  test('give the same text in whatever order accounts were opened', () => {
    expect(fold([opened(RAVI), opened(ASHA)]).text()).toBe(fold([opened(ASHA), opened(RAVI)]).text())
  })

  test('name people as they were called then', () => {
    const profile = { firstName: 'Ravi', lastName: '', site: null, mobile: null }
    const named = fold([
      ...history,
      { type: 'AccountEdited', data: { account: RAVI.id, before: profile, after: { ...profile, lastName: 'Das' } } },
      { type: 'AccountEdited', data: { account: MEERA.id, before: profile, after: profile } },
    ])
    expect(named.account(RAVI.id)).toEqual({ name: 'Ravi Das', kind: 'supervisor' })
    expect(named.account(PAYEE.id)).toEqual({ name: PAYEE.name, kind: 'beneficiary' })
    // Head office's own people hold no money.
    expect(named.account(MEERA.id)).toBeUndefined()
  })

  test('an auditor and an admin are opened without an account of money', () => {
    expect(fold([opened(MEERA), opened({ ...MEERA, id: uuid(9), role: 'auditor' })]).balances().accounts).toEqual([])
  })
})
