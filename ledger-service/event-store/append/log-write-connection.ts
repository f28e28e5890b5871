import { withServerWarning } from '@ledger/database/connection/commit-and-check-warnings.ts'
import type { Client, DatabaseError } from 'pg'
import { LedgerUnavailable, OutcomeUnknown } from './append-errors.ts'
import {
  awaitCommitOutcome,
  type BatchToSend,
  type SentBatch,
  sendDecidedBatch,
} from './send-batch-and-await-commit.ts'
import type { WritePool } from './write-pool.ts'

/**
 * Thrown where a batch was decided on an outdated state, and nothing of it was recorded: the caller reads the state and
 * decides it again.
 */
export class ConcurrencyConflict extends Error {}

/**
 * The one connection of a log, leased while it has something to send. Statements on it run in the order in which they
 * were sent.
 */
export interface LogWriteConnection {
  /** Returns the leased connection; undefined where there is none, and after a loss until another is leased. */
  heldClient(): Client | undefined
  /** Returns the leased connection, or leases an idle one. */
  tryAcquire(): Client | undefined
  /**
   * Returns the leased connection unless its turn is over; else waits for another.
   * @throws LedgerUnavailable
   */
  acquire(): Promise<Client>
  /** Returns whether other logs wait for a connection. */
  hasWaiters(): boolean
  /** Returns whether something was sent on the lease and other logs wait: they are served first. */
  shouldYield(): boolean
  /** Releases the connection; no batch may be in flight. */
  release(): void
  /** Removes the connection, as WritePool.destroy does. */
  destroy(client: Client): void
  /**
   * Sends the writes of a batch and its commit at once. `begun` says whether the transaction is open.
   * @returns when the commit is confirmed. Rejected with ConcurrencyConflict, LedgerUnavailable or a DatabaseError if
   * nothing was recorded, with OutcomeUnknown if that is unknown
   * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
   */
  write(client: Client, batch: BatchToSend, begun: boolean): Promise<SentBatch>
}

export function openWriteLease(connections: WritePool): LogWriteConnection {
  let current: Client | undefined
  /** The number of batches on the current lease. */
  let sent = 0

  const heldClient = () => (current && connections.isOpen(current) ? current : undefined)
  const hasWaiters = () => connections.waitingCount > 0
  const shouldYield = () => sent > 0 && hasWaiters()

  function tryAcquire(): Client | undefined {
    const client = heldClient()
    if (client) return client
    sent = 0
    current = connections.tryAcquire()
    return current
  }

  async function acquire(): Promise<Client> {
    if (shouldYield()) release()
    const client = heldClient()
    if (client) return client
    current = await connections.acquire()
    sent = 0
    return current
  }

  function release(): void {
    if (current) connections.release(current)
    current = undefined
    sent = 0
  }

  function write(client: Client, batch: BatchToSend, begun: boolean): Promise<SentBatch> {
    const statements = sendDecidedBatch(client, batch, begun, connections.isOneServer)
    sent++
    return confirmed(client, statements)
  }

  async function confirmed(client: Client, batch: SentBatch): Promise<SentBatch> {
    // A warning counts against both batches where two are in flight.
    const { result: verdict, warning } = await withServerWarning(client, awaitCommitOutcome(batch))
    switch (verdict.is) {
      case 'overtaken':
        throw new ConcurrencyConflict('The batch was overtaken')
      case 'refused':
        throw toLedgerError(verdict.error)
      case 'committed':
        // PostgreSQL reports with a warning that it could not wait for its standby: the commit does not have the
        // promised durability.
        if (warning === undefined) return batch
        connections.destroy(client)
        throw new OutcomeUnknown(warning)
      case 'unknown':
        connections.destroy(client)
        throw new OutcomeUnknown('The connection was lost during the commit', { cause: verdict.error })
    }
  }

  return {
    heldClient,
    tryAcquire,
    acquire,
    hasWaiters,
    shouldYield,
    release,
    destroy: connections.destroy,
    write,
  }
}

/**
 * Returns LedgerUnavailable for an error that no command causes (disk full, read-only, shutting down, timed out). Any
 * other error belongs to one command.
 */
export function toLedgerError(error: DatabaseError): Error {
  const shared = /^(53|57|58|25006|08|40)/.test(error.code ?? '')
  return shared ? new LedgerUnavailable('The database refuses to work', { cause: error }) : error
}
