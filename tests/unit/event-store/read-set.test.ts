import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { DEFAULT_TAX_LIMITS } from '@ledger/contracts/tax/default-tax-limits.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { NOTHING_FOLDED } from '@ledger/ledger-service/domain/folded-states.ts'
import { type ReadSet, readSetOf } from '@ledger/ledger-service/event-store/append/load-state/read-set.ts'
import { describe, expect, test } from 'vitest'
import { ReplayedState } from '../domain/replayed-state.ts'
import * as p from '../domain/sample-events.ts'
import { submitted } from './sample-batch.ts'

const { ASHA, MEERA, RAVI, sampleUuid } = p
const [EXPENSE, TRANSFER, QUESTION, NEW_ACCOUNT] = [sampleUuid(101), sampleUuid(102), sampleUuid(201), sampleUuid(301)]
const [SHARMA, GUPTA] = [p.SAMPLE_BENEFICIARY, p.OTHER_SAMPLE_BENEFICIARY]
const SIGN_IN_NAME = 'mobile:9800000010'

const alone = (spelling: typeof SHARMA) => ({ ...spelling, members: [spelling] })
const expense = p.sampleDebit(ASHA, 700, SHARMA)
const transfer = p.sampleTransfer(ASHA, RAVI, 300)
const LIMITS = { ...DEFAULT_OFFICE_LIMITS, lateDays: 3 }
const TAX_LIMITS = { ...DEFAULT_TAX_LIMITS, cashDayPaise: 5_000_00 }
const CEMENT = { name: 'Cement', hindi: '', aliases: ['opc'] }
const LINE = { kind: 'purpose', id: 'Cement', name: 'Cement' } as const
const TARGET = { ledger: 'Building Material', group: 'Purchase Accounts' } as const
const FILE = {
  ...({ from: '2026-03-01', to: '2026-03-31', format: 'xml', layout: 4, after: 0, position: 9, vouchers: 1 } as const),
  ...{ altered: 0, cancelled: 0, closedUpTo: null, bytes: 10, sha256: 'ab' },
}
const SUMS = { accounts: 5, root: '', receivedPaise: 0, spentPaise: 0 }
const SETTINGS = { publicOrigin: null, passwordReveal: true, signInLimit: true, openid: null, checkpointKey: null }

const early: NewEvent[] = [
  ...p.everyAccountOpened,
  p.transactionRecorded(sampleUuid(100), p.sampleCredit(ASHA, 10_000)),
  p.transactionRecorded(EXPENSE, expense),
  p.transactionRecorded(sampleUuid(103), p.sampleDebit(ASHA, 5, GUPTA)),
  p.transactionRecorded(TRANSFER, transfer),
  {
    type: 'EntryQueried',
    data: { transaction: EXPENSE, side: 'own', question: QUESTION, about: expense, text: 'Bill?' },
  },
]
const since: NewEvent[] = [
  { type: 'BeneficiariesMerged', data: { from: [alone(SHARMA)], into: alone(GUPTA) } },
  { type: 'OfficeSettingsChanged', data: { before: DEFAULT_OFFICE_LIMITS, after: LIMITS } },
  { type: 'AlertLevelSet', data: { account: ASHA, before: null, after: 500 } },
  { type: 'TaxLimitsSet', data: { from: '2026-04-01', before: DEFAULT_TAX_LIMITS, after: TAX_LIMITS } },
  { type: 'PurposesChanged', data: { listRevision: 2, before: [], after: [CEMENT] } },
  {
    type: 'TallyMapChanged',
    data: { lines: [{ ...LINE, before: null, after: TARGET }], defaults: { before: true, after: true } },
  },
  { type: 'SupervisorAssigned', data: { account: RAVI, before: null, after: { site: ASHA, from: '2026-03-01' } } },
  { type: 'BooksClosed', data: { upTo: '2026-02-28', before: null } },
]
/** The same company on two days: what a command does not need on the one, it may need on the other. */
const COMPANIES = [ReplayedState.from(early), ReplayedState.from([...early, ...since])] as const
COMPANIES[0].signInNames.set(SIGN_IN_NAME, ASHA.id)

