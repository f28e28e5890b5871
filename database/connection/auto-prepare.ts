import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ClientBase, Pool, PoolClient, Submittable } from 'pg'
import { commitAndCheckWarnings } from './commit-and-check-warnings.ts'

/** A text that is used this often is worth a prepared plan; a text that is composed anew each time is not. */
const USES_BEFORE_PREPARING = 5
const MAX_PREPARED_STATEMENTS = 500
const MAX_COUNTED_TEXTS = 1000

/**
 * The statements that are prepared. A prepared statement refers to the tables that it was planned for: on connections
 * where a temporary table replaces another, as in a verification, no prepared statement may write.
 */
export type PreparedScope = 'nothing' | 'reads' | 'everything'

/** A comment for statements whose best plan depends on the values. */
export const NEVER_PREPARE_COMMENT = '/* planned each time */'

const NO_STATEMENT = /(?!)/
const READ_STATEMENT = /^\s*(select|with)\b/i
/** Transactions begin and end without a plan, and COPY uses a cursor of its own. */
const PLANNED_STATEMENT = /^\s*(select|with|insert|update|delete)\b/i

/**
 * Returns the pool in the form that Kysely uses. It prepares frequent statements, because planning a page of a list
 * costs PostgreSQL more than reading it. A commit fails if the server warned about it (commit-and-check-warnings.ts).
 */
export function autoPreparingPool(pool: Pool, prepared: PreparedScope): PostgresPool {
  const names = new StatementNames(prepared)
  // Kysely identifies a connection by its client.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? autoPreparingClient(client, names)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function autoPreparingClient(client: PoolClient, names: StatementNames): PostgresPoolClient {
  return { query: autoPreparingQuery(client, names), release: (destroy) => client.release(destroy) }
}

/** Returns the `query` function that Kysely calls on a connection. */
export function autoPreparingQuery(
  client: ClientBase,
  names = new StatementNames('nothing'),
): PostgresPoolClient['query'] {
  function query(text: string | Submittable, values: readonly unknown[] = []): unknown {
    // A cursor is passed on unchanged.
    if (typeof text !== 'string') return client.query(text)
    if (COMMIT_STATEMENT.test(text)) return commitAndCheckWarnings(client)
    const name = names.nameOf(text)
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }
  return query as PostgresPoolClient['query']
}

const COMMIT_STATEMENT = /^commit$/i

/** The names of prepared statements, for all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new LRUCache<string, number>({ max: MAX_COUNTED_TEXTS })
  readonly #worth: RegExp

  constructor(prepared: PreparedScope) {
    this.#worth = { nothing: NO_STATEMENT, reads: READ_STATEMENT, everything: PLANNED_STATEMENT }[prepared]
  }

  /** Returns the name of a statement that may be prepared and is used often enough; undefined for others. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_PREPARED_STATEMENTS || !this.#isWorth(text)) return known
    const seen = (this.#seen.get(text) ?? 0) + 1
    if (seen < USES_BEFORE_PREPARING) {
      this.#seen.set(text, seen)
      return undefined
    }
    this.#seen.delete(text)
    const name = `kept_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  #isWorth(text: string): boolean {
    return this.#worth.test(text) && !text.includes(NEVER_PREPARE_COMMENT)
  }
}
