import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { DEFAULT_TAX_LIMITS } from '@ledger/contracts/tax/default-tax-limits.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { CommandEnvelope } from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import type { LoadedState } from '@ledger/ledger-service/event-store/append/decide-batch.ts'
import { readSetOf } from '@ledger/ledger-service/event-store/append/load-state/read-set.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  accountDisabled,
  accountOpened,
  askedByAccount,
  askedBySystem,
  BALA,
  entryDetails,
  MEERA,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
  SAMPLE_TIME,
  sampleCredit,
  sampleDebit,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import { answered, COMPANY, decided, digest, keyed, LATER, loadedAfter, meta, submitted } from './sample-batch.ts'

const EARLIER = '2026-04-01T06:00:00.000Z'
const [CREDIT, DEBIT] = [sampleUuid(101), sampleUuid(102)]

const expense = (paise: number, beneficiary = SAMPLE_BENEFICIARY.name, transaction = DEBIT): Command => ({
  ...askedByAccount(ASHA),
  type: 'RecordExpense',
  transaction,
  beneficiary,
  details: entryDetails(paise),
})
const sent = (paise: number, transaction = CREDIT): Command => ({
  ...askedByAccount(MEERA),
  type: 'SendMoney',
  to: ASHA.id,
  transaction,
  details: entryDetails(paise),
})
const edit = (changes: object): Command => ({
  ...askedByAccount(ASHA),
  type: 'EditTransaction',
  row: { transaction: DEBIT, side: 'own' },
  desk: 'field',
  changes,
})
const account = { account: RAVI.id, role: RAVI.role }
const profile = { firstName: 'Tara', lastName: 'Sen', site: null, mobile: '97xxxxxx00' }
const opening = (n: number, signInName: string): Command => ({
  ...askedByAccount(MEERA),
  type: 'OpenAccount',
  account: sampleUuid(n),
  role: 'supervisor',
  profile,
  signInName,
})
const editing = (signInName?: string): Command => ({
  ...askedByAccount(MEERA),
  ...account,
  type: 'EditAccount',
  profile: {},
  newPassword: true,
  newContact: false,
  ...(signInName === undefined ? {} : { signInName }),
})

