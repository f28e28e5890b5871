import { randomUUIDv7 } from 'node:crypto'
import { clientSettings } from '@ledger/database/connect.ts'
import { Client, DatabaseError } from 'pg'
import { AccountCache } from './account-cache.ts'
import { type Decided, decideBatch, type Loaded, needsOf } from './batch.ts'
import * as tables from './batch-tables.ts'
import { BeneficiaryNameCache } from './beneficiary-names.ts'
import { type Sent, sendBatch, Unsendable } from './send-batch.ts'
import { type Answer, LedgerUnavailable, OutcomeUnknown, type Submission } from './submission.ts'

/** Past it a batch gains no more speed and holds the head's lock too long. */
const MAX_BATCH = 500
/** Commands that wait; the next one is told to come back. */
const MAX_QUEUE = 5000

/** Every statement goes by key, however few or unanalysed the rows, and is planned once. */
const BY_KEY =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'

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
  /** Answers what was submitted, then lets go of the connection. */
  close(): Promise<void>
}

/** How one batch went: sizes, and milliseconds for each step. */
export interface BatchReport {
  commands: number
  events: number
  milliseconds: Record<'load' | 'decide' | 'write', number>
  /** Of the write, by statement: from the answer of the one before to its own. */
  statements: Record<string, number>
}

export interface AppendSettings {
  databaseUrl: string
  companyId: string
  clock: () => string
  /** Called after each commit, when its commands are answered: tells the projections that there is something to read. */
  announce: () => void
  onError: (error: Error) => void
  onBatch?: (report: BatchReport) => void
}

/** A batch whose commit the server has confirmed. */
interface Committed {
  loaded: Loaded
  decided: Decided
  report: BatchReport
}

/** A submission, or who only asks for a commit that is confirmed. */
type Waiting = { reject: (error: Error) => void } & (
  | { submission: Submission; resolve: (answer: Answer) => void }
  | { submission: undefined; resolve: () => void }
)

/**
 * Group commit: while one transaction is under way the next commands gather, then one transaction takes them all. No
 * timer: a lone command goes at once.
 */
