import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLineOf, identityOf } from '../process-lock.mjs'
import { CannotStart } from '../start-errors.ts'

/** What postmaster.pid says: `status` is `ready` once connections are taken. */
export type Postmaster = { pid: number; dataDirectory: string; port: number; status: string }

/** Reads postmaster.pid of a cluster; undefined when there is none or it is being written. */
export function readPostmaster(dataDirectory: string): Postmaster | undefined {
  const file = join(dataDirectory, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, dataDirectory: lines[1] ?? '', port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/** The postmaster that runs on the cluster now; a postmaster.pid that a crash has left behind is seen through. */
export function runningPostmaster(dataDirectory: string): Postmaster | undefined {
  const found = readPostmaster(dataDirectory)
  return found && isPostgresOf(found.pid, dataDirectory) ? found : undefined
}

/**
 * Stops the server that a killed run left behind. Only a living process that is a postgres of this very data directory
 * is taken for it: after a crash of the machine the number in postmaster.pid may be anybody's. Then the file goes, as
 * PostgreSQL would refuse to start for as long as that process lives. (Its check of the shared memory stays.)
 * @returns the process number of what was stopped, or undefined when there was no orphan.
 */
export async function stopOrphanPostgres(dataDirectory: string): Promise<number | undefined> {
  const found = readPostmaster(dataDirectory)
  const identity = found && identityOf(found.pid)
  if (!identity) return undefined
  if (!isPostgresOf(found.pid, dataDirectory)) {
    rmSync(join(dataDirectory, 'postmaster.pid'))
    return undefined
  }
  // Fast first; a server that hangs is stopped as by a crash, which the log of PostgreSQL survives.
  for (const [signal, limitMs] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 4000],
  ] as const) {
    process.kill(found.pid, signal)
    for (const end = Date.now() + limitMs; Date.now() < end; await wait(20)) {
      if (identityOf(found.pid) !== identity) return found.pid
    }
  }
  throw new CannotStart(`PostgreSQL of an earlier run (process ${found.pid}) does not stop; stop it and start again.`)
}

function isPostgresOf(pid: number, dataDirectory: string): boolean {
  const command = commandLineOf(pid)
  if (!/postgres/.test(command)) return false
  const real = realpathSync(dataDirectory)
  if (process.platform !== 'linux') return command.includes(`-D ${real}`) || command.includes(`-D ${dataDirectory}`)
  try {
    // A postmaster always stands in its data directory.
    return readlinkSync(`/proc/${pid}/cwd`) === real
  } catch {
    // Gone meanwhile, or another user's, which cannot be ours: root sees all of them.
    return false
  }
}
