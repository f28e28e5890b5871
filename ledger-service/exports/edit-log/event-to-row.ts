import type { BeneficiaryGroup } from '@ledger/contracts/beneficiary-group.ts'
import { ENTRY_FIELD_NAMES, ENTRY_TEXT_FIELDS } from '@ledger/contracts/entry-text-fields.ts'
import {
  type AccountProfile,
  billsOf,
  type Entry,
  type EventData,
  type EventType,
  type LedgerEvent,
  type OfficeLimits,
  type Party,
  type SiteAssignment,
  type TallyTarget,
  type TaxLimits,
} from '@ledger/contracts/events/event-schemas.ts'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-export-schemas.ts'
import { isCashBelowZero } from '@ledger/contracts/http/cash-counts/cash-below-zero.ts'
import { changedPurposes, type ListedPurpose, purposeAsText } from '@ledger/contracts/http/purposes/purpose-list.ts'
import type { EditLogAction, SubjectKind } from '@ledger/contracts/labels/edit-log-labels.ts'
import { EDIT_LOG_SUBJECT_LABELS, type EditLogField } from '@ledger/contracts/labels/edit-log-labels.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { fullNameOf } from '../../domain/state.ts'
import { shortBillHash } from './format-values.ts'

type ChangedField = EditLogRow['fields'][number]
/** The details of a change in an event; the action follows from the event's type. */
interface EventDescription extends Pick<EditLogRow, 'subjectId' | 'site' | 'fields' | 'amount' | 'bills'> {
  kind: SubjectKind
  name: string
}

/** The effect of each event type on the books; null for sign-ins, looks and exports. */
const ACTION_BY_EVENT_TYPE = {
  CreditRecorded: 'created',
  DebitRecorded: 'created',
  TransferRecorded: 'created',
  TransactionEdited: 'changed',
  TransactionDeleted: 'deleted',
  AccountOpened: 'created',
  AccountEdited: 'changed',
  AccountRoleChanged: 'changed',
  AccountDisabled: 'changed',
  AccountEnabled: 'changed',
  AccountClosed: 'deleted',
  PasswordSet: 'changed',
  PasswordRevealed: null,
  SignedIn: null,
  SignInRefused: null,
  BillErased: 'deleted',
  ReportExported: null,
  SettingsChanged: null,
  OfficeSettingsChanged: 'changed',
  AlertLevelSet: 'changed',
  TaxLimitsSet: 'changed',
  BeneficiaryDetailsChanged: 'changed',
  SupervisorAssigned: 'changed',
  EntryReviewed: 'changed',
  EntryQueried: 'created',
  EntryAnswered: 'changed',
  EntryQueryClosed: 'changed',
  TransferAcknowledged: 'changed',
  CashCounted: 'created',
  BooksClosed: 'changed',
  BooksReopened: 'changed',
  BooksSealed: null,
  BeneficiaryRenamed: 'changed',
  BeneficiariesMerged: 'changed',
  BeneficiariesUnmerged: 'changed',
  PurposesChanged: 'changed',
  BudgetSet: 'changed',
  TallyMapChanged: 'changed',
  TallyExported: null,
} as const satisfies Record<EventType, EditLogAction | null>

type EditLogEventType = {
  [T in EventType]: (typeof ACTION_BY_EVENT_TYPE)[T] extends EditLogAction ? T : never
}[EventType]
type EditLogEvent = Extract<LedgerEvent, { type: EditLogEventType }>
const ALL_EVENT_TYPES = Object.keys(ACTION_BY_EVENT_TYPE) as EventType[]

/** Returns the event types that are lines of the edit log, all or those of some actions. */
export function eventTypesOf(actions: readonly EditLogAction[] | undefined): EventType[] {
  return ALL_EVENT_TYPES.filter((type) => {
    const action = ACTION_BY_EVENT_TYPE[type]
    return action !== null && (actions?.includes(action) ?? true)
  })
}

const isEditLogEvent = (event: LedgerEvent): event is EditLogEvent => ACTION_BY_EVENT_TYPE[event.type] !== null

