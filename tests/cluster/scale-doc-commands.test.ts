import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROLE } from '@ledger/database/app-role.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { mayChangeHistory, urlWithLogin } from '@ledger/migrations/app-login.ts'
import { findFirstCompanyId } from '@ledger/migrations/migrate.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { withServerConnection } from '../environment/database/server-connection.ts'
import { codeBlocksOf } from '../environment/files/doc-commands.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { hireFieldUser, signInAdmin } from '../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../environment/service/test-service.ts'
import { startProductProcesses } from '../faults/product-processes.ts'
import { nodeAddress, openTestCluster, type TestCluster } from './test-cluster.ts'

/** Runs docs/scale.md command by command, as an owner who is no superuser. */

const blocks = codeBlocksOf('scale.md').filter(({ marks }) => marks[0] === 'cluster')
const ran = new Set<string>()
let cluster: TestCluster
let env: Record<string, string>
let ownerUrl: string
let appUrl: string
beforeAll(async () => {
  cluster = await openTestCluster()
  const [coordinator, ...workers] = cluster.servers
  const { username, password } = new URL(coordinator)
  const url = new URL(coordinator)
  url.pathname = `/${cluster.database}`
  ownerUrl = urlWithLogin(url.href, { user: cluster.owner, password: 'of-the-owner' })
  appUrl = urlWithLogin(url.href, { user: cluster.appLogin, password: 'of-the-app' })
  const [WORKER_1 = '', WORKER_2 = '', WORKER_3 = ''] = workers.map(nodeAddress)
  const names = {
    SUPERUSER: username,
    DATABASE: cluster.database,
    OWNER: cluster.owner,
    OWNER_PASSWORD: 'of-the-owner',
  }
  env = {
    ...{ COORDINATOR: nodeAddress(coordinator), WORKER_1, WORKER_2, WORKER_3, ...names },
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(process.env.TEST_CLUSTER?.startsWith('/') ? { PATH: `${process.env.TEST_CLUSTER}:${process.env.PATH}` } : {}),
    ...{ DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, ...installation() },
    ...{ BACKUPS: temporaryFolder(), BACKUP_PASSPHRASE: 'only for the page of clusters' },
    ...{ ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password },
  }
})
afterAll(() => cluster.close(), 300_000)

/** Returns the settings of a new ledger with its own data directory. */
function installation() {
  const DATA_DIR = join(temporaryFolder(), 'data')
  mkdirSync(DATA_DIR)
  return { DATA_DIR }
}

/** Runs a text in the checkout, as a person would. The packages are installed, so `npm run` installs nothing. */
function shell(text: string): { status: number | null; output: string } {
  const done = spawnSync('bash', ['-c', `set -euo pipefail\n${text}`], {
    ...{ cwd: checkoutFolder, encoding: 'utf8' as const, env: { ...process.env, ...env } },
  })
  return { status: done.status, output: done.stdout + done.stderr }
}

/** Runs the page's blocks of one kind in order. */
function follow(kind: string, { without = [] }: { without?: string[] } = {}): void {
  const chosen = blocks.filter(({ marks }) => marks.includes(kind) && !without.some((mark) => marks.includes(mark)))
  for (const { text } of chosen) {
    const { status, output } = shell(text)
    expect(status, `${text}\n${output}`).toBe(0)
    ran.add(text)
  }
  expect(chosen.length).toBeGreaterThan(0)
}

/** Reduces the number of shards, because distributing takes a second for each hundred. */
async function wantFewParts(): Promise<void> {
  await withServerConnection(cluster.servers[0], (client) =>
    client.query(`ALTER DATABASE ${cluster.database} SET citus.shard_count = 4`),
  )
}

function verified(): void {
  expect(shell('npm run -s ledger -- verify').output).toMatch(/^All is well/m)
  expect(shell('npm run -s ledger -- distribute --check')).toEqual({
    ...{ status: 0, output: 'The cluster is as it has to be\n' },
  })
}

