import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ledger/launch/embedded-postgres.ts'
import { addressFor, provideAppLogin } from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { onServer } from '../environment/server.ts'

/** A PostgreSQL of the benchmark's own, with the durable defaults of npm start. */
export interface BenchServer {
  version: string
  folder: string
  /** An empty database. */
  database(name: string): Promise<string>
  /** A database with the schema of the ledger: the app's address. */
  ledger(name: string): Promise<string>
  stop(): Promise<void>
}

export async function startServer(): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'site-ledger-bench-'))
  // Root's PostgreSQL runs as another user, who must pass through.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') })

  async function database(name: string): Promise<string> {
    await onServer(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`))
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }

  return {
    version: postgres.version,
    folder,
    database,
    async ledger(name) {
      const url = await database(name)
      await migrate(url)
      const login = { user: `${name}_app`, password: randomBytes(24).toString('base64url') }
      await provideAppLogin(url, login)
      return addressFor(url, login)
    },
    async stop() {
      await postgres.stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