/**
 * Returns an event as a line of the edit log; undefined for one that does not change the books. The voucher number is
 * missing: it follows from the events before.
 */
export function toEditLogRow(event: LedgerEvent): EditLogRow | undefined {
  if (!isEditLogEvent(event)) return undefined
  const { position, recordedAt, actor, meta } = event
  const { kind, name, ...description } = describeEvent(event)
  const subject = { subject: EDIT_LOG_SUBJECT_LABELS.en[kind](name), subjectKind: kind, subjectName: name }
  return {
    position,
    recordedAt,
    action: ACTION_BY_EVENT_TYPE[event.type],
    ...subject,
    actor,
    from: meta.ip ?? null,
    voucher: null,
    ...description,
  }
}

function describeEvent(event: EditLogEvent): EventDescription {
  switch (event.type) {
    case 'CreditRecorded':
    case 'DebitRecorded':
    case 'TransferRecorded':
      return describeEntry(event.data.transaction, undefined, event.data.entry)
    case 'TransactionEdited':
      return withReason(describeEntry(event.data.transaction, event.data.before, event.data.after), event.data.reason)
    case 'TransactionDeleted':
      return withReason(describeEntry(event.data.transaction, event.data.before, undefined), event.data.reason)
    case 'AccountOpened':
      return describeProfile(event.data.role, event.data.account, undefined, event.data.profile)
    case 'AccountEdited':
      return describeProfile('account', event.data.account, event.data.before, event.data.after)
    case 'AccountRoleChanged': {
      const { account, newRole } = event.data
      return describeStateChange(account, { field: 'role', before: account.role, after: newRole })
    }
    case 'AccountDisabled':
      return describeStateChange(event.data.account, { field: 'status', before: 'active', after: 'disabled' })
    case 'AccountEnabled':
      return describeStateChange(event.data.account, { field: 'status', before: 'disabled', after: 'active' })
    case 'AccountClosed':
      return describeStateChange(event.data.account, { field: 'status', before: 'open', after: 'closed' })
    case 'PasswordSet':
      // The log records that a password was set, never the password itself.
      return describeStateChange(event.data.account, { field: 'password', before: null, after: '(set)' })
    case 'BillErased': {
      const { bill, reason } = event.data
      const erased = { kind: 'bill' as const, name: shortBillHash(bill), subjectId: bill, site: null }
      return withReason({ ...erased, fields: [], ...WITHOUT_MONEY }, reason)
    }
    case 'OfficeSettingsChanged': {
      const { before, after } = event.data
      const fields = changedFieldsBetween(limitFieldValues(before), limitFieldValues(after))
      return { kind: 'settings', name: '', subjectId: 'settings', site: null, fields, ...WITHOUT_MONEY }
    }
    case 'AlertLevelSet': {
      const { account, before, after } = event.data
      const [was, is] = [before, after].map((paise) => (paise === null ? null : formatAmount(paise)))
      return describeStateChange(account, { field: 'alert level', before: was ?? null, after: is ?? null })
    }
    case 'TaxLimitsSet': {
      const { from, before, after } = event.data
      const changed = changedFieldsBetween(taxLimitFieldValues(before), taxLimitFieldValues(after))
      const fields: ChangedField[] = [{ field: 'from', before: null, after: from }, ...changed]
      return { kind: 'taxes', name: '', subjectId: 'taxes', site: null, fields, ...WITHOUT_MONEY }
    }
    case 'BeneficiaryDetailsChanged': {
      const { beneficiary, details } = event.data
      const { id: subjectId, name } = beneficiary
      const fields: ChangedField[] = [
        { field: 'PAN', before: null, after: details.pan },
        { field: 'GSTIN', before: null, after: details.gstin },
        { field: 'phone', before: null, after: details.phone },
      ]
      return { kind: 'beneficiary', name, subjectId, site: null, fields, ...WITHOUT_MONEY }
    }
    case 'SupervisorAssigned': {
      const { account, before, after } = event.data
      const fields = changedFieldsBetween(before ? assignmentFieldValues(before) : {}, assignmentFieldValues(after))
      return { ...describeStateChange(account), site: after.site?.site ?? null, fields }
    }
    case 'EntryReviewed': {
      const { transaction, reviewed, as, reason } = event.data
      const fields: ChangedField[] = [{ field: 'review', before: null, after: as }]
      if (reason !== null) fields.push({ field: 'reason', before: null, after: reason })
      return { ...describeEntry(transaction, reviewed, reviewed), fields }
    }
    case 'EntryQueried':
      return describeQuestion(event.data, { field: 'question', before: null, after: event.data.text })
    case 'EntryAnswered':
      return describeQuestion(
        event.data,
        { field: 'answer', before: null, after: event.data.text },
        event.data.bills.map((bill) => bill.id),
      )
    case 'EntryQueryClosed':
      return describeQuestion(event.data, { field: 'question', before: null, after: '(closed)' })
    case 'TransferAcknowledged': {
      const { transaction, about } = event.data
      const fields: ChangedField[] = [{ field: 'review', before: null, after: 'received' }]
      // It moves no money: the amount of the transfer must not count again in the sums of the edit log.
      return { ...describeEntry(transaction, about, about), fields, amount: null }
    }
    case 'CashCounted': {
      const { account, countedPaise, expectedPaise } = event.data
      const [counted, expected, difference] = [countedPaise, expectedPaise, countedPaise - expectedPaise].map(
        formatAmount,
      )
      const fields: ChangedField[] = [
        { field: 'cash counted', before: null, after: counted ?? null },
        { field: 'cash expected', before: null, after: expected ?? null },
      ]
      if (!isCashBelowZero(expectedPaise)) fields.push({ field: 'difference', before: null, after: difference ?? null })
      // A count moves no money: it must not count in the sums of the edit log.
      return {
        kind: 'cash_count',
        name: account.name,
        subjectId: account.id,
        site: account.site,
        fields,
        ...WITHOUT_MONEY,
      }
    }
    case 'BooksClosed':
      return describeClosing(event.data.before, event.data.upTo)
    case 'BooksReopened':
      return withReason(describeClosing(event.data.before, event.data.after), event.data.reason)
    case 'BeneficiaryRenamed': {
      const { before, after } = event.data
      return describeBeneficiary(before, { field: 'name', before: before.name, after: after.name })
    }
    case 'BeneficiariesMerged': {
      const { from, into } = event.data
      const fields = from.map(({ name }): ChangedField => ({ field: 'merged', before: null, after: name }))
      return describeBeneficiary(into, ...fields)
    }
    case 'BeneficiariesUnmerged': {
      const { before, apart } = event.data
      return describeBeneficiary(before, { field: 'apart', before: null, after: apart.name })
    }
    case 'PurposesChanged': {
      const { before, after } = changedPurposes(event.data)
      const fields: ChangedField[] = [
        { field: 'list of purposes', before: purposesAsText(before), after: purposesAsText(after) },
      ]
      return { kind: 'purposes', name: '', subjectId: 'purposes', site: null, fields, ...WITHOUT_MONEY }
    }
    case 'BudgetSet': {
      const { site, purpose, month, before, after } = event.data
      const name = [site.site ?? site.name, purpose, ...(month === null ? [] : [month])].join(', ')
      const [was = null, is = null] = [before, after].map((paise) => (paise === null ? null : formatAmount(paise)))
      const fields: ChangedField[] = [{ field: 'budget', before: was, after: is }]
      return { kind: 'budget', name, subjectId: site.id, site: site.site, fields, ...WITHOUT_MONEY }
    }
    case 'TallyMapChanged':
      return describeTallyMap(event.data)
  }
}

