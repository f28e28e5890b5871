import { createHash } from 'node:crypto'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { errorBody } from '@ledger/contracts/http/error-body.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type {
  CommandAnswer,
  CommandEnvelope,
  StateAfterCommand,
} from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import { predictAccountCommand, predictAccountOpening } from './account-model.ts'
import { predictMoneyCommand } from './money-model.ts'
import { MODEL_TIME, type RandomStep } from './random-steps.ts'

/**
 * The expected behaviour of the ledger, written a second time and simply: plain numbers, no events, no postings, none
 * of the domain's code. It turns steps into submissions and predicts the answer to each.
 */
export class LedgerModel {
  readonly modelAccounts: ModelAccount[] = []
  readonly transactions: ModelTransaction[] = []
  readonly sums = new Map<string, ModelSum>()
  /** Sign-in names, and the accounts that sign in with them. */
  readonly names = new Map<string, string>()
  events = 0
  readonly company: string
  readonly #predictions: Prediction[] = []
  #ids = 0

  constructor(company: string) {
    this.company = company
  }

  /** Returns the first steps: an admin, two incharges and two supervisors. */
  openingSteps(): Prediction[] {
    const roles: Role[] = ['admin', 'site_incharge', 'site_incharge', 'supervisor', 'supervisor']
    const live = { by: { system: SYSTEM_ACTOR }, now: MODEL_TIME }
    return roles.map((role, index) => this.#predict(true, predictAccountOpening(this, role, String(index), live, true)))
  }

  predict(step: RandomStep): Prediction {
    if (step.kind === 'again') {
      const settled = this.#predictions.filter((asked) => asked.submission.key && asked.expected.status !== 401)
      const again = settled[step.submission % settled.length]
      if (!again) throw new Error('The beginning has keys')
      return again
    }
    const asker = this.#askerOf(step)
    const base = { by: { account: asker.id, epoch: step.isStale ? asker.epoch - 1 : asker.epoch }, now: MODEL_TIME }
    const isLive = asker.status === 'active' && !step.isStale
    const asked =
      'paise' in step || step.kind === 'delete'
        ? predictMoneyCommand(this, step, asker, base, isLive)
        : predictAccountCommand(this, step, base, isLive)
    return this.#predict(step.hasKey, asked)
  }

  #askerOf(step: RandomStep): ModelAccount {
    if (!('who' in step)) return this.accountAt(0)
    if (step.kind === 'transfer' && step.isLikely) return this.accountAt(step.who, 'site_incharge')
    if (!('as' in step) || step.as === 'anybody') return this.accountAt(step.who)
    if (step.as === 'admin') return this.accountAt(0)
    const movement = this.transactionFromLatest(step.transaction)
    const owner = step.isIncoming || movement?.kind === 'credit' ? movement?.taker : movement?.giver
    return this.modelAccounts.find((holder) => holder.id === owner) ?? this.accountAt(step.who)
  }

  #predict(hasKey: boolean, { command, outcome, about, alongside: sideStatements }: PredictedCommand): Prediction {
    const number = this.#predictions.length
    const digest = createHash('sha256').update(`${this.company} ${number}`).digest()
    const submission: CommandEnvelope = {
      command,
      meta: { requestId: String(number) },
      answer: (after) => ({ status: 200, body: answerText(after, about) }),
      ...(hasKey ? { key: { digest, bodyDigest: digest } } : {}),
      ...(sideStatements ? { sideStatements } : {}),
    }
    const predicted = { submission, expected: this.#answerTo(outcome, about) }
    this.#predictions.push(predicted)
    return predicted
  }

  #answerTo(outcome: PredictedOutcome, about: AnswerSubject): CommandAnswer {
    if (typeof outcome === 'string') {
      const body = errorBody(outcome)
      return { status: body.status, body: JSON.stringify(body) }
    }
    this.events += outcome.length
    const movement = this.transactions.find((candidate) => candidate.id === about.transaction)
    const body = {
      types: outcome,
      sum: about.account && this.sum(about.account),
      transaction: movement && [movement.revision, movement.paise, movement.purpose, movement.isDeleted],
    }
    return { status: 200, body: JSON.stringify(body) }
  }

  /** A name that a group of commands gave up is free for the next group. */
  endGroup(): void {
    for (const [name, id] of this.names) {
      const holder = this.modelAccounts.find((candidate) => candidate.id === id)
      if (holder?.status === 'closed' || holder?.signInName !== name) this.names.delete(name)
    }
  }

  /** Returns any account, or an active one of the role where there is one. */
  accountAt(index: number, role?: Role): ModelAccount {
    const active = this.modelAccounts.filter((candidate) => candidate.role === role && candidate.status === 'active')
    const among = active.length > 0 ? active : this.modelAccounts
    const holder = among[index % among.length]
    if (!holder) throw new Error('Nobody is there yet')
    return holder
  }

  /** Counted from the latest. */
  transactionFromLatest(index: number): ModelTransaction | undefined {
    return this.transactions[this.transactions.length - 1 - (index % Math.max(1, this.transactions.length))]
  }

  sum(account: string): ModelSum {
    const sum = this.sums.get(account) ?? { received: 0, spent: 0 }
    this.sums.set(account, sum)
    return sum
  }

  newId(): string {
    const bytes = createHash('sha256')
      .update(`${this.company} id ${this.#ids++}`)
      .digest('hex')
    return `${bytes.slice(0, 8)}-${bytes.slice(8, 12)}-7${bytes.slice(13, 16)}-8${bytes.slice(17, 20)}-${bytes.slice(20, 32)}`
  }
}

export interface ModelAccount {
  id: string
  role: Role
  status: 'active' | 'disabled' | 'closed'
  epoch: number
  firstName: string
  signInName: string
}

/** A transaction; an account is named by its id, `head_office` or a beneficiary's id. */
export interface ModelTransaction {
  id: string
  kind: 'credit' | 'debit' | 'transfer'
  giver: string
  taker: string
  paise: number
  purpose: string
  revision: number
  isDeleted: boolean
}

export interface ModelSum {
  received: number
  spent: number
}

/** The types of the events that a command records, or why it is refused. */
export type PredictedOutcome = string[] | ErrorCode

/** The subject whose state right after the command the answer has. */
export interface AnswerSubject {
  account?: string
  transaction?: string
}

export interface PredictedCommand {
  command: Command
  outcome: PredictedOutcome
  about: AnswerSubject
  alongside?: SqlStatement[]
}

export interface Prediction {
  submission: CommandEnvelope
  expected: CommandAnswer
}

function answerText({ events, account, transaction }: StateAfterCommand, about: AnswerSubject): string {
  const holder = about.account === undefined ? undefined : account(about.account)
  const state = about.transaction === undefined ? undefined : transaction(about.transaction)
  return JSON.stringify({
    types: events.map((event) => event.type),
    sum: holder && { received: holder.receivedPaise, spent: holder.spentPaise },
    transaction: state && [state.revision, state.entry.paise, state.entry.purpose, state.deleted],
  })
}
