import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { type EventData, HEAD_OFFICE_ACCOUNT, type Posting } from '@ledger/contracts/events/event-schemas.ts'
import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { type DecodedPayload, decodePayload, type StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { fullNameOf } from '../../domain/account-and-transaction-states.ts'

type BalanceAccountKind = BalancesAsOf['accounts'][number]['kind']
/** Id, name, kind, received and spent in paise, as text: sums may exceed the integers of JSON. */
type SerializedBalance = [id: string, name: string, kind: BalanceAccountKind, receivedPaise: string, spentPaise: string]

/** The balances of some events in the middle of a log: their accounts, and the new names of renamed accounts. */
export interface PartialBalances {
  accounts: [id: string, account: ReplayedAccount][]
  renamed: [id: string, name: string][]
}

interface ReplayedAccount {
  name: string
  kind: BalanceAccountKind
  receivedPaise: bigint
  spentPaise: bigint
}

/**
 * The version of the text that `text` returns. Increase it with every change of that text, or of the fold of an event.
 */
export const SNAPSHOT_FORMAT_VERSION = 2

/** The received and spent paise of every account, folded from postings: people, head office and beneficiaries. */
export class BalanceReplay {
  readonly #accounts: Map<string, ReplayedAccount>
  readonly #renamed = new Map<string, string>()

  /** @param text the `text` of another fold; without it the fold begins before the first event */
  constructor(text = '[]') {
    const serialized: SerializedBalance[] = JSON.parse(text)
    this.#accounts = new Map(
      serialized.map(([id, name, kind, received, spent]) => [
        id,
        { name, kind, receivedPaise: BigInt(received), spentPaise: BigInt(spent) },
      ]),
    )
  }

  /** Adds a stored event. Most events only move money between known accounts: then nothing more is parsed. */
  applyStored(event: StoredEvent): void {
    const postings = event.postings()
    if (postings?.every(({ account }) => this.#accounts.has(account))) this.#post(postings, '')
    else this.apply(decodePayload(event))
  }

  apply(event: DecodedPayload): void {
    if (event.type === 'AccountOpened') this.#open(event.data)
    if (event.type === 'AccountEdited') this.#rename(event.data)
    if (!('postings' in event.data)) return
    const { after } = entryBeforeAndAfter(event)
    const beneficiaryName = after?.kind === 'debit' ? after.beneficiary.name : ''
    this.#post(event.data.postings, beneficiaryName)
  }

  #post(postings: readonly Posting[], beneficiaryName: string): void {
    for (const { account, side, paise } of postings) {
      const held = this.#accounts.get(account) ?? newAccount(account, beneficiaryName)
      if (side === 'received') held.receivedPaise += BigInt(paise)
      else held.spentPaise += BigInt(paise)
      this.#accounts.set(account, held)
    }
  }

  #open({ account, role, profile }: EventData<'AccountOpened'>): void {
    if (role !== 'site_incharge' && role !== 'supervisor') return
    this.#accounts.set(account, { name: fullNameOf(profile), kind: role, receivedPaise: 0n, spentPaise: 0n })
  }

  #rename({ account, after }: EventData<'AccountEdited'>): void {
    const held = this.#accounts.get(account)
    if (held) held.name = fullNameOf(after)
    this.#renamed.set(account, fullNameOf(after))
  }

  /** Returns the fold as a part that another fold of the earlier events can join. */
  toPartial(): PartialBalances {
    return { accounts: [...this.#accounts], renamed: [...this.#renamed] }
  }

  /**
   * Adds a part of later events, as if they had been added one by one; each account is opened once, before it moves.
   */
  merge({ accounts, renamed }: PartialBalances): void {
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
  totalsOf(id: string): { receivedPaise: number; spentPaise: number } {
    const { receivedPaise = 0n, spentPaise = 0n } = this.#accounts.get(id) ?? {}
    return { receivedPaise: Number(receivedPaise), spentPaise: Number(spentPaise) }
  }

  /** Returns the fold as text. The same accounts give the same text, in whatever order they were opened. */
  serialize(): string {
    const serialized = [...this.#accounts].map(
      ([id, { name, kind, receivedPaise, spentPaise }]): SerializedBalance => [
        ...([id, name, kind] as const),
        String(receivedPaise),
        String(spentPaise),
      ],
    )
    return JSON.stringify(serialized.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Returns the account for the ledger of a moment; undefined where the id did not exist yet. */
  account(id: string): { name: string; kind: BalanceAccountKind } | undefined {
    const held = this.#accounts.get(id)
    return held && { name: held.name, kind: held.kind }
  }

  /** Returns the balances in reading order, and the trial balance. */
  balances(): Pick<BalancesAsOf, 'accounts' | 'trialBalance'> {
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
        (a, b) =>
          ACCOUNT_KIND_ORDER.indexOf(a.kind) - ACCOUNT_KIND_ORDER.indexOf(b.kind) ||
          accountNameCollator.compare(a.name, b.name),
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

const ACCOUNT_KIND_ORDER: BalanceAccountKind[] = ['head_office', 'site_incharge', 'supervisor', 'beneficiary']
const accountNameCollator = new Intl.Collator('en-IN')

/**
 * Returns a new account. People are opened by an event of their own; head office and beneficiaries by the first money
 * that names them.
 */
function newAccount(account: string, beneficiaryName: string): ReplayedAccount {
  const isHeadOffice = account === HEAD_OFFICE_ACCOUNT
  const kind = isHeadOffice ? 'head_office' : 'beneficiary'
  return { name: isHeadOffice ? 'Head Office' : beneficiaryName, kind, receivedPaise: 0n, spentPaise: 0n }
}
