import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Actor, EventMeta, LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { errorBody } from '@ledger/contracts/http/error-body.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { DecisionState } from '../../domain/account-and-transaction-states.ts'
import {
  type AccountState,
  accountsChangedBy,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
  transactionCreatedBy,
} from '../../domain/account-and-transaction-states.ts'
import { beneficiaryGroupOf } from '../../domain/beneficiaries/decide-beneficiary.ts'
import type { Closings } from '../../domain/closings/closings-state.ts'
import type { Command } from '../../domain/commands.ts'
import { decide } from '../../domain/decide.ts'
import type { RefusedDecision } from '../../domain/decision.ts'
import { evolveFoldedStates, type FoldedStates } from '../../domain/folded-states.ts'
import { addedToTotal } from '../../domain/money/postings.ts'
import { chainEvent, type LogHead } from '../integrity/hash-chain.ts'
import type { CommandAnswer, CommandEnvelope } from './command-and-answer-types.ts'
import type { StoredAnswer } from './load-state/load-decision-state.ts'

export interface LoadedState {
  head: LogHead
  accounts: Map<string, AccountState>
  transactions: Map<string, TransactionState>
  answers: Map<string, StoredAnswer>
  beneficiaryNames: Map<string, string>
  signInNames: Map<string, string>
  folded: FoldedStates
}

/** The writes of a decided batch, and the answer of each submission, in the order of the batch. */
export interface DecidedBatch {
  /** The end of the log after the batch. */
  head: LogHead
  /** ISO 8601 in UTC. */
  recordedAt: string
  events: ChainedEvent[]
  /** Accounts that were opened, or changed in more than their money. */
  accounts: AccountState[]
  movedBalances: AccountState[]
  /**
   * Transactions that were changed since they were recorded; an unchanged one is found in the log, by the id of its
   * first event.
   */
  transactions: TransactionState[]
  beneficiaryNames: Map<string, string>
  /** The closings of the books that hold after the batch. */
  closings: Closings
  storedAnswers: Map<string, StoredAnswer>
  /** A key stores no answer (UNSTORED_REFUSALS): only a look-up shows whether it was answered before. */
  hasUnstoredKey: boolean
  sideStatements: SqlStatement[]
  answers: CommandAnswer[]
}

/**
 * Decides a batch, each command on the state after the ones before it. Pure except for `newId`: the same batch and
 * state give the same events. A refusal is an answer and does not affect the others.
 * @param clock ISO 8601 in UTC; events are recorded at it, or at the head's time where the clock has gone back
 */
export function decideBatch(
  companyId: string,
  batch: CommandEnvelope[],
  loaded: LoadedState,
  clock: string,
  newId: () => string,
): DecidedBatch {
  const work = new BatchState(loaded)
  const decided: DecidedBatch = {
    head: loaded.head,
    recordedAt: clock > loaded.head.recordedAt ? clock : loaded.head.recordedAt,
    events: [],
    accounts: [],
    movedBalances: [],
    transactions: [],
    beneficiaryNames: work.newBeneficiaryNames,
    closings: loaded.folded.closings,
    storedAnswers: new Map(),
    hasUnstoredKey: false,
    sideStatements: [],
    answers: [],
  }
  for (const submission of batch)
    decided.answers.push(answerIdempotently(companyId, submission, work, decided, loaded.answers, newId))
  for (const { before, after } of work.changedAccounts())
    (before && onlyMoneyMoved(before, after) ? decided.movedBalances : decided.accounts).push(after)
  decided.transactions = work.changedTransactions()
  decided.closings = work.folded.closings
  return decided
}

/** Returns the stored answer of a known key; else decides the command and stores its answer for the key. */
function answerIdempotently(
  companyId: string,
  submission: CommandEnvelope,
  work: BatchState,
  decided: DecidedBatch,
  known: Map<string, StoredAnswer>,
  newId: () => string,
): CommandAnswer {
  const { key } = submission
  if (!key) return decideAndChain(companyId, submission, work, decided, newId).answer
  const digest = key.digest.toString('hex')
  const before = known.get(digest) ?? decided.storedAnswers.get(digest)
  if (before) return before.bodyDigest.equals(key.bodyDigest) ? before : refusalAnswer({ refused: 'key_reused' })
  const { answer, refused } = decideAndChain(companyId, submission, work, decided, newId)
  if (refused && UNSTORED_REFUSALS.includes(refused)) decided.hasUnstoredKey = true
  else decided.storedAnswers.set(digest, { bodyDigest: key.bodyDigest, ...answer })
  return answer
}

/**
 * The refusals that a key does not store, because the user may try it again: after a new sign-in, and after the books
 * were reopened.
 */
const UNSTORED_REFUSALS: ErrorCode[] = ['unauthorized', 'books_closed']

