import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLaunchConfiguration } from '@ledger/launch/launch-configuration.ts'
import { checkExternalPostgres } from '@ledger/launch/postgres/check-external-postgres.ts'
import { identityOf } from '@ledger/launch/process-lock.mjs'
import { afterAll, expect, inject, test } from 'vitest'
import { withServerConnection } from '../environment/database/server-connection.ts'
import { createTestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'
import { type LauncherRun, runLauncher, stopEveryLauncher, waitUntilProcessGone } from './run-launcher.ts'

const DATA_DIR = join(temporaryFolder(), 'data')
const parts = ['postgres', 'projections/main.ts', 'ledger-service/main.ts', 'proof/main.ts']

/** The run that a test has left for the next one, which kills it: each start costs seconds. */
let leftRunning: LauncherRun | undefined

afterAll(stopEveryLauncher)

async function get(address: string, path: string): Promise<{ status: number; type: string | null; text: string }> {
  const answer = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(3000) })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

async function becomesReady(address: string): Promise<void> {
  const status = () =>
    get(address, '/readyz').then(
      (answer) => answer.status,
      () => 'away',
    )
  await expect.poll(status, { timeout: 15_000, interval: 100 }).toBe(200)
}

test('the first start prints the address and the first admin, a second one refuses, SIGTERM ends everything', async () => {
  const first = runLauncher({ DATA_DIR })
  const address = await first.address
  expect(first.output()).toMatch(/First admin {3}admin@localhost {3}password: \S{12,}/)
  await becomesReady(address)
  const app = await get(address, '/site-dashboard')
  expect([app.status, app.type]).toEqual([200, expect.stringContaining('text/html')])
  const looked = await fetch(new URL('/site-dashboard', address), { method: 'HEAD' })
  expect([looked.status, looked.headers.get('content-type'), await looked.text()]).toEqual([200, app.type, ''])

  expect(readFileSync(join(DATA_DIR, 'logs', 'api.log'), 'utf8')).not.toContain('Warning')

  const second = runLauncher({ DATA_DIR })
  expect(await second.ended).toBe(78)
  expect(second.output()).toBe(`Site Ledger already runs with ${DATA_DIR} (process ${first.pid}), at ${address}.\n`)

  const children = parts.map((part) => first.child(part))
  const begun = performance.now()
  expect(await first.stop('SIGTERM')).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(children.map((pid) => identityOf(pid))).toEqual(children.map(() => undefined))
})

if (isFullRun)
  test('the signer, the API, the worker and PostgreSQL come back, on the same address, after kill -9 of each', async () => {
    const run = runLauncher({ DATA_DIR })
    const address = await run.address
    for (const part of parts.toReversed()) {
      const before = run.child(part)
      process.kill(before, 'SIGKILL')
      await waitUntilProcessGone(before)
      const now = () => {
        try {
          return run.child(part)
        } catch {
          return 0
        }
      }
      await expect.poll(now, { timeout: 15_000 }).toBeGreaterThan(0)
      await becomesReady(address)
    }
    leftRunning = run
  })

test('after kill -9 of the launcher its processes end by themselves, and the next start goes well, without a password', async () => {
  const killed = leftRunning ?? runLauncher({ DATA_DIR })
  await killed.address
  const [postgres = 0, ...ours] = parts.map((part) => killed.child(part))
  await killed.stop('SIGKILL')
  for (const pid of ours) await waitUntilProcessGone(pid)
  const next = runLauncher({ DATA_DIR })
  await becomesReady(await next.address)
  expect(next.output()).not.toContain('password')
  expect(identityOf(postgres)).toBeUndefined()
  if (isFullRun) leftRunning = next
  else expect(await next.stop()).toBe(0)
})

