import { setTimeout as sleep } from 'node:timers/promises'
import { clientSettings } from '@ledger/database/connect.ts'
import { ON_CITUS } from '@ledger/database/on-citus.ts'
import { Client } from 'pg'
import { LedgerUnavailable } from './submission.ts'
import { openWire, type Wire } from './wire.ts'

/** Every statement goes by key, however few or unanalysed the rows. */
const BY_KEY = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
/** And is planned once; but not on Citus, which plans a statement for the node of the company that it names. */
const PLANNED_ONCE = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false) WHERE NOT ${ON_CITUS}`

/** Companies that wait, each once, with whatever its commands are; the next one's are told to come back. */
const MOST_WAITING = 2000
/** Longer than it takes to be connected: then the connections that there are hang, and so would who waits. */
const WAIT_MS = 10_000
/** Where one more could not be opened but others are open, those have to do for so long. */
const TRY_AGAIN_MS = 1000
/** One that was let go counts until it has ended, which a server that is gone never says. */
const ENDING_MS = 5000

/** The connections that a process appends on, for all its companies; each is good for any of them. */
export interface AppendConnections {
  /** One that is free just now. */
  take(): Client | undefined
  /**
   * One that is free, or a new one where there may be more, or the first that is given back when it is one's turn.
   * @throws LedgerUnavailable
   */
  wait(): Promise<Client>
  /** For whoever waits longest. */
  giveBack(client: Client): void
  /** No more is sent on it. What is on its way is still answered, and a transaction that is open ends with it. */
  forget(client: Client): void
  /** Whether it was neither lost nor forgotten. */
  isOpen(client: Client): boolean
  /** Open, being opened or ending; free; and companies that wait. */
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  /** What several companies write together goes out on. */
  readonly joint: Wire
  /** Whether they may: all of them are on one server. Known since the first was opened. */
  readonly mayJoin: boolean
  /** When every log has closed. */
  close(): Promise<void>
}

interface Waiting {
  resolve: (client: Client) => void
  reject: (error: Error) => void
}

/** @param most how many there are at the same time */
export function openConnections({
  databaseUrl,
  most,
  onError,
}: {
  databaseUrl: string
  most: number
  onError: (error: Error) => void
}): AppendConnections {
  const open = new Set<Client>()
  /** The last one that was given back is taken first. */
  const idle: Client[] = []
  const waiting = new Set<Waiting>()
  const opening = new Set<Promise<void>>()
  let ending = 0
  let failedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let mayJoin = false
  let joint: Wire | undefined

  const total = () => open.size + opening.size + ending

  async function wait(): Promise<Client> {
    const client = idle.pop()
    if (client) return client
    if (isClosed || waiting.size >= MOST_WAITING) throw new LedgerUnavailable('Too many companies wait to write')
    const { promise, resolve, reject } = Promise.withResolvers<Client>()
    const one = { resolve, reject }
    const timer = setTimeout(() => {
      waiting.delete(one)
      reject(new LedgerUnavailable('Others have written all the time'))
    }, WAIT_MS)
    waiting.add(one)
    openMore()
    return promise.finally(() => clearTimeout(timer))
  }

  /** One for each who waits, as far as there may be more. */
  function openMore(): void {
    const mayTry = open.size === 0 || performance.now() - failedAt > TRY_AGAIN_MS
    while (mayTry && opening.size < waiting.size && total() < most) {
      const attempt = connect().finally(() => opening.delete(attempt))
      opening.add(attempt)
    }
  }

  async function connect(): Promise<void> {
    const base = clientSettings(databaseUrl, { name: 'site-ledger append', options: BY_KEY })
    const client = new Client({ ...base, pipeline: true })
    client.on('error', (error) => {
      onError(error)
      forget(client)
    })
    try {
      await client.connect()
      const { rowCount } = await client.query(PLANNED_ONCE)
      mayJoin = rowCount === 1
    } catch (error) {
      client.end().catch(onError)
      return noneMore(error)
    }
    open.add(client)
    if (isClosed) forget(client)
    else giveBack(client)
  }

  /** Whoever waits is given one that others give back; where nobody has any, none would ever come. */
  function noneMore(cause: unknown): void {
    const error = new LedgerUnavailable('The database is away', { cause })
    failedAt = performance.now()
    if (open.size > 0 || opening.size > 1) {
      onError(error)
      return
    }
    for (const { reject } of waiting) reject(error)
    waiting.clear()
  }

  function giveBack(client: Client): void {
    if (!open.has(client)) return
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next.resolve(client)
    } else idle.push(client)
  }

  function forget(client: Client): void {
    if (open.delete(client)) void end(client)
  }

  async function end(client: Client): Promise<void> {
    const at = idle.indexOf(client)
    if (at >= 0) idle.splice(at, 1)
    ending++
    await Promise.race([client.end().catch(onError), sleep(ENDING_MS, undefined, { ref: false })])
    ending--
    openMore()
  }

  async function close(): Promise<void> {
    isClosed = true
    await Promise.all(opening)
    const all = [...open]
    open.clear()
    await Promise.all(all.map(end))
  }

  const connections: AppendConnections = {
    take: () => idle.pop(),
    wait,
    giveBack,
    forget,
    isOpen: (client) => open.has(client),
    get totalCount() {
      return total()
    },
    get idleCount() {
      return idle.length
    },
    get waitingCount() {
      return waiting.size
    },
    get joint() {
      joint ??= openWire(connections)
      return joint
    },
    get mayJoin() {
      return mayJoin
    },
    close,
  }
  return connections
}
