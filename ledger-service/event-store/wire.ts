import type { Client } from 'pg'
import { connectionOf, Overtaken } from './append-connection.ts'
import type { AppendConnections } from './append-connections.ts'
import type { Sending, Sent } from './send-batch.ts'

/** Past it a transaction gains no more speed and holds the locks of heads too long. */
export const MAX_BATCH = 500
/** One that is being written, and the next, decided meanwhile; a third gained nothing. */
export const ON_THE_WIRE = 2
/** Fewer than these are not worth a transaction more. */
const WORTH_TWO = 32

/** A batch that was decided and is to be sent, and who hears what became of it, as AppendConnection.write says. */
export interface Outgoing extends Sending {
  commands: number
  resolve: (sent: Sent) => void
  reject: (error: Error) => void
}

/** A log that has something to send. */
export interface Sender {
  /** Commands that wait. */
  waitingCount(): number
  /** Decides at most so many of them; undefined where none can be sent on that wire. */
  decide(most: number, wire: Wire): Outgoing | undefined
  /** No connection is to be had. */
  turnAway(error: Error): void
}

/** What decided batches go out on: a transaction takes those of all logs that wait, as many as there is room for, and one more is decided meanwhile. */
export interface Wire {
  /** It is asked to decide as soon as there is room; each stands in the line once. */
  want(sender: Sender): void
}

export function openWire(connections: AppendConnections): Wire {
  const connection = connectionOf(connections)
  const line = new Set<Sender>()
  /** Of each transaction on the wire, its commands. */
  const onWire: number[] = []
  let isBeginning = false
  let isBorrowing = false

  function want(sender: Sender): void {
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
    while (line.size > 0 && !isBorrowing && onWire.length < ON_THE_WIRE && !connection.isOver()) {
      const client = onWire.length > 0 ? connection.held() : connection.take()
      if (client) send(client, decided())
      else if (onWire.length > 0) return
      else void waitForTurn()
    }
    handOn()
  }

  /** Whoever has nothing to send, or has sent while others waited, keeps no connection. */
  function handOn(): void {
    if (onWire.length === 0 && !isBorrowing && (line.size === 0 || connection.isOver())) connection.giveBack()
  }

  /** Who comes meanwhile goes with the rest. */
  async function waitForTurn(): Promise<void> {
    isBorrowing = true
    try {
      await connection.borrow()
    } catch (error) {
      const all = [...line]
      line.clear()
      for (const sender of all) sender.turnAway(error as Error)
    }
    isBorrowing = false
    begin()
  }

  /** In the order of the line. Who has few is not divided. */
  function decided(): Outgoing[] {
    const all: Outgoing[] = []
    for (let room = share(); room > 0; ) {
      const [sender] = line
      if (!sender) break
      line.delete(sender)
      const outgoing = sender.decide(Math.max(room, WORTH_TWO), wire)
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
    if (connection.isWanted()) return MAX_BATCH
    let underWay = onWire.reduce((sum, commands) => sum + commands, 0)
    for (const sender of line) underWay += sender.waitingCount()
    return Math.min(MAX_BATCH, Math.max(WORTH_TWO, Math.ceil(underWay / 2)))
  }

  function send(client: Client, batches: Outgoing[]): void {
    if (batches.length === 0) return
    // Of all processes that write several at once, each locks their heads in this order.
    batches.sort((a, b) => (a.companyId < b.companyId ? -1 : 1))
    let written: Promise<Sent>
    try {
      written = connection.write(client, batches, false)
    } catch (error) {
      // A value that does not fit its column; of several, whose it is each finds out by itself.
      const failed = batches.length === 1 ? (error as Error) : new Overtaken('One of several cannot be sent')
      for (const { reject } of batches) reject(failed)
      return
    }
    const commands = batches.reduce((sum, batch) => sum + batch.commands, 0)
    onWire.push(commands)
    void land(written, batches, commands)
  }

  async function land(written: Promise<Sent>, batches: Outgoing[], commands: number): Promise<void> {
    const settled = await written.then(
      (sent) => () => batches.forEach(({ resolve }) => void resolve(sent)),
      (error: Error) => () => batches.forEach(({ reject }) => void reject(error)),
    )
    onWire.splice(onWire.indexOf(commands), 1)
    handOn()
    settled()
    beginSoon()
  }

  const wire: Wire = { want }
  return wire
}