function decideAndChain(
  companyId: string,
  submission: CommandEnvelope,
  work: BatchState,
  decided: DecidedBatch,
  newId: () => string,
): { answer: CommandAnswer; refused?: ErrorCode } {
  const decision = decide(work, submission.command)
  if ('refused' in decision) return { answer: refusalAnswer(decision), refused: decision.refused }
  const { recordedAt } = decided
  const recorded: LedgerEvent[] = []
  for (const event of decision.events) {
    const next = chainEvent(companyId, { ...decided.head, recordedAt }, event, {
      actor: decision.actor,
      meta: submission.meta,
      eventId: transactionCreatedBy(event) ?? questionAskedBy(event) ?? newId(),
    })
    const happened = toLedgerEvent(event, next, decision.actor, submission.meta)
    work.apply(happened)
    const { position, hash } = next
    decided.head = { position, hash, recordedAt, totalPaise: work.totalPaise }
    decided.events.push(next)
    recorded.push(happened)
  }
  work.reserveSignInName(submission.command)
  if (submission.sideStatements) decided.sideStatements.push(...submission.sideStatements)
  const answer = submission.answer({
    events: recorded,
    account: (id) => assertLoaded(work.account(id), id),
    transaction: (id) => assertLoaded(work.transaction(id), id),
    beneficiaryGroup: (id) => assertLoaded(beneficiaryGroupOf(work, id), id),
  })
  return { answer }
}

/** Returns the id of the question that an event asks. Its first event has the same id, by which a look-up finds it. */
const questionAskedBy = (event: NewEvent) => (event.type === 'EntryQueried' ? event.data.question : undefined)

function toLedgerEvent(event: NewEvent, row: ChainedEvent, actor: Actor, meta: EventMeta): LedgerEvent {
  const { position, eventId, schemaVersion, recordedAt, date } = row
  return { ...event, position, eventId, schemaVersion, recordedAt, date, actor, meta }
}

function refusalAnswer({ refused, ...named }: RefusedDecision): CommandAnswer {
  const body = errorBody(refused, named)
  return { status: body.status, body: JSON.stringify(body) }
}

function assertLoaded<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new Error(`${id} was not loaded`)
  return value
}

/** The state that a batch is decided on, updated by every event. */
class BatchState implements DecisionState {
  readonly newBeneficiaryNames = new Map<string, string>()
  totalPaise: bigint
  folded: FoldedStates
  readonly #loaded: LoadedState
  /** The states before the batch; undefined for an account that it opened. */
  readonly #changedAccounts = new Map<string, AccountState | undefined>()
  readonly #changedTransactions = new Set<string>()

  constructor(loaded: LoadedState) {
    this.#loaded = loaded
    this.totalPaise = loaded.head.totalPaise
    this.folded = loaded.folded
  }

  account(id: string) {
    return this.#loaded.accounts.get(id)
  }
  transaction(id: string) {
    return this.#loaded.transactions.get(id)
  }
  beneficiaryName(id: string) {
    return this.#loaded.beneficiaryNames.get(id)
  }
  signInName(name: string) {
    return this.#loaded.signInNames.get(name)
  }
  adminCount() {
    const admins = [...this.#loaded.accounts.values()].filter(
      ({ role, status }) => role === 'admin' && status === 'active',
    )
    return admins.length
  }

  apply(event: LedgerEvent): void {
    if ('postings' in event.data) this.totalPaise += BigInt(addedToTotal(event.data.postings))
    this.folded = evolveFoldedStates(this.folded, event)
    for (const id of accountsChangedBy(event)) {
      if (!this.#changedAccounts.has(id)) this.#changedAccounts.set(id, this.account(id))
      this.#loaded.accounts.set(id, evolveAccount(this.account(id), id, event))
    }
    const transaction = transactionChangedBy(event)
    if (transaction !== undefined) {
      this.#loaded.transactions.set(transaction, evolveTransaction(this.transaction(transaction), transaction, event))
      if (transactionCreatedBy(event) === undefined) this.#changedTransactions.add(transaction)
    }
    const beneficiary = newlyNamedBeneficiary(event)
    if (beneficiary && this.beneficiaryName(beneficiary.id) === undefined) {
      this.#loaded.beneficiaryNames.set(beneficiary.id, beneficiary.name)
      this.newBeneficiaryNames.set(beneficiary.id, beneficiary.name)
    }
  }

  /** Reserves the sign-in name of one command, so that it is in use for the next command of the batch. */
  reserveSignInName(command: Command): void {
    if ('signInName' in command) this.#loaded.signInNames.set(command.signInName, command.account)
  }

  changedAccounts(): { before: AccountState | undefined; after: AccountState }[] {
    return [...this.#changedAccounts].map(([id, before]) => ({ before, after: assertLoaded(this.account(id), id) }))
  }
  changedTransactions(): TransactionState[] {
    return [...this.#changedTransactions].map((id) => assertLoaded(this.transaction(id), id))
  }
}

function onlyMoneyMoved(before: AccountState, after: AccountState): boolean {
  return (
    before.profile === after.profile &&
    before.status === after.status &&
    before.epoch === after.epoch &&
    before.assignment === after.assignment
  )
}

/**
 * Returns the beneficiary that an event may be the first to name; an edit that does not change it names none, and has
 * loaded none.
 */
function newlyNamedBeneficiary(event: NewEvent): { id: string; name: string } | undefined {
  const { before, after } = entryBeforeAndAfter(event)
  if (after?.kind !== 'debit') return undefined
  return before?.kind === 'debit' && before.beneficiary.id === after.beneficiary.id ? undefined : after.beneficiary
}
