import type { Client } from 'pg'
import type { BatchToSend, SentBatch } from './execute-batch.ts'
import { ConcurrencyConflict, openWriteLease } from './write-lease.ts'
import type { WritePool } from './write-pool.ts'

/** Past it a transaction gains no more speed and holds the locks of heads too long. */
export const MAX_COMMANDS_PER_TRANSACTION = 500
/** One that is being written, and the next, decided meanwhile; a third gained nothing. */
export const MAX_TRANSACTIONS_IN_FLIGHT = 2
/** Fewer than these are not worth a transaction more. */
const MIN_COMMANDS_PER_TRANSACTION = 32

/** A batch that was decided and is to be sent, and who hears what became of it, as AppendConnection.write says. */
export interface OutgoingBatch extends BatchToSend {
  commands: number
  resolve: (sent: SentBatch) => void
  reject: (error: Error) => void
}

/** A log that has something to send. */
export interface BatchSource {
  /** Commands that wait. */
  queuedCommands(): number
  /** Decides at most so many of them; undefined where none can be sent on that wire. */
  decide(most: number, wire: CommitPipeline): OutgoingBatch | undefined
  /** No connection is to be had. */
  rejectQueued(error: Error): void
}

/** What decided batches go out on: a transaction takes those of all logs that wait, as many as there is room for, and one more is decided meanwhile. */
export interface CommitPipeline {
  /** It is asked to decide as soon as there is room; each stands in the line once. */
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
  /** Of each transaction on the wire, its commands. */
  const onWire: number[] = []
  let isBeginning = false
  let isBorrowing = false

  function want(sender: BatchSource): void {
    line.add(sender)
    beginSoon()
  }

  /** In the next turn of the loop, so that those that come in this one go together. */
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

  /** Whoever has nothing to send, or has sent while others waited, keeps no connection. */
  function handOn(): void {
    if (onWire.length === 0 && !isBorrowing && (line.size === 0 || connection.shouldYield())) connection.release()
  }

  /** Who comes meanwhile goes with the rest. */
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

  /** In the order of the line. Who has few is not divided. */
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
   * Half of all that is under way, so that one half is decided while the other is written; where others wait for the connection, all that is
   * to be had in one turn.
   */
  function share(): number {
    if (connection.hasWaiters()) return MAX_COMMANDS_PER_TRANSACTION
    let underWay = onWire.reduce((sum, commands) => sum + commands, 0)
    for (const sender of line) underWay += sender.queuedCommands()
    return Math.min(MAX_COMMANDS_PER_TRANSACTION, Math.max(MIN_COMMANDS_PER_TRANSACTION, Math.ceil(underWay / 2)))
  }

  function send(client: Client, batches: OutgoingBatch[]): void {
    if (batches.length === 0) return
    // Of all processes that write several at once, each locks their heads in this order.
    batches.sort((a, b) => (a.companyId < b.companyId ? -1 : 1))
    let written: Promise<SentBatch>
    try {
      written = connection.write(client, batches, false)
    } catch (error) {
      // A value that does not fit its column; of several, whose it is each finds out by itself.
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

  const wire: CommitPipeline = { enqueue: want }
  return wire
}
