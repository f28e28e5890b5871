import { randomUUIDv7 } from 'node:crypto'
import { type Client, DatabaseError } from 'pg'
import { connectionOf, faultOf, Overtaken } from './append-connection.ts'
import { type AppendConnections, openConnections } from './append-connections.ts'
import { decideBatch, type Loaded, type Needs, needsOf } from './batch.ts'
import { type Ahead, KnownState } from './known-state.ts'
import { type Answer, LedgerUnavailable, OutcomeUnknown, type Submission } from './submission.ts'

/** Past it a batch gains no more speed and holds the head's lock too long. */
const MAX_BATCH = 500
/** Commands that wait; the next one is told to come back. */
const MAX_QUEUE = 5000
/** One that is being written, and the next, decided meanwhile; a third gained nothing. */
const ON_THE_WIRE = 2
/** Fewer than these are not worth a transaction more. */
const WORTH_TWO = 32
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
  milliseconds: Record<'load' | 'decide', number>
  sentAt: number
  /** Milliseconds by statement, once the commit is confirmed. */
  written: Promise<Record<string, number>>
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
  const connection = connectionOf(connections, companyId)
  let isBeginning = false
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
    beginSoon()
  }

  /** In the next turn of the loop, so that what comes in this one goes together. */
  function beginSoon(): void {
    if (isBeginning) return
    isBeginning = true
    setImmediate(() => {
      isBeginning = false
      begin()
    })
  }

  const isDone = () => queue.length + failed.length === 0
  const isIdle = () => isDone() && wire.length === 0 && !isCareful

  function begin(): void {
    handOn()
    send()
    if (closed && isIdle()) idle.resolve()
  }

  /** Who has nothing to send, or has sent while others waited, keeps no connection. */
  function handOn(): void {
    if (wire.length === 0 && !isCareful && (isDone() || connection.isOver())) connection.giveBack()
  }

  /** What cannot be sent behind others waits until the wire is empty. */
  function send(): void {
    while (!isDone() && !isCareful && wire.length < ON_THE_WIRE && !connection.isOver()) {
      const client = wire.length > 0 ? connection.held() : connection.take()
      const batch = failed.length > 0 ? [] : queue.slice(0, share())
      const loaded = client && batch.length > 0 && known.kept(needsOf(submissionsOf(batch)), wire)
      if (loaded) fly(client, queue.splice(0, batch.length), loaded)
      else if (wire.length > 0) return
      else if (failed.length > 0) carefully(again)
      else if (client) carefully(() => readAndSettle(queue.splice(0, MAX_BATCH)))
      else void waitForTurn()
    }
  }

  /** What comes meanwhile goes with the rest. */
  async function waitForTurn(): Promise<void> {
    isCareful = true
    try {
      await connection.borrow()
    } catch (error) {
      await turnAway(queue.splice(0), errorOf(error))
    }
    isCareful = false
    begin()
  }

  /**
   * Half of all that is under way, so that one half is decided while the other is written; where others wait, all that is to be had in
   * one turn.
   */
  function share(): number {
    if (connection.isWanted()) return MAX_BATCH
    const sent = wire.reduce((sum, { batch }) => sum + batch.length, 0)
    return Math.min(MAX_BATCH, Math.max(WORTH_TWO, Math.ceil((sent + queue.length) / 2)))
  }

  function fly(client: Client, batch: Waiting[], loaded: Loaded): void {
    try {
      const flight = decideAndSend(client, batch, loaded, { begun: false, loadMs: 0 })
      wire.push(flight)
      void land(flight)
    } catch (error) {
      failed.push({ batch, error: errorOf(error) })
    }
  }

  /** Batches land in the order in which they were sent. */
  async function land(flight: Flight): Promise<void> {
    await flight.written.then(
      (statements) => settle(flight, statements),
      (error: unknown) => void failed.push({ batch: flight.batch, error: errorOf(error) }),
    )
    wire.splice(wire.indexOf(flight), 1)
    handOn()
    beginSoon()
  }

  /** One at a time, with nothing else on the wire. */
  function carefully(work: () => Promise<void>): void {
    isCareful = true
    void work().finally(() => {
      isCareful = false
      handOn()
      beginSoon()
    })
  }

  async function again(): Promise<void> {
    for (const { batch, error } of failed.splice(0)) {
      if (error instanceof Overtaken) await readAndSettle(batch)
      else await turnAway(batch, error)
    }
  }

  async function readAndSettle(batch: Waiting[]): Promise<void> {
    let flight: Flight
    let statements: Record<string, number>
    try {
      flight = await readAndSend(batch)
      statements = await flight.written
    } catch (error) {
      return turnAway(batch, errorOf(error))
    }
    settle(flight, statements)
  }

  /** One command that the database cannot take must not fail its neighbours: each is tried alone. */
  async function turnAway(batch: Waiting[], error: Error): Promise<void> {
    onError(error)
    const shared = error instanceof LedgerUnavailable || error instanceof OutcomeUnknown
    if (!shared && batch.length > 1) for (const waiting of batch) await readAndSettle([waiting])
    else for (const waiting of batch) waiting.reject(error)
  }

  async function readAndSend(batch: Waiting[]): Promise<Flight> {
    const client = await connection.borrow()
    const startedAt = performance.now()
    const loaded = await read(client, needsOf(submissionsOf(batch)))
    try {
      return decideAndSend(client, batch, loaded, { begun: true, loadMs: performance.now() - startedAt })
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

  /** @throws where a command cannot be answered or stored: then nothing was sent */
  function decideAndSend(
    client: Client,
    batch: Waiting[],
    loaded: Loaded,
    { begun, loadMs }: { begun: boolean; loadMs: number },
  ): Flight {
    const startedAt = performance.now()
    const from = loaded.head
    const decided = decideBatch(companyId, submissionsOf(batch), loaded, clock(), randomUUIDv7)
    // Keys that keep an answer are told by their unique key (send-batch.ts); this one has to be looked up.
    if (decided.hasUnkeptKey && !begun) throw new Overtaken('A key has to be read')
    const sentAt = performance.now()
    const written = connection.write(client, from, decided, begun)
    return { batch, loaded, decided, milliseconds: { load: loadMs, decide: sentAt - startedAt }, sentAt, written }
  }

  /** Its commit is confirmed. */
  function settle(flight: Flight, statements: Record<string, number>): void {
    const answers = flight.decided.answers.values()
    for (const waiting of flight.batch) {
      if (waiting.submission) waiting.resolve(answers.next().value as Answer)
      else waiting.resolve()
    }
    known.keep(flight)
    look(flight, statements)
  }

  /** It is committed and answered: what goes wrong with whoever looks on must not have it tried again. */
  function look({ batch, decided, milliseconds, sentAt }: Flight, statements: Record<string, number>): void {
    const [commands, events] = [submissionsOf(batch).length, decided.events.length]
    const write = performance.now() - sentAt
    try {
      if (events > 0) settings.announce(companyId)
      settings.onBatch?.({ commands, events, milliseconds: { ...milliseconds, write }, statements })
    } catch (error) {
      onError(errorOf(error))
    }
  }

  async function close(): Promise<void> {
    closed = true
    beginSoon()
    await idle.promise
    if (!isSharing) await connections.close()
  }

  return { submit, confirm, close }
}

const submissionsOf = (batch: Waiting[]): Submission[] => batch.flatMap(({ submission }) => submission ?? [])

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** A value that does not fit its column shows before it is sent: that command's fault, not the database's. */
const isUnsendable = (error: unknown) => error instanceof TypeError || error instanceof RangeError
