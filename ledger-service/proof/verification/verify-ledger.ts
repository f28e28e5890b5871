import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { formatAmount, MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readHeadPosition } from '@ledger/projections/projector/read-event-pages.ts'
import {
  type ReadModelVerification as ReadModels,
  verifyReadModels,
} from '@ledger/projections/verification/verify-read-models.ts'
import type { Kysely } from 'kysely'
import { logHeadFromRow } from '../../event-store/append/load-decision-state.ts'
import type { LogHead } from '../../event-store/integrity/hash-chain.ts'
import { readEventPages } from '../../event-store/read/event-reader.ts'
import { type CollectedCheckpoints, collectCheckpoints } from '../checkpoints/collect-checkpoints.ts'
import { AppendOnlyMerkleTree } from '../merkle/merkle-tree.ts'
import { BalanceReplay } from '../point-in-time/balance-replay.ts'
import { SnapshotVerifier } from '../point-in-time/balance-snapshots.ts'
import { type LogSegment, summarizeSegment } from './log-segment.ts'
import { EVENTS_PER_SEGMENT, type SegmentReader, verifyInParallel } from './parallel-verify.ts'
import { StateReplay } from './state-replay.ts'
import { startVerificationProcesses } from './verification-process-pool.ts'
import { verifyBills } from './verify-bills.ts'
import { type BadEvent, CHAIN_START, type ChainEnd, findFirstBadEvent } from './verify-chain.ts'

/** Whether everything is what it must be, and if not, where it begins to be wrong. */
export interface VerificationReport {
  ok: boolean
  /** The same, whatever is wrong with the bytes of bills: those may be missing where a company has left without them. */
  areBooksWell: boolean
  /** How many events were read and found to be in order. */
  events: number
  head: { position: number; hash: string }
  /** The last signed checkpoint that is true of this log; null before the first. */
  checkpoint: { size: number; root: string; note: string } | null
  firstBad?: BadEvent
  /** Everything else that is wrong, in words. */
  problems: string[]
  states: 'equal' | 'different' | 'not compared'
  projections: Record<string, 'equal' | 'different' | 'not compared'>
  /** Whether the bytes of every bill are the ones that entries name. */
  bills: 'equal' | 'different' | 'not compared'
}

export interface VerifyLedgerOptions {
  db: Kysely<Database>
  companyId: string
  /** The signer's, from outside the database; undefined where it is not known: signatures are not checked then. */
  publicKey: Buffer | undefined
  /** Where a long log may be read by as many processes as there are cores, each on a connection of its own; else it is read here. */
  databaseUrl?: string
  /** So many events are read as one stretch; a shorter log without processes, which take a third of a second to begin. */
  eventsPerSegment?: number
  /** Notes that are kept outside the database, by the signer or by whoever verifies. */
  notes?: string[]
  /** Where the bytes of bills are; left out, they are not looked at, which can be more to read than all else. */
  bills?: BillBlobStores | undefined
  onProgress?: (done: { step: 'chain' | 'states' | 'read models' | 'bills'; events: number; of: number }) => void
}

/**
 * Reads the whole log in one snapshot: the chain, each checkpoint against the tree of its size, the kept states against the
 * fold; then every read model against a fold of its own; last the bytes of bills, if it is told where they are. Nothing is changed.
 */
export async function verifyLedger(given: VerifyLedgerOptions): Promise<VerificationReport> {
  // Signatures take longer than a transaction may idle. Before it: what is signed meanwhile, its snapshot does not show.
  const signed = await collectCheckpoints(given)
  const processes = await startProcessesFor(given)
  try {
    const log = await given.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => verifyLog({ ...given, db: trx }, signed, await processes?.segmentReaderFor(trx)))
    if (log.firstBad) return { ...log, areBooksWell: false, projections: {}, bills: 'not compared' }
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
  eventsPerSegment: stretch = EVENTS_PER_SEGMENT,
}: VerifyLedgerOptions) {
  if (databaseUrl === undefined || (await readHeadPosition(db, companyId)) <= stretch) return undefined
  return startVerificationProcesses({ databaseUrl, companyId })
}

