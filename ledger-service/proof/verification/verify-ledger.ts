import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { formatAmount, MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import {
  type ReadModelVerification as ReadModels,
  verifyReadModels,
} from '@ledger/projections/verification/verify-read-models.ts'
import type { Kysely } from 'kysely'
import { logHeadFromRow } from '../../event-store/append/load-state/load-decision-state.ts'
import type { LogHead } from '../../event-store/integrity/hash-chain.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { type CheckpointsToVerify, readCheckpointsToVerify } from '../checkpoints/checkpoints-to-verify.ts'
import { AppendOnlyMerkleTree } from '../merkle/merkle-tree.ts'
import { BalanceReplay } from '../point-in-time/balance-replay.ts'
import { SnapshotVerifier } from '../point-in-time/balance-snapshots.ts'
import { verifySeals } from '../seals/verify-seals.ts'
import { type LogSegment, summarizeSegment } from './log-segment.ts'
import { EVENTS_PER_SEGMENT, type SegmentReader, verifyInParallel } from './parallel-verify.ts'
import { StateReplay } from './state-replay.ts'
import { startVerificationProcesses } from './verification-process-pool.ts'
import { verifyBills } from './verify-bills.ts'
import { type BadEvent, CHAIN_START, type ChainEnd, findFirstBadEvent } from './verify-chain.ts'

/** Whether everything is correct and, if not, where the first error is. */
export interface VerificationReport {
  ok: boolean
  /**
   * The result without the bytes of bills, which may be missing if a company was exported without them. `verify --json`
   * prints it, so the name stays.
   */
  areBooksWell: boolean
  /** The number of events that were read and found correct. */
  events: number
  head: { position: number; hash: string }
  /** The last signed checkpoint that matches this log; null before the first. */
  checkpoint: { size: number; root: string; note: string } | null
  firstBad?: BadEvent
  /** All other problems, in words. */
  problems: string[]
  states: 'equal' | 'different' | 'not compared'
  projections: Record<string, 'equal' | 'different' | 'not compared'>
  /** Whether the bytes of every bill are those that entries name. */
  bills: 'equal' | 'different' | 'not compared'
}

export interface VerifyLedgerOptions {
  db: Kysely<Database>
  companyId: string
  /** The signer's key, from outside the database. undefined: the key is unknown, and signatures are not checked. */
  publicKey: Buffer | undefined
  /**
   * If given, a long log is read by one process for each core, each with its own connection; otherwise this process
   * reads it.
   */
  databaseUrl?: string
  /**
   * The number of events in one segment. A log that is not longer is read without processes, which take a third of a
   * second to start.
   */
  eventsPerSegment?: number
  /** Notes that the signer or the person who verifies has stored outside the database. */
  notes?: string[]
  /** If true, no read model is compared: the worker compares them at night (due-comparisons.ts). */
  withoutReadModels?: boolean
  /** The stores of bills. If omitted, the bytes are not checked, which can be more to read than everything else. */
  bills?: BillBlobStores | undefined
  onProgress?: (done: { step: 'chain' | 'states' | 'read models' | 'bills'; events: number; of: number }) => void
}

/**
 * Verifies the whole log in one snapshot: the chain, each checkpoint against the tree of its size, and the stored
 * states against the fold of the log. Then it compares every read model with a replay of the log and, if `bills` is
 * given, the bytes of bills. It changes nothing.
 */
export async function verifyLedger(given: VerifyLedgerOptions): Promise<VerificationReport> {
  // Checking signatures takes longer than a transaction may be idle. It comes first, because the snapshot does not
  // contain events that are signed meanwhile.
  const signed = await readCheckpointsToVerify(given)
  const processes = await startProcessesFor(given)
  try {
    const log = await given.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => verifyLog({ ...given, db: trx }, signed, await processes?.segmentReaderFor(trx)))
    if (log.firstBad) return { ...log, areBooksWell: false, projections: {}, bills: 'not compared' }
    const sealProblems = await verifySeals(given.db, given.companyId, log.events)
    log.problems.push(...sealProblems)
    log.ok &&= sealProblems.length === 0
    if (given.withoutReadModels) return await addBillResult(given, { ...log, projections: notComparedReadModels() })
    given.onProgress?.({ step: 'read models', events: log.events, of: log.events })
    const models = await (processes?.verifyReadModels() ?? verifyReadModels(given.db, given.companyId))
    return await addBillResult(given, addReadModelResult(log, models))
  } finally {
    processes?.kill()
  }
}

async function startProcessesFor({
  db,
  companyId,
  databaseUrl,
  eventsPerSegment = EVENTS_PER_SEGMENT,
}: VerifyLedgerOptions) {
  if (databaseUrl === undefined || (await readHeadPosition(db, companyId)) <= eventsPerSegment) return undefined
  return startVerificationProcesses({ databaseUrl, companyId })
}

async function addBillResult(given: VerifyLedgerOptions, report: BooksReport): Promise<VerificationReport> {
  const { db, companyId, bills: contents, onProgress } = given
  // A read model records which bills entries name.
  const areBooksWell = report.ok
  if (!contents || report.projections.bills === 'different') return { ...report, areBooksWell, bills: 'not compared' }
  const { problems } = await verifyBills(db, companyId, contents, (bills) =>
    onProgress?.({ step: 'bills', events: bills, of: bills }),
  )
  const bills = problems.length === 0 ? 'equal' : 'different'
  const ok = report.ok && problems.length === 0
  return { ...report, areBooksWell, bills, problems: [...report.problems, ...problems], ok }
}

type BooksReport = Omit<VerificationReport, 'bills' | 'areBooksWell'>

const notComparedReadModels = () => Object.fromEntries(PROJECTIONS.map(({ name }) => [name, 'not compared' as const]))