if (isFullRun)
  test('after kill -9 of everything the next start goes well, and Ctrl-C ends it', async () => {
    const killed = leftRunning ?? runLauncher({ DATA_DIR })
    await killed.address
    const children = [...parts, 'guard'].map((part) => killed.child(part))
    for (const pid of [killed.pid, ...children]) process.kill(pid, 'SIGKILL')
    await killed.ended
    const next = runLauncher({ DATA_DIR })
    await becomesReady(await next.address)
    expect(await next.stop('SIGINT')).toBe(0)
  })

/** Returns what a start prints that must fail; it has to exit with 78. */
async function refusal(env: Record<string, string>): Promise<string> {
  const run = runLauncher({ DATA_DIR, ...env })
  expect(await run.ended).toBe(78)
  return run.output()
}

test('a port in use gets one sentence', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use; .*\\n$`))
  other.close()
})

test('a wrong setting gets one sentence', async () => {
  expect(() => readLaunchConfiguration({ PORT: 'eighty' })).toThrow(
    'PORT must be a number from 0 to 65535; it is "eighty".',
  )
  expect(await refusal({ LOG_LEVEL: 'loud' })).toMatch(/^LOG_LEVEL must be one of .*\n$/)
})

test('a wrong DATABASE_URL gets one sentence, which never shows the password', async () => {
  const database = await createTestDatabase()
  const wrong = Object.assign(new URL(database.ownerUrl), { password: 'hunter2' }).href
  const absent = Object.assign(new URL(database.ownerUrl), { pathname: '/no_such' }).href
  expect(() => readLaunchConfiguration({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' })).toThrow(
    /^DATABASE_URL must look like postgres:\/\/user:password@host:5432\/database\.$/,
  )
  await expect(checkExternalPostgres('postgres://me:hunter2@127.0.0.1:1/x')).rejects.toThrow(
    /^DATABASE_URL does not work: nothing listens on 127\.0\.0\.1, port 1\.$/,
  )
  await expect(checkExternalPostgres(absent)).rejects.toThrow(
    /^DATABASE_URL does not work: the server has no database "no_such"\.$/,
  )
  expect(await refusal({ DATABASE_URL: wrong })).toMatch(
    /^DATABASE_URL does not work: the server refuses the user "\w+" or the password\.\n$/,
  )
  await database.drop()
})

if (isFullRun)
  test('an outside PostgreSQL serves instead of the embedded one', async () => {
    const database = await createTestDatabase()
    const own = join(temporaryFolder(), 'data')
    const run = runLauncher({ DATA_DIR: own, DATABASE_URL: database.ownerUrl })
    await becomesReady(await run.address)
    expect(run.output()).toContain(`${new URL(inject('postgresUrl')).port}/${database.name} (DATABASE_URL)`)
    expect(existsSync(join(own, 'postgres'))).toBe(false)
    expect(await run.stop()).toBe(0)
    await database.drop()
  })

if (isFullRun)
  test('a database of a newer version gets one sentence', async () => {
    const database = await createTestDatabase()
    await withServerConnection(database.ownerUrl, (client) =>
      client.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-future', now()::text)`),
    )
    const output = await refusal({ DATA_DIR: join(temporaryFolder(), 'data'), DATABASE_URL: database.ownerUrl })
    expect(output).toMatch(/^The database was made by a newer version of Site Ledger .*\n$/)
    await database.drop()
  })

/** Returns a file system of this size, or undefined where this user may not mount one. */
function smallDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'site-ledger-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).status === 0
  if (mounted) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

const mayMount = (() => {
  const disk = smallDisk(1)
  if (disk) removeDisk(disk)
  return disk !== undefined
})()

function removeDisk(folder: string): void {
  spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
}

test.runIf(mayMount).for([2, 40])('a disk with room for %i MB only gets one sentence', async (megabytes) => {
  const disk = smallDisk(megabytes) ?? ''
  mkdirSync(join(disk, 'data'), { mode: 0o711 })
  const output = await refusal({ DATA_DIR: join(disk, 'data') })
  removeDisk(disk)
  expect(output).toMatch(/^The disk that holds \S+ is full\. Make room and start again\.\n$/)
})
