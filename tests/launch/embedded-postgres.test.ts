import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  runningClusterUrl,
  startEmbeddedPostgres,
} from '@ledger/launch/postgres/embedded-postgres.ts'
import { identityOf } from '@ledger/launch/process-lock.mjs'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { withServerConnection } from '../environment/database/server-connection.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'

const folder = temporaryFolder()
const directory = join(folder, 'cluster')
let running: EmbeddedPostgres | undefined

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ directory })
  return running
}

afterEach(async () => {
  await running?.stop('immediate')
  running = undefined
})

async function setting(url: string, name: string): Promise<unknown> {
  return withServerConnection(url, async (client) => (await client.query(`SHOW ${name}`)).rows[0]?.[name])
}

test('the first start makes a durable UTF8 cluster that only 127.0.0.1 reaches, with passwords of its own', async () => {
  const { url, folder: cluster } = await start()
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
    expect([name, await setting(url, name)]).toEqual([name, 'on'])
  }
  expect(await setting(url, 'server_encoding')).toBe('UTF8')
  expect(await setting(url, 'listen_addresses')).toBe('127.0.0.1')
  expect(statSync(join(cluster, 'passwords')).mode & 0o777).toBe(0o600)
  expect(statSync(join(cluster, 'data')).mode & 0o777).toBe(0o700)
  const hba = readFileSync(join(cluster, 'data', 'pg_hba.conf'), 'utf8')
  const methods = hba
    .split('\n')
    .filter((line) => /^(local|host)/.test(line))
    .map((line) => line.split(/\s+/).at(-1))
  expect(new Set(methods)).toEqual(new Set(['scram-sha-256']))
  const wrong = new URL(url)
  wrong.password = 'password'
  await expect(withServerConnection(wrong.href, async () => undefined)).rejects.toMatchObject({ code: '28P01' })
  const owner = await withServerConnection(url, (client) =>
    client.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user'),
  )
  expect(owner.rows).toEqual([{ rolsuper: false }])
})

