import { hash } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { accountsOf, evolveTransaction, type TransactionState } from '../domain/state.ts'
import { canonical } from '../event-store/canonical.ts'
import { sealedEvents } from '../event-store/rows.ts'
import { BalanceFold, type BalancePart } from './balance-fold.ts'
import { type ChainEnd, firstBad } from './check-chain.ts'
import { Subtrees } from './merkle.ts'

/** Events that follow each other: those after one position, up to and with another. */
export interface Stretch {
  after: number
  upTo: number
  /** The tree's sizes on the way at which its root has to be known, the smallest first. */
  sizes: readonly number[]
}

/**
 * What one stretch of a log says by itself, as plain data: whoever joins the stretches in order knows whether all of it is sound. Hashes
 * are hexadecimal.
 */
export interface StretchFold {
  /** What its first event says of the one before it. */
  prevHash: string
  firstRecordedAt: string
  end: { position: number; hash: string; recordedAt: string }
  /** The subtrees over its events, cut at each of the sizes: where the next list begins, the root of all before it is asked for. */
  trees: [size: number, root: string][][]
  balances: BalancePart
  /** What happened to accounts, but for money. */
  accountEvents: LedgerEvent[]
  /** Where each account is named first by anything but its opening. */
  named: [account: string, position: number][]
  /** Entries that were changed: where first, and what the last change left of them. */
  changed: [transaction: string, position: number, digest: string][]
}

/**
 * Reads a stretch and checks what can be checked without those before it: each event's own hash, and that it follows the one before.
 * @returns undefined where anything is wrong or of a kind that no stretch can tell by itself
 */
export async function foldStretch(
  db: Kysely<Database>,
  companyId: string,
  { after, upTo, sizes }: Stretch,
): Promise<StretchFold | undefined> {
  const facts = new StretchFacts()
  const trees = [new Subtrees(after)]
  const due = [...sizes]
  let first: { prevHash: string; firstRecordedAt: string } | undefined
  let end: ChainEnd | undefined
  for await (const page of sealedEvents(db, companyId, { after, upTo })) {
    const [begin] = page
    if (!begin) break
    if (!end) {
      first = { prevHash: begin.prevHash.toString('hex'), firstRecordedAt: begin.recordedAt }
      end = { position: after, hash: begin.prevHash, recordedAt: '' }
    }
    if (firstBad(end, page)) return undefined
    for (const event of page) {
      if (!facts.take(event)) return undefined
      trees.at(-1)?.append(event.hash)
      if (event.position === due[0]) {
        due.shift()
        trees.push(new Subtrees(event.position))
      }
    }
    end = page.at(-1) ?? end
  }
  if (!first || !end || end.position !== upTo) return undefined
  const { position, hash: last, recordedAt } = end
  return {
    ...first,
    end: { position, hash: last.toString('hex'), recordedAt },
    trees: trees.map((tree) => tree.roots.map(([size, root]) => [size, root.toString('hex')])),
    ...facts.told(),
  }
}

/** What the events of a stretch say of balances, accounts and entries. */
class StretchFacts {
  readonly #balances = new BalanceFold()
  readonly #accountEvents: LedgerEvent[] = []
  readonly #named = new Map<string, number>()
  readonly #changed = new Map<string, [position: number, digest: string]>()

  /** @returns false for an event that only a reading in order can judge; of one that cannot be read or folded that says why */
  take(sealed: SealedEvent): boolean {
    try {
      return this.#takeEvent(unseal(sealed))
    } catch {
      return false
    }
  }

  #takeEvent(event: LedgerEvent): boolean {
    this.#balances.take(event)
    const accounts = accountsOf(event)
    if (accounts.length > 0 && !('postings' in event.data)) this.#accountEvents.push({ ...event })
    if (event.type !== 'AccountOpened')
      for (const account of accounts) if (!this.#named.has(account)) this.#named.set(account, event.position)
    return this.#takeEntry(event)
  }

  #takeEntry(event: LedgerEvent): boolean {
    if ('entry' in event.data) return event.data.transaction === event.eventId
    if (event.type !== 'TransactionEdited' && event.type !== 'TransactionDeleted') return !('transaction' in event.data)
    const { transaction: id, before, revision } = event.data
    const was = { id, revision: revision - 1, deleted: false, entry: before, recordedAt: '', recordedBy: event.actor }
    const [position] = this.#changed.get(id) ?? [event.position]
    this.#changed.set(id, [position, contentDigest(evolveTransaction(was, id, event))])
    return true
  }

  told(): Pick<StretchFold, 'balances' | 'accountEvents' | 'named' | 'changed'> {
    return {
      balances: this.#balances.part(),
      accountEvents: this.#accountEvents,
      named: [...this.#named],
      changed: [...this.#changed].map(([id, [position, digest]]) => [id, position, digest]),
    }
  }
}

/** Of a state for deciding, but for when and by whom it was first recorded, which no change tells. */
export function contentDigest({ id, revision, deleted, entry }: TransactionState): string {
  return hash('sha256', canonical([id, revision, deleted, entry]), 'hex')
}
