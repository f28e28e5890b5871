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
  /** kill -9. Resolves when it is dead. */
  killApi(): Promise<void>
  /** Starts it again. @returns milliseconds until it said that it is ready to be sent traffic (/readyz) */
  restartApi(): Promise<number>
  close(): Promise<void>
}

export async function startLedgerProcesses(): Promise<LedgerProcesses> {
  const database = await createDatabase()
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), EMBEDDED_POSTGRES: '1', LOG_LEVEL: 'warn' },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SIGN_IN_LIMIT: 'off' },
  }
  let api: Process = await startProcess('ledger-service/main.ts', env)
  const worker = await startProcess('projections/main.ts', env)
  const origin = api.address
  await ready(origin)

  return {
    database,
    origin,
    async killApi() {
      await api.stop('SIGKILL')
    },
    async restartApi() {
      const begun = performance.now()
      api = await startProcess('ledger-service/main.ts', { ...env, PORT: new URL(origin).port })
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
