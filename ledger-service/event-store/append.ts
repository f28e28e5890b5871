import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import { connectionOf, faultOf, Overtaken } from './append-connection.ts'
import { type AppendConnections, openConnections } from './append-connections.ts'
import { decideBatch, type Loaded, type Needs, needsOf } from './batch.ts'
import type { Head } from './chain.ts'
import { type Ahead, KnownState } from './known-state.ts'
import type { Sent } from './send-batch.ts'
import { type Answer, LedgerUnavailable, OutcomeUnknown, type Submission } from './submission.ts'
import { MAX_BATCH, ON_THE_WIRE, type Outgoing, openWire, type Sender } from './wire.ts'

/** Commands that wait; the next one is told to come back. */
const MAX_QUEUE = 5000
/** So many under way are worth a connection of their own; fewer go together with those of other companies. */
const WORTH_ITS_OWN = 128
/** Batches in a row that nothing came between, before others share a transaction with the next one. */
const SOUND = 8
/** Of a log that shares them with no other: the one that it works on, and another while one that was lost ends. */
const OWN_CONNECTIONS = 2

export interface AppendLog {
  /**
   * Decides a command and appends its events, together with all others that wait.
   * @throws LedgerUnavailable (nothing was recorded) or OutcomeUnknown (the same key settles it)
   */
  submit(submission: Submission): Promise<Answer>
  /**
   * Resolves when everything that could be read before is where a commit has to be: on the disk, and on the standby where commits
   * wait for one. What another way than this log was read may not be there yet.
   * @throws LedgerUnavailable or OutcomeUnknown, where that cannot be said
   */
  confirm(): Promise<void>
  /** Answers what was submitted. */
  close(): Promise<void>
}

/** How one batch went: sizes, and milliseconds for each step. */
export interface BatchReport {
  commands: number
  events: number
  /** Of how many companies its transaction was. */
  companies: number
  /** `load` is 0 where nothing had to be read; `write` begins when it is sent, which can be behind the batch before. */
  milliseconds: Record<'load' | 'decide' | 'write', number>
  /** Of the write, by statement: from the answer of the one before to its own. */
  statements: Record<string, number>
}

interface Settings {
  companyId: string
  clock: () => string
  /** Called after each commit, when its commands are answered: tells the projections whose log has something to read. */
  announce: (companyId: string) => void
  onError: (error: Error) => void
  onBatch?: (report: BatchReport) => void
}

/** Connections that it shares with the logs of other companies, and does not close; or where it opens its own. */
export type AppendSettings = Settings & ({ connections: AppendConnections } | { databaseUrl: string })

/** A submission, or who only asks for a commit that is confirmed. */
type Waiting = { reject: (error: Error) => void } & (
  | { submission: Submission; resolve: (answer: Answer) => void }
  | { submission: undefined; resolve: () => void }
)

/** A batch that was decided and sent. */
interface Flight extends Ahead {
  batch: Waiting[]
  /** Where the log ended when it was decided. */
  from: Head
  milliseconds: Record<'load' | 'decide', number>
  sentAt: number
  /** Once the commit is confirmed. */
  written: Promise<Sent>
}

/** A batch that was not recorded, and why. */
interface Failed {
  batch: Waiting[]
  error: Error
}

/**
 * Group commit: while one transaction is under way the next commands gather, then one transaction takes them all. No
 * timer: a lone command goes at once.
 *
 * While this process is the only one that appends, nothing is read: a batch is decided on what the one before leaves, which may
 * still be on the wire, and is written only if the log ends there (docs/decisions/0010-nothing-is-read.md). Whatever comes
 * between sends it the careful way: the log is locked, read, and everything decided again.
 */
