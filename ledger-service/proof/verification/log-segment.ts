import { hash } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import {
  accountsChangedBy,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
} from '../../domain/account-and-transaction-states.ts'
import { isQuestionEvent, type QuestionEvent } from '../../domain/questions/questions-state.ts'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { PerfectSubtrees } from '../merkle/merkle-tree.ts'
import { BalanceReplay, type PartialBalances } from '../point-in-time/balance-replay.ts'
import { type ChainEnd, findFirstBadEvent } from './verify-chain.ts'

/** Consecutive events: those after one position, up to and including another. */
export interface LogSegment {
  after: number
  upTo: number
  /** The tree's sizes within the segment whose roots are needed, the smallest first. */
  sizes: readonly number[]
}

/**
 * The result of one segment of a log, as plain data: joined in order, the segments show whether the whole log is valid.
 * Hashes are hexadecimal.
 */
export interface SegmentSummary {
  /** The hash of the previous event, from the segment's first event. */
  prevHash: string
  firstRecordedAt: string
  end: { position: number; hash: string; recordedAt: string }
  /**
   * The subtrees over its events, cut at each of the sizes: a new list begins where the root of all events before it is
   * needed.
   */
  trees: [size: number, root: string][][]
  balances: PartialBalances
  /** The events of accounts without those that move money. */
  accountEvents: LedgerEvent[]
  /** The position where each account is first named by an event other than its opening. */
  named: [account: string, position: number][]
  /** Changed entries: the position of the first change, and a digest of the content after the last. */
  changed: [transaction: string, position: number, digest: string][]
  /** The events of questions on entries, in order. */
  questionEvents: QuestionEvent[]
}

/**
 * Reads a segment and makes the checks that do not need earlier events: each event's own hash, and that it follows the
 * one before.
 * @returns undefined where there is a problem, or an event that a segment alone cannot check
 */
export async function summarizeSegment(
  db: Kysely<Database>,
  companyId: string,
  { after, upTo, sizes }: LogSegment,
): Promise<SegmentSummary | undefined> {
  const facts = new SegmentFacts()
  const trees = [new PerfectSubtrees(after)]
  const due = [...sizes]
  let first: { prevHash: string; firstRecordedAt: string } | undefined
  let end: ChainEnd | undefined
  for await (const page of readStoredEventPages(db, companyId, { after, upTo })) {
    const [begin] = page
    if (!begin) break
    if (!end) {
      first = { prevHash: begin.prevHash.toString('hex'), firstRecordedAt: begin.recordedAt }
      end = { position: after, hash: begin.prevHash, recordedAt: '' }
    }
    if (findFirstBadEvent(end, page)) return undefined
    for (const event of page) {
      if (!facts.apply(event)) return undefined
      trees.at(-1)?.append(event.hash)
      if (event.position === due[0]) {
        due.shift()
        trees.push(new PerfectSubtrees(event.position))
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
    ...facts.toSummary(),
  }
}

/** Collects the balances, accounts and entries in the events of a segment. */
class SegmentFacts {
  readonly #balances = new BalanceReplay()
  readonly #accountEvents: LedgerEvent[] = []
  readonly #named = new Map<string, number>()
  readonly #changed = new Map<string, [position: number, digest: string]>()
  readonly #questionEvents: QuestionEvent[] = []

  /**
   * @returns false for an event that only a reading in order can check, and for one that cannot be parsed or folded;
   * that reading reports why
   */
  apply(stored: ChainedEvent): boolean {
    try {
      return this.#applyEvent(decodeEvent(stored))
    } catch {
      return false
    }
  }

  #applyEvent(event: LedgerEvent): boolean {
    this.#balances.apply(event)
    const accounts = accountsChangedBy(event)
    if (accounts.length > 0 && !('postings' in event.data)) this.#accountEvents.push({ ...event })
    if (event.type !== 'AccountOpened')
      for (const account of accounts) if (!this.#named.has(account)) this.#named.set(account, event.position)
    return this.#applyEntry(event)
  }

  #applyEntry(event: LedgerEvent): boolean {
    if ('entry' in event.data) return event.data.transaction === event.eventId
    if (isQuestionEvent(event)) {
      this.#questionEvents.push({ ...event })
      return true
    }
    if (event.type !== 'TransactionEdited' && event.type !== 'TransactionDeleted')
      return transactionChangedBy(event) === undefined
    const { transaction: id, before, revision } = event.data
    const was = { id, revision: revision - 1, deleted: false, entry: before, recordedAt: '', recordedBy: event.actor }
    const [position] = this.#changed.get(id) ?? [event.position]
    this.#changed.set(id, [position, stateContentDigest(evolveTransaction(was, id, event))])
    return true
  }

  toSummary(): Pick<SegmentSummary, 'balances' | 'accountEvents' | 'named' | 'changed' | 'questionEvents'> {
    return {
      balances: this.#balances.toPartial(),
      accountEvents: this.#accountEvents,
      named: [...this.#named],
      changed: [...this.#changed].map(([id, [position, digest]]) => [id, position, digest]),
      questionEvents: this.#questionEvents,
    }
  }
}

/**
 * Returns the digest of a decision state without the time and the author of the first record, and without questions:
 * no change contains these.
 */
export function stateContentDigest({ id, revision, deleted, entry }: TransactionState): string {
  return hash('sha256', canonicalJson([id, revision, deleted, entry]), 'hex')
}
