import type { BeneficiaryGroup } from '@ledger/contracts/beneficiary-spelling-group.ts'
import {
  type AccountProfile,
  billsOf,
  type Entry,
  type EventData,
  type EventType,
  type LedgerEvent,
  type Party,
} from '@ledger/contracts/events/event-schemas.ts'
import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { isCashBelowZero } from '@ledger/contracts/is-cash-below-zero.ts'
import type { EditLogAction, SubjectKind } from '@ledger/contracts/labels/edit-log-labels.ts'
import { EDIT_LOG_SUBJECT_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { changedPurposes, type ListedPurpose, purposeAsText } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { fullNameOf } from '../../domain/account-and-transaction-states.ts'
import {
  assignmentFieldValues,
  type ChangedField,
  changedFieldsBetween,
  entryFieldValues,
  limitFieldValues,
  profileFieldValues,
  taxLimitFieldValues,
} from './changed-fields.ts'
import { shortBillHash } from './format-values.ts'

/** The details of a change in an event; the action follows from the event's type. */
interface EventDescription extends Pick<EditLogRow, 'subjectId' | 'site' | 'fields' | 'amount' | 'bills'> {
  kind: SubjectKind
  name: string
}

/** The effect of an event type on the books, and how its line tells it. */
interface EditLogLine<T extends EventType> {
  action: EditLogAction
  describe: (data: EventData<T>) => EventDescription
}

/** The lines of the edit log by event type; null for sign-ins, looks and exports. */
const EDIT_LOG_LINES: { readonly [T in EventType]: EditLogLine<T> | null } = {
  CreditRecorded: { action: 'created', describe: describeRecordedEntry },
  DebitRecorded: { action: 'created', describe: describeRecordedEntry },
  TransferRecorded: { action: 'created', describe: describeRecordedEntry },
  TransactionEdited: {
    action: 'changed',
    describe: ({ transaction, before, after, reason }) => withReason(describeEntry(transaction, before, after), reason),
  },
  TransactionDeleted: {
    action: 'deleted',
    describe: ({ transaction, before, reason }) => withReason(describeEntry(transaction, before, undefined), reason),
  },
  AccountOpened: {
    action: 'created',
    describe: ({ role, account, profile }) => describeProfile(role, account, undefined, profile),
  },
  AccountEdited: {
    action: 'changed',
    describe: ({ account, before, after }) => describeProfile('account', account, before, after),
  },
  AccountRoleChanged: {
    action: 'changed',
    describe: ({ account, newRole }) =>
      describeStateChange(account, { field: 'role', before: account.role, after: newRole }),
  },
  AccountDisabled: {
    action: 'changed',
    describe: ({ account }) => describeStateChange(account, { field: 'status', before: 'active', after: 'disabled' }),
  },
  AccountEnabled: {
    action: 'changed',
    describe: ({ account }) => describeStateChange(account, { field: 'status', before: 'disabled', after: 'active' }),
  },
  AccountClosed: {
    action: 'deleted',
    describe: ({ account }) => describeStateChange(account, { field: 'status', before: 'open', after: 'closed' }),
  },
  PasswordSet: {
    action: 'changed',
    // The log records that a password was set, never the password itself.
    describe: ({ account }) => describeStateChange(account, { field: 'password', before: null, after: '(set)' }),
  },
  PasswordRevealed: null,
  SignedIn: null,
  SignInRefused: null,
  BillErased: {
    action: 'deleted',
    describe({ bill, reason }) {
      const erased = { kind: 'bill' as const, name: shortBillHash(bill), subjectId: bill, site: null }
      return withReason({ ...erased, fields: [], ...WITHOUT_MONEY }, reason)
    },
  },
  ReportExported: null,
  SettingsChanged: null,
  OfficeSettingsChanged: {
    action: 'changed',
    describe: ({ before, after }) =>
      describeOfCompany('settings', changedFieldsBetween(limitFieldValues(before), limitFieldValues(after))),
  },
  AlertLevelSet: {
    action: 'changed',
    describe: ({ account, before, after }) =>
      describeStateChange(account, { field: 'alert level', ...formatAmounts(before, after) }),
  },
  TaxLimitsSet: {
    action: 'changed',
    describe: ({ from, before, after }) =>
      describeOfCompany('taxes', [
        { field: 'from', before: null, after: from },
        ...changedFieldsBetween(taxLimitFieldValues(before), taxLimitFieldValues(after)),
      ]),
  },
  BeneficiaryDetailsChanged: {
    action: 'changed',
    describe: ({ beneficiary, details }) =>
      describeBeneficiary(
        beneficiary,
        { field: 'PAN', before: null, after: details.pan },
        { field: 'GSTIN', before: null, after: details.gstin },
        { field: 'phone', before: null, after: details.phone },
      ),
  },
  SupervisorAssigned: {
    action: 'changed',
    describe({ account, before, after }) {
      const fields = changedFieldsBetween(before ? assignmentFieldValues(before) : {}, assignmentFieldValues(after))
      return { ...describeStateChange(account), site: after.site?.site ?? null, fields }
    },
  },
  EntryReviewed: {
    action: 'changed',
    describe({ transaction, reviewed, as, reason }) {
      const fields: ChangedField[] = [{ field: 'review', before: null, after: as }]
      return withReason({ ...describeEntry(transaction, reviewed, reviewed), fields }, reason)
    },
  },
  EntryQueried: {
    action: 'created',
    describe: (data) => describeQuestion(data, { field: 'question', before: null, after: data.text }),
  },
  EntryAnswered: {
    action: 'changed',
    describe: (data) => ({
      ...describeQuestion(data, { field: 'answer', before: null, after: data.text }),
      bills: data.bills.map((bill) => bill.id),
    }),
  },
  EntryQueryClosed: {
    action: 'changed',
    describe: (data) => describeQuestion(data, { field: 'question', before: null, after: '(closed)' }),
  },
  TransferAcknowledged: {
    action: 'changed',
    describe({ transaction, about }) {
      const fields: ChangedField[] = [{ field: 'review', before: null, after: 'received' }]
      // It moves no money: the amount of the transfer must not count again in the sums of the edit log.
      return { ...describeEntry(transaction, about, about), fields, amount: null }
    },
  },
  CashCounted: { action: 'created', describe: describeCashCount },
  BooksClosed: { action: 'changed', describe: ({ before, upTo }) => describeClosing(before, upTo) },
  BooksReopened: {
    action: 'changed',
    describe: ({ before, after, reason }) => withReason(describeClosing(before, after), reason),
  },
  BooksSealed: null,
  BeneficiaryRenamed: {
    action: 'changed',
    describe: ({ before, after }) =>
      describeBeneficiary(before, { field: 'name', before: before.name, after: after.name }),
  },
  BeneficiariesMerged: {
    action: 'changed',
    describe: ({ from, into }) =>
      describeBeneficiary(
        into,
        ...from.map(({ name }): ChangedField => ({ field: 'merged', before: null, after: name })),
      ),
  },
  BeneficiariesUnmerged: {
    action: 'changed',
    describe: ({ before, apart }) => describeBeneficiary(before, { field: 'apart', before: null, after: apart.name }),
  },
  PurposesChanged: {
    action: 'changed',
    describe(data) {
      const { before, after } = changedPurposes(data)
      return describeOfCompany('purposes', [
        { field: 'list of purposes', before: purposesAsText(before), after: purposesAsText(after) },
      ])
    },
  },
  BudgetSet: {
    action: 'changed',
    describe({ site, purpose, month, before, after }) {
      const name = [site.site ?? site.name, purpose, ...(month === null ? [] : [month])].join(', ')
      const fields: ChangedField[] = [{ field: 'budget', ...formatAmounts(before, after) }]
      return { kind: 'budget', name, subjectId: site.id, site: site.site, fields, ...WITHOUT_MONEY }
    },
  },
  TallyMapChanged: { action: 'changed', describe: describeTallyMap },
  TallyExported: null,
}

const ALL_EVENT_TYPES = Object.keys(EDIT_LOG_LINES) as EventType[]

/** Returns the event types that are lines of the edit log, all or those of some actions. */
export function eventTypesOf(actions: readonly EditLogAction[] | undefined): EventType[] {
  return ALL_EVENT_TYPES.filter((type) => {
    const line = EDIT_LOG_LINES[type]
    return line !== null && (actions?.includes(line.action) ?? true)
  })
}

/**
 * Returns an event as a line of the edit log; undefined for one that does not change the books. The voucher number is
 * missing: it follows from the events before.
 */
export function toEditLogRow(event: LedgerEvent): EditLogRow | undefined {
  const line = lineOf(event.type, event.data)
  if (!line) return undefined
  const { position, recordedAt, actor, meta } = event
  const { action, kind, name, ...description } = line
  const subject = { subject: EDIT_LOG_SUBJECT_LABELS.en[kind](name), subjectKind: kind, subjectName: name }
  return { position, recordedAt, action, ...subject, actor, from: meta.ip ?? null, voucher: null, ...description }
}

function lineOf<T extends EventType>(type: T, data: EventData<T>) {
  const line = EDIT_LOG_LINES[type]
  return line && { action: line.action, ...line.describe(data) }
}

/** The money of an event that is not about an entry. */
const WITHOUT_MONEY = { amount: null, bills: [] }

function describeRecordedEntry({ transaction, entry }: { transaction: string; entry: Entry }): EventDescription {
  return describeEntry(transaction, undefined, entry)
}

function describeEntry(id: string, before: Entry | undefined, after: Entry | undefined): EventDescription {
  const entry = after ?? before
  if (!entry) throw new TypeError('An event of an entry holds none')
  const fields = changedFieldsBetween(before && entryFieldValues(before), after && entryFieldValues(after))
  const { kind, account, paise } = entry
  const bills = billsOf(entry).map((bill) => bill.id)
  return { kind, name: account.name, subjectId: id, site: account.site, fields, amount: formatAmount(paise), bills }
}

/** Returns the description with the reason as its last field, where one was given. */
function withReason(described: EventDescription, reason: string | null): EventDescription {
  if (reason === null) return described
  return { ...described, fields: [...described.fields, { field: 'reason', before: null, after: reason }] }
}

/** A question moves no money: the amount of its entry must not count again in the sums of the edit log. */
function describeQuestion(
  { transaction, side, about }: EventData<'EntryQueryClosed'>,
  field: ChangedField,
): EventDescription {
  const { name, site } = side === 'incoming' && about.kind === 'transfer' ? about.counterparty : about.account
  return { kind: 'question', name, subjectId: transaction, site, fields: [field], ...WITHOUT_MONEY }
}

/** A count moves no money: it must not count in the sums of the edit log. */
function describeCashCount({ account, countedPaise, expectedPaise }: EventData<'CashCounted'>): EventDescription {
  const fields: ChangedField[] = [
    { field: 'cash counted', before: null, after: formatAmount(countedPaise) },
    { field: 'cash expected', before: null, after: formatAmount(expectedPaise) },
  ]
  if (!isCashBelowZero(expectedPaise))
    fields.push({ field: 'difference', before: null, after: formatAmount(countedPaise - expectedPaise) })
  return { ...describeStateChange(account, ...fields), kind: 'cash_count' }
}

function describeProfile(
  kind: Role | 'account',
  id: string,
  before: AccountProfile | undefined,
  after: AccountProfile,
): EventDescription {
  const fields = changedFieldsBetween(before && profileFieldValues(before), profileFieldValues(after))
  return { kind, name: fullNameOf(after), subjectId: id, site: after.site, fields, ...WITHOUT_MONEY }
}

function describeStateChange({ id, role, name, site }: Party, ...fields: ChangedField[]): EventDescription {
  return { kind: role, name, subjectId: id, site, fields, ...WITHOUT_MONEY }
}

function describeBeneficiary(
  { id, name }: Pick<BeneficiaryGroup, 'id' | 'name'>,
  ...fields: ChangedField[]
): EventDescription {
  return { kind: 'beneficiary', name, subjectId: id, site: null, fields, ...WITHOUT_MONEY }
}

/** Describes a change of something that the company has one of. */
function describeOfCompany(kind: 'settings' | 'taxes' | 'purposes' | 'books' | 'tally', fields: ChangedField[]) {
  return { kind, name: '', subjectId: kind, site: null, fields, ...WITHOUT_MONEY }
}

/** @param before and after the days up to which the books are closed; null: not at all */
function describeClosing(before: string | null, after: string | null): EventDescription {
  return describeOfCompany('books', [{ field: 'closed up to', before, after }])
}

function describeTallyMap({ lines, defaults }: EventData<'TallyMapChanged'>): EventDescription {
  const textOf = (name: string, target: TallyTarget | null) =>
    target && `${name}: ${target.group === null ? target.ledger : `${target.ledger} (${target.group})`}`
  const fields = lines.map(({ name, before, after }): ChangedField => {
    return { field: 'ledger in Tally', before: textOf(name, before), after: textOf(name, after) }
  })
  if (defaults.before !== defaults.after)
    fields.push({ field: 'default ledgers', before: onOrOff(defaults.before), after: onOrOff(defaults.after) })
  return describeOfCompany('tally', fields)
}
const onOrOff = (is: boolean) => (is ? 'active' : 'disabled')

const purposesAsText = (purposes: readonly ListedPurpose[]) =>
  purposes.length === 0 ? null : purposes.map(purposeAsText).join('; ')

const amountOrNone = (paise: number | null) => (paise === null ? null : formatAmount(paise))
const formatAmounts = (before: number | null, after: number | null) => ({
  before: amountOrNone(before),
  after: amountOrNone(after),
})