describe('what a batch has to see', () => {
  const nothing = {
    ...{ accounts: [], transactions: [], keys: [], beneficiaries: [], signInNames: [] },
    ...{ admins: false, folded: [] },
  }

  test.each<[string, Command, object]>([
    [
      'an expense: who pays and who is paid',
      expense(5),
      { accounts: [ASHA.id], beneficiaries: [SAMPLE_BENEFICIARY.id] },
    ],
    ['money sent: who sends and who receives', sent(5), { accounts: [MEERA.id, ASHA.id] }],
    ['an edit: the transaction', edit({ paise: 5 }), { accounts: [ASHA.id], transactions: [DEBIT] }],
    [
      'an edit of the payee: the new one too, and what was merged',
      edit({ beneficiary: ' GUPTA  steel' }),
      {
        ...{ accounts: [ASHA.id], transactions: [DEBIT], beneficiaries: [OTHER_SAMPLE_BENEFICIARY.id] },
        folded: ['beneficiaryGroups'],
      },
    ],
    [
      'a deletion: the transaction',
      { ...askedByAccount(ASHA), type: 'DeleteTransaction', row: { transaction: DEBIT, side: 'own' }, desk: 'field' },
      { accounts: [ASHA.id], transactions: [DEBIT] },
    ],
    [
      'an opening: the sign-in name',
      opening(9, 'mobile:1'),
      { accounts: [MEERA.id, sampleUuid(9)], signInNames: ['mobile:1'] },
    ],
    ['a new sign-in name', editing('mobile:2'), { accounts: [MEERA.id, RAVI.id], signInNames: ['mobile:2'] }],
    ['an edit that keeps it', editing(), { accounts: [MEERA.id, RAVI.id] }],
    [
      'another role for somebody of the office, who may be the last admin',
      {
        ...{ ...askedByAccount(MEERA), type: 'EditAccount', account: RAVI.id, role: 'office', newRole: 'auditor' },
        ...{ profile: {}, newPassword: false, newContact: false },
      },
      { accounts: [MEERA.id, RAVI.id], admins: true },
    ],
    [
      'the closing of an account of the office',
      { ...askedByAccount(MEERA), type: 'CloseAccount', account: RAVI.id, role: 'office' },
      { accounts: [MEERA.id, RAVI.id], admins: true },
    ],
    [
      'limits of the worklists',
      { ...askedByAccount(MEERA), type: 'SetOfficeLimits', limits: DEFAULT_OFFICE_LIMITS },
      {
        ...{ accounts: [MEERA.id], folded: ['limits'] },
      },
    ],
    [
      'an alert level',
      { ...askedByAccount(MEERA), type: 'SetAlertLevel', account: ASHA.id, paise: 5 },
      {
        ...{ accounts: [MEERA.id, ASHA.id], folded: ['limits'] },
      },
    ],
    [
      'limits for tax',
      { ...askedByAccount(MEERA), type: 'SetTaxLimits', from: '2026-04-01', limits: DEFAULT_TAX_LIMITS },
      { accounts: [MEERA.id], folded: ['limits'] },
    ],
    [
      'a merge of beneficiaries: each of them, and what was merged',
      {
        ...{ ...askedByAccount(MEERA), type: 'MergeBeneficiaries' },
        ...{ from: [OTHER_SAMPLE_BENEFICIARY.id], into: SAMPLE_BENEFICIARY.id },
      },
      {
        ...{ accounts: [MEERA.id], beneficiaries: [OTHER_SAMPLE_BENEFICIARY.id, SAMPLE_BENEFICIARY.id] },
        folded: ['beneficiaryGroups'],
      },
    ],
    [
      'the list of purposes',
      { ...askedByAccount(MEERA), type: 'SetPurposes', purposes: [] },
      { accounts: [MEERA.id], folded: ['purposes'] },
    ],
    [
      'a budget: its site, and the purposes',
      { ...askedByAccount(MEERA), type: 'SetBudget', site: ASHA.id, purpose: 'Sand', month: null, paise: 5 },
      { accounts: [MEERA.id, ASHA.id], folded: ['purposes'] },
    ],
    [
      'the map to Tally',
      { ...askedByAccount(MEERA), type: 'ChangeTallyMap', lines: [] },
      { accounts: [MEERA.id], folded: ['tallyMap'] },
    ],
    ['the system: nobody', { ...askedBySystem, type: 'ExportReport', report: 'log', format: 'pdf', rows: 1 }, {}],
    [
      'a refused sign-in of an account',
      { ...askedBySystem, type: 'RefuseSignIn', account: RAVI.id, name: '', reason: '' },
      { accounts: [RAVI.id] },
    ],
    [
      'a refused sign-in of nobody who is known',
      { ...askedBySystem, type: 'RefuseSignIn', account: undefined, name: '', reason: '' },
      {},
    ],
  ])('%s', (_what, command, needs) => {
    expect(readSetOf([submitted(command)])).toEqual({ ...nothing, ...needs })
  })

  test('each once, and the keys as they come', () => {
    const batch = [submitted(expense(5), keyed('a')), submitted(expense(6), keyed('a', 'other')), submitted(sent(5))]
    expect(readSetOf(batch)).toEqual({
      ...nothing,
      accounts: [ASHA.id, MEERA.id],
      beneficiaries: [SAMPLE_BENEFICIARY.id],
      keys: [digest('a'), digest('a')],
    })
  })
})

