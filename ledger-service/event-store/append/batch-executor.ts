import { randomUUIDv7 } from 'node:crypto'
import { toError } from '@ledger/database/process/to-error.ts'
import { type Client, DatabaseError } from 'pg'
import { LedgerUnavailable } from './append-errors.ts'
import type { CommandAnswer, CommandEnvelope } from './command-and-answer-types.ts'
import { decideBatch, type LoadedState } from './decide-batch.ts'
import { DecisionCache, type UncommittedBatch } from './decision-cache.ts'
import { type ReadSet, readSetOf } from './load-state/read-set.ts'
import { ConcurrencyConflict, type LogWriteConnection, toLedgerError } from './log-write-connection.ts'
import type { SentBatch } from './send-batch-and-await-commit.ts'

/** A waiting submission; or, without one, a caller that only waits for a confirmed commit. */
export type QueuedRequest = { reject: (error: Error) => void } & (
  | { submission: CommandEnvelope; resolve: (answer: CommandAnswer) => void }
  | { submission: undefined; resolve: () => void }
)

/** The sizes of one batch, and the milliseconds of each step. */
export interface BatchReport {
  commands: number
  events: number
  /**
   * `load` is 0 where nothing had to be read; `write` begins when the batch is sent, which can be behind the batch
   * before.
   */
  milliseconds: Record<'load' | 'decide' | 'write', number>
  /** Milliseconds of the write, by statement: from the previous answer to its own. */
  statements: Record<string, number>
}

/** A batch that was decided and sent. */
export interface InFlightBatch extends UncommittedBatch {
  batch: QueuedRequest[]
  milliseconds: Record<'load' | 'decide', number>
  sentAt: number
}

/** A batch, and the end of its write. */
interface SendingBatch {
  flight: InFlightBatch
  written: Promise<SentBatch>
}

interface BatchExecutorSettings {
  companyId: string
  clock: () => string
  notifyAppended: (companyId: string) => void
  onError: (error: Error) => void
  onBatch?: (report: BatchReport) => void
}

/** The steps of one batch: load, decide, send, answer. The queue (group-commit.ts) says which batch, and when. */
export interface BatchExecutor {
  /** Whether the last read found the log where this process had left it. */
  isSoleWriter(): boolean
  /** Returns the state after the batches in flight; undefined if something has to be read. */
  stateFromMemory(batch: QueuedRequest[], inFlight: readonly InFlightBatch[]): LoadedState | undefined
  /**
   * Decides a batch on a state from memory and sends it. It is written only if the log ends there.
   * @throws where a command cannot be answered; ConcurrencyConflict where its key has to be read
   */
  decideAndSend(client: Client, batch: QueuedRequest[], loaded: LoadedState): SendingBatch
  /** Locks the log, reads the state of a batch, decides it and sends it. */
  readAndSend(batch: QueuedRequest[]): Promise<SendingBatch>
  /** Answers the commands of a batch whose commit is confirmed. */
  settle(flight: InFlightBatch, sent: SentBatch): void
}

export function openBatchExecutor(settings: BatchExecutorSettings, lease: LogWriteConnection): BatchExecutor {
  const { companyId, clock, onError } = settings
  const cache = new DecisionCache(companyId)

  function stateFromMemory(batch: QueuedRequest[], inFlight: readonly InFlightBatch[]): LoadedState | undefined {
    const submissions = envelopesIn(batch)
    if (submissions.some(({ sideStatements }) => sideStatements)) return undefined
    return cache.stateFromMemory(readSetOf(submissions), inFlight)
  }

  function decideAndSend(client: Client, batch: QueuedRequest[], loaded: LoadedState): SendingBatch {
    const flight = decide(loaded, batch, 0)
    // The unique index detects keys that store an answer (send-batch-and-await-commit.ts); this key has to be looked
    // up.
    if (flight.decided.hasUnstoredKey) throw new ConcurrencyConflict('A key has to be read')
    return { flight, written: lease.write(client, batchToSend(flight), false) }
  }

  async function readAndSend(batch: QueuedRequest[]): Promise<SendingBatch> {
    const client = await lease.acquire()
    const startedAt = performance.now()
    const loaded = await read(client, readSetOf(envelopesIn(batch)))
    const loadMs = performance.now() - startedAt
    try {
      const flight = decide(loaded, batch, loadMs)
      return { flight, written: lease.write(client, batchToSend(flight), true) }
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }

  async function read(client: Client, needs: ReadSet): Promise<LoadedState> {
    try {
      return await cache.lockAndLoad(client, needs)
    } catch (error) {
      lease.destroy(client)
      if (error instanceof DatabaseError) throw toLedgerError(error)
      if (isUnencodableValue(error)) throw error
      throw new LedgerUnavailable('The ledger could not be read', { cause: error })
    }
  }

  /** @throws where a command cannot be answered */
  function decide(loaded: LoadedState, batch: QueuedRequest[], loadMs: number): InFlightBatch {
    const startedAt = performance.now()
    const decided = decideBatch(companyId, envelopesIn(batch), loaded, clock(), randomUUIDv7)
    const sentAt = performance.now()
    return { batch, loaded, decided, milliseconds: { load: loadMs, decide: sentAt - startedAt }, sentAt }
  }

  const batchToSend = ({ loaded, decided }: InFlightBatch) => ({ companyId, from: loaded.head, decided })

  function settle(flight: InFlightBatch, { times }: SentBatch): void {
    const answers = flight.decided.answers.values()
    for (const waiting of flight.batch) {
      if (waiting.submission) waiting.resolve(answers.next().value as CommandAnswer)
      else waiting.resolve()
    }
    cache.storeCommitted(flight)
    report(flight, times)
  }

  /** Reports a committed and answered batch: an error in a listener must not cause another try. */
  function report({ batch, decided, milliseconds, sentAt }: InFlightBatch, statements: SentBatch['times']): void {
    const [commands, events] = [envelopesIn(batch).length, decided.events.length]
    const write = performance.now() - sentAt
    try {
      if (events > 0) settings.notifyAppended(companyId)
      settings.onBatch?.({ commands, events, milliseconds: { ...milliseconds, write }, statements })
    } catch (error) {
      onError(toError(error))
    }
  }

  return { isSoleWriter: () => cache.isSoleWriter, stateFromMemory, decideAndSend, readAndSend, settle }
}

const envelopesIn = (batch: QueuedRequest[]): CommandEnvelope[] => batch.flatMap(({ submission }) => submission ?? [])

/**
 * Returns whether a value does not fit its column, which shows before it is sent: an error of that command, not of the
 * database.
 */
const isUnencodableValue = (error: unknown) => error instanceof TypeError || error instanceof RangeError
