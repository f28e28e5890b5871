import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { type ProductProcess, startProductProcess } from '../environment/processes/start-process.ts'
import { FIRST_ADMIN } from '../environment/service/test-service.ts'
import { nodeOptionsWithPatches, type SourcePatch } from './planted/source-patches.ts'

const READY_WITHIN_MS = 10_000

export interface ProductOptions {
  /** Replaces the own database, which is dropped afterwards. */
  database?: TestDatabase
  /** Returns the port through which the API reaches its database, given the port of PostgreSQL. */
  wayToDatabase?: (port: number) => Promise<number> | number
  /** Faults planted into the first processes; restarted processes have none. */
  planted?: SourcePatch[]
  workers?: number
  /** Settings that differ from those of a fault run, in which no limit applies. */
  settings?: Record<string, string>
}

/** The product in real processes with its own database, for the fault runs to kill. */
export interface ProductProcesses {
  database: TestDatabase
  /** The folder of its keys. */
  dataDirectory: string
  /** The address of the API, which stays the same across restarts. */
  origin: string
  api(): ProductProcess
  workers: ProductProcess[]
  /** Starts another API on the same database, with a port of its own, which the caller stops. */
  startSecondApi(): Promise<ProductProcess>
  /**
   * Resolves when the API has ended.
   * @returns its exit code; null after a kill -9
   */
  stopApi(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /**
   * Starts the API again.
   * @returns milliseconds until it reports that it is ready (/readyz)
   */
  restartApi(databaseUrl?: string): Promise<number>
  /** Starts a worker in place of another. */
  restartWorker(index: number, planted?: SourcePatch[], databaseUrl?: string): Promise<void>
  /** @returns milliseconds until /readyz reports success: the schema exists, and every projection is at the head */
  ready(withinMs?: number): Promise<number>
  close(): Promise<void>
}

export async function startProductProcesses(options: ProductOptions = {}): Promise<ProductProcesses> {
  const { wayToDatabase = (port) => port, planted = [], workers: count = 1 } = options
  const database = options.database ?? (await createTestDatabase())
  const url = new URL(database.url)
  url.port = String(await wayToDatabase(Number(url.port || 5432)))
  const dataDirectory = temporaryFolder()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDirectory,
    EMBEDDED_POSTGRES: '1',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    SIGN_IN_LIMIT: 'off',
    WRITE_LIMIT: 'off',
    ...options.settings,
  }
  const start = (script: string, plants: SourcePatch[], own: Record<string, string> = {}) => {
    const { environment, nodeOptions } = nodeOptionsWithPatches(plants)
    return startProductProcess(script, { ...env, ...own, ...environment }, nodeOptions)
  }
  const startWorker = (plants: SourcePatch[], databaseUrl = database.url) =>
    start('projections/main.ts', plants, { DATABASE_URL: databaseUrl })
  let api = await start('ledger-service/main.ts', planted, { DATABASE_URL: url.href })
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(planted)))
  const origin = api.address
  await waitUntilReady(origin)

  return {
    database,
    dataDirectory,
    origin,
    workers,
    api: () => api,
    startSecondApi: () => start('ledger-service/main.ts', []),
    stopApi: (signal) => api.stop(signal),
    async restartApi(databaseUrl = url.href) {
      const begun = performance.now()
      api = await start('ledger-service/main.ts', [], { DATABASE_URL: databaseUrl, PORT: new URL(origin).port })
      await waitUntilReady(origin)
      return performance.now() - begun
    },
    async restartWorker(index, plants = [], databaseUrl = database.url) {
      workers[index] = await startWorker(plants, databaseUrl)
    },
    ready: (withinMs) => waitUntilReady(origin, withinMs),
    async close() {
      await Promise.all([api, ...workers].map((each) => each.stop()))
      await database.drop()
    },
  }
}

/** I11: ready within 10 s. */
async function waitUntilReady(origin: string, withinMs = READY_WITHIN_MS): Promise<number> {
  for (const begun = performance.now(); ; await sleep(20)) {
    const { status } = await fetch(`${origin}/readyz`)
    const tookMs = performance.now() - begun
    if (status === 200) return tookMs
    if (tookMs > withinMs) throw new Error(`/readyz still says ${status} after ${withinMs} ms`)
  }
}
