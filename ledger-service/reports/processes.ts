import { type ChildProcess, fork } from 'node:child_process'
import { Readable } from 'node:stream'
import { openFairQueue } from '@ledger/database/fair-queue.ts'
import { endProcess, machineEnvironment } from '@ledger/database/processes.ts'
import { DatabaseError } from 'pg'
import { LedgerUnavailable } from '../event-store/submission.ts'
import type { Failure, FromProcess, RunMessage, ToProcess } from './messages.ts'
import type { InputOf, ResultOf, TaskName } from './tasks.ts'

/** The job ends with its signal. */
export interface Asking {
  signal: AbortSignal
  onProgress?: (done: object) => void
}

/** Runs the reports of one company. */
export interface Processes {
  /**
   * @throws the signal's reason where it was aborted; the error of the task; LedgerUnavailable where the service stops
   */
  run<Name extends TaskName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<ResultOf<Name>>
  /** Returns the bytes that the task writes. Its process works no faster than the stream is read, and ends with it. */
  stream<Name extends TaskName>(name: Name, input: InputOf<Name>, onProgress?: Asking['onProgress']): Readable
}

export interface SharedProcesses {
  of(companyId: string): Processes
  /** Ends every process, and the running jobs. */
  close(): Promise<void>
}

const PROCESS = new URL('./process.ts', import.meta.url)
/** A process takes a third of a second to start, so a used one waits this long for the next job. */
const KEPT_MS = 30_000

/**
 * Less space for young objects than Node's default: the garbage of a report is collected sooner, in no more time, and a
 * workbook of 100,000 lines takes 125 MB instead of 180 (decision 39).
 */
export const REPORT_FLAGS: readonly string[] = ['--max-semi-space-size=8']

interface Job {
  child?: ChildProcess
}

/**
 * Opens the processes of all companies for work that would block the API's event loop, fill its memory or end its
 * process: `atOnce` of them run, other jobs wait, the companies in turn, and each job ends with its request. The routes
 * limit the number of waiting jobs (at-once.ts).
 */
export function openProcesses(databaseUrl: string, atOnce: number, onError: (error: Error) => void): SharedProcesses {
  const jobs = new Set<Job>()
  const queue = openFairQueue(atOnce)
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const ending = new AbortController()

  /** Waits for a slot, runs the job in a process, and releases both. */
  async function work(message: RunMessage, heard: Hearing, signal: AbortSignal, job: Job = {}): Promise<unknown> {
    jobs.add(job)
    const until = AbortSignal.any([signal, ending.signal])
    try {
      const release = await queue.acquire(message.companyId, until)
      try {
        return await inProcess(job, message, heard, until)
      } finally {
        release()
      }
    } finally {
      jobs.delete(job)
    }
  }

  async function inProcess(job: Job, message: RunMessage, heard: Hearing, until: AbortSignal): Promise<unknown> {
    const child = begin()
    job.child = child
    try {
      return await converse(child, message, heard, until)
    } finally {
      // Only ending the process stops a cancelled job.
      if (until.aborted) await endProcess(child)
      // A process that could not start has no id, and would never answer.
      else if (child.connected && child.pid !== undefined) keep(child)
    }
  }

  function begin(): ChildProcess {
    for (const [child, timer] of idle) {
      clearTimeout(timer)
      idle.delete(child)
      child.ref()
      child.channel?.ref()
      return child
    }
    // Bytes are sent without conversion.
    const child = fork(PROCESS, {
      serialization: 'advanced',
      execArgv: [...REPORT_FLAGS],
      env: machineEnvironment(process.env),
    })
    child.on('message', (message: FromProcess) => {
      if ('complaint' in message) onError(new Error(message.complaint))
    })
    // The job receives the error; a process that ends between two jobs is removed.
    child.on('error', () => idle.delete(child)).on('exit', () => idle.delete(child))
    tell(child, { databaseUrl })
    return child
  }

  function keep(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const timer = setTimeout(() => {
      idle.delete(child)
      void endProcess(child)
    }, KEPT_MS)
    idle.set(child, timer.unref())
  }

  async function close(): Promise<void> {
    const children = [...idle.keys(), ...[...jobs].flatMap(({ child }) => child ?? [])]
    ending.abort(new LedgerUnavailable('The service stops'))
    for (const timer of idle.values()) clearTimeout(timer)
    await Promise.all(children.map(endProcess))
  }

  const of = (companyId: string): Processes => ({
    async run<Name extends TaskName>(name: Name, input: InputOf<Name>, { signal, onProgress }: Asking) {
      const message = { run: { name, input }, companyId } as RunMessage
      const heard = { progress: onProgress ?? (() => undefined), bytes: () => undefined }
      // A process returns the result of its task.
      return (await work(message, heard, signal)) as ResultOf<Name>
    },
    stream(name, input, onProgress = () => undefined) {
      const job: Job = {}
      const gone = new AbortController()
      const stream = new Readable({
        read() {
          if (job.child) tell(job.child, { more: true })
        },
        destroy(error, done) {
          gone.abort(new Error('Nobody reads any more'))
          done(error)
        },
      })
      const message = { run: { name, input }, companyId } as RunMessage
      const heard = { progress: onProgress, bytes: (bytes: Uint8Array) => void stream.push(bytes) }
      work(message, heard, gone.signal, job).then(
        () => stream.push(null),
        (error) => stream.destroy(error),
      )
      return stream
    },
  })

  return { of, close }
}

/** Sends a message; a process that has ended needs none, because its end is handled elsewhere. */
function tell(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message, () => undefined)
}

interface Hearing {
  progress: (done: object) => void
  bytes: (chunk: Uint8Array) => void
}

/**
 * Runs one job in a process.
 * @throws the error of its task, or the reason why the process ended
 */
async function converse(
  child: ChildProcess,
  message: ToProcess,
  heard: Hearing,
  signal: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const hear = (said: FromProcess) => {
    if ('progress' in said) heard.progress(said.progress)
    else if ('bytes' in said) heard.bytes(said.bytes)
    else if ('done' in said) resolve(said.done)
    else if ('failed' in said) reject(asError(said.failed))
  }
  const ended = (code: number | null, by: string | null) =>
    reject(new Error(`A report's process ended with ${by ?? code}`))
  const abort = () => reject(signal.reason)
  child.on('message', hear).once('error', reject).once('exit', ended)
  signal.addEventListener('abort', abort, { once: true })
  tell(child, message)
  try {
    return await promise
  } finally {
    child.off('message', hear).off('error', reject).off('exit', ended)
    signal.removeEventListener('abort', abort)
  }
}

/** Returns the error of the process with its kind and code, as if it had been thrown here. */
function asError({ isDatabase, name, message, code, stack }: Failure): Error {
  const error = isDatabase ? new DatabaseError(message, message.length, 'error') : new Error(message)
  return Object.assign(error, {
    name,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
  })
}