const own = { transaction: EXPENSE, side: 'own' } as const
const incoming = { transaction: TRANSFER, side: 'incoming' } as const
const details = p.entryDetails(500)
const transaction = sampleUuid(110)
const incharge = { account: ASHA.id, role: 'site_incharge' } as const
const supervisor = { account: RAVI.id, role: 'supervisor' } as const
const profile = { firstName: 'Tara', lastName: '', site: null, mobile: null }
const unchanged = { profile: {}, newPassword: false, newContact: false }

type Asked<Type> = Omit<Extract<Command, { type: Type }>, 'type' | 'by' | 'now'> & { by?: Command['by'] }
const byAsha = { by: p.askedByAccount(ASHA).by }

/** Commands of every type, by Meera where nobody else is named. */
const COMMANDS: { [Type in Command['type']]: Asked<Type>[] } = {
  RecordExpense: [{ transaction, beneficiary: 'SHARMA  traders', details, ...byAsha }],
  SendMoney: [{ transaction, to: ASHA.id, details }],
  TransferMoney: [{ transaction, to: RAVI.id, details, ...byAsha }],
  EditTransaction: [
    { row: own, desk: 'field', changes: { paise: 5 }, ...byAsha },
    { row: own, desk: 'field', changes: { beneficiary: 'GUPTA  steel' }, ...byAsha },
    { row: incoming, desk: 'head_office', changes: { paise: 9_500 } },
  ],
  DeleteTransaction: [{ row: own, desk: 'field', ...byAsha }],
  OpenAccount: [
    { account: NEW_ACCOUNT, role: 'supervisor', profile, signInName: SIGN_IN_NAME, assignment: { site: ASHA.id } },
  ],
  EditAccount: [
    { ...supervisor, ...unchanged, profile: { firstName: 'Tara' }, assignment: undefined },
    { ...supervisor, ...unchanged, newPassword: true, signInName: SIGN_IN_NAME },
    { ...supervisor, ...unchanged, assignment: { site: p.BALA.id } },
    { ...supervisor, ...unchanged, assignment: { site: null } },
    { ...unchanged, account: MEERA.id, role: 'office', newRole: 'auditor' },
  ],
  SetAccountStatus: [{ ...supervisor, status: 'disabled' }],
  SetPassword: [supervisor],
  CloseAccount: [supervisor, { account: MEERA.id, role: 'office' }],
  QueryEntry: [{ row: own, question: sampleUuid(202), text: 'Where?' }],
  AnswerQuestion: [{ row: own, question: QUESTION, text: 'Here', bills: [], ...byAsha }],
  CloseQuestion: [{ row: own, question: QUESTION }],
  RevealPassword: [incharge],
  SignIn: [{ via: 'password', ...byAsha }],
  RefuseSignIn: [
    { account: RAVI.id, name: 'x', reason: 'wrong_password', by: p.askedBySystem.by },
    { account: undefined, name: 'x', reason: 'unknown', by: p.askedBySystem.by },
  ],
  EraseBill: [{ bill: 'ab', reason: 'A private picture' }],
  ExportReport: [{ report: 'log', format: 'pdf', rows: 1 }],
  NoteSettings: [{ noted: null, settings: SETTINGS, by: p.askedBySystem.by }],
  SetOfficeLimits: [{ limits: DEFAULT_OFFICE_LIMITS }],
  SetAlertLevel: [{ account: ASHA.id, paise: null }],
  ReviewEntry: [{ row: own, as: 'seen', reason: null }],
  SetTaxLimits: [{ from: '2026-05-01', limits: DEFAULT_TAX_LIMITS }],
  ChangeBeneficiaryDetails: [
    { beneficiary: SHARMA.id, masked: { pan: null, gstin: null, phone: '98xxxxxx10' }, isChanged: true },
  ],
  CloseBooks: [{ upTo: '2026-03-31' }],
  ReopenBooks: [{ upTo: '2026-01-31', reason: 'A bill came late' }],
  SealBooks: [{ seal: { upTo: '2026-02-28', closing: COMPANIES[1].position, ...SUMS } }],
  RenameBeneficiary: [{ beneficiary: SHARMA.id, name: GUPTA.name }],
  MergeBeneficiaries: [{ from: [SHARMA.id], into: GUPTA.id }],
  UnmergeBeneficiary: [{ beneficiary: SHARMA.id }],
  CountCash: [{ countedPaise: 5, expectedPaise: 5, comparedAt: 1, ...byAsha }],
  AcknowledgeTransfer: [{ row: incoming, by: p.askedByAccount(RAVI).by }],
  SetPurposes: [{ purposes: [] }],
  SetBudget: [{ site: ASHA.id, purpose: 'opc', month: null, paise: 5 }],
  ChangeTallyMap: [{ lines: [{ ...LINE, target: null }] }],
  ExportToTally: [{ file: FILE }],
}

