import { type Day, dayAfter, dayOf } from '@ledger/contracts/dates.ts'
import { type Entry, entriesOf, HEAD_OFFICE_ACCOUNT, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { compareDateAndOrder } from '../../domain/entry-order.ts'
import { fullNameOf } from '../../domain/state.ts'
import { AppendOnlyMerkleTree } from '../merkle/merkle-tree.ts'
import { type SealedBalance, type SealedEntry, sealLeafHash } from './sealed-balance.ts'

/** An entry as it stands, with what a seal needs of it. Its texts are only in the hashes. */
interface StandingEntry {
  date: string
  day: Day
  paise: number
  /** The order in which entries were first recorded. */
  order: number
  payer: string
  receiver: string
  payerLeaf: Buffer
  receiverLeaf: Buffer
}

/** The name of head office in a seal, as the ledger's own texts write it. */
const HEAD_OFFICE_NAME = 'Head Office'

/**
 * Folds a log, event by event, so that the balances of a closing can be sealed at its position. It stores the hash of
 * each side of an entry and not its texts: about 400 bytes for each entry.
 */
export class SealFold {
  readonly #entries = new Map<string, StandingEntry>()
  readonly #names = new Map<string, string>([[HEAD_OFFICE_ACCOUNT, HEAD_OFFICE_NAME]])
  #recorded = 0
  readonly #account: string | undefined
  /** By transaction, of that account. */
  readonly #texts = new Map<string, SealedEntry>()

  /** @param account the account whose entries are kept with their texts; left out where only their hashes are needed */
  constructor(account?: string) {
    this.#account = account
  }

  /** Applies the next event of the log. */
  apply(event: LedgerEvent): void {
    if (event.type === 'AccountOpened') this.#names.set(event.data.account, fullNameOf(event.data.profile))
    else if (event.type === 'AccountEdited') this.#names.set(event.data.account, fullNameOf(event.data.after))
    if (!('transaction' in event.data) || !('postings' in event.data)) return
    const { transaction } = event.data
    const { after } = entriesOf(event)
    if (after) this.#entries.set(transaction, this.#standing(transaction, after))
    else this.#entries.delete(transaction)
    if (this.#account !== undefined) this.#keepTexts(this.#account, transaction, after)
  }

  #keepTexts(account: string, transaction: string, entry: Entry | undefined): void {
    const side = entry && payerAndReceiverOf(entry).findIndex(({ id }) => id === account)
    if (entry === undefined || side === undefined || side < 0) this.#texts.delete(transaction)
    else this.#texts.set(transaction, side === 0 ? spentEntry(transaction, entry) : receivedEntry(transaction, entry))
  }

  /** Returns the entries of the account that a seal covers, in the order of its digest. */
  entriesOfAccount(upTo: Day, after: Day | null): SealedEntry[] {
    return [...this.#entries]
      .filter(([, { day }]) => day <= upTo && (after === null || day > after))
      .sort(([, a], [, b]) => compareDateAndOrder(a, b))
      .flatMap(([transaction]) => this.#texts.get(transaction) ?? [])
  }

  #standing(transaction: string, entry: Entry): StandingEntry {
    const { date, paise } = entry
    const [payer, receiver] = payerAndReceiverOf(entry)
    for (const { id, name } of [payer, receiver]) if (!this.#names.has(id)) this.#names.set(id, name)
    return {
      ...{ date, paise, day: dayOf(date), payer: payer.id, receiver: receiver.id },
      order: this.#entries.get(transaction)?.order ?? ++this.#recorded,
      payerLeaf: sealLeafHash(spentEntry(transaction, entry)),
      receiverLeaf: sealLeafHash(receivedEntry(transaction, entry)),
    }
  }

  /**
   * Returns the leaves of a seal, in the order of account ids: every account with an entry that is dated on or before
   * `upTo`.
   * @param after the last day of the closing before; null where there is none
   */
  balances(upTo: Day, after: Day | null): SealedBalance[] {
    const accounts = new Map<string, AccountFold>()
    const foldOf = (id: string) => {
      const known = accounts.get(id)
      if (known) return known
      const created = new AccountFold()
      accounts.set(id, created)
      return created
    }
    const dated = [...this.#entries.values()].filter(({ day }) => day <= upTo)
    for (const entry of dated.sort(compareDateAndOrder)) {
      const isBefore = after !== null && entry.day <= after
      foldOf(entry.payer).add('spent', entry.paise, isBefore ? undefined : entry.payerLeaf)
      foldOf(entry.receiver).add('received', entry.paise, isBefore ? undefined : entry.receiverLeaf)
    }
    const from = after === null ? null : dayAfter(after)
    return [...accounts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([account, fold]) => ({
        ...{ version: 1, account, name: this.#names.get(account) ?? '', from, upTo },
        ...fold.toSealed(),
      }))
  }
}

/** The sums of one account, and the tree over its entries of the period. */
class AccountFold {
  readonly #before = { received: 0, spent: 0 }
  readonly #within = { received: 0, spent: 0 }
  readonly #tree = new AppendOnlyMerkleTree()

  /** @param leaf the hash of the entry; left out for one before the period */
  add(side: SealedEntry['side'], paise: number, leaf: Buffer | undefined): void {
    if (!leaf) {
      this.#before[side] += paise
      return
    }
    this.#within[side] += paise
    this.#tree.appendSubtree(1, leaf)
  }

  toSealed(): Pick<SealedBalance, 'opening' | 'received' | 'spent' | 'closing' | 'entries' | 'digest'> {
    const opening = this.#before.received - this.#before.spent
    const { received, spent } = this.#within
    const digest = this.#tree.root().toString('hex')
    return { opening, received, spent, closing: opening + received - spent, entries: this.#tree.size, digest }
  }
}

/** Returns both sides of an entry: the account that pays and the one that receives. */
function payerAndReceiverOf(
  entry: Entry,
): [payer: { id: string; name: string }, receiver: { id: string; name: string }] {
  if (entry.kind === 'credit') return [{ id: HEAD_OFFICE_ACCOUNT, name: HEAD_OFFICE_NAME }, entry.account]
  return [entry.account, entry.kind === 'debit' ? entry.beneficiary : entry.counterparty]
}

/** Returns the side of the account that pays. */
const spentEntry = (transaction: string, entry: Entry): SealedEntry =>
  sealedEntry(transaction, entry, 'spent', payerAndReceiverOf(entry)[1].name)

/** Returns the side of the account that receives. */
const receivedEntry = (transaction: string, entry: Entry): SealedEntry =>
  sealedEntry(transaction, entry, 'received', payerAndReceiverOf(entry)[0].name)

function sealedEntry(transaction: string, entry: Entry, side: SealedEntry['side'], party: string): SealedEntry {
  const { date, paise, purpose, paymentMode, narration, reference } = entry
  return { transaction, date, side, paise, party, purpose, paymentMode, narration, reference }
}
