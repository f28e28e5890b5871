import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import type { LogHead } from '../integrity/hash-chain.ts'
import { type CommandAnswer, type CommandEnvelope, LedgerUnavailable, OutcomeUnknown } from './command-envelope.ts'
import {
  type BatchSource,
  MAX_COMMANDS_PER_TRANSACTION,
  MAX_TRANSACTIONS_IN_FLIGHT,
  type OutgoingBatch,
  openCommitPipeline,
  sharedPipelineOf,
} from './commit-pipeline.ts'
import { decideBatch, type LoadedState, type ReadSet, readSetOf } from './decide-batch.ts'
import { DecisionCache, type UncommittedBatch } from './decision-cache.ts'
import type { SentBatch } from './execute-batch.ts'
import { ConcurrencyConflict, openWriteLease, toLedgerError } from './write-lease.ts'
import { openWritePool, type WritePool } from './write-pool.ts'

/** The limit of waiting commands; a further one is refused and must try again later. */
const MAX_QUEUED_COMMANDS = 5000
/**
 * From this many commands in progress on, a log uses a connection of its own; fewer share a transaction with those of
 * other companies.
 */
const MIN_COMMANDS_FOR_OWN_PIPELINE = 128
/** After this many batches in a row without a conflict, the next one may share a transaction with other companies. */
const MIN_CLEAN_BATCHES_TO_SHARE = 8
/** Connections of a log that shares none with other logs: the current one, and another while a lost one ends. */
const CONNECTIONS_WITHOUT_SHARED_POOL = 2

export interface AppendLog {
  /**
   * Decides a command and appends its events, together with all other waiting commands.
   * @throws LedgerUnavailable (nothing was recorded) or OutcomeUnknown (the same key settles it)
   */
  submit(submission: CommandEnvelope): Promise<CommandAnswer>
  /**
   * Resolves when all data that was readable before the call is as durable as a commit must be: on the disk, and on the
   * standby where commits wait for one. Data that was read without this log may not be durable before that.
   * @throws LedgerUnavailable or OutcomeUnknown, where that is unknown
   */
  flush(): Promise<void>
  /** Answers the submitted commands, then closes the log. */
  close(): Promise<void>
}

/** The sizes of one batch, and the milliseconds of each step. */
export interface BatchReport {
  commands: number
  events: number
  /** The number of companies in its transaction. */
  companies: number
  /**
   * `load` is 0 where nothing had to be read; `write` begins when the batch is sent, which can be behind the batch
   * before.
   */
  milliseconds: Record<'load' | 'decide' | 'write', number>
  /** Milliseconds of the write, by statement: from the previous answer to its own. */
  statements: Record<string, number>
}

interface CommonLogSettings {
  companyId: string
  clock: () => string
  /** Called after each commit, when its commands are answered: notifies the projections of new events. */
  notifyAppended: (companyId: string) => void
  onError: (error: Error) => void
  onBatch?: (report: BatchReport) => void
}

/** Connections that are shared with the logs of other companies and not closed here; or the address to open its own. */
export type AppendLogSettings = CommonLogSettings & ({ connections: WritePool } | { databaseUrl: string })

/** A waiting submission; or, without one, a caller that only waits for a confirmed commit. */
type QueuedRequest = { reject: (error: Error) => void } & (
  | { submission: CommandEnvelope; resolve: (answer: CommandAnswer) => void }
  | { submission: undefined; resolve: () => void }
)

/** A batch that was decided and sent. */
interface InFlightBatch extends UncommittedBatch {
  batch: QueuedRequest[]
  /** The end of the log that the batch was decided on. */
  from: LogHead
  milliseconds: Record<'load' | 'decide', number>
  sentAt: number
  /** Resolves when the commit is confirmed. */
  written: Promise<SentBatch>
}

/** A batch that was not recorded, and the reason. */
interface FailedBatch {
  batch: QueuedRequest[]
  error: Error
}

/**
 * Group commit: while one transaction is in progress, the next commands queue up; then one transaction commits them
 * all. There is no timer: a single command is sent at once.
 * While this process is the only writer, nothing is read: a batch is decided on the state after the previous one, which
 * may still be in flight, and is written only if the log ends there (docs/decisions/0001-group-commit.md). After a
 * conflict or an error it takes the slow path: it locks the log, reads it and decides everything again.
 */
