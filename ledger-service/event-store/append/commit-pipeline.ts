import type { Client } from 'pg'
import type { BatchToSend, SentBatch } from './execute-batch.ts'
import { ConcurrencyConflict, openWriteLease } from './write-lease.ts'
import type { WritePool } from './write-pool.ts'

/** With more commands a transaction is no faster, and holds the locks of heads too long. */
export const MAX_COMMANDS_PER_TRANSACTION = 500
/** One transaction that is being written, and the next, which is decided meanwhile; a third brings no gain. */
export const MAX_TRANSACTIONS_IN_FLIGHT = 2
/** Fewer commands are not worth a further transaction. */
const MIN_COMMANDS_PER_TRANSACTION = 32

/** A decided batch that is to be sent, and the callbacks for its outcome, as WriteLease.write returns it. */
export interface OutgoingBatch extends BatchToSend {
  commands: number
  resolve: (sent: SentBatch) => void
  reject: (error: Error) => void
}

/** A log with commands to send. */
export interface BatchSource {
  /** Returns the number of waiting commands. */
  queuedCommands(): number
  /** Decides at most so many commands; undefined if none can be sent on that pipeline. */
  decide(most: number, wire: CommitPipeline): OutgoingBatch | undefined
  /** Rejects the waiting commands, because no connection is available. */
  rejectQueued(error: Error): void
}

/**
 * Sends decided batches: one transaction takes the batches of all waiting logs, as many as fit, and the next is decided
 * meanwhile.
 */
export interface CommitPipeline {
  /** Adds a log to the queue, once. The pipeline lets it decide as soon as there is room. */
  enqueue(sender: BatchSource): void
}

const sharedPipelines = new WeakMap<WritePool, CommitPipeline>()

/** Returns the commit lane of a pool for transactions of several companies. */
export function sharedPipelineOf(connections: WritePool): CommitPipeline {
  const shared = sharedPipelines.get(connections) ?? openCommitPipeline(connections)
  sharedPipelines.set(connections, shared)
  return shared
}

export function openCommitPipeline(connections: WritePool): CommitPipeline {
  const connection = openWriteLease(connections)
  const line = new Set<BatchSource>()
  /** The number of commands of each transaction in flight. */
  const onWire: number[] = []
  let isBeginning = false
  let isBorrowing = false

  function enqueue(sender: BatchSource): void {
    line.add(sender)
    beginSoon()
  }

  /** Begins in the next turn of the event loop, so that logs of the same turn share a transaction. */
  function beginSoon(): void {
    if (isBeginning) return
    isBeginning = true
    setImmediate(() => {
      isBeginning = false
      begin()
    })
  }

  function begin(): void {
    handOn()
    while (line.size > 0 && !isBorrowing && onWire.length < MAX_TRANSACTIONS_IN_FLIGHT && !connection.shouldYield()) {
      const client = onWire.length > 0 ? connection.heldClient() : connection.tryAcquire()
      if (client) send(client, decided())
      else if (onWire.length > 0) return
      else void waitForTurn()
    }
    handOn()
  }

  /** Releases the connection if no log has anything to send, or if batches were sent while other logs waited for it. */
  function handOn(): void {
    if (onWire.length === 0 && !isBorrowing && (line.size === 0 || connection.shouldYield())) connection.release()
  }

  /** Waits for a connection. Logs that arrive meanwhile are sent with the others. */
  async function waitForTurn(): Promise<void> {
    isBorrowing = true
    try {
      await connection.acquire()
    } catch (error) {
      const all = [...line]
      line.clear()
      for (const sender of all) sender.rejectQueued(error as Error)
    }
    isBorrowing = false
    begin()
  }

  /** Decides batches in the order of the queue. A log with few commands is not divided. */
  function decided(): OutgoingBatch[] {
    const all: OutgoingBatch[] = []
    for (let room = share(); room > 0; ) {
      const [sender] = line
      if (!sender) break
      line.delete(sender)
      const outgoing = sender.decide(Math.max(room, MIN_COMMANDS_PER_TRANSACTION), wire)
      if (!outgoing) continue
      all.push(outgoing)
      room -= outgoing.commands
    }
    return all
  }

  /**
   * Returns how many commands the next transaction takes: half of all commands in progress, so that one half is decided
   * while the other is written; if other logs wait for the connection, as many as fit in one transaction.
   */
  function share(): number {
    if (connection.hasWaiters()) return MAX_COMMANDS_PER_TRANSACTION
    let underWay = onWire.reduce((sum, commands) => sum + commands, 0)
    for (const sender of line) underWay += sender.queuedCommands()
    return Math.min(MAX_COMMANDS_PER_TRANSACTION, Math.max(MIN_COMMANDS_PER_TRANSACTION, Math.ceil(underWay / 2)))
  }

  function send(client: Client, batches: OutgoingBatch[]): void {
    if (batches.length === 0) return
    // Every process locks the heads of several companies in this order, which avoids deadlocks.
    batches.sort((a, b) => (a.companyId < b.companyId ? -1 : 1))
    let written: Promise<SentBatch>
    try {
      written = connection.write(client, batches, false)
    } catch (error) {
      // A value does not fit its column. If there are several batches, each is sent again alone, which shows the one at
      // fault.
      const failed = batches.length === 1 ? (error as Error) : new ConcurrencyConflict('One of several cannot be sent')
      for (const { reject } of batches) reject(failed)
      return
    }
    const commands = batches.reduce((sum, batch) => sum + batch.commands, 0)
    onWire.push(commands)
    void land(written, batches, commands)
  }

  async function land(written: Promise<SentBatch>, batches: OutgoingBatch[], commands: number): Promise<void> {
    const settled = await written.then(
      (sent) => () => batches.forEach(({ resolve }) => void resolve(sent)),
      (error: Error) => () => batches.forEach(({ reject }) => void reject(error)),
    )
    onWire.splice(onWire.indexOf(commands), 1)
    handOn()
    settled()
    beginSoon()
  }

  const wire: CommitPipeline = { enqueue }
  return wire
}
