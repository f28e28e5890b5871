import { toError } from '@ledger/database/process/to-error.ts'
import type { Client } from 'pg'
import { LedgerUnavailable, OutcomeUnknown } from './append-errors.ts'
import { type BatchReport, type InFlightBatch, openBatchExecutor, type QueuedRequest } from './batch-executor.ts'
import type { CommandAnswer, CommandEnvelope } from './command-and-answer-types.ts'
import type { LoadedState } from './decide-batch.ts'
import { ConcurrencyConflict, openWriteLease } from './log-write-connection.ts'
import type { SentBatch } from './send-batch-and-await-commit.ts'
import { openWritePool, type WritePool } from './write-pool.ts'

/** The limit of waiting commands; a further one is refused and must try again later. */
const MAX_QUEUED_COMMANDS = 5000
/** With more commands a transaction is no faster, and holds the lock of the head too long. */
const MAX_COMMANDS_PER_TRANSACTION = 500
/** Fewer commands are not worth a further transaction. */
const MIN_COMMANDS_PER_TRANSACTION = 32
/** One transaction that is being written, and the next, which is decided meanwhile; a third brings no gain. */
const MAX_TRANSACTIONS_IN_FLIGHT = 2
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

/** A batch that was not recorded, and the reason. */
interface FailedBatch {
  batch: QueuedRequest[]
  error: Error
}

/**
 * Group commit: while one transaction is in progress, the next commands queue up; then one transaction commits them
 * all. There is no timer: a single command is sent in the next turn of the event loop.
 * While this process is the only writer, nothing is read: a batch is decided on the state after the previous one, which
 * may still be in flight, and is written only if the log ends there (docs/decisions/0001-group-commit.md). After a
 * conflict or an error it takes the slow path: it locks the log, reads it and decides everything again.
 */
