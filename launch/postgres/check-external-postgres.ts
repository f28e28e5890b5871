import { Client } from 'pg'
import { CannotStart, errorCode } from '../start-errors.ts'

const oldestPostgresVersion = 15

/**
 * Checks that the address in DATABASE_URL, or in the variable named `variable`, leads to a suitable PostgreSQL.
 * @throws CannotStart; no sentence contains the password
 */
export async function checkExternalPostgres(databaseUrl: string, variable = 'DATABASE_URL'): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  // If the connection drops between two steps, the next step reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`)
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < oldestPostgresVersion) {
      throw new CannotStart(
        `${variable} leads to PostgreSQL ${major}; version ${oldestPostgresVersion} or later is needed.`,
      )
    }
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`${variable} does not work: ${connectionFailureReason(error, new URL(databaseUrl))}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function connectionFailureReason(error: unknown, url: URL): string {
  const database = decodeURIComponent(url.pathname.slice(1)) || url.username
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `nothing listens on ${url.hostname}, port ${url.port || 5432}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host named ${url.hostname}`
    case '28P01':
    case '28000':
      return `the server refuses the user "${decodeURIComponent(url.username)}" or the password`
    case '3D000':
      return `the server has no database "${database}"`
    case '53300':
      return 'the server has no connection to spare'
    default:
      return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  }
}