export function openLog(settings: AppendSettings): AppendLog {
  const { companyId, clock, onError } = settings
  const queue: Waiting[] = []
  const wire: Flight[] = []
  /** Since the first of these nothing is sent until the wire is empty. */
  const failed: Failed[] = []
  const known = new KnownState(companyId)
  const isSharing = 'connections' in settings
  const connections = isSharing ? settings.connections : openConnections({ ...settings, most: OWN_CONNECTIONS })
  /** For what has to be read first. */
  const connection = connectionOf(connections)
  const own = openWire(connections)
  /** What is on the wire is on this one. */
  let way = own
  /** Batches in a row that went as they were decided at first, or would have. */
  let sound = 0
  let isCareful = false
  let closed = false
  const idle = Promise.withResolvers<void>()

  function submit(submission: Submission): Promise<Answer> {
    return new Promise((resolve, reject) => enqueue({ submission, resolve, reject }))
  }

  /** The lock of the head alone makes the commit one that waits for the disk and the standby, and so for all before it. */
  function confirm(): Promise<void> {
    return new Promise((resolve, reject) => enqueue({ submission: undefined, resolve, reject }))
  }

  function enqueue(waiting: Waiting): void {
    if (closed || queue.length >= MAX_QUEUE) {
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

  /** What cannot be sent behind others waits until the wire is empty. */
  function send(): void {
    if (isDone() || isCareful) return
    if (failed.length > 0 || !known.isAlone) {
      if (wire.length === 0) carefully(failed.length > 0 ? again : readNext)
      return
    }
    const next = joinsOthers() ? connections.joint : own
    if (wire.length > 0 && next !== way) return
    way = next
    way.want(sender)
  }

  /** Where there are few, and none that would have to be decided again, and with them those of others. */
  function joinsOthers(): boolean {
    const underWay = wire.reduce((sum, { batch }) => sum + batch.length, queue.length)
    return isSharing && connections.mayJoin && sound >= SOUND && underWay < WORTH_ITS_OWN
  }

  const sender: Sender = {
    waitingCount: () => queue.length,
    // It may stand in the line of one that is not its way any more.
    decide: (most, wire) => (wire === way ? decide(most) : undefined),
    turnAway: (error) => void turnAway(queue.splice(0), error).finally(begin),
  }

  /** On what the batches on the wire will leave, if nothing has to be read. */
  function decide(most: number): Outgoing | undefined {
    if (isDone() || isCareful || failed.length > 0 || wire.length === ON_THE_WIRE) return undefined
    const batch = queue.slice(0, most)
    const submissions = submissionsOf(batch)
    const loaded = submissions.some(({ alongside }) => alongside) ? undefined : known.kept(needsOf(submissions), wire)
    if (loaded) return fly(queue.splice(0, batch.length), loaded)
    if (wire.length === 0) carefully(readNext)
    return undefined
  }

  function fly(batch: Waiting[], loaded: Loaded): Outgoing | undefined {
    const { promise: written, resolve, reject } = Promise.withResolvers<Sent>()
    try {
      const flight = decideOn(loaded, batch, written)
      // Keys that keep an answer are told by their unique key (send-batch.ts); this one has to be looked up.
      if (flight.decided.hasUnkeptKey) throw new Overtaken('A key has to be read')
      wire.push(flight)
      void land(flight)
      return { ...sendingOf(flight), commands: batch.length, resolve, reject }
    } catch (error) {
      failed.push({ batch, error: errorOf(error) })
      return undefined
    } finally {
      begin()
    }
  }

  /** Batches land in the order in which they were sent. */
  async function land(flight: Flight): Promise<void> {
    await flight.written.then(
      (sent) => settle(flight, sent),
      (error: unknown) => void failed.push({ batch: flight.batch, error: errorOf(error) }),
    )
    wire.splice(wire.indexOf(flight), 1)
    begin()
  }

  /** One at a time, with nothing else on the wire. */
  function carefully(work: () => Promise<void>): void {
    isCareful = true
    void work().finally(() => {
      isCareful = false
      connection.giveBack()
      begin()
    })
  }

  async function again(): Promise<void> {
    for (const { batch, error } of failed.splice(0)) {
      if (error instanceof Overtaken) await readAndSettle(batch)
      else await turnAway(batch, error)
    }
  }

  /** What comes while it waits for a connection goes with the rest. */
  async function readNext(): Promise<void> {
    await nextTurn()
    try {
      await connection.borrow()
    } catch (error) {
      return turnAway(queue.splice(0), errorOf(error))
    }
    await readAndSettle(queue.splice(0, MAX_BATCH))
  }

  async function readAndSettle(batch: Waiting[]): Promise<void> {
    let flight: Flight
    let sent: Sent
    try {
      flight = await readAndSend(batch)
      sent = await flight.written
    } catch (error) {
      return turnAway(batch, errorOf(error))
    }
    settle(flight, sent)
  }

  /** One command that the database cannot take must not fail its neighbours: each is tried alone. */
  async function turnAway(batch: Waiting[], error: Error): Promise<void> {
    onError(error)
    sound = 0
    const shared = error instanceof LedgerUnavailable || error instanceof OutcomeUnknown
    if (!shared && batch.length > 1) for (const waiting of batch) await readAndSettle([waiting])
    else for (const waiting of batch) waiting.reject(error)
  }

  async function readAndSend(batch: Waiting[]): Promise<Flight> {
    const client = await connection.borrow()
    const startedAt = performance.now()
    const loaded = await read(client, needsOf(submissionsOf(batch)))
    const loadMs = performance.now() - startedAt
    if (!known.isAlone || loaded.answers.size > 0) sound = 0
    const { promise: written, resolve, reject } = Promise.withResolvers<Sent>()
    try {
      const flight = decideOn(loaded, batch, written, loadMs)
      connection.write(client, [sendingOf(flight)], true).then(resolve, reject)
      return flight
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }

  async function read(client: Client, needs: Needs): Promise<Loaded> {
    try {
      return await known.read(client, needs)
    } catch (error) {
      connection.forget(client)
      if (error instanceof DatabaseError) throw faultOf(error)
      if (isUnsendable(error)) throw error
      throw new LedgerUnavailable('The ledger could not be read', { cause: error })
    }
  }

  /** @throws where a command cannot be answered */
  function decideOn(loaded: Loaded, batch: Waiting[], written: Flight['written'], loadMs = 0): Flight {
    const startedAt = performance.now()
    const from = loaded.head
    const decided = decideBatch(companyId, submissionsOf(batch), loaded, clock(), randomUUIDv7)
    const sentAt = performance.now()
    return { batch, loaded, from, decided, milliseconds: { load: loadMs, decide: sentAt - startedAt }, sentAt, written }
  }

  const sendingOf = ({ from, decided }: Flight) => ({ companyId, from, decided })

  /** Its commit is confirmed. */
  function settle(flight: Flight, sent: Sent): void {
    const answers = flight.decided.answers.values()
    for (const waiting of flight.batch) {
      if (waiting.submission) waiting.resolve(answers.next().value as Answer)
      else waiting.resolve()
    }
    known.keep(flight)
    sound++
    look(flight, sent)
  }

  /** It is committed and answered: what goes wrong with whoever looks on must not have it tried again. */
  function look({ batch, decided, milliseconds, sentAt }: Flight, { companies, times }: Sent): void {
    const [commands, events] = [submissionsOf(batch).length, decided.events.length]
    const write = performance.now() - sentAt
    try {
      if (events > 0) settings.announce(companyId)
      settings.onBatch?.({
        ...{ commands, events, companies },
        milliseconds: { ...milliseconds, write },
        statements: times,
      })
    } catch (error) {
      onError(errorOf(error))
    }
  }

  async function close(): Promise<void> {
    closed = true
    begin()
    await idle.promise
    if (!isSharing) await connections.close()
  }

  return { submit, confirm, close }
}

const submissionsOf = (batch: Waiting[]): Submission[] => batch.flatMap(({ submission }) => submission ?? [])

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** A value that does not fit its column shows before it is sent: that command's fault, not the database's. */
const isUnsendable = (error: unknown) => error instanceof TypeError || error instanceof RangeError
