import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, Submittable } from 'pg'

/** A text that comes back so often is worth its plan; one that is put together anew each time is not. */
const OFTEN = 5
const MOST_NAMED = 500
const MOST_COUNTED = 5000

/**
 * The pool as Kysely sees it, which prepares queries that come again and again: planning a page of a list costs PostgreSQL
 * more than reading it. Only queries that read, because a statement keeps the tables that it was planned for: where a
 * temporary table takes the place of another, as in a verification, nothing prepared may write.
 */
export function preparingReads(pool: Pool): PostgresPool {
  const names = new StatementNames()
  // Kysely knows a connection again by its client.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? prepares(client, names)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function prepares(client: PoolClient, names: StatementNames): PostgresPoolClient {
  function query(text: string | Submittable, values: readonly unknown[] = []): unknown {
    // A cursor, which is passed on.
    if (typeof text !== 'string') return client.query(text)
    const name = names.nameOf(text)
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()

  /** Of a query that reads and was asked often enough; undefined for others. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMED || !/^\s*(select|with)\b/i.test(text)) return known
    const seen = (this.#seen.get(text) ?? 0) + 1
    if (seen < OFTEN) {
      if (this.#seen.size >= MOST_COUNTED) this.#seen.clear()
      this.#seen.set(text, seen)
      return undefined
    }
    this.#seen.delete(text)
    const name = `read_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
