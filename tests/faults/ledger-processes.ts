import { createDatabase, type TestDatabase } from '../environment/database.ts'
import { temporaryFolder } from '../environment/folder.ts'
import { type Process, startProcess } from '../environment/processes.ts'
import { ADMIN } from '../environment/service.ts'

const READY_WITHIN_MS = 10_000

/** The product in real processes on a database of its own: what a fault run kills. */
export interface LedgerProcesses {
  database: TestDatabase
  /** Where the API listens, before and after every restart. */
  origin: string
  /** Resolves when it has ended. @returns its exit code; null after a kill -9 */
  stopApi(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Starts it again. @returns milliseconds until it said that it is ready to be sent traffic (/readyz) */
  restartApi(): Promise<number>
  close(): Promise<void>
}

/** @param wayToDatabase leads the API there by another port, given the one where PostgreSQL listens */
export async function startLedgerProcesses(
  wayToDatabase: (port: number) => Promise<number> | number = (port) => port,
): Promise<LedgerProcesses> {
  const database = await createDatabase()
  const url = new URL(database.url)
  url.port = String(await wayToDatabase(Number(url.port || 5432)))
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), EMBEDDED_POSTGRES: '1', LOG_LEVEL: 'warn' },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SIGN_IN_LIMIT: 'off' },
  }
  let api: Process = await startProcess('ledger-service/main.ts', { ...env, DATABASE_URL: url.href })
  const worker = await startProcess('projections/main.ts', env)
  const origin = api.address
  await ready(origin)

  return {
    database,
    origin,
    stopApi: (signal) => api.stop(signal),
    async restartApi() {
      const begun = performance.now()
      api = await startProcess('ledger-service/main.ts', {
        ...{ ...env, DATABASE_URL: url.href, PORT: new URL(origin).port },
      })
      await ready(origin)
      return performance.now() - begun
    },
    async close() {
      await api.stop()
      await worker.stop()
      await database.drop()
    },
  }
}

/** I11: ready within 10 s. */
async function ready(origin: string): Promise<void> {
  for (const begun = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const { status } = await fetch(`${origin}/readyz`)
    if (status === 200) return
    if (performance.now() - begun > READY_WITHIN_MS) throw new Error(`/readyz still says ${status} after 10 s`)
  }
}
