import { editKeepsAcknowledgement } from '@ledger/contracts/events/edit-keeps-acknowledgement.ts'
import type {
  AccountProfile,
  Actor,
  Entry,
  LedgerEvent,
  NewEvent,
  Party,
  Posting,
  SiteAssignment,
} from '@ledger/contracts/events/event-schemas.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import type { FoldedStates } from './folded-states.ts'
import { evolveQuestions, type QuestionState } from './questions/questions-state.ts'

/**
 * The fold of the log for one account. `epoch` counts the changes that end its sessions: a new password, another role,
 * a disabling, the closing.
 */
export interface AccountState {
  id: string
  role: Role
  status: 'active' | 'disabled' | 'closed'
  profile: AccountProfile
  epoch: number
  receivedPaise: number
  spentPaise: number
  /** The assignment of a supervisor to a site that was recorded last; left out before the first. */
  assignment?: SiteAssignment
}

/** The fold of the log for one transaction. */
export interface TransactionState {
  id: string
  revision: number
  deleted: boolean
  entry: Entry
  /** When the ledger accepted it, and from which actor; later changes do not change these. */
  recordedAt: string
  recordedBy: Actor
  /** The questions on it, the oldest first; left out where none was ever asked. */
  questions?: QuestionState[]
  /** When its receiver said that it has come; left out while it is not acknowledged. Only of a transfer. */
  acknowledgedAt?: string
}

export const balanceOfAccount = (account: AccountState): number => account.receivedPaise - account.spentPaise

/** Returns the account as an event of this moment names it. */
export function partyOf(account: Pick<AccountState, 'id' | 'role' | 'profile'>): Party {
  return { id: account.id, name: fullNameOf(account.profile), role: account.role, site: account.profile.site }
}

export function fullNameOf(profile: Pick<AccountProfile, 'firstName' | 'lastName'>): string {
  return `${profile.firstName} ${profile.lastName}`.trim()
}

type NewOrStoredEvent = NewEvent | LedgerEvent

/**
 * Returns the ids of the accounts whose state an event changes. Head office and beneficiaries have no state that a
 * decision reads.
 */
export function accountsChangedBy(event: NewOrStoredEvent): string[] {
  if ('postings' in event.data)
    // People have UUIDs; `head_office` and beneficiaries (`b:…`) do not.
    return [...new Set(event.data.postings.map((posting) => posting.account).filter(isUuid))]
  switch (event.type) {
    case 'AccountOpened':
    case 'AccountEdited':
      return [event.data.account]
    case 'AccountRoleChanged':
    case 'AccountDisabled':
    case 'AccountEnabled':
    case 'AccountClosed':
    case 'PasswordSet':
    case 'SupervisorAssigned':
      return [event.data.account.id]
    default:
      return []
  }
}

/**
 * Returns the next state of one account. Pure.
 * @throws Error where the log contradicts itself, which no decision can cause
 */
export function evolveAccount(state: AccountState | undefined, id: string, event: NewOrStoredEvent): AccountState {
  if (event.type === 'AccountOpened') {
    const { role, profile } = event.data
    return { id, role, profile, status: 'active', epoch: 0, receivedPaise: 0, spentPaise: 0 }
  }
  if (!state) throw new Error(`${event.type} names account ${id}, which was never opened`)
  if ('postings' in event.data) return applyPostings(state, event.data.postings)
  switch (event.type) {
    case 'AccountEdited':
      return { ...state, profile: event.data.after }
    case 'AccountRoleChanged':
      return { ...state, role: event.data.newRole, epoch: state.epoch + 1 }
    case 'AccountDisabled':
      return { ...state, status: 'disabled', epoch: state.epoch + 1 }
    case 'AccountEnabled':
      return { ...state, status: 'active' }
    case 'AccountClosed':
      return { ...state, status: 'closed', epoch: state.epoch + 1 }
    case 'PasswordSet':
      return { ...state, epoch: state.epoch + 1 }
    case 'SupervisorAssigned':
      return { ...state, assignment: event.data.after }
    default:
      return state
  }
}

function applyPostings(state: AccountState, postings: Posting[]): AccountState {
  let { receivedPaise, spentPaise } = state
  for (const { account, side, paise } of postings) {
    if (account !== state.id) continue
    if (side === 'received') receivedPaise += paise
    else spentPaise += paise
  }
  return { ...state, receivedPaise, spentPaise }
}

/** Returns the id of the transaction whose state an event changes. A review changes none. */
export function transactionChangedBy(event: NewOrStoredEvent): string | undefined {
  if (event.type === 'EntryReviewed') return undefined
  return 'transaction' in event.data ? event.data.transaction : undefined
}

/** Returns the id of the transaction that an event begins. Its first event has the same id (append/decide-batch.ts). */
export function transactionCreatedBy(event: NewOrStoredEvent): string | undefined {
  return 'entry' in event.data ? event.data.transaction : undefined
}

/**
 * Returns the next state of one transaction. Pure.
 * @throws Error where the log contradicts itself
 */
export function evolveTransaction(
  state: TransactionState | undefined,
  id: string,
  event: LedgerEvent,
): TransactionState {
  switch (event.type) {
    case 'CreditRecorded':
    case 'DebitRecorded':
    case 'TransferRecorded': {
      const { recordedAt, actor: recordedBy, data } = event
      return { id, revision: 1, deleted: false, entry: data.entry, recordedAt, recordedBy }
    }
    case 'TransactionEdited': {
      const { before, after, revision } = event.data
      const { acknowledgedAt, ...edited } = { ...assertRecorded(state, event), revision, entry: after }
      return acknowledgedAt === undefined || !editKeepsAcknowledgement(before, after)
        ? edited
        : { ...edited, acknowledgedAt }
    }
    case 'TransferAcknowledged':
      return { ...assertRecorded(state, event), acknowledgedAt: event.recordedAt }
    case 'TransactionDeleted':
      return { ...assertRecorded(state, event), revision: event.data.revision, deleted: true }
    case 'EntryQueried':
    case 'EntryAnswered':
    case 'EntryQueryClosed': {
      const asked = assertRecorded(state, event)
      return { ...asked, questions: evolveQuestions(asked.questions ?? [], event) }
    }
    default:
      throw new Error(`${event.type} is no event of a transaction`)
  }
}

function assertRecorded(state: TransactionState | undefined, event: LedgerEvent): TransactionState {
  if (!state) throw new Error(`${event.type} at ${event.position} names a transaction that was never recorded`)
  return state
}

/** The state that a decision reads: the fold of the log for the things that a command names. */
export interface DecisionState {
  account(id: string): AccountState | undefined
  transaction(id: string): TransactionState | undefined
  /** The first spelling of a beneficiary's name, if the company has paid it before. */
  beneficiaryName(id: string): string | undefined
  /** The sum of all entries that are not deleted, each counted once, whichever accounts it moves money between. */
  readonly totalPaise: bigint
  /** The account that signs in with a name. */
  signInName(name: string): string | undefined
  readonly folded: FoldedStates
  /** How many admins can sign in. Known only for a command that `mayRemoveAdmin`. */
  adminCount(): number
}
