import type { AsOf } from '@ledger/contracts/audit.ts'
import { HEAD_OFFICE, type Posting } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { type Fact, factOf, type StoredEvent } from '@ledger/migrations/stored-event.ts'
import { nameOf } from '../domain/state.ts'

type Kind = AsOf['accounts'][number]['kind']
/** Id, name, kind, received and spent in paise. */
type Kept = [id: string, name: string, kind: Kind, receivedPaise: number, spentPaise: number]

interface Account {
  name: string
  kind: Kind
  receivedPaise: number
  spentPaise: number
}

/** Of the text that `text` gives. Whoever changes it, or what the fold makes of an event, counts it up. */
export const SHAPE = 1

/** What every account received and spent, folded from postings: people, head office and beneficiaries. */
export class BalanceFold {
  readonly #accounts: Map<string, Account>

  /** @param text what another fold gave as its text; without one the fold begins before the first event */
  constructor(text = '[]') {
    const kept: Kept[] = JSON.parse(text)
    this.#accounts = new Map(
      kept.map(([id, name, kind, receivedPaise, spentPaise]) => [id, { name, kind, receivedPaise, spentPaise }]),
    )
  }

  /** An event as it is stored. Most only move money between accounts that were seen before: no more than that is parsed. */
  takeStored(event: StoredEvent): void {
    const postings = event.postings()
    if (postings?.every(({ account }) => this.#accounts.has(account))) this.#post(postings, '')
    else this.take(factOf(event))
  }

  take(event: Fact): void {
    if (event.type === 'AccountOpened' || event.type === 'AccountEdited') this.#rename(event)
    if (!('postings' in event.data)) return
    const entry = 'entry' in event.data ? event.data.entry : 'after' in event.data ? event.data.after : undefined
    const payee = entry?.kind === 'debit' ? entry.beneficiary.name : ''
    this.#post(event.data.postings, payee)
  }

  #post(postings: readonly Posting[], payee: string): void {
    for (const { account, side, paise } of postings) {
      const held = this.#accounts.get(account) ?? opened(account, payee)
      if (side === 'received') held.receivedPaise += paise
      else held.spentPaise += paise
      this.#accounts.set(account, held)
    }
  }

  #rename(event: Extract<Fact, { type: 'AccountOpened' | 'AccountEdited' }>): void {
    const { account } = event.data
    const held = this.#accounts.get(account)
    if (held) held.name = nameOf(event.type === 'AccountEdited' ? event.data.after : event.data.profile)
    if (event.type !== 'AccountOpened') return
    const { role, profile } = event.data
    if (role !== 'site_incharge' && role !== 'supervisor') return
    this.#accounts.set(account, { name: nameOf(profile), kind: role, receivedPaise: 0, spentPaise: 0 })
  }

  /** The same accounts give the same text, in whatever order they were opened. */
  text(): string {
    const kept = [...this.#accounts].map(
      ([id, { name, kind, receivedPaise, spentPaise }]): Kept => [id, name, kind, receivedPaise, spentPaise],
    )
    return JSON.stringify(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The account as a moment's ledger names it; undefined where nobody had that id yet. */
  account(id: string): { name: string; kind: Kind } | undefined {
    const held = this.#accounts.get(id)
    return held && { name: held.name, kind: held.kind }
  }

  /** Balances in the order in which people read them, and the trial balance. */
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

  #sum(side: 'receivedPaise' | 'spentPaise'): number {
    let total = 0
    for (const account of this.#accounts.values()) total += account[side]
    return total
  }
}

const KINDS: Kind[] = ['head_office', 'site_incharge', 'supervisor', 'beneficiary']
const collator = new Intl.Collator('en-IN')

/** People are opened by an event of their own; head office and beneficiaries by the first money that names them. */
function opened(account: string, payee: string): Account {
  const isHeadOffice = account === HEAD_OFFICE
  const kind = isHeadOffice ? 'head_office' : 'beneficiary'
  return { name: isHeadOffice ? 'Head Office' : payee, kind, receivedPaise: 0, spentPaise: 0 }
}