describe('an installation with data', () => {
  test('on one machine, which has people and entries', { timeout: 900_000 }, async () => {
    const [coordinator] = cluster.servers
    await withServerConnection(coordinator, async (client) => {
      await client.query(`CREATE ROLE ${cluster.owner} LOGIN CREATEROLE PASSWORD 'of-the-owner'`)
      await client.query(`CREATE DATABASE ${cluster.database} OWNER ${cluster.owner} TEMPLATE template0`)
    })
    expect(shell('npm run -s setup').output).toContain('The database is set up.')
    const database = { url: appUrl, ownerUrl, name: cluster.database, drop: async () => undefined }
    const ledger = await startProductProcesses({ database, settings: { DATA_DIR: env.DATA_DIR ?? '' } })
    for (const role of ['site_incharge', 'supervisor'] as const)
      await hireFieldUser(await signInAdmin(ledger.origin), role)
    await ledger.close()
  })

  test('becomes a cluster of two nodes', { timeout: 900_000 }, async () => {
    follow('grow', { without: ['spread'] })
    await wantFewParts()
    follow('spread')
    verified()
  })

  test('has one owner of all tables that are spread; the app adds events and changes none', async () => {
    const sql = ownerPool(ownerUrl)
    const { rows } = await sql.query(
      `SELECT relowner::regrole::text AS owner, count(*)::integer AS tables FROM pg_dist_partition
      JOIN pg_class ON pg_class.oid = logicalrelid GROUP BY 1`,
    )
    expect(rows).toEqual([{ owner: cluster.owner, tables: expect.any(Number) }])
    await sql.end()
    const app = connectPool(appUrl, { name: 'test', max: 1, onError: () => undefined })
    expect(await mayChangeHistory(app)).toBe(false)
    await expect(app.query('UPDATE events SET data = data')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('DELETE FROM events')).rejects.toMatchObject({ code: '42501' })
    await app.end()
  })

  test('as an earlier version left it: no company moves until the next start has given the tables one owner', {
    timeout: 900_000,
  }, async () => {
    const sql = ownerPool(ownerUrl)
    const company = (await findFirstCompanyId(sql)) ?? ''
    await sql.query(`ALTER TABLE read.ledger_rows OWNER TO ${APP_ROLE}`)
    const check = shell('npm run -s ledger -- distribute --check')
    expect([check.status, check.output]).toEqual([1, expect.stringContaining('read.ledger_rows does not belong to')])
    const move = shell(`npm run -s ledger -- move ${company} --to "$WORKER_2"`)
    expect([move.status, move.output]).toEqual([1, expect.stringContaining('a move would lose entries')])
    expect(shell('npm run -s setup').status).toBe(0)
    await sql.end()
    verified()
  })

  test('gets a third node, and moves and isolates a company', { timeout: 900_000 }, async () => {
    follow('node')
    const sql = ownerPool(ownerUrl)
    env.COMPANY = (await findFirstCompanyId(sql)) ?? ''
    follow('move')
    follow('isolate')
    verified()
    const { rows } = await sql.query(
      `SELECT nodename || ':' || nodeport AS node FROM citus_shards
      WHERE shardid = get_shard_id_for_distribution_column('log_heads', $1::uuid)`,
      [env.COMPANY],
    )
    expect(rows).toEqual([{ node: env.WORKER_2 }])
    await sql.end()
    follow('backup')
  })
})

describe('an empty cluster', () => {
  test('takes a backup', { timeout: 900_000 }, async () => {
    await cluster.clear()
    Object.assign(env, installation())
    follow('new', { without: ['setup', 'spread'] })
    await wantFewParts()
    follow('restore')
    verified()
  })

  test('takes a new installation; before it has tables there is nothing to spread, and it says so', {
    timeout: 900_000,
  }, async () => {
    await cluster.clear()
    Object.assign(env, installation())
    follow('new', { without: ['setup', 'spread'] })
    const tooEarly = shell('npm run -s ledger -- distribute')
    expect([tooEarly.status, tooEarly.output]).toEqual([1, expect.stringContaining('There is no ledger in this')])
    await wantFewParts()
    follow('setup')
    follow('spread')
    verified()
    expect(shell('npm run -s ledger -- distribute').output).toBe('Every table is where it belongs already\n')
  })
})

test('every command of the page was run', () => {
  expect(blocks.filter(({ text }) => !ran.has(text)).map(({ text }) => text)).toEqual([])
  expect(codeBlocksOf('scale.md').filter(({ language, marks }) => language === 'sh' && marks[0] !== 'cluster')).toEqual(
    [],
  )
})