function addReadModelResult(log: LogReport, models: ReadModels): BooksReport {
  const projections = Object.fromEntries(models.projections.map(({ name, result }) => [name, result]))
  return { ...log, projections, problems: [...log.problems, ...readModelProblems(models)], ok: log.ok && models.ok }
}

type LogReport = Omit<BooksReport, 'projections'>

/** The same as verifyLedger, for the log alone, in the given transaction. */
export async function verifyLog(
  given: VerifyLedgerOptions,
  signed?: CheckpointsToVerify,
  processes?: SegmentReader,
): Promise<LogReport> {
  const { db, companyId, eventsPerSegment, onProgress } = given
  const known = signed ?? (await readCheckpointsToVerify(given))
  const reader = processes ?? {
    concurrency: 1,
    summarize: (segment: LogSegment) => summarizeSegment(db, companyId, segment),
  }
  const consistentLog = await verifyInParallel({ db, companyId, reader, eventsPerSegment, onProgress }, known)
  return consistentLog ? { ok: true, ...consistentLog, problems: [], states: 'equal' } : findLogProblems(given, known)
}

/** Reads the log in order, and returns what is wrong with it and where. */
async function findLogProblems(
  { db, companyId, onProgress }: VerifyLedgerOptions,
  { bySize, problems }: CheckpointsToVerify,
): Promise<LogReport> {
  const head = await db.selectFrom('log_heads').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  if (!head) throw new Error('There is no log to verify')
  const tree = new AppendOnlyMerkleTree()
  const states = new StateReplay()
  const balances = new BalanceReplay()
  const snapshots = await SnapshotVerifier.load(db, companyId)
  let end: ChainEnd = CHAIN_START
  let bad: BadEvent | undefined
  let proven: VerificationReport['checkpoint'] = null
  for await (const page of readStoredEventPages(db, companyId)) {
    bad = findFirstBadEvent(end, page)
    for (const event of page) {
      if (bad && event.position >= bad.position) break
      const contradicted = findContradiction(states, balances, event)
      if (contradicted) {
        bad = contradicted
        break
      }
      tree.append(event.hash)
      for (const { root, note } of bySize.get(tree.size) ?? []) {
        const [said, is] = [root, tree.root()].map((bytes) => bytes.toString('base64'))
        if (said === is) proven = { size: tree.size, root: is ?? '', note }
        else problems.push(`The checkpoint at ${tree.size} events was signed for another history`)
      }
      if (!(await snapshots.matches(event.position, event.hash, balances)))
        problems.push(`The balances kept for position ${event.position} are not the fold of the log`)
      end = event
    }
    if (bad) break
    onProgress?.({ step: 'chain', events: tree.size, of: head.position })
  }
  if (!bad)
    problems.push(
      ...missingEventProblems(head, end, bySize),
      ...totalProblems(logHeadFromRow(head), balances),
      ...snapshots.unreachedPositions().map(snapshotBeyondLogProblem),
    )
  onProgress?.({ step: 'states', events: tree.size, of: head.position })
  const different = bad ? [] : await states.differences(db, companyId)
  problems.push(...different.map((id) => `The state of ${id} is not the fold of the log`))
  return {
    ok: !bad && problems.length === 0,
    events: tree.size,
    head: { position: head.position, hash: head.hash.toString('hex') },
    checkpoint: proven,
    ...(bad ? { firstBad: bad } : {}),
    problems,
    states: bad ? 'not compared' : different.length === 0 ? 'equal' : 'different',
  }
}

/**
 * Returns an error for an event that is hashed and chained correctly but contradicts the state before it, which happens
 * if the chain was rebuilt around a gap.
 */
function findContradiction(states: StateReplay, balances: BalanceReplay, event: ChainedEvent): BadEvent | undefined {
  try {
    const decoded = decodeEvent(event)
    states.apply(decoded)
    balances.apply(decoded)
    return undefined
  } catch (error) {
    return { position: event.position, reason: toError(error).message }
  }
}

/** Returns the problems of a head row or of checkpoints that claim more than the log contains. */
function missingEventProblems(
  head: { position: number; hash: Buffer; recorded_at: string },
  end: ChainEnd,
  due: CheckpointsToVerify['bySize'],
): string[] {
  const problems: string[] = []
  if (head.position !== end.position || !head.hash.equals(end.hash)) {
    problems.push(`The log ends at ${end.position}, but its head says ${head.position}`)
  }
  let largest = 0
  for (const size of due.keys()) largest = Math.max(largest, size)
  if (largest > end.position) problems.push(`${largest} events were signed, and the log has only ${end.position}`)
  return problems
}

/** Returns the problems of the total. If entries exceed the limit, another program's sums of them may be inexact. */
function totalProblems({ totalPaise }: LogHead, balances: BalanceReplay): string[] {
  const [total, ofHead] = [balances.total(), totalPaise].map(formatAmount)
  const problems = total === ofHead ? [] : [`The entries come to ${total}, but the head of the log says ${ofHead}`]
  if (balances.total() > MAX_TOTAL_PAISE) problems.push(`The entries come to ${total}, more than the ledger takes`)
  return problems
}

const snapshotBeyondLogProblem = (position: number) =>
  `Balances are kept for position ${position}, and the log does not reach it`

function readModelProblems({ projections }: ReadModels): string[] {
  return projections.filter(({ result }) => result === 'different').map(describeReadModelProblem)
}

/** Returns the problem of a read model as one sentence. */
export function describeReadModelProblem({ name, differences, because }: ReadModels['projections'][number]): string {
  if (because !== undefined) return `The read model ${name} is not one that the log can have made: ${because}`
  return `The read model ${name} differs from the fold of the log in ${differences} rows`
}
