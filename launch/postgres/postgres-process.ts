import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readPostmaster } from './orphan-postgres.ts'
import { type SystemAccount, spawnAsAccount } from './system-account.ts'

/** A running postmaster. `exited` resolves when it ends for any reason; `stop` resolves when it has ended. */
export type PostgresServer = {
  pid: number
  exited: Promise<void>
  stop(mode: StopMode, limitMs: number): Promise<void>
  kill(): Promise<void>
}

/** fast: disconnects clients and writes a checkpoint. immediate: like a crash; the next start recovers from the log. */
export type StopMode = 'fast' | 'immediate'

/** The reason why a postmaster ended before it was ready: the last fatal line of its log. */
export type FailedStart = { failed: string }

export type ServerOptions = {
  postgres: string
  dataDirectory: string
  logFile: string
  port: number
  account: SystemAccount | undefined
  settings: Record<string, string>
  /** How long the server runs on after the launcher is killed, so that the API can still answer accepted requests. */
  outliveMs: number
}

/** The server fills less memory at its start, at the same speed (docs/tuning-log.md, 2026-11-28). */
const lessMemory = { wal_buffers: '2MB', io_max_concurrency: '16', max_logical_replication_workers: '0' }

/**
 * The durable settings are PostgreSQL's defaults. They are set here so that an edited configuration file cannot disable
 * them.
 */
const durableServerSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  ...lessMemory,
}

/** Starts a postmaster and waits until it accepts connections or has ended, for as long as a recovery takes. */
export async function startPostgresServer(options: ServerOptions): Promise<PostgresServer | FailedStart> {
  const { dataDirectory, logFile, account } = options
  rotateServerLog(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  const settings = { ...durableServerSettings, port: String(options.port), ...options.settings }
  const child = spawn(
    options.postgres,
    ['-D', dataDirectory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...spawnAsAccount(account),
      // A process group of its own: Ctrl-C in the terminal must not reach the server before the API has answered
      // accepted requests.
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    },
  )
  closeSync(log)
  child.unref()
  let ended = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  while (!ended) {
    const { pid } = child
    if (pid !== undefined) {
      const postmaster = readPostmaster(dataDirectory)
      if (postmaster?.pid === pid && postmaster.status === 'ready') {
        const dismiss = startStopGuard(pid, dataDirectory, options.outliveMs)
        void exited.then(dismiss)
        return {
          pid,
          exited,
          stop: (mode, limitMs) => stopServer(child, exited, mode, limitMs),
          kill: () => killServer(child, exited),
        }
      }
    }
    await wait(15)
  }
  const words = readFileSync(logFile).subarray(logStart).toString()
  return { failed: lastFatalLogLine(words) ?? `${options.postgres} cannot be run` }
}

async function stopServer(child: ChildProcess, exited: Promise<void>, mode: StopMode, limitMs: number): Promise<void> {
  const signals = [mode === 'fast' ? 'SIGINT' : 'SIGQUIT', 'SIGQUIT', 'SIGKILL'] as const
  for (const signal of signals) {
    child.kill(signal)
    const timer = new AbortController()
    const late = wait(signal === signals[0] ? limitMs : 1000, 'late', { signal: timer.signal }).catch(() => 'ended')
    const outcome = await Promise.race([exited.then(() => 'ended'), late])
    timer.abort()
    if (outcome === 'ended') return
  }
  await exited
}

async function killServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  // Without this reference, this process could end before the exit of the server is reported.
  child.ref()
  child.kill('SIGKILL')
  await exited
}

/**
 * Starts a small shell that stops the server if this process ends without doing so (kill -9), which ends the shell's
 * standard input.
 * @returns a function that ends the shell
 */
function startStopGuard(pid: number, dataDirectory: string, outliveMs: number): () => void {
  const script = `
    while read -r word; do exit 0; done
    sleep "$1"
    read -r pid < "$2" && [ "$pid" = "$3" ] && kill -INT "$pid"`
  const args = [String(Math.ceil(outliveMs / 1000)), join(dataDirectory, 'postmaster.pid'), String(pid)]
  const shell = spawn('/bin/sh', ['-c', script, 'guard', ...args], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  // The shell may have been killed manually; there is then nothing to end.
  shell.stdin.on('error', () => undefined)
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return () => shell.stdin.end('done\n')
}

function lastFatalLogLine(log: string): string | undefined {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  const reason = lines.filter((line) => /(FATAL|PANIC):/.test(line)).at(-1) ?? lines.at(-1)
  return reason?.replace(/^.*?(FATAL|PANIC):\s*/, '')
}

const logLimitBytes = 10 * 1024 * 1024

function rotateServerLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > logLimitBytes) renameSync(logFile, `${logFile}.1`)
}
