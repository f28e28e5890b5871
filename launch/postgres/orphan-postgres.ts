import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLineOf, identityOf } from '../process-lock.mjs'
import { CannotStart } from '../start-errors.ts'

/** The content of postmaster.pid; `status` is `ready` once the server accepts connections. */
export type Postmaster = { pid: number; dataDirectory: string; port: number; status: string }

/** Reads postmaster.pid of a cluster; undefined if there is none or it is being written. */
export function readPostmaster(dataDirectory: string): Postmaster | undefined {
  const file = join(dataDirectory, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, dataDirectory: lines[1] ?? '', port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/** Returns the postmaster that runs on the cluster now. A postmaster.pid that a crash left behind is ignored. */
export function runningPostmaster(dataDirectory: string): Postmaster | undefined {
  const found = readPostmaster(dataDirectory)
  return found && isPostgresOf(found.pid, dataDirectory) ? found : undefined
}

/**
 * Stops the server that a killed run left behind. It stops only a live postgres process of this data directory, because
 * after a crash of the machine the id in postmaster.pid may belong to any process. In that case it deletes the file,
 * because PostgreSQL would refuse to start while that process lives. (PostgreSQL's check of the shared memory still
 * applies.)
 * @returns the id of the stopped process; undefined if there was no orphan
 * @throws CannotStart if the process does not stop
 */
export async function stopOrphanPostgres(dataDirectory: string): Promise<number | undefined> {
  const found = readPostmaster(dataDirectory)
  const identity = found && identityOf(found.pid)
  if (!identity) return undefined
  if (!isPostgresOf(found.pid, dataDirectory)) {
    rmSync(join(dataDirectory, 'postmaster.pid'))
    return undefined
  }
  // First a fast stop; a server that hangs gets an immediate stop, from which PostgreSQL recovers by its log.
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
    // The working directory of a postmaster is its data directory.
    return readlinkSync(`/proc/${pid}/cwd`) === real
  } catch {
    // The process has ended, or belongs to another user and so is not ours: root can read all of them.
    return false
  }
}