async function addBillResult(given: VerifyLedgerOptions, report: BooksReport): Promise<VerificationReport> {
  const { db, companyId, bills: contents, onProgress } = given
  // Which bills entries name is known by a read model.
  const areBooksWell = report.ok
  if (!contents || report.projections.bills !== 'equal') return { ...report, areBooksWell, bills: 'not compared' }
  const { problems } = await verifyBills(db, companyId, contents, (bills) =>
    onProgress?.({ step: 'bills', events: bills, of: bills }),
  )
  const bills = problems.length === 0 ? 'equal' : 'different'
  const ok = report.ok && problems.length === 0
  return { ...report, areBooksWell, bills, problems: [...report.problems, ...problems], ok }
}

type BooksReport = Omit<VerificationReport, 'bills' | 'areBooksWell'>

function addReadModelResult(log: LogReport, models: ReadModels): BooksReport {
  const projections = Object.fromEntries(models.projections.map(({ name, result }) => [name, result]))
  return { ...log, projections, problems: [...log.problems, ...readModelProblems(models)], ok: log.ok && models.ok }
}

type LogReport = Omit<BooksReport, 'projections'>

/** As verifyLedger, of the log alone, in the transaction that it is given. */
export async function verifyLog(
  given: VerifyLedgerOptions,
  signed?: CollectedCheckpoints,
  processes?: SegmentReader,
): Promise<LogReport> {
  const { db, companyId, eventsPerSegment: stretch, onProgress } = given
  const known = signed ?? (await collectCheckpoints(given))
  const reader = processes ?? {
    concurrency: 1,
    summarize: (stretch: LogSegment) => summarizeSegment(db, companyId, stretch),
  }
  const sound = await verifyInParallel({ db, companyId, reader, eventsPerSegment: stretch, onProgress }, known)
  return sound ? { ok: true, ...sound, problems: [], states: 'equal' } : findLogProblems(given, known)
}

/** Reads the log in order, and says what is wrong with it and where. */
async function findLogProblems(
  { db, companyId, onProgress }: VerifyLedgerOptions,
  { bySize: due, problems }: CollectedCheckpoints,
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
  for await (const page of readEventPages(db, companyId)) {
    bad = findFirstBadEvent(end, page)
    for (const event of page) {
      if (bad && event.position >= bad.position) break
      const contradicted = findContradiction(states, balances, event)
      if (contradicted) {
        bad = contradicted
        break
      }
      tree.append(event.hash)
      for (const { root, note } of due.get(tree.size) ?? []) {
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
      ...missingEventProblems(head, end, due),
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

/** An event that is hashed and chained well, and yet cannot have followed: somebody made the chain anew around a gap. */
function findContradiction(states: StateReplay, balances: BalanceReplay, event: ChainedEvent): BadEvent | undefined {
  try {
    const unsealed = decodeEvent(event)
    states.apply(unsealed)
    balances.apply(unsealed)
    return undefined
  } catch (error) {
    return { position: event.position, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** What the head row and the checkpoints say that the log does not. */
function missingEventProblems(
  head: { position: number; hash: Buffer; recorded_at: string },
  end: ChainEnd,
  due: CollectedCheckpoints['bySize'],
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

/** Of entries that come to more than the ledger takes some other program may make sums that are not exact. */
function totalProblems({ totalPaise }: LogHead, balances: BalanceReplay): string[] {
  const [total, kept] = [balances.total(), totalPaise].map(formatAmount)
  const problems = total === kept ? [] : [`The entries come to ${total}, but the head of the log says ${kept}`]
  if (balances.total() > MAX_TOTAL_PAISE) problems.push(`The entries come to ${total}, more than the ledger takes`)
  return problems
}

const snapshotBeyondLogProblem = (position: number) =>
  `Balances are kept for position ${position}, and the log does not reach it`

function readModelProblems({ projections }: ReadModels): string[] {
  return projections.filter(({ result }) => result === 'different').map(describeReadModelProblem)
}

/** What is wrong with a read model, as one sentence. */
export function describeReadModelProblem({ name, differences, because }: ReadModels['projections'][number]): string {
  if (because !== undefined) return `The read model ${name} is not one that the log can have made: ${because}`
  return `The read model ${name} differs from the fold of the log in ${differences} rows`
}