const commands = Object.entries(COMMANDS).flatMap(([type, rows]) =>
  rows.map((row) => ({ ...p.askedByAccount(MEERA), ...row, type }) as Command),
)

/**
 * Returns the decision in a company of which nothing was loaded but what is needed, and the parties of its entries.
 * @param hidden one need that is not loaded either
 */
function decideWith(books: ReplayedState, needs: ReadSet, command: Command, hidden?: string) {
  const entries = needs.transactions.flatMap((id) => books.transaction(id)?.entry ?? [])
  const parties = entries.flatMap((entry) =>
    entry.kind === 'transfer' ? [entry.account.id, entry.counterparty.id] : [entry.account.id],
  )
  const loaded = new Set([...idsIn(needs), ...parties])
  if (hidden !== undefined) loaded.delete(hidden)
  const folded = Object.entries(books.folded).filter(([name]) => loaded.has(name))
  return decide(
    {
      account: (id) => (loaded.has(id) ? books.account(id) : undefined),
      transaction: (id) => (loaded.has(id) ? books.transaction(id) : undefined),
      beneficiaryName: (id) => (loaded.has(id) ? books.beneficiaryName(id) : undefined),
      signInName: (name) => (loaded.has(name) ? books.signInName(name) : undefined),
      adminCount: () => (loaded.has('admins') ? books.adminCount() : Number.NaN),
      totalPaise: books.totalPaise,
      folded: { ...NOTHING_FOLDED, closings: books.folded.closings, ...Object.fromEntries(folded) },
    },
    command,
  )
}

const LISTS = ['accounts', 'transactions', 'beneficiaries', 'signInNames', 'folded'] as const
/** Returns all that is needed, by ids and names; no two kinds of state have the same. */
const idsIn = (needs: ReadSet): string[] => [
  ...LISTS.flatMap((list) => needs[list]),
  ...(needs.admins ? ['admins'] : []),
]

describe('the state that is loaded', () => {
  test('is enough for every command: it is decided as on the whole books', () => {
    for (const command of commands)
      for (const books of COMPANIES)
        expect(decideWith(books, readSetOf([submitted(command)]), command), command.type).toEqual(
          decide(books, command),
        )
  })

  test('is nothing on which the decision does not depend', () => {
    const unused = commands.flatMap((command) => {
      const needs = readSetOf([submitted(command)])
      const matters = (id: string) =>
        COMPANIES.some((books) => !isDeepStrictEqual(decideWith(books, needs, command, id), decide(books, command)))
      const ids = idsIn(needs).filter((id) => !matters(id))
      return ids.map((id) => `${command.type}: ${id}`)
    })
    // The account of an opening is new, and so has no state; every command loads the account that it names.
    expect(unused).toEqual([`OpenAccount: ${NEW_ACCOUNT}`])
  })

  test('is, for a batch, what any of its commands needs, each once', () => {
    const needs = readSetOf(commands.map((command) => submitted(command)))
    const ofEach = commands.flatMap((command) => idsIn(readSetOf([submitted(command)])))
    expect(idsIn(needs).sort()).toEqual([...new Set(ofEach)].sort())
  })
})