describe('the events of a batch', () => {
  test('are placed one after the other after the head, each with an id and what came with its command', () => {
    const loaded = loadedAfter()
    const { position, hash } = loaded.head
    const { events, head, answers } = decided([submitted(opening(9, 'mobile:1')), submitted(sent(500))], loaded)
    expect(events.map((event) => [event.position, event.type, event.meta, event.companyId])).toEqual([
      [position + 1, 'AccountOpened', JSON.stringify(meta), COMPANY],
      [position + 2, 'PasswordSet', JSON.stringify(meta), COMPANY],
      [position + 3, 'CreditRecorded', JSON.stringify(meta), COMPANY],
    ])
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3)
    // An entry is found by its first event.
    expect(events[2]?.eventId).toBe(CREDIT)
    expect(events.map(({ prevHash }) => prevHash)).toEqual([hash, events[0]?.hash, events[1]?.hash])
    expect(head).toEqual({ position: position + 3, hash: events[2]?.hash, recordedAt: LATER, totalPaise: 500n })
    expect(answers.map(({ body }) => body)).toEqual([
      `${position + 1} AccountOpened,${position + 2} PasswordSet`,
      `${position + 3} CreditRecorded`,
    ])
  })

  test.each([
    ['the clock', LATER, LATER],
    ['the head, where the clock has gone back', EARLIER, SAMPLE_TIME],
    ['either, where they are the same', SAMPLE_TIME, SAMPLE_TIME],
  ])('are recorded at the time of %s', (_whose, clock, recordedAt) => {
    const { events, head } = decided([submitted(sent(5))], loadedAfter(), clock)
    expect([events[0]?.recordedAt, head.recordedAt]).toEqual([recordedAt, recordedAt])
  })

  test('are what the caller is told of, placed as they are stored, and the state right after them', () => {
    const told: unknown[] = []
    const answer: CommandEnvelope['answer'] = ({ events, account, transaction }) => {
      const [receivedPaise, entry] = [account(ASHA.id).receivedPaise, transaction(CREDIT).entry]
      told.push(events, receivedPaise, entry)
      return { status: 201, body: '' }
    }
    const { events } = decided([submitted(sent(500), { answer }), submitted(sent(7, sampleUuid(103)))], loadedAfter())
    const { position, eventId, schemaVersion, recordedAt } = events[0] ?? expect.fail('One was recorded')
    const entry = sampleCredit(ASHA, 500)
    const event = { ...transactionRecorded(CREDIT, entry), date: entry.date }
    const actor = { id: MEERA.id, role: 'admin', name: 'Meera' }
    expect(told).toEqual([[{ ...event, position, eventId, schemaVersion, recordedAt, actor, meta }], 500, entry])
  })

  test('nobody is told of what was not loaded', () => {
    const answer: CommandEnvelope['answer'] = ({ account }) => ({ status: 200, body: account(sampleUuid(77)).id })
    expect(() => decided([submitted(sent(5), { answer })], loadedAfter())).toThrow(`${sampleUuid(77)} was not loaded`)
  })
})

describe('a refusal', () => {
  test('is an answer, and costs the others nothing', () => {
    const refused = submitted({ ...sent(5), to: sampleUuid(77) } as Command, {
      sideStatements: [{ name: 'refused', text: '', values: [] }],
    })
    const statement = { name: 'accepted', text: '', values: [] }
    const batch = [refused, submitted(sent(5), { sideStatements: [statement] }), submitted(sent(6, sampleUuid(103)))]
    const { answers, events, sideStatements } = decided(batch, loadedAfter())
    expect(answers.map(({ status }) => status)).toEqual([404, 201, 201])
    expect(answers[0]).toEqual(answered('not_found'))
    expect(events).toHaveLength(2)
    expect(sideStatements).toEqual([statement])
  })

  test('nothing recorded leaves the log where it was', () => {
    const loaded = loadedAfter()
    const { head, events, accounts, movedBalances, transactions } = decided([submitted(editing('x'))], {
      ...loaded,
      signInNames: new Map([['x', ASHA.id]]),
    })
    expect([head.position, head.hash, head.totalPaise]).toEqual([loaded.head.position, loaded.head.hash, 0n])
    expect([events, accounts, movedBalances, transactions]).toEqual([[], [], [], []])
  })
})