export function openLog(settings: AppendSettings): AppendLog {
  const queue: Waiting[] = []
  const names = new BeneficiaryNameCache()
  const cache = new AccountCache()
  let connection: Promise<Client> | undefined
  let current: Client | undefined
  let running: Promise<void> | undefined
  let closed = false

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
    running ??= drain()
  }

  async function drain(): Promise<void> {
    await nextTick()
    while (queue.length > 0) await settle(queue.splice(0, MAX_BATCH))
    running = undefined
  }

  async function settle(batch: Waiting[]): Promise<void> {
    let committed: Committed
    try {
      committed = await append(batch.flatMap(({ submission }) => submission ?? []))
    } catch (error) {
      return turnAway(batch, error instanceof Error ? error : new Error(String(error)))
    }
    const answers = committed.decided.answers.values()
    for (const waiting of batch) {
      if (waiting.submission) waiting.resolve(answers.next().value as Answer)
      else waiting.resolve()
    }
    look(committed)
  }

  /** It is committed and answered: what goes wrong with whoever looks on must not have it tried again. */
  function look({ decided, loaded, report }: Committed): void {
    try {
      names.remember(loaded.beneficiaryNames)
      cache.keep(decided.head, loaded.accounts)
      if (report.events > 0) settings.announce()
      settings.onBatch?.(report)
    } catch (error) {
      settings.onError(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** One command that the database cannot take must not fail its neighbours: each is tried alone. */
  async function turnAway(batch: Waiting[], error: Error): Promise<void> {
    settings.onError(error)
    const shared = error instanceof LedgerUnavailable || error instanceof OutcomeUnknown
    if (!shared && batch.length > 1) for (const waiting of batch) await settle([waiting])
    else for (const waiting of batch) waiting.reject(error)
  }

  async function append(batch: Submission[]): Promise<Committed> {
    const client = await connected()
    const startedAt = performance.now()
    const loaded = await load(client, batch)
    const loadedAt = performance.now()
    let decided: Decided
    try {
      decided = decideBatch(settings.companyId, batch, loaded, settings.clock(), randomUUIDv7)
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
    const decidedAt = performance.now()
    const statements = await write(client, decided)
    const milliseconds = {
      load: loadedAt - startedAt,
      decide: decidedAt - loadedAt,
      write: performance.now() - decidedAt,
    }
    const report = { commands: batch.length, events: decided.events.length, milliseconds, statements }
    return { loaded, decided, report }
  }

  /**
   * One round trip, and another where a second process has appended since. The statements run in this order, each seeing
   * what was committed before the lock was taken.
   */
  async function load(client: Client, batch: Submission[]): Promise<Loaded> {
    const { companyId } = settings
    const needs = needsOf(batch)
    const beneficiaries = names.split(needs.beneficiaries)
    const none = Promise.resolve(new Map<string, never>())
    const unseen = cache.missing(needs.accounts)
    try {
      const [, head, loaded, transactions, answers, beneficiaryNames, signInNames] = await everyOne([
        client.query('BEGIN'),
        tables.lockHead(client, companyId),
        unseen.length + needs.transactions.length > 0
          ? tables.loadAccounts(client, companyId, unseen, needs.transactions)
          : none,
        needs.transactions.length > 0 ? tables.loadTransactions(client, companyId, needs.transactions) : none,
        needs.keys.length > 0 ? tables.loadAnswers(client, companyId, needs.keys) : none,
        beneficiaries.unknown.length > 0 ? tables.loadBeneficiaryNames(client, companyId, beneficiaries.unknown) : none,
        needs.signInNames.length > 0 ? tables.loadSignInNames(client, needs.signInNames) : none,
      ])
      const seen = cache.at(head, needs.accounts) ?? (await tables.loadAccounts(client, companyId, needs.accounts, []))
      const accounts = new Map([...seen, ...loaded])
      const known = new Map([...beneficiaries.known, ...beneficiaryNames])
      return { head, accounts, transactions, answers, beneficiaryNames: known, signInNames }
    } catch (error) {
      forget(client)
      if (error instanceof DatabaseError) throw faultOf(error)
      if (isUnsendable(error)) throw error
      throw new LedgerUnavailable('The ledger could not be read', { cause: error })
    }
  }

  /**
   * One round trip, commit included. Only a commit that the server confirmed counts; a lost one is unknown.
   * @returns milliseconds of each statement
   */
  async function write(client: Client, decided: Decided): Promise<Record<string, number>> {
    let warning: string | undefined
    const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }) => {
      if (notice.severity === 'WARNING') warning = notice.message
    }
    client.on('notice', onNotice)
    const { statements, times } = await sent(client, decided)
    const written = await Promise.allSettled(statements)
    client.off('notice', onNotice)
    const failed = written.find((result) => result.status === 'rejected')
    const commit = written.at(-1)
    // A WARNING at commit is PostgreSQL saying that it could not wait for its standby: not what was promised.
    if (!failed && warning === undefined && isCommit(commit)) return times
    if (failed?.reason instanceof DatabaseError && commit?.status === 'fulfilled') throw faultOf(failed.reason)
    forget(client)
    throw new OutcomeUnknown(warning ?? 'The connection was lost during the commit', { cause: failed?.reason })
  }

  async function sent(client: Client, decided: Decided): Promise<Sent> {
    try {
      return sendBatch(client, settings.companyId, decided)
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error
      // No COMMIT was sent, and none may follow: the transaction ends with its connection.
      forget(client)
      await Promise.allSettled(error.statements)
      throw error.cause
    }
  }

  function connected(): Promise<Client> {
    connection ??= open().catch((error) => {
      connection = undefined
      throw new LedgerUnavailable('The database is away', { cause: error })
    })
    return connection
  }

  async function open(): Promise<Client> {
    const base = clientSettings(settings.databaseUrl, { name: 'site-ledger append', options: BY_KEY })
    const client = new Client({ ...base, pipeline: true })
    client.on('error', (error) => {
      settings.onError(error)
      forget(client)
    })
    await client.connect()
    current = client
    return client
  }

  function forget(client: Client): void {
    if (current === client) connection = undefined
    client.end().catch(settings.onError)
  }

  async function close(): Promise<void> {
    closed = true
    await running
    const client = await connection?.catch(() => undefined)
    await client?.end()
  }

  return { submit, confirm, close }
}

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** All of them, or the first failure, once all are settled: no statement may still be on its way when the batch ends. */
async function everyOne<T extends readonly unknown[]>(promises: { [Key in keyof T]: Promise<T[Key]> }): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises) as unknown as Promise<T>
}

function isCommit(result: PromiseSettledResult<unknown> | undefined): boolean {
  return result?.status === 'fulfilled' && (result.value as { command?: string }).command === 'COMMIT'
}

/** A value that does not fit its column shows before it is sent: that command's fault, not the database's. */
const isUnsendable = (error: unknown) => error instanceof TypeError || error instanceof RangeError

/** Disk full, read-only, shutting down, timed out: nobody's command is at fault. Anything else is one command's. */
function faultOf(error: DatabaseError): Error {
  const shared = /^(53|57|58|25006|08|40)/.test(error.code ?? '')
  return shared ? new LedgerUnavailable('The database refuses to work', { cause: error }) : error
}
