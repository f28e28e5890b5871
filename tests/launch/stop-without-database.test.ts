import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { type ProductProcess, startProductProcess } from '../environment/processes/start-process.ts'
import { FIRST_ADMIN } from '../environment/service/test-service.ts'

/** A process that is stopped while its database is unavailable does not wait for it. */

/** Less than a container's runtime waits before it kills the process: 10 s. */
const WITHIN_MS = 10_000
let database: TestDatabase
const env = {
  EMBEDDED_POSTGRES: '1',
  LOG_LEVEL: 'fatal',
  ADMIN_EMAIL: FIRST_ADMIN.email,
  ADMIN_PASSWORD: FIRST_ADMIN.password,
}
const dataDirectory = temporaryFolder()

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Way {
  port: number | undefined
  fallSilent(): void
  cut(): void
}

/**
 * A connection to the database that can be cut, or fall silent: then no data passes, and neither side gets an error.
 */
async function openWay(target: number): Promise<Way> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    fallSilent() {
      for (const socket of open) socket.unpipe().pause()
    },
    cut() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** A way that is cut is told to the process. */
const WAYS = ['fallSilent', 'cut'] as const

it.each(WAYS)(
  'each process ends in time, the way to its database being %s',
  {
    timeout: 90_000,
  },
  async (how) => {
    const begun: { script: string; way: Way; process: ProductProcess }[] = []
    // One after the other: the first process creates the keys.
    for (const script of ['ledger-service/main.ts', 'projections/main.ts', 'ledger-service/proof/main.ts']) {
      const url = new URL(database.url)
      const way = await openWay(Number(url.port || 5432))
      url.port = String(way.port)
      const process = await startProductProcess(script, { ...env, DATABASE_URL: url.href, DATA_DIR: dataDirectory })
      begun.push({ script, way, process })
    }
    for (const { way } of begun) way[how]()
    const codes = await Promise.all(
      begun.map(({ process }) =>
        Promise.race([
          process.stop(),
          new Promise((resolve) => setTimeout(resolve, WITHIN_MS, 'it still runs').unref()),
        ]),
      ),
    )
    for (const { way, process } of begun) {
      await process.stop('SIGKILL')
      way.cut()
    }
    expect(begun.map(({ script }, index) => `${script}: ${codes[index]}`)).toEqual(
      begun.map(({ script }) => `${script}: 0`),
    )
  },
)
