import { beneficiaryId } from '@ledger/contracts/beneficiaries.ts'
import { type Actor, entriesOf, type LedgerEvent, type Meta, type NewEvent } from '@ledger/contracts/events.ts'
import { errorBody, type RefusalCode } from '@ledger/contracts/refusals.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'
import type { Command } from '../domain/commands.ts'
import { decide } from '../domain/decide.ts'
import type { State } from '../domain/decision.ts'
import { addedBy } from '../domain/postings.ts'
import {
  type AccountState,
  accountsOf,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionBegunBy,
  transactionOf,
} from '../domain/state.ts'
import type { StoredAnswer } from './batch-reads.ts'
import { type Head, seal } from './chain.ts'
import type { Answer, Statement, Submission } from './submission.ts'

/** The ids whose state a batch of commands reads. */
export interface Needs {
  accounts: string[]
  transactions: string[]
  keys: Buffer[]
  beneficiaries: string[]
  signInNames: string[]
}

export interface Loaded {
  head: Head
  accounts: Map<string, AccountState>
  transactions: Map<string, TransactionState>
  answers: Map<string, StoredAnswer>
  beneficiaryNames: Map<string, string>
  signInNames: Map<string, string>
}

/** The writes of a decided batch, and the answer of each submission, in the order of the batch. */
export interface Decided {
  /** The end of the log after the batch. */
  head: Head
  /** ISO 8601 in UTC. */
  recordedAt: string
  events: SealedEvent[]
  /** Accounts that were opened, or changed in more than their money. */
  accounts: AccountState[]
  movedBalances: AccountState[]
  /**
   * Transactions that were changed since they were recorded; an unchanged one is found in the log, by the id of its
   * first event.
   */
  transactions: TransactionState[]
  beneficiaryNames: Map<string, string>
  storedAnswers: Map<string, StoredAnswer>
  /** A key stores no answer because its session has ended: only a look-up shows whether it was answered before. */
  hasUnkeptKey: boolean
  alongside: Statement[]
  answers: Answer[]
}

export function needsOf(batch: Submission[]): Needs {
  const needs = {
    accounts: new Set<string>(),
    transactions: new Set<string>(),
    keys: [] as Buffer[],
    beneficiaries: new Set<string>(),
    signInNames: new Set<string>(),
  }
  for (const { command, key } of batch) {
    if (key) needs.keys.push(key.digest)
    for (const account of accountsNamedBy(command)) needs.accounts.add(account)
    if ('row' in command) needs.transactions.add(command.row.transaction)
    const payee = payeeNamedBy(command)
    if (payee !== undefined) needs.beneficiaries.add(beneficiaryId(payee))
    if ('signInName' in command && command.signInName !== undefined) needs.signInNames.add(command.signInName)
  }
  return {
    accounts: [...needs.accounts],
    transactions: [...needs.transactions],
    keys: needs.keys,
    beneficiaries: [...needs.beneficiaries],
    signInNames: [...needs.signInNames],
  }
}

function accountsNamedBy(command: Command): string[] {
  const named = 'account' in command.by ? [command.by.account] : []
  if ('to' in command) named.push(command.to)
  if ('account' in command && command.account !== undefined) named.push(command.account)
  return named
}

function payeeNamedBy(command: Command): string | undefined {
  if (command.type === 'RecordExpense') return command.beneficiary
  return command.type === 'EditTransaction' ? command.changes.beneficiary : undefined
}

/**
 * Decides a batch, each command on the state after the ones before it. Pure except for `newId`: the same batch and
 * state give the same events. A refusal is an answer and does not affect the others.
 * @param clock ISO 8601 in UTC; events are recorded at it, or at the head's time where the clock has gone back
 */
export function decideBatch(
  companyId: string,
  batch: Submission[],
  loaded: Loaded,
  clock: string,
  newId: () => string,
): Decided {
  const work = new BatchState(loaded)
  const decided: Decided = {
    head: loaded.head,
    recordedAt: clock > loaded.head.recordedAt ? clock : loaded.head.recordedAt,
    events: [],
    accounts: [],
    movedBalances: [],
    transactions: [],
    beneficiaryNames: work.newBeneficiaryNames,
    storedAnswers: new Map(),
    hasUnkeptKey: false,
    alongside: [],
    answers: [],
  }
  for (const submission of batch)
    decided.answers.push(answerOnce(companyId, submission, work, decided, loaded.answers, newId))
  for (const { before, after } of work.changedAccounts())
    (before && onlyMoneyMoved(before, after) ? decided.movedBalances : decided.accounts).push(after)
  decided.transactions = work.changedTransactions()
  return decided
}

