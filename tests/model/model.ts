import { createHash } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import { errorBody, type RefusalCode } from '@ledger/contracts/refusals.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { Answer, Recorded, Statement, Submission } from '@ledger/ledger-service/event-store/submission.ts'
import { askAboutAccount, openAccount } from './model-accounts.ts'
import { askAboutMoney } from './model-money.ts'
import { NOW, type Step } from './steps.ts'

/**
 * What the ledger should do, written a second time and simply: plain numbers, no events, no postings, none of the
 * domain's code. It turns steps into submissions and says how each must be answered.
 */
export class Model {
  readonly holders: Holder[] = []
  readonly movements: Movement[] = []
  readonly sums = new Map<string, Sum>()
  /** Sign-in names, and who signs in with them. */
  readonly names = new Map<string, string>()
  events = 0
  readonly company: string
  readonly #predictions: Predicted[] = []
  #ids = 0

  constructor(company: string) {
    this.company = company
  }

  /** What comes first: an admin, two incharges and two supervisors. */
  beginning(): Predicted[] {
    const roles: Role[] = ['admin', 'site_incharge', 'site_incharge', 'supervisor', 'supervisor']
    const live = { by: { system: SYSTEM }, now: NOW }
    return roles.map((role, index) => this.#predict(true, openAccount(this, role, String(index), live, true)))
  }

  predict(step: Step): Predicted {
    if (step.kind === 'again') {
      const settled = this.#predictions.filter((asked) => asked.submission.key && asked.expected.status !== 401)
      const again = settled[step.submission % settled.length]
      if (!again) throw new Error('The beginning has keys')
      return again
    }
    const asker = this.#askerOf(step)
    const base = { by: { account: asker.id, epoch: step.isStale ? asker.epoch - 1 : asker.epoch }, now: NOW }
    const isLive = asker.status === 'active' && !step.isStale
    const asked =
      'paise' in step || step.kind === 'delete'
        ? askAboutMoney(this, step, asker, base, isLive)
        : askAboutAccount(this, step, base, isLive)
    return this.#predict(step.hasKey, asked)
  }

  #askerOf(step: Step): Holder {
    if (!('who' in step)) return this.holder(0)
    if (step.kind === 'transfer' && step.isLikely) return this.holder(step.who, 'site_incharge')
    if (!('as' in step) || step.as === 'anybody') return this.holder(step.who)
    if (step.as === 'admin') return this.holder(0)
    const movement = this.movement(step.transaction)
    const owner = step.isIncoming || movement?.kind === 'credit' ? movement?.taker : movement?.giver
    return this.holders.find((holder) => holder.id === owner) ?? this.holder(step.who)
  }

  #predict(hasKey: boolean, { command, outcome, about, alongside }: Asked): Predicted {
    const number = this.#predictions.length
    const digest = createHash('sha256').update(`${this.company} ${number}`).digest()
    const submission: Submission = {
      command,
      meta: { requestId: String(number) },
      answer: (after) => ({ status: 200, body: bodyOf(after, about) }),
      ...(hasKey ? { key: { digest, bodyDigest: digest } } : {}),
      ...(alongside ? { alongside } : {}),
    }
    const predicted = { submission, expected: this.#answerTo(outcome, about) }
    this.#predictions.push(predicted)
    return predicted
  }

  #answerTo(outcome: Outcome, about: About): Answer {
    if (typeof outcome === 'string') {
      const body = errorBody(outcome)
      return { status: body.status, body: JSON.stringify(body) }
    }
    this.events += outcome.length
    const movement = this.movements.find((candidate) => candidate.id === about.transaction)
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
      const holder = this.holders.find((candidate) => candidate.id === id)
      if (holder?.status === 'closed' || holder?.signInName !== name) this.names.delete(name)
    }
  }

  /** Any of them, or an active one of the role where there is one. */
  holder(index: number, role?: Role): Holder {
    const active = this.holders.filter((candidate) => candidate.role === role && candidate.status === 'active')
    const among = active.length > 0 ? active : this.holders
    const holder = among[index % among.length]
    if (!holder) throw new Error('Nobody is there yet')
    return holder
  }

  /** Counted from the latest. */
  movement(index: number): Movement | undefined {
    return this.movements[this.movements.length - 1 - (index % Math.max(1, this.movements.length))]
  }

  sum(account: string): Sum {
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

export interface Holder {
  id: string
  role: Role
  status: 'active' | 'disabled' | 'closed'
  epoch: number
  firstName: string
  signInName: string
}

/** A transaction; an account is named by its id, `head_office` or a beneficiary's id. */
export interface Movement {
  id: string
  kind: 'credit' | 'debit' | 'transfer'
  giver: string
  taker: string
  paise: number
  purpose: string
  revision: number
  isDeleted: boolean
}

export interface Sum {
  received: number
  spent: number
}

/** The types of the events that a command brings about, or why it is refused. */
export type Outcome = string[] | RefusalCode

/** Of what the answer tells the state right after the command. */
export interface About {
  account?: string
  transaction?: string
}

export interface Asked {
  command: Command
  outcome: Outcome
  about: About
  alongside?: Statement[]
}

export interface Predicted {
  submission: Submission
  expected: Answer
}

function bodyOf({ events, account, transaction }: Recorded, about: About): string {
  const holder = about.account === undefined ? undefined : account(about.account)
  const state = about.transaction === undefined ? undefined : transaction(about.transaction)
  return JSON.stringify({
    types: events.map((event) => event.type),
    sum: holder && { received: holder.receivedPaise, spent: holder.spentPaise },
    transaction: state && [state.revision, state.entry.paise, state.entry.purpose, state.deleted],
  })
}
