import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ledger/launch/embedded-postgres.ts'
import { addressFor, provideAppLogin } from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { onServer } from '../environment/server.ts'

/** A PostgreSQL of the benchmark's own, with the durable defaults of npm start. */
export interface BenchServer {
  version: string
  pid: number
  folder: string
  /** Of a database, as its owner. */
  address(name: string): string
  /** An empty database. */
  database(name: string): Promise<string>
  /** A database with the schema of the ledger, new or as an earlier run left it: the app's address. */
  ledger(name: string, isThere?: boolean): Promise<string>
  stop(): Promise<void>
}

/** @param kept a folder that stays when the server is stopped, with all its databases; without it there is a temporary one */
export async function startServer(kept?: string): Promise<BenchServer> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'site-ledger-bench-'))
  mkdirSync(folder, { recursive: true })
  // Root's PostgreSQL runs as another user, who must pass through.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') })
  await fillWal(postgres.superuserUrl)

  function addressOf(name: string): string {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }

  async function database(name: string): Promise<string> {
    await onServer(postgres.url, (client) => client.query(`DROP DATABASE IF EXISTS ${name}`))
    await onServer(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`))
    return addressOf(name)
  }

  return {
    version: postgres.version,
    pid: postgres.pid,
    folder,
    address: addressOf,
    database,
    async ledger(name, isThere = false) {
      const url = isThere ? addressOf(name) : await database(name)
      await migrate(url)
      const login = { user: `${name}_app`, password: randomBytes(24).toString('base64url') }
      await provideAppLogin(url, login)
      return addressFor(url, login)
    },
    async stop() {
      await postgres.stop(kept ? 'fast' : 'immediate')
      if (!kept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Writes as much of the write-ahead log as there is between two checkpoints. A server that was just made fills each of its files with zeros when it
 * gets there, for which all who commit wait 50 ms; one that has been in use takes those that it has used before. Who is measured first would pay for all.
 */
async function fillWal(superuserUrl: string): Promise<void> {
  await onServer(superuserUrl, async (client) => {
    await client.query('SELECT pg_logical_emit_message(false, $1, repeat($2, 1000000)) FROM generate_series(1, 1000)', [
      'fill',
      '0',
    ])
    await client.query('CHECKPOINT')
  })
}
