import type { BeneficiaryGroup } from '@ledger/contracts/beneficiary-spelling-group.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import {
  type Entry,
  EVENT_DATA_SCHEMAS,
  type EventData,
  type LedgerEvent,
  type Posting,
  type SiteAssignment,
} from '@ledger/contracts/events/event-schemas.ts'
import { findSharedWord, type ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { OFFICE_ROLES } from '@ledger/contracts/roles.ts'
import { TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { type AccountState, balanceOfAccount, type TransactionState } from './account-and-transaction-states.ts'
import { decideBeneficiary } from './beneficiaries/decide-beneficiary.ts'
import { closedUpTo, evolveClosings, isInClosedBooks } from './closings/closings-state.ts'
import type { BeneficiaryChange } from './commands.ts'
import type { FoldedStates } from './folded-states.ts'
import { correctionPostings, postingsOf, reversalOf, trialBalance } from './money/postings.ts'
import { budgetKey } from './purposes-and-budgets/purposes-and-budgets-state.ts'
import { isQuestionEvent, ownerOfSide } from './questions/questions-state.ts'

/** The fold of the log before an event. */
interface Before {
  account(id: string): AccountState | undefined
  transaction(id: string): TransactionState | undefined
  readonly folded: FoldedStates
}

/**
 * A name may be this many times longer than today's limit: older versions accepted other characters, and counted them
 * in another form.
 */
const LENGTH_MARGIN = 4

/**
 * Returns, in words for a person, why no decision (decide.ts) can have made an event of an imported log; undefined
 * where one can. It checks the facts that every later sum and screen relies on: the event's shape, the length of names,
 * postings, balances of transfers, and the changed fields. It omits rules that older versions did not have, such as the
 * limit of the total (verify finds it) and the characters of a name (contracts/text/escape-unprintable.ts shows those
 * of old events).
 */
export function findRuleViolation(event: LedgerEvent, before: Before): string | undefined {
  const shape = EVENT_DATA_SCHEMAS[event.type]?.safeParse(event.data)
  if (!shape?.success) return `it is no ${event.type} that this ledger knows`
  return (
    wrongNames(event) ??
    wrongMoney(event, before) ??
    wrongReview(event, before) ??
    wrongAcknowledgement(event, before) ??
    wrongAccount(event, before) ??
    wrongQuestion(event, before) ??
    wrongClosing(event, before) ??
    wrongBeneficiaryGroups(event, before) ??
    wrongPurposes(event, before) ??
    wrongTallyFile(event)
  )
}

function wrongNames({ type, data }: LedgerEvent): string | undefined {
  const profiles = type === 'AccountOpened' ? [data.profile] : type === 'AccountEdited' ? [data.before, data.after] : []
  const isTooLong = profiles.some(
    ({ firstName, lastName, site }) =>
      exceeds(TEXT_LIMITS.name, firstName) ||
      exceeds(TEXT_LIMITS.name, lastName) ||
      exceeds(TEXT_LIMITS.siteName, site ?? ''),
  )
  if (isTooLong) return 'it holds a name that is longer than any'
  const beneficiaryNames = [
    ...entriesIn(data).flatMap((entry) => (entry.kind === 'debit' ? [entry.beneficiary.name] : [])),
    ...(type === 'BeneficiaryDetailsChanged' ? [data.beneficiary.name] : []),
  ]
  if (type === 'BeneficiaryDetailsChanged' && !Object.values(data.details).every(isMasked))
    return 'it holds a number that is not masked'
  return beneficiaryNames.some((name) => exceeds(TEXT_LIMITS.recipient, name))
    ? 'it pays a name that is longer than any'
    : undefined
}

/** Returns whether an event may hold a number of a beneficiary: not more of it than its two ends. */
const isMasked = (number: string | null) => number === null || /^[0-9A-Z]{2}x+[0-9A-Z]{2}$/.test(number)

const exceeds = (limit: number, name: string) => name.length > LENGTH_MARGIN * limit

const entriesIn = (data: LedgerEvent['data']): Entry[] => [
  ...('entry' in data ? [data.entry] : []),
  ...('before' in data && data.before && typeof data.before === 'object' && 'kind' in data.before ? [data.before] : []),
  ...('after' in data && data.after && typeof data.after === 'object' && 'kind' in data.after ? [data.after] : []),
  ...('reviewed' in data ? [data.reviewed] : []),
]

function wrongMoney(event: LedgerEvent, before: Before): string | undefined {
  const { data } = event
  if (!('postings' in data)) return undefined
  if (trialBalance(data.postings) !== 0) return 'its postings do not sum to zero'
  const known = before.transaction(data.transaction)
  if ('entry' in data) {
    if (known) return `the entry ${data.transaction} was recorded before`
    return isSame(data.postings, postingsOf(data.entry)) ? overdrawn(data.entry, data.entry.paise, before) : NOT_ITS
  }
  if (!known || known.deleted) return `it changes the entry ${data.transaction}, which is not there`
  if (data.revision !== known.revision + 1) return `it is revision ${data.revision}, after revision ${known.revision}`
  if (!isSame(data.before, known.entry)) return 'it changes another entry than the one that stood there'
  if (!('after' in data)) return isSame(data.postings, reversalOf(data.before)) ? undefined : NOT_ITS
  if (!isSame(data.postings, correctionPostings(data.before, data.after))) return NOT_ITS
  return overdrawn(data.after, data.after.paise - data.before.paise, before)
}

/** Returns an error for a review of an entry that does not stand there, or not so. */
function wrongReview({ type, data }: LedgerEvent, before: Before): string | undefined {
  if (type !== 'EntryReviewed') return undefined
  const known = before.transaction(data.transaction)
  if (!known || known.deleted) return `it reviews the entry ${data.transaction}, which is not there`
  if (data.revision !== known.revision) return `it reviews revision ${data.revision} of revision ${known.revision}`
  return isSame(data.reviewed, known.entry) ? undefined : 'it reviews another entry than the one that stood there'
}

/** Returns an error for an acknowledgement of a transfer that does not stand so, or by another than its receiver. */
function wrongAcknowledgement({ type, data, actor }: LedgerEvent, before: Before): string | undefined {
  if (type !== 'TransferAcknowledged') return undefined
  const known = before.transaction(data.transaction)
  if (known?.entry.kind !== 'transfer' || known.deleted || known.entry.counterparty.id !== actor.id)
    return `it acknowledges ${data.transaction}, which is no transfer to its actor`
  if (known.acknowledgedAt !== undefined) return `it acknowledges ${data.transaction} once more`
  return data.revision === known.revision && isSame<Entry>(data.about, known.entry)
    ? undefined
    : 'it acknowledges another transfer than the one that stood there'
}

const NOT_ITS = 'its postings are not those of its entry'

/** Returns an error for a transfer above the balance; an expense may exceed it. */
function overdrawn(entry: Entry, addedPaise: number, before: Before): string | undefined {
  if (entry.kind !== 'transfer' || addedPaise <= 0) return undefined
  const sender = before.account(entry.account.id)
  return sender && addedPaise <= balanceOfAccount(sender) ? undefined : 'it transfers more than its sender has'
}

function wrongQuestion(event: LedgerEvent, before: Before): string | undefined {
  if (!isQuestionEvent(event)) return undefined
  const { transaction, side, question, about } = event.data
  const entry = before.transaction(transaction)
  if (!entry || ownerOfSide(entry.entry, side) === undefined) return `it asks about ${transaction}, which is not there`
  if (!isSame(about, entry.entry)) return 'it asks about another entry than the one that stood there'
  const asked = entry.questions?.find((one) => one.id === question)
  if (event.type === 'EntryQueried') {
    if (asked || event.eventId !== question) return `the question ${question} was asked before, or under another id`
    return entry.deleted ? `it asks about ${transaction}, which was deleted` : undefined
  }
  return asked && asked.state !== 'closed' ? undefined : `it concerns the question ${question}, which is not open`
}

/** Returns an error for a file of a part of the log that was not there, or of no days. */
function wrongTallyFile({ position, type, data }: LedgerEvent): string | undefined {
  if (type !== 'TallyExported') return undefined
  return data.position < position && data.after <= data.position && data.from <= data.to
    ? undefined
    : `it is a file for Tally of ${data.from} to ${data.to} up to ${data.position}, which were not there`
}

/** Returns an error for an entry in closed books, and for a closing or an opening that does not follow. */
function wrongClosing(event: LedgerEvent, { folded: { closings } }: Before): string | undefined {
  if (isInClosedBooks(closings, event)) return `it changes books that were closed up to ${closedUpTo(closings)}`
  if (event.type === 'BooksSealed')
    return closings.some(({ position, isSealed }) => position === event.data.closing && !isSealed)
      ? undefined
      : `it seals the closing at ${event.data.closing}, which is none, or is sealed`
  if (event.type !== 'BooksClosed' && event.type !== 'BooksReopened') return undefined
  const { before, upTo } = event.data
  if (before !== closedUpTo(closings)) return `it names ${before} as the last closed day, which it is not`
  if (event.type === 'BooksClosed')
    return (before === null || upTo > before) && upTo < dayOf(event.recordedAt)
      ? undefined
      : `it closes ${upTo}, which was not over or closed before`
  const { after } = event.data
  return before !== null && upTo < before && after === closedUpTo(evolveClosings(closings, event))
    ? undefined
    : `it opens the books after ${upTo}, which changes no closing`
}

/** Returns an error for spellings that no decision on those before could rename, merge or take apart so. */
function wrongBeneficiaryGroups(event: LedgerEvent, { folded }: Before): string | undefined {
  const found = beneficiaryCommandOf(event)
  if (!found) return undefined
  const { command, groups } = found
  // The first spelling of each group is taken from the event: nothing is looked up.
  const names = new Map(groups.map(({ id, members }) => [id, members[0]?.name]))
  const decision = decideBeneficiary({ folded, beneficiaryName: (id) => names.get(id) }, command)
  return 'events' in decision && isSame(decision.events[0]?.data ?? null, event.data)
    ? undefined
    : 'it names or merges beneficiaries that were not so before'
}

/** Returns the command of an event about spellings, and the groups as they were before it. */
function beneficiaryCommandOf(
  event: LedgerEvent,
): { command: BeneficiaryChange; groups: BeneficiaryGroup[] } | undefined {
  switch (event.type) {
    case 'BeneficiaryRenamed': {
      const { before, after } = event.data
      return { command: { type: 'RenameBeneficiary', beneficiary: before.id, name: after.name }, groups: [before] }
    }
    case 'BeneficiariesMerged': {
      const { from, into } = event.data
      const command = { type: 'MergeBeneficiaries', from: from.map(({ id }) => id), into: into.id } as const
      return { command, groups: [...from, into] }
    }
    case 'BeneficiariesUnmerged':
      return { command: { type: 'UnmergeBeneficiary', beneficiary: event.data.apart.id }, groups: [event.data.before] }
    default:
      return undefined
  }
}

/** Returns an error for a list of purposes or a budget that does not follow on the one before. */
function wrongPurposes(event: LedgerEvent, state: Before): string | undefined {
  const { purposes } = state.folded
  if (event.type === 'PurposesChanged') {
    const { listRevision, before, after } = event.data
    if (listRevision !== purposes.revision + 1) return `it is list ${listRevision}, after list ${purposes.revision}`
    if (!isSame(before, purposes.list)) return 'it follows another list of purposes than the last one'
    const word = findSharedWord(after)
    return word === undefined ? undefined : `its list has “${word}” in two purposes`
  }
  if (event.type !== 'BudgetSet') return undefined
  const { site, purpose, month, before } = event.data
  if (state.account(site.id)?.role !== 'site_incharge') return `it sets a budget for ${site.id}, who is no incharge`
  return before === (purposes.budgets.get(budgetKey(site.id, purpose, month))?.paise ?? null)
    ? undefined
    : 'it follows another budget than the last one'
}

function wrongAccount({ type, data, position }: LedgerEvent, before: Before): string | undefined {
  switch (type) {
    case 'AccountOpened':
      return before.account(data.account) ? `the account ${data.account} was opened before` : undefined
    case 'AccountEdited':
      return closed(data.account, before)
    case 'AccountRoleChanged':
      return closed(data.account.id, before) ?? wrongRole(data.account.id, before)
    case 'AccountDisabled':
    case 'AccountEnabled':
    case 'AccountClosed':
    case 'PasswordSet':
    case 'AlertLevelSet':
      return closed(data.account.id, before)
    case 'SupervisorAssigned':
      return closed(data.account.id, before) ?? wrongAssignment(data, before)
    case 'CashCounted':
      return (
        closed(data.account.id, before) ?? (data.comparedAt < position ? undefined : 'it compares with later events')
      )
    default:
      return undefined
  }
}

/** Returns an error for an account that is no supervisor, a site that was not there, or another assignment before. */
function wrongAssignment(
  { account: { id }, ...data }: EventData<'SupervisorAssigned'>,
  before: Before,
): string | undefined {
  const account = before.account(id)
  if (account?.role !== 'supervisor') return `it assigns ${id}, who is no supervisor, to a site`
  if (!isSame(data.before, account.assignment ?? null)) return 'it follows another assignment than the last one'
  const { site } = data.after
  const incharge = site && before.account(site.id)
  return site === null ||
    site.id === data.before?.site?.id ||
    (incharge?.role === 'site_incharge' && incharge.status !== 'closed')
    ? undefined
    : `it names the site of ${site.id}, who is no incharge`
}

function closed(id: string, before: Before): string | undefined {
  const account = before.account(id)
  return account && account.status !== 'closed' ? undefined : `it changes the account ${id}, which is not open`
}

/** Returns an error for an account of a site: only those of head office change their role. */
function wrongRole(id: string, before: Before): string | undefined {
  const account = before.account(id)
  return account && OFFICE_ROLES.includes(account.role)
    ? undefined
    : `it changes the role of ${id}, who works on a site`
}

/** Returns whether the JSON texts of two values are equal in any order of their members. */
function isSame<
  Value extends Posting[] | Entry | SiteAssignment | LedgerEvent['data'] | readonly ListedPurpose[] | null,
>(a: Value, b: Value): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  )
}
