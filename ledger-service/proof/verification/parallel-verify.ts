import { MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { type AccountState, evolveAccount, type TransactionState } from '../../domain/account-and-transaction-states.ts'
import { evolveQuestions, type QuestionEvent, type QuestionState } from '../../domain/questions/questions-state.ts'
import {
  accountStateFromRow,
  CREATING_EVENT_COLUMNS,
  logHeadFromRow,
  stateFromCreation,
  transactionStateFromRow,
} from '../../event-store/append/load-state/load-decision-state.ts'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { GENESIS_HASH } from '../../event-store/integrity/hash-chain.ts'
import type { CheckpointsToVerify } from '../checkpoints/checkpoints-to-verify.ts'
import { AppendOnlyMerkleTree } from '../merkle/merkle-tree.ts'
import { BalanceReplay } from '../point-in-time/balance-replay.ts'
import { SnapshotVerifier } from '../point-in-time/balance-snapshots.ts'
import { type LogSegment, type SegmentSummary, stateContentDigest } from './log-segment.ts'
import { canonicalOrEmpty, readTransactionStatePages } from './state-replay.ts'

/** Events in a segment; large enough that joining costs little. */
export const EVENTS_PER_SEGMENT = 25_000

/** Folds segments: in this process, or several at once in other processes. */
export interface SegmentReader {
  concurrency: number
  summarize(segment: LogSegment): Promise<SegmentSummary | undefined>
}

/** A log without any problem. */
export interface VerifiedLog {
  events: number
  head: { position: number; hash: string }
  checkpoint: { size: number; root: string; note: string } | null
}

export interface ParallelVerifyOptions {
  db: Kysely<Database>
  companyId: string
  reader: SegmentReader
  eventsPerSegment?: number | undefined
  onProgress?: ((done: { step: 'chain' | 'states'; events: number; of: number }) => void) | undefined
}

/**
 * Verifies the log, each signed checkpoint, the stored states and the stored balances by segments, which are read in
 * any order and joined in the order of the log. It does not report problems: for that the log is read once more, event
 * by event (verifyLog).
 * @returns undefined where there is a problem, or an event older than the ids of first events
 */
export async function verifyInParallel(
  { db, companyId, reader, eventsPerSegment = EVENTS_PER_SEGMENT, onProgress }: ParallelVerifyOptions,
  { bySize, problems }: CheckpointsToVerify,
): Promise<VerifiedLog | undefined> {
  if (problems.length > 0) return undefined
  const head = await db.selectFrom('log_heads').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  if (!head || (await readLastStoredPosition(db, companyId)) !== head.position) return undefined
  if ([...bySize.keys()].some((size) => size > head.position)) return undefined
  const snapshots = await SnapshotVerifier.load(db, companyId)
  const joined = new MergedSegments(bySize)
  const segments = planSegments(head.position, eventsPerSegment, snapshots.unreachedPositions(), [...bySize.keys()])
  for await (const fold of summarizeInOrder(segments, reader)) {
    if (!fold || !joined.add(fold)) return undefined
    const { position, hash, recordedAt: _ } = fold.end
    if (!(await snapshots.matches(position, Buffer.from(hash, 'hex'), joined.balances))) return undefined
    onProgress?.({ step: 'chain', events: position, of: head.position })
  }
  const { position, hash, totalPaise } = logHeadFromRow(head)
  if (joined.hash !== hash.toString('hex') || joined.balances.total() !== totalPaise) return undefined
  if (totalPaise > MAX_TOTAL_PAISE || snapshots.unreachedPositions().length > 0) return undefined
  onProgress?.({ step: 'states', events: position, of: position })
  if (!(await joined.accountStatesMatch(db, companyId)) || !(await joined.transactionStatesMatch(db, companyId)))
    return undefined
  return { events: position, head: { position, hash: joined.hash }, checkpoint: joined.lastCheckpoint }
}

async function readLastStoredPosition(db: Kysely<Database>, companyId: string): Promise<number> {
  const last = await db
    .selectFrom('events')
    .select((event) => event.fn.max('position').as('position'))
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return last?.position ?? 0
}

/** Returns the segments from the first event to the last; a segment ends where a snapshot of balances stands. */
function planSegments(
  last: number,
  events: number,
  snapshots: readonly number[],
  sizes: readonly number[],
): LogSegment[] {
  const ends = new Set(snapshots.filter((position) => position < last))
  for (let position = events; position < last; position += events) ends.add(position)
  if (last > 0) ends.add(last)
  const due = sizes.toSorted((a, b) => a - b)
  let [after, at] = [0, 0]
  return [...ends]
    .sort((a, b) => a - b)
    .map((upTo) => {
      const from = at
      while ((due[at] ?? Number.POSITIVE_INFINITY) <= upTo) at++
      const segment = { after, upTo, sizes: due.slice(from, at) }
      after = upTo
      return segment
    })
}

/**
 * Yields the folds in order, several of them in progress. A caller that stops early waits for those in progress,
 * because their connections are in use.
 */
async function* summarizeInOrder(segments: LogSegment[], { concurrency, summarize }: SegmentReader) {
  const coming: Promise<SegmentSummary | undefined>[] = []
  let next = 0
  try {
    for (const _ of segments) {
      // One more than there are processes, so that none waits for the joining.
      while (next < segments.length && coming.length <= (concurrency > 1 ? concurrency : 0)) {
        const segment = segments[next++]
        if (!segment) break
        const folding = summarize(segment)
        folding.catch(() => undefined)
        coming.push(folding)
      }
      yield await coming.shift()
    }
  } finally {
    await Promise.allSettled(coming)
  }
}

/** The result of the segments joined so far. */
class MergedSegments {
  readonly balances = new BalanceReplay()
  lastCheckpoint: VerifiedLog['checkpoint'] = null
  hash = GENESIS_HASH.toString('hex')
  #recordedAt = ''
  readonly #due: CheckpointsToVerify['bySize']
  readonly #tree = new AppendOnlyMerkleTree()
  readonly #accounts = new Map<string, AccountState>()
  readonly #changed = new Map<string, { position: number; digest: string }>()
  /** The entries with questions: the position of the first one, and all of them. */
  readonly #questioned = new Map<string, { position: number; questions: QuestionState[] }>()

  constructor(due: CheckpointsToVerify['bySize']) {
    this.#due = due
  }

  /** @returns whether the segment follows, without a contradiction */
  add(fold: SegmentSummary): boolean {
    if (fold.prevHash !== this.hash || fold.firstRecordedAt < this.#recordedAt) return false
    this.hash = fold.end.hash
    this.#recordedAt = fold.end.recordedAt
    this.balances.merge(fold.balances)
    for (const [id, position, digest] of fold.changed)
      this.#changed.set(id, { position: this.#changed.get(id)?.position ?? position, digest })
    for (const event of fold.questionEvents) this.#takeQuestion(event)
    return this.#grow(fold) && this.#takeAccounts(fold)
  }

  #takeQuestion(event: QuestionEvent): void {
    const { transaction: id } = event.data
    const { position, questions } = this.#questioned.get(id) ?? { position: event.position, questions: [] }
    this.#questioned.set(id, { position, questions: evolveQuestions(questions, event) })
  }

  #grow({ trees }: SegmentSummary): boolean {
    for (const [index, tree] of trees.entries()) {
      if (index > 0 && !this.#isAsSigned()) return false
      for (const [size, root] of tree) this.#tree.appendSubtree(size, Buffer.from(root, 'hex'))
    }
    return true
  }

  #isAsSigned(): boolean {
    const { size } = this.#tree
    const is = this.#tree.root()
    const signed = this.#due.get(size) ?? []
    const [first] = signed
    if (first) this.lastCheckpoint = { size, root: is.toString('base64'), note: signed.at(-1)?.note ?? first.note }
    return signed.every(({ root }) => root.equals(is))
  }

  #takeAccounts({ accountEvents, named }: SegmentSummary): boolean {
    const openedAt = new Map<string, number>()
    for (const event of accountEvents) {
      const { data } = event
      const id = !('account' in data) ? '' : typeof data.account === 'string' ? data.account : (data.account?.id ?? '')
      const before = this.#accounts.get(id)
      if (event.type === 'AccountOpened') openedAt.set(id, event.position)
      if ((before === undefined) !== (event.type === 'AccountOpened')) return false
      this.#accounts.set(id, evolveAccount(before, id, event))
    }
    return named.every(([id, position]) => this.#accounts.has(id) && (openedAt.get(id) ?? 0) < position)
  }

  async accountStatesMatch(db: Kysely<Database>, companyId: string): Promise<boolean> {
    const rows = await db.selectFrom('account_states').selectAll().where('company_id', '=', companyId).execute()
    const isSame = (row: (typeof rows)[number]) => {
      const state = this.#accounts.get(row.account_id)
      return (
        state &&
        canonicalJson(accountStateFromRow(row)) === canonicalOrEmpty({ ...state, ...this.balances.totalsOf(state.id) })
      )
    }
    return rows.length === this.#accounts.size && rows.every(isSame)
  }

  /**
   * Returns whether exactly the entries that were changed or asked about have a state row each, in the form of the last
   * change, with their questions and with the time and author of the first event.
   */
  async transactionStatesMatch(db: Kysely<Database>, companyId: string): Promise<boolean> {
    let seen = 0
    for await (const rows of readTransactionStatePages(db, companyId)) {
      const begun = await readFirstEvents(
        db,
        companyId,
        rows.map((row) => row.transaction_id),
      )
      for (const row of rows) {
        const id = row.transaction_id
        const [change, asked, first] = [this.#changed.get(id), this.#questioned.get(id), begun.get(id)]
        if (!first || !(change || asked)) return false
        if (first.position >= Math.min(change?.position ?? Infinity, asked?.position ?? Infinity)) return false
        const digest = change?.digest ?? stateContentDigest(first.state)
        if (!isSameState(row, { digest, first: first.state, questions: asked?.questions ?? [] })) return false
        seen++
      }
    }
    return seen === new Set([...this.#changed.keys(), ...this.#questioned.keys()]).size
  }
}

/**
 * Returns whether a row is the state of this content, begun by the first event. A value without a canonical form is no
 * such row.
 */
function isSameState(
  row: RowOf<'transaction_states'>,
  { digest, first, questions }: { digest: string; first: TransactionState; questions: QuestionState[] },
): boolean {
  const state = transactionStateFromRow(row)
  try {
    return (
      stateContentDigest(state) === digest &&
      recordedOrigin(state) === recordedOrigin(first) &&
      canonicalJson(state.questions ?? []) === canonicalJson(questions)
    )
  } catch {
    return false
  }
}

const recordedOrigin = ({ recordedAt, recordedBy }: TransactionState) => canonicalJson([recordedAt, recordedBy])

/** Reads the first events of entries, by id: their positions, and the states that they begin. */
async function readFirstEvents(db: Kysely<Database>, companyId: string, ids: string[]) {
  const events = await db
    .selectFrom('events')
    .select(CREATING_EVENT_COLUMNS)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`event_id = ANY(${ids}::uuid[])`)
    .execute()
  return new Map(
    events.flatMap((event) => {
      const state = stateFromCreation(event)
      return state ? [[event.event_id, { position: event.position, state }] as const] : []
    }),
  )
}
