import { randomBytes } from 'node:crypto'
import type { EmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { provideAppLogin, urlWithLogin } from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import type { TestDatabase } from './test-database.ts'

/** Prepares the schema and the app's login on a test's own server, which does not affect other tests. */
export async function migrateOwnServer(postgres: EmbeddedPostgres, drop: () => Promise<void>): Promise<TestDatabase> {
  const login = { user: 'site_ledger_app', password: randomBytes(24).toString('base64url') }
  await migrate(postgres.url)
  await provideAppLogin(postgres.url, login)
  return { url: urlWithLogin(postgres.url, login), ownerUrl: postgres.url, name: 'site_ledger', drop }
}
