import type { BillContents } from '@ledger/bills/contents.ts'
import { formatAmount, MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { headPosition } from '@ledger/projections/log.ts'
import { type Verification as ReadModels, verifyReadModels } from '@ledger/projections/verify.ts'
import type { Kysely } from 'kysely'
import { headOf } from '../event-store/batch-reads.ts'
import type { Head } from '../event-store/chain.ts'
import { sealedEvents } from '../event-store/rows.ts'
import { BalanceFold } from './balance-fold.ts'
import { SnapshotCheck } from './balance-snapshots.ts'
import { type BadEvent, BEGINNING, type ChainEnd, firstBad } from './check-chain.ts'
import { StateFold } from './fold-states.ts'
import { GrowingTree } from './merkle.ts'
import { readSigned, type Signed } from './signed-notes.ts'
import { STRETCH, type StretchReader, soundLog } from './sound-log.ts'
import { foldStretch, type Stretch } from './stretch.ts'
import { verifyBills } from './verify-bills.ts'
import { startVerifyProcesses } from './verify-processes.ts'

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

export interface Verifying {
  db: Kysely<Database>
  companyId: string
  /** The signer's, from outside the database; undefined where it is not known: signatures are not checked then. */
  publicKey: Buffer | undefined
  /** Where a long log may be read by as many processes as there are cores, each on a connection of its own; else it is read here. */
  databaseUrl?: string
  /** So many events are read as one stretch; a shorter log without processes, which take a third of a second to begin. */
  stretch?: number
  /** Notes that are kept outside the database, by the signer or by whoever verifies. */
  notes?: string[]
  /** Where the bytes of bills are; left out, they are not looked at, which can be more to read than all else. */
  bills?: BillContents | undefined
  onProgress?: (done: { step: 'chain' | 'states' | 'read models' | 'bills'; events: number; of: number }) => void
}

/**
 * Reads the whole log in one snapshot: the chain, each checkpoint against the tree of its size, the kept states against the
 * fold; then every read model against a fold of its own; last the bytes of bills, if it is told where they are. Nothing is changed.
 */
export async function verifyLedger(given: Verifying): Promise<VerificationReport> {
  // Signatures take longer than a transaction may idle. Before it: what is signed meanwhile, its snapshot does not show.
  const signed = await readSigned(given)
  const processes = await processesFor(given)
  try {
    const log = await given.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => verifyLog({ ...given, db: trx }, signed, await processes?.inSnapshotOf(trx)))
    if (log.firstBad) return { ...log, areBooksWell: false, projections: {}, bills: 'not compared' }
    given.onProgress?.({ step: 'read models', events: log.events, of: log.events })
    const models = await (processes?.readModels() ?? verifyReadModels(given.db, given.companyId))
    return await withBills(given, withModels(log, models))
  } finally {
    processes?.end()
  }
}

async function processesFor({ db, companyId, databaseUrl, stretch = STRETCH }: Verifying) {
  if (databaseUrl === undefined || (await headPosition(db, companyId)) <= stretch) return undefined
  return startVerifyProcesses({ databaseUrl, companyId })
}

async function withBills(given: Verifying, report: BooksReport): Promise<VerificationReport> {
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

function withModels(log: LogReport, models: ReadModels): BooksReport {
  const projections = Object.fromEntries(models.projections.map(({ name, result }) => [name, result]))
  return { ...log, projections, problems: [...log.problems, ...problemsOf(models)], ok: log.ok && models.ok }
}

type LogReport = Omit<BooksReport, 'projections'>

/** As verifyLedger, of the log alone, in the transaction that it is given. */
export async function verifyLog(given: Verifying, signed?: Signed, processes?: StretchReader): Promise<LogReport> {
  const { db, companyId, stretch, onProgress } = given
  const known = signed ?? (await readSigned(given))
  const reader = processes ?? { atOnce: 1, fold: (stretch: Stretch) => foldStretch(db, companyId, stretch) }
  const sound = await soundLog({ db, companyId, reader, stretch, onProgress }, known)
  return sound ? { ok: true, ...sound, problems: [], states: 'equal' } : findWrong(given, known)
}

/** Reads the log in order, and says what is wrong with it and where. */
async function findWrong({ db, companyId, onProgress }: Verifying, { due, problems }: Signed): Promise<LogReport> {
  const head = await db.selectFrom('log_heads').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  if (!head) throw new Error('There is no log to verify')
  const tree = new GrowingTree()
  const states = new StateFold()
  const balances = new BalanceFold()
  const snapshots = await SnapshotCheck.of(db, companyId)
  let end: ChainEnd = BEGINNING
  let bad: BadEvent | undefined
  let proven: VerificationReport['checkpoint'] = null
  for await (const page of sealedEvents(db, companyId)) {
    bad = firstBad(end, page)
    for (const event of page) {
      if (bad && event.position >= bad.position) break
      const contradicted = contradiction(states, balances, event)
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
      if (!(await snapshots.isTrue(event.position, event.hash, balances)))
        problems.push(`The balances kept for position ${event.position} are not the fold of the log`)
      end = event
    }
    if (bad) break
    onProgress?.({ step: 'chain', events: tree.size, of: head.position })
  }
  if (!bad)
    problems.push(...missing(head, end, due), ...wrongTotal(headOf(head), balances), ...snapshots.left().map(beyond))
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
function contradiction(states: StateFold, balances: BalanceFold, event: SealedEvent): BadEvent | undefined {
  try {
    const unsealed = unseal(event)
    states.take(unsealed)
    balances.take(unsealed)
    return undefined
  } catch (error) {
    return { position: event.position, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** What the head row and the checkpoints say that the log does not. */
function missing(
  head: { position: number; hash: Buffer; recorded_at: string },
  end: ChainEnd,
  due: Signed['due'],
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
function wrongTotal({ totalPaise }: Head, balances: BalanceFold): string[] {
  const [total, kept] = [balances.total(), totalPaise].map(formatAmount)
  const problems = total === kept ? [] : [`The entries come to ${total}, but the head of the log says ${kept}`]
  if (balances.total() > MAX_TOTAL_PAISE) problems.push(`The entries come to ${total}, more than the ledger takes`)
  return problems
}

const beyond = (position: number) => `Balances are kept for position ${position}, and the log does not reach it`

function problemsOf({ projections }: ReadModels): string[] {
  return projections.filter(({ result }) => result === 'different').map(saidOf)
}

/** What is wrong with a read model, as one sentence. */
export function saidOf({ name, differences, because }: ReadModels['projections'][number]): string {
  if (because !== undefined) return `The read model ${name} is not one that the log can have made: ${because}`
  return `The read model ${name} differs from the fold of the log in ${differences} rows`
}
