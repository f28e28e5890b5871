import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { provideAppLogin, urlWithLogin } from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { withServerConnection } from '../../environment/database/server-connection.ts'

/** The benchmark's own PostgreSQL, with the durable defaults of npm start. */
export interface BenchServer {
  version: string
  pid: number
  folder: string
  /** Returns the owner's address of a database. */
  address(name: string): string
  /** Creates an empty database. */
  database(name: string): Promise<string>
  /** Returns the app's address of a database with the schema of the ledger, new or from an earlier run. */
  ledger(name: string, isThere?: boolean): Promise<string>
  stop(): Promise<void>
}

/** @param kept a folder that remains with all its databases when the server is stopped; a temporary one by default */
export async function startBenchServer(kept?: string): Promise<BenchServer> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'site-ledger-bench-'))
  mkdirSync(folder, { recursive: true })
  // PostgreSQL runs as another user than root, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') })
  await fillWal(postgres.superuserUrl)

  function addressOf(name: string): string {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }

  async function database(name: string): Promise<string> {
    await withServerConnection(postgres.url, (client) => client.query(`DROP DATABASE IF EXISTS ${name}`))
    await withServerConnection(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`))
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
      return urlWithLogin(url, login)
    },
    async stop() {
      await postgres.stop(kept ? 'fast' : 'immediate')
      if (!kept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Writes as much WAL as there is between two checkpoints. A new server fills each WAL file with zeros when it reaches
 * it, which delays all commits by 50 ms; a server in use recycles its old files. Without this the first measurement
 * would pay for all.
 */
async function fillWal(superuserUrl: string): Promise<void> {
  await withServerConnection(superuserUrl, async (client) => {
    await client.query('SELECT pg_logical_emit_message(false, $1, repeat($2, 1000000)) FROM generate_series(1, 1000)', [
      'fill',
      '0',
    ])
    await client.query('CHECKPOINT')
  })
}