function describeBeneficiary({ id, name }: BeneficiaryGroup, ...fields: ChangedField[]): EventDescription {
  return { kind: 'beneficiary', name, subjectId: id, site: null, fields, ...WITHOUT_MONEY }
}

const purposesAsText = (purposes: readonly ListedPurpose[]) =>
  purposes.length === 0 ? null : purposes.map(purposeAsText).join('; ')

/** @param before and after the days up to which the books are closed; null: not at all */
function describeClosing(before: string | null, after: string | null): EventDescription {
  const fields: ChangedField[] = [{ field: 'closed up to', before, after }]
  return { kind: 'books', name: '', subjectId: 'books', site: null, fields, ...WITHOUT_MONEY }
}

function describeTallyMap({ lines, defaults }: EventData<'TallyMapChanged'>): EventDescription {
  const textOf = (name: string, target: TallyTarget | null) =>
    target && `${name}: ${target.group === null ? target.ledger : `${target.ledger} (${target.group})`}`
  const fields = lines.map(({ name, before, after }): ChangedField => {
    return { field: 'ledger in Tally', before: textOf(name, before), after: textOf(name, after) }
  })
  if (defaults.before !== defaults.after)
    fields.push({ field: 'default ledgers', before: onOrOff(defaults.before), after: onOrOff(defaults.after) })
  return { kind: 'tally', name: '', subjectId: 'tally', site: null, fields, ...WITHOUT_MONEY }
}
const onOrOff = (is: boolean) => (is ? 'active' : 'disabled')

