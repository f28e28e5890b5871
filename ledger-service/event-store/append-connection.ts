import { withWarning } from '@ledger/database/commit.ts'
import type { Client, DatabaseError } from 'pg'
import type { AppendConnections } from './append-connections.ts'
import { type Sending, type Sent, sendBatch, verdictOn } from './send-batch.ts'
import { LedgerUnavailable, OutcomeUnknown } from './submission.ts'

/** A batch was decided on what is not so any more, and nothing of it recorded: to be decided again, on what is read anew. */
export class Overtaken extends Error {}

/** The one connection of a log or a wire, borrowed while it has something to send. What is sent on it is done in the order in which it was sent. */
export interface AppendConnection {
  /** The one that is held; undefined where none is, and after a loss until another is borrowed. */
  held(): Client | undefined
  /** The one that is held, or one that is free just now. */
  take(): Client | undefined
  /** The one that is held, unless its turn is over; or another when it is its turn. @throws LedgerUnavailable */
  borrow(): Promise<Client>
  /** Whether others wait for a connection. */
  isWanted(): boolean
  /** Whether something was sent since it was borrowed, and others wait: they come first. */
  isOver(): boolean
  /** When nothing is on its way. */
  giveBack(): void
  /** As that of all connections. */
  forget(client: Client): void
  /**
   * Sends what batches write, of each company one, and their commit, at once. `begun` is whether the transaction is open.
   * @returns when the commit is confirmed. Rejected with Overtaken, LedgerUnavailable or a
   *   DatabaseError where nothing was recorded, with OutcomeUnknown where that cannot be said
   * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
   */
  write(client: Client, batches: readonly Sending[], begun: boolean): Promise<Sent>
}

export function connectionOf(connections: AppendConnections): AppendConnection {
  let current: Client | undefined
  /** Batches since it was borrowed. */
  let sent = 0

  const held = () => (current && connections.isOpen(current) ? current : undefined)
  const isWanted = () => connections.waitingCount > 0
  const isOver = () => sent > 0 && isWanted()

  function take(): Client | undefined {
    const client = held()
    if (client) return client
    sent = 0
    current = connections.take()
    return current
  }

  async function borrow(): Promise<Client> {
    if (isOver()) giveBack()
    const client = held()
    if (client) return client
    current = await connections.wait()
    sent = 0
    return current
  }

  function giveBack(): void {
    if (current) connections.giveBack(current)
    current = undefined
    sent = 0
  }

  function write(client: Client, batches: readonly Sending[], begun: boolean): Promise<Sent> {
    const batch = sendBatch(client, batches, begun, connections.mayJoin)
    sent++
    return confirmed(client, batch)
  }

  async function confirmed(client: Client, batch: Sent): Promise<Sent> {
    const { result: verdict, warning } = await withWarning(client, verdictOn(batch))
    switch (verdict.is) {
      case 'overtaken':
        throw new Overtaken('The batch was overtaken')
      case 'refused':
        throw faultOf(verdict.error)
      case 'committed':
        // PostgreSQL says so that it could not wait for its standby: not what was promised.
        if (warning === undefined) return batch
        connections.forget(client)
        throw new OutcomeUnknown(warning)
      case 'unknown':
        connections.forget(client)
        throw new OutcomeUnknown('The connection was lost during the commit', { cause: verdict.error })
    }
  }

  return { held, take, borrow, isWanted, isOver, giveBack, forget: connections.forget, write }
}

/** Disk full, read-only, shutting down, timed out: nobody's command is at fault. Anything else is one command's. */
export function faultOf(error: DatabaseError): Error {
  const shared = /^(53|57|58|25006|08|40)/.test(error.code ?? '')
  return shared ? new LedgerUnavailable('The database refuses to work', { cause: error }) : error
}
