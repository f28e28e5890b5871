import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { CommandEnvelope } from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import { describe, expect, test } from 'vitest'
import * as p from '../domain/sample-events.ts'
import { answered, decided, digest, keyed, LATER, loadedAfter, submitted } from './sample-batch.ts'

const { ASHA, MEERA, RAVI, sampleUuid } = p
const byMeera = p.askedByAccount(MEERA)
const [EXPENSE, QUESTION] = [sampleUuid(101), sampleUuid(201)]
const expense = p.sampleDebit(ASHA, 700)

describe('a company keeps an admin who can sign in', () => {
  const [NILA, DEV, ANU] = [
    p.samplePerson(11, 'admin', 'Nila', null),
    p.samplePerson(12, 'admin', 'Dev', null),
    p.samplePerson(13, 'accountant', 'Anu', null),
  ]
  const closing = (account: string) => submitted({ ...byMeera, type: 'CloseAccount', account, role: 'office' })
  const history = [...[NILA, DEV, ANU].map(p.accountOpened), p.accountDisabled(DEV)]

  test('also where one batch closes both; one who is disabled does not count, nor does an accountant', () => {
    const { answers } = decided([closing(NILA.id), closing(MEERA.id)], loadedAfter(...history))
    expect([answers[0]?.status, answers[1]]).toEqual([201, answered('last_admin')])
  })

  test('whichever of them goes first', () => {
    const { answers, events } = decided([closing(MEERA.id)], loadedAfter(...history))
    expect([answers[0]?.status, events.length]).toEqual([201, 1])
  })
})

test('a question is found by the id of the event that asks it, and no later event of it has that id', () => {
  const on = { row: { transaction: EXPENSE, side: 'own' }, question: QUESTION } as const
  const { events } = decided(
    [
      submitted({ ...byMeera, ...on, type: 'QueryEntry', text: 'Where is the bill?' }),
      submitted({ ...p.askedByAccount(ASHA), ...on, type: 'AnswerQuestion', text: 'In the file', bills: [] }),
      submitted({ ...byMeera, ...on, type: 'CloseQuestion' }),
    ],
    loadedAfter(p.transactionRecorded(EXPENSE, expense)),
  )
  expect(events.map(({ type, eventId }) => [type, eventId === QUESTION])).toEqual([
    ['EntryQueried', true],
    ['EntryAnswered', false],
    ['EntryQueryClosed', false],
  ])
})

describe('the answer to a change of a beneficiary', () => {
  const merging = (told: string): CommandEnvelope =>
    submitted(
      { ...byMeera, type: 'MergeBeneficiaries', from: ['b:gupta steel'], into: 'b:sharma traders' },
      { answer: ({ beneficiaryGroup }) => ({ status: 200, body: JSON.stringify(beneficiaryGroup(told)) }) },
    )
  const paidBoth = loadedAfter(
    p.transactionRecorded(EXPENSE, expense),
    p.transactionRecorded(sampleUuid(102), p.sampleDebit(ASHA, 5, p.OTHER_SAMPLE_BENEFICIARY)),
  )

  test('has its spellings as the change left them, by any of them', () => {
    const { answers } = decided([merging('b:gupta steel')], paidBoth)
    const members = [p.SAMPLE_BENEFICIARY, p.OTHER_SAMPLE_BENEFICIARY]
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ ...p.SAMPLE_BENEFICIARY, members })
  })

  test('is of nobody who was not loaded', () => {
    expect(() => decided([merging('b:nobody')], paidBoth)).toThrow('b:nobody was not loaded')
  })
})

describe('whether a key may have been answered before', () => {
  const spending: Command = {
    ...p.askedByAccount(ASHA),
    type: 'RecordExpense',
    transaction: EXPENSE,
    beneficiary: 'Tea Stall',
    details: p.entryDetails(5),
  }
  const booksClosed: NewEvent = { type: 'BooksClosed', data: { upTo: '2026-04-01', before: null } }
  const elsewhere: Command = { ...byMeera, type: 'SetAlertLevel', account: sampleUuid(77), paise: 5 }

  test.each<[string, Partial<CommandEnvelope>, Command, NewEvent[], { looksUp: boolean }]>([
    [
      'is to be looked up where the session had ended',
      keyed('a'),
      spending,
      [p.accountDisabled(ASHA)],
      { looksUp: true },
    ],
    ['is to be looked up where the books were closed', keyed('a'), spending, [booksClosed], { looksUp: true }],
    ['shows when its answer is stored: it was accepted', keyed('a'), spending, [], { looksUp: false }],
    ['shows when its answer is stored: it was refused for good', keyed('a'), elsewhere, [], { looksUp: false }],
    ['is no matter without a key', {}, spending, [booksClosed], { looksUp: false }],
  ])('%s', (_what, key, command, history, { looksUp }) => {
    const { hasUnstoredKey, storedAnswers } = decided([submitted(command, key)], loadedAfter(...history), LATER)
    const stored = 'key' in key && !looksUp ? [digest('a').toString('hex')] : []
    expect([hasUnstoredKey, [...storedAnswers.keys()]]).toEqual([looksUp, stored])
  })
})

test.each<[string, Command]>([
  ['a new password', { ...byMeera, type: 'SetPassword', account: RAVI.id, role: 'supervisor' }],
  [
    'another site',
    {
      ...{ ...byMeera, type: 'EditAccount', account: RAVI.id, role: 'supervisor', profile: {} },
      ...{ newPassword: false, newContact: false, assignment: { site: ASHA.id } },
    },
  ],
])('%s alone is written with the account, not as a balance that moved', (_what, command) => {
  const { accounts, movedBalances } = decided([submitted(command)], loadedAfter())
  expect([accounts.map(({ id }) => id), movedBalances]).toEqual([[RAVI.id], []])
})
