import { type Day, dayAfter, dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { type Entry, HEAD_OFFICE_ACCOUNT, type NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { fullNameOf } from '../../domain/account-and-transaction-states.ts'
import { compareDateAndOrder } from '../../domain/money/entry-order.ts'
import { AppendOnlyMerkleTree } from '../merkle/merkle-tree.ts'
import { type SealedBalance, type SealedEntry, sealLeafHashText } from './sealed-balance-and-entry.ts'

/** An entry as it stands, with what a seal needs of it. Its texts are only in the hashes. */
interface StandingEntry {
  date: string
  day: Day
  paise: number
  /** The order in which entries were first recorded. */
  order: number
  payer: string
  receiver: string
  /** The hashes of both sides, that of the payer first, as latin1; empty where no digest needs them. */
  leaves: string
}

/** The name of head office in a seal, as the ledger's own texts write it. */
const HEAD_OFFICE_NAME = 'Head Office'
const HASH_BYTES = 32

interface SealFoldOptions {
  /** The account whose entries are kept with their texts; left out where only their hashes are needed. */
  account?: string
  /** Returns whether a digest will cover the entries of a day; left out: those of every day. */
  isDigested?: (day: Day) => boolean
}

/**
 * Folds a log, event by event, so that the balances of a closing can be sealed at its position. It stores the hash of
 * each side of an entry and not its texts: about 450 bytes for each entry, which `sumUpTo` frees.
 */
export class SealFold {
  readonly #entries = new Map<string, StandingEntry>()
  readonly #names = new Map<string, string>([[HEAD_OFFICE_ACCOUNT, HEAD_OFFICE_NAME]])
  /** One copy of each account id and day, because every event brings its own. */
  readonly #shared = new Map<string, string>()
  readonly #summed = new Map<string, Sides>()
  #recorded = 0
  readonly #account: string | undefined
  readonly #isDigested: (day: Day) => boolean
  /** By transaction, of that account. */
  readonly #texts = new Map<string, SealedEntry>()

  constructor({ account, isDigested = () => true }: SealFoldOptions = {}) {
    this.#account = account
    this.#isDigested = isDigested
  }

  /** Applies the next event of the log. */
  apply(event: NewEvent): void {
    if (event.type === 'AccountOpened') this.#names.set(event.data.account, fullNameOf(event.data.profile))
    else if (event.type === 'AccountEdited') this.#names.set(event.data.account, fullNameOf(event.data.after))
    if (!('transaction' in event.data) || !('postings' in event.data)) return
    const { transaction } = event.data
    const { after } = entryBeforeAndAfter(event)
    if (after) this.#entries.set(transaction, this.#standing(transaction, after))
    else this.#entries.delete(transaction)
    if (this.#account !== undefined) this.#keepTexts(this.#account, transaction, after)
  }

  /**
   * Adds up the entries dated on or before a day, which no later event changes, and frees them. After that, `balances`
   * takes days from there on.
   */
  sumUpTo(day: Day): void {
    for (const [transaction, entry] of this.#entries) {
      if (entry.day > day) continue
      addTo(this.#summed, entry)
      this.#entries.delete(transaction)
      this.#texts.delete(transaction)
    }
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
    const day = this.#share(dayOf(date))
    const leaves = this.#isDigested(day)
      ? sealLeafHashText(spentEntry(transaction, entry)) + sealLeafHashText(receivedEntry(transaction, entry))
      : ''
    const order = this.#entries.get(transaction)?.order ?? ++this.#recorded
    return { date, day, paise, order, payer: this.#share(payer.id), receiver: this.#share(receiver.id), leaves }
  }

  #share<Text extends string>(text: Text): Text {
    const known = this.#shared.get(text)
    if (known === undefined) this.#shared.set(text, text)
    return (known as Text | undefined) ?? text
  }

  /**
   * Returns the leaves of a seal, in the order of account ids: every account with an entry that is dated on or before
   * `upTo`.
   * @param after the last day of the closing before; null where there is none
   */
  balances(upTo: Day, after: Day | null): SealedBalance[] {
    const before = new Map([...this.#summed].map(([account, sides]) => [account, { ...sides }]))
    const within = new Map<string, Digest>()
    const dated = [...this.#entries.values()].filter(({ day }) => day <= upTo)
    for (const entry of dated.sort(compareDateAndOrder))
      if (after !== null && entry.day <= after) addTo(before, entry)
      else addToDigests(within, entry)
    const from = after === null ? null : dayAfter(after)
    return [...new Set([...before.keys(), ...within.keys()])].sort(byText).map((account) => ({
      ...{ version: 1, account, name: this.#names.get(account) ?? '', from, upTo },
      ...sealedFigures(before.get(account), within.get(account)),
    }))
  }
}

/** The sums of an account, in paise. */
interface Sides {
  received: number
  spent: number
}

/** The sums of an account in the period, and the tree over its entries. */
interface Digest extends Sides {
  tree: AppendOnlyMerkleTree
}

function addTo(sums: Map<string, Sides>, { payer, receiver, paise }: StandingEntry): void {
  getOrCreate(sums, payer, () => ({ received: 0, spent: 0 })).spent += paise
  getOrCreate(sums, receiver, () => ({ received: 0, spent: 0 })).received += paise
}

function addToDigests(digests: Map<string, Digest>, { payer, receiver, paise, leaves }: StandingEntry): void {
  const created = () => ({ received: 0, spent: 0, tree: new AppendOnlyMerkleTree() })
  const [paying, receiving] = [getOrCreate(digests, payer, created), getOrCreate(digests, receiver, created)]
  paying.spent += paise
  paying.tree.appendSubtree(1, Buffer.from(leaves.slice(0, HASH_BYTES), 'latin1'))
  receiving.received += paise
  receiving.tree.appendSubtree(1, Buffer.from(leaves.slice(HASH_BYTES), 'latin1'))
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

type SealedFigures = Pick<SealedBalance, 'opening' | 'received' | 'spent' | 'closing' | 'entries' | 'digest'>

function sealedFigures(before: Sides | undefined, within: Digest | undefined): SealedFigures {
  const opening = (before?.received ?? 0) - (before?.spent ?? 0)
  const { received, spent, tree } = within ?? { received: 0, spent: 0, tree: new AppendOnlyMerkleTree() }
  const digest = tree.root().toString('hex')
  return { opening, received, spent, closing: opening + received - spent, entries: tree.size, digest }
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

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
  // In the order of the canonical form, which then needs no copy.
  return { date, narration, paise, party, paymentMode, purpose, reference, side, transaction }
}