test('a second start finds the data of the first, on the same port', async () => {
  const first = await start()
  await withServerConnection(first.url, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'))
  await first.stop()
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(
    await withServerConnection(second.url, async (client) => (await client.query('SELECT n FROM kept')).rows),
  ).toEqual([{ n: 7 }])
})

test('a cluster that is in use is refused with one sentence; its URL is known to others until it is stopped', async () => {
  const { url, stop } = await start()
  await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(`in use by process ${process.pid}`)
  expect(runningClusterUrl(directory)).toBe(url)
  await stop()
  expect(runningClusterUrl(directory)).toBeUndefined()
})

test('after kill -9 of the server it starts again on the same port, with what was committed', async () => {
  const first = await start()
  await withServerConnection(first.url, (client) => client.query('CREATE TABLE survived AS SELECT 1 AS n'))
  await first.kill()
  const second = await start()
  expect(second.port).toBe(first.port)
  expect(second.pid).not.toBe(first.pid)
  await withServerConnection(second.url, (client) => client.query('SELECT n FROM survived'))
})

/** Starts a process that starts the cluster and prints the server's pid. `guardedScreen`: the guard stays on. */
async function startElsewhere(): Promise<{ kill(): Promise<void>; serverPid: number; guardPid: number }> {
  const module = new URL('../../launch/postgres/embedded-postgres.ts', import.meta.url).href
  const script = `
    const { startEmbeddedPostgres } = await import('${module}')
    console.log((await startEmbeddedPostgres({ directory: '${directory}' })).pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const serverPid = await new Promise<number>((resolve) => child.stdout.once('data', (data) => resolve(Number(data))))
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number)
  const guardPid = children.find((pid) => pid !== serverPid) ?? 0
  return {
    serverPid,
    guardPid,
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

test.runIf(process.platform === 'linux')('a server whose launcher was killed is stopped by its guard', async () => {
  const other = await startElsewhere()
  await other.kill()
  await expect.poll(() => identityOf(other.serverPid), { timeout: 10_000 }).toBeUndefined()
})

if (isFullRun)
  test.runIf(process.platform === 'linux')('a server that outlived everything is recognised and stopped', async () => {
    const other = await startElsewhere()
    process.kill(other.guardPid, 'SIGKILL')
    await other.kill()
    expect(identityOf(other.serverPid)).toBeDefined()
    const { pid, url } = await start()
    expect(identityOf(other.serverPid)).toBeUndefined()
    expect(pid).not.toBe(other.serverPid)
    await withServerConnection(url, (client) => client.query('SELECT 1'))
  })

if (isFullRun)
  test('a process that merely has the number of postmaster.pid is left alone', async () => {
    const { folder: cluster, stop } = await start()
    await stop()
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres'])
    const pidFile = join(cluster, 'data', 'postmaster.pid')
    writeFileSync(pidFile, `${bystander.pid}\n${join(cluster, 'data')}\n0\n5432\n\n127.0.0.1\n\nready\n`)
    await start()
    expect(identityOf(bystander.pid ?? 0)).toBeDefined()
    bystander.kill('SIGKILL')
  })

if (isFullRun)
  test('a cluster whose making was cut off is made again, a complete one never', async () => {
    const half = join(folder, 'half')
    mkdirSync(join(half, 'data'), { recursive: true })
    writeFileSync(join(half, 'data', 'PG_VERSION'), '18\n')
    const postgres = await startEmbeddedPostgres({ directory: half })
    await postgres.stop('immediate')
    expect(existsSync(join(postgres.folder, 'complete'))).toBe(true)
    rmSync(join(postgres.folder, 'data', 'global'), { recursive: true })
    await expect(startEmbeddedPostgres({ directory: half })).rejects.toThrow('PostgreSQL did not start')
    expect(existsSync(join(postgres.folder, 'data', 'base'))).toBe(true)
  })

if (isFullRun)
  test('data of another version of PostgreSQL are refused with one sentence', async () => {
    const { folder: cluster, stop } = await start()
    await stop()
    const versionFile = join(cluster, 'data', 'PG_VERSION')
    writeFileSync(versionFile, '19\n')
    await expect(start()).rejects.toThrow(/are of PostgreSQL 19, a newer version than the 18\.\d+ of this program/)
    writeFileSync(versionFile, '18\n')
  })

if (isFullRun)
  test('several clusters run side by side', async () => {
    const others = await Promise.all([start(), startEmbeddedPostgres({ directory: join(folder, 'another') })])
    const pools = others.map(({ url }) => new pg.Pool({ connectionString: url, max: 1 }))
    for (const pool of pools) await pool.query('CREATE TABLE own (n int)')
    for (const pool of pools) await pool.end()
    expect(new Set(others.map(({ port }) => port)).size).toBe(2)
    for (const postgres of others) await postgres.stop('immediate')
  })

if (isFullRun)
  test.runIf(process.getuid?.() === 0)(
    'as root, a cluster for a folder that only root may enter lies in /var/lib',
    async () => {
      const closed = join(temporaryFolder(), 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const mine = join(closed, 'cluster')
      const first = await startEmbeddedPostgres({ directory: mine })
      try {
        await first.stop('immediate')
        expect(first.folder).toMatch(/^\/var\/lib\/site-ledger\//)
        expect(readFileSync(join(mine, 'location'), 'utf8').trim()).toBe(first.folder)
        expect(readFileSync(join(first.folder, 'belongs-to'), 'utf8').trim()).toBe(mine)
        expect(statSync(join(first.folder, 'passwords')).mode & 0o777).toBe(0o600)
        const second = await startEmbeddedPostgres({ directory: mine })
        await second.stop('immediate')
        expect(second.folder).toBe(first.folder)
      } finally {
        rmSync(first.folder, { recursive: true })
      }
    },
  )
