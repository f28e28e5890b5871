import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ledger/launch/port-check.ts'
import { accountForPostgres, spawnAsAccount } from '@ledger/launch/postgres/system-account.ts'

/** PostgreSQL servers with Citus on this machine, for the duration of a test run. */
export interface LocalCluster {
  /** The superuser address of each server; the servers are not connected yet. */
  servers: string[]
  stop(): void
}

/** The settings that docs/scale.md asks for. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '150',
  max_prepared_transactions: '150',
  max_wal_senders: '20',
  max_replication_slots: '20',
  // No power failure has to be survived here.
  fsync: 'off',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
}
/** Allows Citus to split a shard, where PostgreSQL has the setting: a server does not start with an unknown setting. */
const OUTPUT_PLUGINS = { output_plugin_libraries: 'pgoutput, citus' }

/**
 * Starts `count` servers on free ports of the loopback. They accept every connection without a password.
 * @param bin the folder of PostgreSQL's programs that Citus is installed into
 */
export async function startLocalCluster(bin: string, count: number): Promise<LocalCluster> {
  const account = accountForPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'site-ledger-cluster-'))
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...spawnAsAccount(account),
      // The servers look for certificates there before they connect to each other.
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const started: string[] = []
  const stop = () => {
    for (const data of started) run('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  const servers: string[] = []
  try {
    for (let index = 0; index < count; index++) {
      const data = join(folder, String(index))
      const port = await freePort()
      run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
      const sample = readFileSync(join(data, 'postgresql.conf'), 'utf8')
      const plugins = sample.includes('output_plugin_libraries') ? OUTPUT_PLUGINS : {}
      const settings = { ...SETTINGS, ...plugins, port: String(port) }
      const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
      writeFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
      run('pg_ctl', 'start', '-w', '-D', data, '-l', join(data, 'log'))
      started.push(data)
      servers.push(`postgres://postgres@127.0.0.1:${port}/postgres`)
    }
  } catch (error) {
    stop()
    throw error
  }
  return { servers, stop }
}