/** A question moves no money: the amount of its entry must not count again in the sums of the edit log. */
function describeQuestion(
  { transaction, side, about }: EventData<'EntryQueryClosed'>,
  field: ChangedField,
  bills: string[] = [],
): EventDescription {
  const { name, site } = side === 'incoming' && about.kind === 'transfer' ? about.counterparty : about.account
  return { kind: 'question', name, subjectId: transaction, site, fields: [field], amount: null, bills }
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

const limitField = (field: EditLogField, paise: number | null): FieldValues =>
  paise === null ? {} : { [field]: formatAmount(paise) }

function limitFieldValues({ lowCashPaise, billAbovePaise, largePaise, lateDays }: OfficeLimits): FieldValues {
  return {
    ...limitField('short of cash', lowCashPaise),
    ...limitField('bill above', billAbovePaise),
    ...limitField('large', largePaise),
    ...(lateDays === null ? {} : { late: String(lateDays) }),
  }
}

function taxLimitFieldValues({ singlePaise, yearPaise, cashDayPaise }: TaxLimits): FieldValues {
  return {
    ...limitField('at once above', singlePaise),
    ...limitField('in a year above', yearPaise),
    ...limitField('cash in a day above', cashDayPaise),
  }
}

/** The money of an event that is not about an entry. */
const WITHOUT_MONEY = { amount: null, bills: [] }

type FieldValues = Partial<Record<EditLogField, string>>

function entryFieldValues(entry: Entry): FieldValues {
  const party =
    entry.kind === 'debit'
      ? { 'paid to': entry.beneficiary.name }
      : entry.kind === 'transfer'
        ? { to: entry.counterparty.name }
        : {}
  const values: FieldValues = { amount: formatAmount(entry.paise), date: entry.date, ...party }
  for (const name of ENTRY_FIELD_NAMES) {
    const value = entry[name]
    if (value !== null) values[ENTRY_TEXT_FIELDS[name].editLogName] = value
  }
  const bills = billsOf(entry).map(({ id }) => shortBillHash(id))
  return bills.length === 0 ? values : { ...values, bills: bills.join(', ') }
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

function profileFieldValues(profile: AccountProfile): FieldValues {
  return { name: fullNameOf(profile), site: profile.site ?? '', mobile: profile.mobile ?? '' }
}

/** A site without a name has that of its incharge. */
function assignmentFieldValues({ site, from }: SiteAssignment): FieldValues {
  return { ...(site === null ? {} : { site: site.site ?? site.name }), 'site from': from }
}

function describeStateChange({ id, role, name, site }: Party, ...fields: ChangedField[]): EventDescription {
  return { kind: role, name, subjectId: id, site, fields, ...WITHOUT_MONEY }
}

/** Returns every field of a created or deleted entry; of a change those that differ. */
function changedFieldsBetween(before: FieldValues | undefined, after: FieldValues | undefined): ChangedField[] {
  const names = Object.keys({ ...before, ...after }) as EditLogField[]
  const fields = names.map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
  return before && after ? fields.filter((field) => field.before !== field.after) : fields
}
