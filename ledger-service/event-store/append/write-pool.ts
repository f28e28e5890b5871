import { setTimeout as sleep } from 'node:timers/promises'
import { bindIntoOneBuffer } from '@ledger/database/connection/bind-into-one-buffer.ts'
import { CLOSE_IDLE_AFTER_MS, clientSettings } from '@ledger/database/connection/connection-pool.ts'
import { IS_ON_CITUS_SQL } from '@ledger/database/connection/is-on-citus.ts'
import { Client } from 'pg'
import { LedgerUnavailable } from './append-errors.ts'

/** Forces every statement to select by key, however few or unanalysed the rows are. */
const KEY_LOOKUPS_ONLY = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
/** Statements are planned once, except on Citus, which plans a statement for the node of the company that it names. */
const FORCE_GENERIC_PLAN = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false) WHERE NOT ${IS_ON_CITUS_SQL}`

/**
 * The limit of waiting companies, each counted once for all its commands; a further company is refused and must try
 * again later.
 */
const MAX_PENDING_ACQUIRES = 2000
/**
 * Milliseconds; longer than connecting takes. After this time the existing connections hang, or have more to write than
 * a caller should wait for: the waiting company is refused.
 */
const ACQUIRE_TIMEOUT_MS = 10_000
/** Milliseconds during which no new connection is tried after a failure, where others are open. */
const RECONNECT_AFTER_MS = 1000
/** Milliseconds; a closed connection counts until it has ended, which a server that is down never reports. */
const CLOSE_TIMEOUT_MS = 5000

/**
 * The connections that a process appends on, for all its companies; each connection serves any company, and is closed
 * after some time without use.
 */
export interface WritePool {
  /** Returns an idle connection. */
  tryAcquire(): Client | undefined
  /**
   * Returns an idle connection, or a new one below the limit, or waits in turn for a released one.
   * @throws LedgerUnavailable
   */
  acquire(): Promise<Client>
  /** Releases a connection to the company that waits longest. */
  release(client: Client): void
  /**
   * Removes a connection: nothing more is sent on it. Statements in flight are still answered, and an open transaction
   * ends with it.
   */
  destroy(client: Client): void
  /** Returns whether the connection was neither lost nor removed. */
  isOpen(client: Client): boolean
  /** The connections that are open, being opened or ending; the idle ones; and the waiting companies. */
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  /** Whether the database is one server, and no Citus cluster. Known since the first connection was opened. */
  readonly isOneServer: boolean
  /** Closes the connections; every log must be closed before. */
  close(): Promise<void>
}

interface PendingAcquire {
  resolve: (client: Client) => void
  reject: (error: Error) => void
}

/** @param most the limit of connections at the same time */
export function openWritePool({
  databaseUrl,
  most,
  onError,
}: {
  databaseUrl: string
  most: number
  onError: (error: Error) => void
}): WritePool {
  const open = new Set<Client>()
  /** The connection that was released last is leased first, so that others stay idle and are closed. */
  const idle: { client: Client; expiry: NodeJS.Timeout }[] = []
  const waiting = new Set<PendingAcquire>()
  const opening = new Set<Promise<void>>()
  let ending = 0
  let failedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let isOneServer = false

  const total = () => open.size + opening.size + ending

  function tryAcquire(): Client | undefined {
    const leased = idle.pop()
    clearTimeout(leased?.expiry)
    return leased?.client
  }

  async function acquire(): Promise<Client> {
    const client = tryAcquire()
    if (client) return client
    if (isClosed || waiting.size >= MAX_PENDING_ACQUIRES)
      throw new LedgerUnavailable('Too many companies wait to write')
    const { promise, resolve, reject } = Promise.withResolvers<Client>()
    const one = { resolve, reject }
    const timer = setTimeout(() => {
      waiting.delete(one)
      reject(new LedgerUnavailable('Others have written all the time'))
    }, ACQUIRE_TIMEOUT_MS)
    waiting.add(one)
    openMore()
    return promise.finally(() => clearTimeout(timer))
  }

  /** Opens one connection for each waiting company, up to the limit. */
  function openMore(): void {
    const mayTry = open.size === 0 || performance.now() - failedAt > RECONNECT_AFTER_MS
    while (mayTry && opening.size < waiting.size && total() < most) {
      const attempt = connect().finally(() => opening.delete(attempt))
      opening.add(attempt)
    }
  }

  async function connect(): Promise<void> {
    const base = clientSettings(databaseUrl, { name: 'site-ledger append', options: KEY_LOOKUPS_ONLY })
    const client = new Client({ ...base, pipeline: true })
    bindIntoOneBuffer(client)
    client.on('error', (error) => {
      onError(error)
      destroy(client)
    })
    try {
      await client.connect()
      const { rowCount } = await client.query(FORCE_GENERIC_PLAN)
      isOneServer = rowCount === 1
    } catch (error) {
      client.end().catch(onError)
      return noneMore(error)
    }
    open.add(client)
    if (isClosed) destroy(client)
    else release(client)
  }

  /**
   * Handles a failed connection: waiting companies get a connection that another releases; where none is open, they are
   * refused.
   */
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

  function release(client: Client): void {
    if (!open.has(client)) return
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next.resolve(client)
    } else idle.push({ client, expiry: setTimeout(destroy, CLOSE_IDLE_AFTER_MS, client).unref() })
  }

  function destroy(client: Client): void {
    if (open.delete(client)) void end(client)
  }

  async function end(client: Client): Promise<void> {
    const at = idle.findIndex((one) => one.client === client)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.expiry)
    ending++
    await Promise.race([client.end().catch(onError), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
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

  const connections: WritePool = {
    tryAcquire,
    acquire,
    release,
    destroy,
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
    get isOneServer() {
      return isOneServer
    },
    close,
  }
  return connections
}
