import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'
import { withServerConnection } from './server-connection.ts'

/** Retains the WAL that a standby needs while it is created. */
export const PRIMARY_SETTINGS = { wal_keep_size: '512MB', max_connections: '100' }

/**
 * Starts a second server that follows the first, from a copy of its files made while it serves (pg_backup_start and
 * pg_backup_stop). From here on the first confirms no commit that the second does not have on its disk.
 */
export async function startSynchronousStandby(primary: EmbeddedPostgres): Promise<EmbeddedPostgres> {
  const directory = join(temporaryFolder(), 'postgres')
  mkdirSync(directory, { mode: 0o711 })
  const data = join(directory, 'data')
  await withServerConnection(primary.superuserUrl, async (client) => {
    await client.query("SELECT pg_backup_start('standby', true)")
    copyDataFolder(join(primary.folder, 'data'), data)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    writeOwned(data, 'backup_label', rows[0]?.labelfile ?? '')
  })
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true })
  // WAL that was copied while it was being written is useless; the standby gets it from the first server.
  for (const name of readdirSync(join(data, 'pg_wal'))) rmSync(join(data, 'pg_wal', name), { recursive: true })
  for (const name of ['passwords', 'complete']) copyFileSync(join(primary.folder, name), join(directory, name))
  writeOwned(data, 'standby.signal', '')
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.superuserUrl}'\n`)
  const standby = await startEmbeddedPostgres({ directory, settings: PRIMARY_SETTINGS })
  await withServerConnection(primary.superuserUrl, async (client) => {
    const until = async (state: string) => {
      const followed = async () =>
        (await client.query(`SELECT 1 FROM pg_stat_replication WHERE ${state}`)).rows.length > 0
      while (!(await followed())) await sleep(20)
    }
    await until("state = 'streaming'")
    await setSynchronousStandbys(primary, '*')
    await until("sync_state = 'sync'")
  })
  return standby
}

/** Sets the standbys that a commit waits for: `*` for any standby, '' for none. */
export async function setSynchronousStandbys({ superuserUrl }: EmbeddedPostgres, names: string): Promise<void> {
  await withServerConnection(superuserUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await client.query('SELECT pg_reload_conf()')
  })
}

/** Promotes the standby, so that it accepts writes. */
export async function promoteStandby({ superuserUrl }: EmbeddedPostgres): Promise<void> {
  await withServerConnection(superuserUrl, (client) => client.query('SELECT pg_promote()'))
}

/** Copies with owners and permissions, because PostgreSQL runs as another user than root. */
function copyDataFolder(from: string, to: string): void {
  const done = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  // The WAL restores a file that disappeared while it was copied.
  if (done.status !== 0 && !/No such file/.test(done.stderr)) throw new Error(done.stderr)
}

/** Writes a file of the cluster, with the owner of the other files. */
function writeOwned(data: string, name: string, text: string): void {
  const path = join(data, name)
  copyFileSync(join(data, 'PG_VERSION'), path)
  writeFileSync(path, text)
  spawnSync('chown', [`--reference=${join(data, 'PG_VERSION')}`, path])
}