export function openAppendLog(settings: AppendLogSettings): AppendLog {
  const queue: QueuedRequest[] = []
  /** The batches that are sent and not confirmed, the oldest first. */
  const inFlight: InFlightBatch[] = []
  /** Failed batches: from the first one on nothing is sent until no batch is in flight. */
  const failed: FailedBatch[] = []
  const isSharing = 'connections' in settings
  const connections = isSharing
    ? settings.connections
    : openWritePool({ ...settings, most: CONNECTIONS_WITHOUT_SHARED_POOL })
  const lease = openWriteLease(connections)
  const executor = openBatchExecutor(settings, lease)
  let isScheduled = false
  /** Whether the log waits for a connection or takes the slow path: it sends no other batch meanwhile. */
  let isBusy = false
  let isClosed = false
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
    if (isClosed || queue.length >= MAX_QUEUED_COMMANDS) {
      waiting.reject(new LedgerUnavailable('The queue of commands is full'))
      return
    }
    queue.push(waiting)
    scheduleSend()
  }

  /** Sends in the next turn of the event loop, so that commands of the same turn share a transaction. */
  function scheduleSend(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      sendAll()
    })
  }

  const hasWork = () => queue.length + failed.length > 0
  const canSend = () => hasWork() && !isBusy && inFlight.length < MAX_TRANSACTIONS_IN_FLIGHT && !lease.shouldYield()

  /** Sends as many batches as may be in flight. */
  function sendAll(): void {
    releaseIfDone()
    while (canSend()) if (!sendNext()) break
    releaseIfDone()
    if (isClosed && !hasWork() && !isBusy && inFlight.length === 0) idle.resolve()
  }

  /** Releases the connection if nothing is to be sent, or if a batch was sent while other companies waited for it. */
  function releaseIfDone(): void {
    if (inFlight.length === 0 && !isBusy && (!hasWork() || lease.shouldYield())) lease.release()
  }

  /**
   * Decides and sends a batch. A batch that has to read something waits until none is in flight.
   * @returns whether another one may follow at once
   */
  function sendNext(): boolean {
    if (failed.length > 0) return takeSlowPath(retryFailed)
    if (!executor.isSoleWriter()) return takeSlowPath(readNext)
    const client = inFlight.length > 0 ? lease.heldClient() : lease.tryAcquire()
    if (!client) {
      if (inFlight.length === 0) void waitForConnection()
      return false
    }
    const batch = queue.slice(0, nextBatchSize())
    const loaded = executor.stateFromMemory(batch, inFlight)
    if (!loaded) return takeSlowPath(readNext)
    queue.splice(0, batch.length)
    decideAndSend(client, batch, loaded)
    return true
  }

  /** Waits for a connection. Commands that arrive meanwhile join the batch. */
  async function waitForConnection(): Promise<void> {
    isBusy = true
    await lease.acquire().catch((error: unknown) => rejectBatch(queue.splice(0), toError(error)))
    isBusy = false
    sendAll()
  }

  /**
   * Returns half of all commands in progress, so that one half is decided while the other is written; if other
   * companies wait for the connection, as many as fit in one transaction.
   */
  function nextBatchSize(): number {
    if (lease.hasWaiters()) return MAX_COMMANDS_PER_TRANSACTION
    const inProgress = inFlight.reduce((sum, { batch }) => sum + batch.length, queue.length)
    return Math.min(MAX_COMMANDS_PER_TRANSACTION, Math.max(MIN_COMMANDS_PER_TRANSACTION, Math.ceil(inProgress / 2)))
  }

  function decideAndSend(client: Client, batch: QueuedRequest[], loaded: LoadedState): void {
    try {
      const { flight, written } = executor.decideAndSend(client, batch, loaded)
      inFlight.push(flight)
      void settleWhenWritten(flight, written)
    } catch (error) {
      failed.push({ batch, error: toError(error) })
    }
  }

  /** Settles batches in the order in which they were sent. */
  async function settleWhenWritten(flight: InFlightBatch, written: Promise<SentBatch>): Promise<void> {
    const settled = await written.then(
      (sent) => () => executor.settle(flight, sent),
      (error: unknown) => () => void failed.push({ batch: flight.batch, error: toError(error) }),
    )
    inFlight.splice(inFlight.indexOf(flight), 1)
    // A company that waits for the connection does not wait for the answers of this one.
    releaseIfDone()
    settled()
    scheduleSend()
  }

  /** Runs a step of the slow path once no batch is in flight. Returns that no batch may follow at once. */
  function takeSlowPath(step: () => Promise<void>): false {
    if (inFlight.length > 0) return false
    isBusy = true
    void step().finally(() => {
      isBusy = false
      lease.release()
      scheduleSend()
    })
    return false
  }

  async function retryFailed(): Promise<void> {
    for (const { batch, error } of failed.splice(0)) {
      if (error instanceof ConcurrencyConflict) await readAndSettle(batch)
      else await rejectBatch(batch, error)
    }
  }

  /** Reads the state for the next batch. Commands that arrive while it waits for a connection join the batch. */
  async function readNext(): Promise<void> {
    try {
      await lease.acquire()
    } catch (error) {
      return rejectBatch(queue.splice(0), toError(error))
    }
    await readAndSettle(queue.splice(0, MAX_COMMANDS_PER_TRANSACTION))
  }

  async function readAndSettle(batch: QueuedRequest[]): Promise<void> {
    try {
      const { flight, written } = await executor.readAndSend(batch)
      executor.settle(flight, await written)
    } catch (error) {
      await rejectBatch(batch, toError(error))
    }
  }

  /** Rejects a batch. A command that the database refuses must not fail the others, so each is tried alone. */
  async function rejectBatch(batch: QueuedRequest[], error: Error): Promise<void> {
    settings.onError(error)
    const isOfAll = error instanceof LedgerUnavailable || error instanceof OutcomeUnknown
    if (!isOfAll && batch.length > 1) for (const waiting of batch) await readAndSettle([waiting])
    else for (const waiting of batch) waiting.reject(error)
  }

  async function close(): Promise<void> {
    isClosed = true
    scheduleSend()
    await idle.promise
    if (!isSharing) await connections.close()
  }

  return { submit, flush, close }
}