describe('a key', () => {
  test('keeps its answer, and gives it again: in the same batch and from before', () => {
    const first = decided(
      [
        submitted(sent(5), keyed('a')),
        submitted(sent(5, sampleUuid(103)), keyed('a')),
        submitted(sent(7, sampleUuid(104))),
      ],
      loadedAfter(),
    )
    expect(first.events).toHaveLength(2)
    expect(first.answers[1]).toMatchObject(first.answers[0] ?? {})
    const stored = first.answers[0] && { bodyDigest: digest('body'), ...first.answers[0] }
    expect([...first.storedAnswers]).toEqual([[digest('a').toString('hex'), stored]])

    const known = { ...loadedAfter(), answers: first.storedAnswers }
    const again = decided([submitted(sent(5), keyed('a'))], known)
    expect([again.events, again.answers, again.storedAnswers.size]).toEqual([[], [stored], 0])
  })

  test('of another request is refused, and what it keeps stays', () => {
    const answers = new Map([[digest('a').toString('hex'), { bodyDigest: digest('body'), status: 201, body: 'first' }]])
    const asked = decided([submitted(sent(5), keyed('a', 'other'))], { ...loadedAfter(), answers })
    expect([asked.answers, asked.events, asked.storedAnswers.size]).toEqual([[answered('key_reused')], [], 0])
  })

  test('keeps a refusal, but not that a session had ended', () => {
    const loaded = loadedAfter(accountDisabled(ASHA))
    const { answers, storedAnswers } = decided(
      [submitted(sent(5), keyed('refused')), submitted(expense(5), keyed('ended'))],
      loaded,
    )
    expect(answers).toEqual([answered('counterparty_unavailable'), answered('unauthorized')])
    expect([...storedAnswers.keys()]).toEqual([digest('refused').toString('hex')])
  })
})

describe('what is written beside the events', () => {
  const written = (...commands: Command[]) => {
    const { accounts, movedBalances, transactions } = decided(
      commands.map((command) => submitted(command)),
      loadedAfter(transactionRecorded(sampleUuid(100), sampleCredit(ASHA, 1000)), accountDisabled(BALA)),
    )
    const ids = (states: { id: string }[]) => states.map(({ id }) => id)
    return { accounts: ids(accounts), moved: ids(movedBalances), transactions: ids(transactions) }
  }
  const status: Command = { ...askedByAccount(MEERA), ...account, type: 'SetAccountStatus', status: 'disabled' }
  const enabling: Command = {
    ...askedByAccount(MEERA),
    type: 'SetAccountStatus',
    account: BALA.id,
    role: BALA.role,
    status: 'active',
  }
  const renamed: Command = { ...editing(), profile: { firstName: 'Tara' }, newPassword: false } as Command
  const transferred: Command = {
    ...askedByAccount(ASHA),
    type: 'TransferMoney',
    transaction: sampleUuid(105),
    to: RAVI.id,
    details: entryDetails(5),
  }

  test.each<[string, Command[], { accounts?: string[]; moved?: string[]; transactions?: string[] }]>([
    ['money: the balance alone', [sent(5)], { moved: [ASHA.id] }],
    ['an opening: the account', [opening(9, 'mobile:1')], { accounts: [sampleUuid(9)] }],
    ['a new name: the account', [renamed], { accounts: [RAVI.id] }],
    ['a new status: the account', [status], { accounts: [RAVI.id] }],
    ['a new password: the account', [editing()], { accounts: [RAVI.id] }],
    ['an enabling: the account', [enabling], { accounts: [BALA.id] }],
    ['both: the account, once', [transferred, editing()], { moved: [ASHA.id], accounts: [RAVI.id] }],
    ['both, in whatever order', [editing(), transferred], { moved: [ASHA.id], accounts: [RAVI.id] }],
    [
      'an entry that is changed: its state, once',
      [expense(5), edit({ paise: 7 }), edit({ paise: 8 })],
      { moved: [ASHA.id], transactions: [DEBIT] },
    ],
    ['a look at a password: nothing', [{ ...askedByAccount(MEERA), ...account, type: 'RevealPassword' }], {}],
  ])('%s', (_what, commands, expected) => {
    expect(written(...commands)).toEqual({ accounts: [], moved: [], transactions: [], ...expected })
  })

  test('states as the last command of the batch left them', () => {
    const loaded = loadedAfter()
    const { movedBalances, transactions, head } = decided(
      [submitted(sent(500)), submitted(expense(200)), submitted(edit({ paise: 300 }))],
      loaded,
    )
    expect(movedBalances).toMatchObject([{ id: ASHA.id, receivedPaise: 500, spentPaise: 300 }])
    expect(transactions).toMatchObject([{ id: DEBIT, revision: 2, entry: { paise: 300 } }])
    expect(head.totalPaise).toBe(800n)
  })
})

