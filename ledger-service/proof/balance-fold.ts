import type { AsOf } from '@ledger/contracts/audit.ts'
import { type EventData, entriesOf, HEAD_OFFICE, type Posting } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { type Fact, factOf, type StoredEvent } from '@ledger/database/stored-event.ts'
import { nameOf } from '../domain/state.ts'

type Kind = AsOf['accounts'][number]['kind']
/** Id, name, kind, received and spent in paise, as text: sums may exceed the integers of JSON. */
type Kept = [id: string, name: string, kind: Kind, receivedPaise: string, spentPaise: string]

/** The balances of some events in the middle of a log: their accounts, and the new names of renamed accounts. */
export interface BalancePart {
  accounts: [id: string, account: Account][]
  renamed: [id: string, name: string][]
}

interface Account {
  name: string
  kind: Kind
  receivedPaise: bigint
  spentPaise: bigint
}

/**
 * The version of the text that `text` returns. Increase it with every change of that text, or of the fold of an event.
 */
export const SHAPE = 2

/** The received and spent paise of every account, folded from postings: people, head office and beneficiaries. */
export class BalanceFold {
  readonly #accounts: Map<string, Account>
  readonly #renamed = new Map<string, string>()

  /** @param text the `text` of another fold; without it the fold begins before the first event */
  constructor(text = '[]') {
    const kept: Kept[] = JSON.parse(text)
    this.#accounts = new Map(
      kept.map(([id, name, kind, received, spent]) => [
        id,
        { name, kind, receivedPaise: BigInt(received), spentPaise: BigInt(spent) },
      ]),
    )
  }

  /** Adds a stored event. Most events only move money between known accounts: then nothing more is parsed. */
  takeStored(event: StoredEvent): void {
    const postings = event.postings()
    if (postings?.every(({ account }) => this.#accounts.has(account))) this.#post(postings, '')
    else this.take(factOf(event))
  }

  take(event: Fact): void {
    if (event.type === 'AccountOpened') this.#open(event.data)
    if (event.type === 'AccountEdited') this.#rename(event.data)
    if (!('postings' in event.data)) return
    const { after } = entriesOf(event)
    const payee = after?.kind === 'debit' ? after.beneficiary.name : ''
    this.#post(event.data.postings, payee)
  }

  #post(postings: readonly Posting[], payee: string): void {
    for (const { account, side, paise } of postings) {
      const held = this.#accounts.get(account) ?? opened(account, payee)
      if (side === 'received') held.receivedPaise += BigInt(paise)
      else held.spentPaise += BigInt(paise)
      this.#accounts.set(account, held)
    }
  }

  #open({ account, role, profile }: EventData<'AccountOpened'>): void {
    if (role !== 'site_incharge' && role !== 'supervisor') return
    this.#accounts.set(account, { name: nameOf(profile), kind: role, receivedPaise: 0n, spentPaise: 0n })
  }

  #rename({ account, after }: EventData<'AccountEdited'>): void {
    const held = this.#accounts.get(account)
    if (held) held.name = nameOf(after)
    this.#renamed.set(account, nameOf(after))
  }

  /** Returns the fold as a part that another fold of the earlier events can join. */
  part(): BalancePart {
    return { accounts: [...this.#accounts], renamed: [...this.#renamed] }
  }

  /**
   * Adds a part of later events, as if they had been added one by one; each account is opened once, before it moves.
   */
  join({ accounts, renamed }: BalancePart): void {
    for (const [id, account] of accounts) {
      const held = this.#accounts.get(id)
      if (!held) this.#accounts.set(id, account)
      else {
        held.receivedPaise += account.receivedPaise
        held.spentPaise += account.spentPaise
      }
    }
    for (const [id, name] of renamed) {
      const held = this.#accounts.get(id)
      if (held) held.name = name
    }
  }

  /** Returns the sums of an account in the form of the decision states. */
  movedBy(id: string): { receivedPaise: number; spentPaise: number } {
    const { receivedPaise = 0n, spentPaise = 0n } = this.#accounts.get(id) ?? {}
    return { receivedPaise: Number(receivedPaise), spentPaise: Number(spentPaise) }
  }

  /** Returns the fold as text. The same accounts give the same text, in whatever order they were opened. */
  text(): string {
    const kept = [...this.#accounts].map(
      ([id, { name, kind, receivedPaise, spentPaise }]): Kept => [
        ...([id, name, kind] as const),
        String(receivedPaise),
        String(spentPaise),
      ],
    )
    return JSON.stringify(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Returns the account for the ledger of a moment; undefined where the id did not exist yet. */
  account(id: string): { name: string; kind: Kind } | undefined {
    const held = this.#accounts.get(id)
    return held && { name: held.name, kind: held.kind }
  }

  /** Returns the balances in reading order, and the trial balance. */
  balances(): Pick<AsOf, 'accounts' | 'trialBalance'> {
    const [received, spent] = [this.#sum('receivedPaise'), this.#sum('spentPaise')]
    const accounts = [...this.#accounts].map(([id, { name, kind, receivedPaise, spentPaise }]) => ({
      account: id,
      name,
      kind,
      received: formatAmount(receivedPaise),
      spent: formatAmount(spentPaise),
      balance: formatAmount(receivedPaise - spentPaise),
    }))
    return {
      accounts: accounts.sort(
        (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || collator.compare(a.name, b.name),
      ),
      trialBalance: {
        received: formatAmount(received),
        spent: formatAmount(spent),
        difference: formatAmount(received - spent),
      },
    }
  }

  /** Returns the sum of all entries that are not deleted. */
  total(): bigint {
    return this.#sum('spentPaise')
  }

  #sum(side: 'receivedPaise' | 'spentPaise'): bigint {
    let total = 0n
    for (const account of this.#accounts.values()) total += account[side]
    return total
  }
}

const KINDS: Kind[] = ['head_office', 'site_incharge', 'supervisor', 'beneficiary']
const collator = new Intl.Collator('en-IN')

/**
 * Returns a new account. People are opened by an event of their own; head office and beneficiaries by the first money
 * that names them.
 */
function opened(account: string, payee: string): Account {
  const isHeadOffice = account === HEAD_OFFICE
  const kind = isHeadOffice ? 'head_office' : 'beneficiary'
  return { name: isHeadOffice ? 'Head Office' : payee, kind, receivedPaise: 0n, spentPaise: 0n }
}