/** Returns the stored answer of a known key; else decides the command and stores its answer for the key. */
function answerOnce(
  companyId: string,
  submission: Submission,
  work: BatchState,
  decided: Decided,
  known: Map<string, StoredAnswer>,
  newId: () => string,
): Answer {
  const { key } = submission
  if (!key) return answerTo(companyId, submission, work, decided, newId)
  const digest = key.digest.toString('hex')
  const before = known.get(digest) ?? decided.storedAnswers.get(digest)
  if (before) return before.bodyDigest.equals(key.bodyDigest) ? before : refusal('key_reused')
  const answer = answerTo(companyId, submission, work, decided, newId)
  // The refusal of an ended session is not stored: after a new sign-in the user may try the key again.
  if (answer.status === 401) decided.hasUnkeptKey = true
  else decided.storedAnswers.set(digest, { bodyDigest: key.bodyDigest, ...answer })
  return answer
}

function answerTo(
  companyId: string,
  submission: Submission,
  work: BatchState,
  decided: Decided,
  newId: () => string,
): Answer {
  const decision = decide(work, submission.command)
  if ('refused' in decision) return refusal(decision.refused)
  const { recordedAt } = decided
  const recorded: LedgerEvent[] = []
  for (const event of decision.events) {
    const next = seal(companyId, { ...decided.head, recordedAt }, event, {
      actor: decision.actor,
      meta: submission.meta,
      eventId: transactionBegunBy(event) ?? newId(),
    })
    const happened = placed(event, next, decision.actor, submission.meta)
    work.apply(happened)
    const { position, hash } = next
    decided.head = { position, hash, recordedAt, totalPaise: work.totalPaise }
    decided.events.push(next)
    recorded.push(happened)
  }
  work.claim(submission.command)
  if (submission.alongside) decided.alongside.push(...submission.alongside)
  return submission.answer({
    events: recorded,
    account: (id) => must(work.account(id), id),
    transaction: (id) => must(work.transaction(id), id),
  })
}

function placed(event: NewEvent, row: SealedEvent, actor: Actor, meta: Meta): LedgerEvent {
  const { position, eventId, schemaVersion, recordedAt, date } = row
  return { ...event, position, eventId, schemaVersion, recordedAt, date, actor, meta }
}

function refusal(code: RefusalCode): Answer {
  const body = errorBody(code)
  return { status: body.status, body: JSON.stringify(body) }
}

function must<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new Error(`${id} was not loaded`)
  return value
}

/** The state that a batch is decided on, updated by every event. */
class BatchState implements State {
  readonly newBeneficiaryNames = new Map<string, string>()
  totalPaise: bigint
  readonly #loaded: Loaded
  /** The states before the batch; undefined for an account that it opened. */
  readonly #changedAccounts = new Map<string, AccountState | undefined>()
  readonly #changedTransactions = new Set<string>()

  constructor(loaded: Loaded) {
    this.#loaded = loaded
    this.totalPaise = loaded.head.totalPaise
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

  apply(event: LedgerEvent): void {
    if ('postings' in event.data) this.totalPaise += BigInt(addedBy(event.data.postings))
    for (const id of accountsOf(event)) {
      if (!this.#changedAccounts.has(id)) this.#changedAccounts.set(id, this.account(id))
      this.#loaded.accounts.set(id, evolveAccount(this.account(id), id, event))
    }
    const transaction = transactionOf(event)
    if (transaction !== undefined) {
      this.#loaded.transactions.set(transaction, evolveTransaction(this.transaction(transaction), transaction, event))
      if (transactionBegunBy(event) === undefined) this.#changedTransactions.add(transaction)
    }
    const beneficiary = beneficiaryOf(event)
    if (beneficiary && this.beneficiaryName(beneficiary.id) === undefined) {
      this.#loaded.beneficiaryNames.set(beneficiary.id, beneficiary.name)
      this.newBeneficiaryNames.set(beneficiary.id, beneficiary.name)
    }
  }

  /** Reserves the sign-in name of one command, so that it is in use for the next command of the batch. */
  claim(command: Command): void {
    if (!('signInName' in command) || command.signInName === undefined) return
    this.#loaded.signInNames.set(command.signInName, command.account)
  }

  changedAccounts(): { before: AccountState | undefined; after: AccountState }[] {
    return [...this.#changedAccounts].map(([id, before]) => ({ before, after: must(this.account(id), id) }))
  }
  changedTransactions(): TransactionState[] {
    return [...this.#changedTransactions].map((id) => must(this.transaction(id), id))
  }
}

function onlyMoneyMoved(before: AccountState, after: AccountState): boolean {
  return before.profile === after.profile && before.status === after.status && before.epoch === after.epoch
}

/**
 * Returns the beneficiary that an event may be the first to name; an edit that does not change it names none, and has
 * loaded none.
 */
function beneficiaryOf(event: NewEvent): { id: string; name: string } | undefined {
  const { before, after } = entriesOf(event)
  if (after?.kind !== 'debit') return undefined
  return before?.kind === 'debit' && before.beneficiary.id === after.beneficiary.id ? undefined : after.beneficiary
}