describe('the name of a beneficiary', () => {
  const names = (loaded: LoadedState, ...commands: Command[]) => {
    const { beneficiaryNames, events } = decided(
      commands.map((command) => submitted(command)),
      loaded,
    )
    return {
      named: [...beneficiaryNames],
      paid: events.map(({ data }) => /"name":"((?:SHARMA|Sharma)[^"]*)"/.exec(data)?.[1]),
    }
  }

  test('is the first spelling, also of the same batch', () => {
    const [first, second] = [expense(5, 'Sharma Traders'), expense(6, 'SHARMA  traders', sampleUuid(103))]
    const expected = { named: [[SAMPLE_BENEFICIARY.id, 'Sharma Traders']], paid: ['Sharma Traders', 'Sharma Traders'] }
    expect(names(loadedAfter(), first, second)).toEqual(expected)
    const loaded = loadedAfter()
    loaded.beneficiaryNames.set(SAMPLE_BENEFICIARY.id, 'Sharma & Sons')
    expect(names(loaded, second)).toEqual({ named: [], paid: ['Sharma & Sons'] })
  })

  test('is new with an edit that moves an expense there, and not with one that leaves it', () => {
    const history = transactionRecorded(DEBIT, sampleDebit(ASHA, 5))
    const withNothingLoaded = () => {
      const loaded = loadedAfter(history)
      loaded.beneficiaryNames.clear()
      return loaded
    }
    expect(names(withNothingLoaded(), edit({ beneficiary: 'Gupta Steel' })).named).toEqual([
      [OTHER_SAMPLE_BENEFICIARY.id, 'Gupta Steel'],
    ])
    expect(names(withNothingLoaded(), edit({ paise: 7 })).named).toEqual([])
  })
})

describe('a sign-in name that one command takes', () => {
  test.each([
    ['an opening', opening(9, 'mobile:1')],
    ['an edit', editing('mobile:1')],
  ])('is in use for the next one of the batch: by %s', (_by, taking) => {
    const { answers } = decided([submitted(taking), submitted(opening(10, 'mobile:1'))], loadedAfter())
    expect(answers[1]).toEqual(answered('mobile_in_use'))
  })

  test('is not in use where the command was refused, and left out it is nobody’s', () => {
    const refused = { ...opening(9, 'mobile:1'), ...askedByAccount(MEERA, 5) } as Command
    const { answers } = decided(
      [submitted(refused), submitted(editing()), submitted(opening(10, 'mobile:1'))],
      loadedAfter(),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 201, 201])
  })
})

test('what the system does is done in its name', () => {
  const { events } = decided(
    [submitted({ ...askedBySystem, type: 'ExportReport', report: 'log', format: 'pdf', rows: 1 })],
    loadedAfter(accountOpened({ ...RAVI, id: sampleUuid(8) })),
  )
  expect(JSON.parse(events[0]?.actor ?? '')).toEqual(SYSTEM_ACTOR)
})