export function openAppendLog(settings: AppendLogSettings): AppendLog {
  const { companyId, clock, onError } = settings
  const queue: QueuedRequest[] = []
  const wire: InFlightBatch[] = []
  /** Failed batches: from the first one on nothing is sent until no batch is in flight. */
  const failed: FailedBatch[] = []
  const known = new DecisionCache(companyId)
  const isSharing = 'connections' in settings
  const connections = isSharing
    ? settings.connections
    : openWritePool({ ...settings, most: CONNECTIONS_WITHOUT_SHARED_POOL })
  /** The connection for batches that read first. */
  const connection = openWriteLease(connections)
  const own = openCommitPipeline(connections)
  /** The commit lane of the batches in flight. */
  let way = own
  /** The number of batches in a row that were recorded as first decided. */
  let sound = 0
  let isCareful = false
  let closed = false
  const idle = Promise.withResolvers<void>()

  function submit(submission: CommandEnvelope): Promise<CommandAnswer> {
    return new Promise((resolve, reject) => enqueue({ submission, resolve, reject }))
  }

  /**
   * Locks the head: this alone makes the commit wait for the disk and the standby, and so for all commits before it.
   */
  function flush(): Promise<void> {
    return new Promise((resolve, reject) => enqueue({ submission: undefined, resolve, reject }))
  }

  function enqueue(waiting: QueuedRequest): void {
    if (closed || queue.length >= MAX_QUEUED_COMMANDS) {
      waiting.reject(new LedgerUnavailable('The queue of commands is full'))
      return
    }
    queue.push(waiting)
    begin()
  }

  const isDone = () => queue.length + failed.length === 0
  const isIdle = () => isDone() && wire.length === 0 && !isCareful

  function begin(): void {
    send()
    if (closed && isIdle()) idle.resolve()
  }

  /** Sends the next batch. A batch that cannot follow others waits until none is in flight. */
  function send(): void {
    if (isDone() || isCareful) return
    if (failed.length > 0 || !known.isSoleWriter) {
      if (wire.length === 0) carefully(failed.length > 0 ? again : readNext)
      return
    }
    const next = joinsOthers() ? sharedPipelineOf(connections) : own
    if (wire.length > 0 && next !== way) return
    way = next
    way.enqueue(sender)
  }

  /**
   * Returns whether the next batch may share a transaction with other companies: there are few commands, and none that
   * would have to be decided again.
   */
  function joinsOthers(): boolean {
    const underWay = wire.reduce((sum, { batch }) => sum + batch.length, queue.length)
    return (
      isSharing &&
      connections.mayShareTransactions &&
      sound >= MIN_CLEAN_BATCHES_TO_SHARE &&
      underWay < MIN_COMMANDS_FOR_OWN_PIPELINE
    )
  }

  const sender: BatchSource = {
    queuedCommands: () => queue.length,
    // The log may still be queued in a lane that it no longer uses.
    decide: (most, wire) => (wire === way ? decide(most) : undefined),
    rejectQueued: (error) => void turnAway(queue.splice(0), error).finally(begin),
  }

  /** Decides a batch on the state after the batches in flight, if nothing has to be read. */
  function decide(most: number): OutgoingBatch | undefined {
    if (isDone() || isCareful || failed.length > 0 || wire.length === MAX_TRANSACTIONS_IN_FLIGHT) return undefined
    const batch = queue.slice(0, most)
    const submissions = envelopesIn(batch)
    const loaded = submissions.some(({ sideStatements }) => sideStatements)
      ? undefined
      : known.stateFromMemory(readSetOf(submissions), wire)
    if (loaded) return fly(queue.splice(0, batch.length), loaded)
    if (wire.length === 0) carefully(readNext)
    return undefined
  }

  function fly(batch: QueuedRequest[], loaded: LoadedState): OutgoingBatch | undefined {
    const { promise: written, resolve, reject } = Promise.withResolvers<SentBatch>()
    try {
      const flight = decideOn(loaded, batch, written)
      // The unique index detects keys that store an answer (execute-batch.ts); this key has to be looked up.
      if (flight.decided.hasUnstoredKey) throw new ConcurrencyConflict('A key has to be read')
      wire.push(flight)
      void land(flight)
      return { ...sendingOf(flight), commands: batch.length, resolve, reject }
    } catch (error) {
      failed.push({ batch, error: toError(error) })
      return undefined
    } finally {
      begin()
    }
  }

  /** Settles batches in the order in which they were sent. */
  async function land(flight: InFlightBatch): Promise<void> {
    await flight.written.then(
      (sent) => settle(flight, sent),
      (error: unknown) => void failed.push({ batch: flight.batch, error: toError(error) }),
    )
    wire.splice(wire.indexOf(flight), 1)
    begin()
  }

  /** Runs one step of the slow path at a time, while no batch is in flight. */
  function carefully(work: () => Promise<void>): void {
    isCareful = true
    void work().finally(() => {
      isCareful = false
      connection.release()
      begin()
    })
  }

  async function again(): Promise<void> {
    for (const { batch, error } of failed.splice(0)) {
      if (error instanceof ConcurrencyConflict) await readAndSettle(batch)
      else await turnAway(batch, error)
    }
  }

  /** Reads the state for the next batch. Commands that arrive while it waits for a connection join the batch. */
  async function readNext(): Promise<void> {
    await nextTurn()
    try {
      await connection.acquire()
    } catch (error) {
      return turnAway(queue.splice(0), toError(error))
    }
    await readAndSettle(queue.splice(0, MAX_COMMANDS_PER_TRANSACTION))
  }

  async function readAndSettle(batch: QueuedRequest[]): Promise<void> {
    let flight: InFlightBatch
    let sent: SentBatch
    try {
      flight = await readAndSend(batch)
      sent = await flight.written
    } catch (error) {
      return turnAway(batch, toError(error))
    }
    settle(flight, sent)
  }

  /** Rejects a batch. A command that the database refuses must not fail the others, so each is tried alone. */
  async function turnAway(batch: QueuedRequest[], error: Error): Promise<void> {
    onError(error)
    sound = 0
    const shared = error instanceof LedgerUnavailable || error instanceof OutcomeUnknown
    if (!shared && batch.length > 1) for (const waiting of batch) await readAndSettle([waiting])
    else for (const waiting of batch) waiting.reject(error)
  }

  async function readAndSend(batch: QueuedRequest[]): Promise<InFlightBatch> {
    const client = await connection.acquire()
    const startedAt = performance.now()
    const loaded = await read(client, readSetOf(envelopesIn(batch)))
    const loadMs = performance.now() - startedAt
    if (!known.isSoleWriter || loaded.answers.size > 0) sound = 0
    const { promise: written, resolve, reject } = Promise.withResolvers<SentBatch>()
    try {
      const flight = decideOn(loaded, batch, written, loadMs)
      connection.write(client, [sendingOf(flight)], true).then(resolve, reject)
      return flight
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }

  async function read(client: Client, needs: ReadSet): Promise<LoadedState> {
    try {
      return await known.lockAndLoad(client, needs)
    } catch (error) {
      connection.destroy(client)
      if (error instanceof DatabaseError) throw toLedgerError(error)
      if (isUnencodableValue(error)) throw error
      throw new LedgerUnavailable('The ledger could not be read', { cause: error })
    }
  }

  /** @throws where a command cannot be answered */
  function decideOn(
    loaded: LoadedState,
    batch: QueuedRequest[],
    written: InFlightBatch['written'],
    loadMs = 0,
  ): InFlightBatch {
    const startedAt = performance.now()
    const from = loaded.head
    const decided = decideBatch(companyId, envelopesIn(batch), loaded, clock(), randomUUIDv7)
    const sentAt = performance.now()
    return { batch, loaded, from, decided, milliseconds: { load: loadMs, decide: sentAt - startedAt }, sentAt, written }
  }

  const sendingOf = ({ from, decided }: InFlightBatch) => ({ companyId, from, decided })

  /** Answers the commands of a batch whose commit is confirmed. */
  function settle(flight: InFlightBatch, sent: SentBatch): void {
    const answers = flight.decided.answers.values()
    for (const waiting of flight.batch) {
      if (waiting.submission) waiting.resolve(answers.next().value as CommandAnswer)
      else waiting.resolve()
    }
    known.storeCommitted(flight)
    sound++
    look(flight, sent)
  }

  /** Reports a committed and answered batch: an error in a listener must not cause another try. */
  function look({ batch, decided, milliseconds, sentAt }: InFlightBatch, { companies, times }: SentBatch): void {
    const [commands, events] = [envelopesIn(batch).length, decided.events.length]
    const write = performance.now() - sentAt
    try {
      if (events > 0) settings.notifyAppended(companyId)
      settings.onBatch?.({
        ...{ commands, events, companies },
        milliseconds: { ...milliseconds, write },
        statements: times,
      })
    } catch (error) {
      onError(toError(error))
    }
  }

  async function close(): Promise<void> {
    closed = true
    begin()
    await idle.promise
    if (!isSharing) await connections.close()
  }

  return { submit, flush, close }
}

const envelopesIn = (batch: QueuedRequest[]): CommandEnvelope[] => batch.flatMap(({ submission }) => submission ?? [])

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * Returns whether a value does not fit its column, which shows before it is sent: an error of that command, not of the
 * database.
 */
const isUnencodableValue = (error: unknown) => error instanceof TypeError || error instanceof RangeError
