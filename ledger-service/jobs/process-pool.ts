import { type ChildProcess, fork } from 'node:child_process'
import { Readable } from 'node:stream'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { killProcess } from '@ledger/database/process/kill-process.ts'
import { machineEnvironmentVariables } from '@ledger/database/process/machine-environment-variables.ts'
import { DatabaseError } from 'pg'
import { LedgerUnavailable } from '../event-store/append/append-errors.ts'
import type { MessageFromWorker, MessageToWorker, RunTaskMessage, SerializedError } from './process-messages.ts'
import type { TaskInput, TaskName, TaskResult } from './tasks.ts'

/** The job ends with its signal. */
export interface RunOptions {
  signal: AbortSignal
  onProgress?: (done: object) => void
}

/** Runs the jobs of one company. */
export interface CompanyProcessPool {
  /**
   * @throws the signal's reason where it was aborted; the error of the task; LedgerUnavailable where the service stops
   */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, asking: RunOptions): Promise<TaskResult<Name>>
  /** Returns the bytes that the task writes. Its process works no faster than the stream is read, and ends with it. */
  stream<Name extends TaskName>(name: Name, input: TaskInput<Name>, onProgress?: RunOptions['onProgress']): Readable
}

export interface ProcessPool {
  forCompany(companyId: string): CompanyProcessPool
  /** Ends every process, and the running jobs. */
  close(): Promise<void>
}

const JOB_PROCESS_SCRIPT = new URL('./worker-process.ts', import.meta.url)
/** A process takes a third of a second to start, so a used one waits this long for the next job. */
const IDLE_PROCESS_MS = 30_000

/**
 * Less space for young objects than Node's default: the garbage of a job is collected sooner, in no more time, and a
 * workbook of 100,000 lines takes 125 MB instead of 180 (decision 14).
 */
export const JOB_PROCESS_FLAGS: readonly string[] = ['--max-semi-space-size=8']

interface RunningJob {
  child?: ChildProcess
}

/**
 * Opens the processes of all companies for work that would block the API's event loop, fill its memory or end its
 * process. Other jobs wait, the companies in turn, and each job ends with its request. The routes limit the number of
 * waiting jobs (concurrency-limits.ts).
 * @param atOnce the number of processes that run at the same time
 */
export function openProcessPool(databaseUrl: string, atOnce: number, onError: (error: Error) => void): ProcessPool {
  const jobs = new Set<RunningJob>()
  const queue = openFairQueue(atOnce)
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const ending = new AbortController()

  /** Waits for a slot, runs the job in a process, and releases both. */
  async function work(
    message: RunTaskMessage,
    listeners: JobListeners,
    signal: AbortSignal,
    job: RunningJob = {},
  ): Promise<unknown> {
    jobs.add(job)
    const until = AbortSignal.any([signal, ending.signal])
    try {
      return await queue.run(message.companyId, () => inProcess(job, message, listeners, until), until)
    } finally {
      jobs.delete(job)
    }
  }

  async function inProcess(
    job: RunningJob,
    message: RunTaskMessage,
    listeners: JobListeners,
    until: AbortSignal,
  ): Promise<unknown> {
    const child = begin()
    job.child = child
    try {
      return await runInProcess(child, message, listeners, until)
    } finally {
      // Only ending the process stops a cancelled job.
      if (until.aborted) await killProcess(child)
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
    const child = fork(JOB_PROCESS_SCRIPT, {
      serialization: 'advanced',
      execArgv: [...JOB_PROCESS_FLAGS],
      env: machineEnvironmentVariables(process.env),
    })
    child.on('message', (message: MessageFromWorker) => {
      if ('complaint' in message) onError(new Error(message.complaint))
    })
    // The job receives the error; a process that ends between two jobs is removed.
    child.on('error', () => idle.delete(child)).on('exit', () => idle.delete(child))
    sendToWorker(child, { databaseUrl })
    return child
  }

  function keep(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const timer = setTimeout(() => {
      idle.delete(child)
      void killProcess(child)
    }, IDLE_PROCESS_MS)
    idle.set(child, timer.unref())
  }

  async function close(): Promise<void> {
    const children = [...idle.keys(), ...[...jobs].flatMap(({ child }) => child ?? [])]
    ending.abort(new LedgerUnavailable('The service stops'))
    for (const timer of idle.values()) clearTimeout(timer)
    await Promise.all(children.map(killProcess))
  }

  const forCompany = (companyId: string): CompanyProcessPool => ({
    async run<Name extends TaskName>(name: Name, input: TaskInput<Name>, { signal, onProgress }: RunOptions) {
      const message = { run: { name, input }, companyId } as RunTaskMessage
      const listeners = { progress: onProgress ?? (() => undefined), bytes: () => undefined }
      // A process returns the result of its task.
      return (await work(message, listeners, signal)) as TaskResult<Name>
    },
    stream(name, input, onProgress = () => undefined) {
      const job: RunningJob = {}
      const closed = new AbortController()
      const stream = new Readable({
        read() {
          if (job.child) sendToWorker(job.child, { more: true })
        },
        destroy(error, done) {
          closed.abort(new Error('The stream is read no more'))
          done(error)
        },
      })
      const message = { run: { name, input }, companyId } as RunTaskMessage
      const listeners = { progress: onProgress, bytes: (bytes: Uint8Array) => void stream.push(bytes) }
      work(message, listeners, closed.signal, job).then(
        () => stream.push(null),
        (error) => stream.destroy(error),
      )
      return stream
    },
  })

  return { forCompany, close }
}

/** Sends a message; a process that has ended needs none, because its end is handled elsewhere. */
function sendToWorker(child: ChildProcess, message: MessageToWorker): void {
  if (child.connected) child.send(message, () => undefined)
}

interface JobListeners {
  progress: (done: object) => void
  bytes: (chunk: Uint8Array) => void
}

/**
 * Runs one job in a process.
 * @throws the error of its task, or the reason why the process ended
 */
async function runInProcess(
  child: ChildProcess,
  message: MessageToWorker,
  listeners: JobListeners,
  signal: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onMessage = (reply: MessageFromWorker) => {
    if ('progress' in reply) listeners.progress(reply.progress)
    else if ('bytes' in reply) listeners.bytes(reply.bytes)
    else if ('done' in reply) resolve(reply.done)
    else if ('failed' in reply) reject(deserializeError(reply.failed))
  }
  const ended = (code: number | null, by: string | null) =>
    reject(new Error(`A job's process ended with ${by ?? code}`))
  const abort = () => reject(signal.reason)
  child.on('message', onMessage).once('error', reject).once('exit', ended)
  signal.addEventListener('abort', abort, { once: true })
  sendToWorker(child, message)
  try {
    return await promise
  } finally {
    child.off('message', onMessage).off('error', reject).off('exit', ended)
    signal.removeEventListener('abort', abort)
  }
}

/** Returns the error of the process with its kind and code, as if it had been thrown here. */
function deserializeError({ isDatabase, name, message, code, stack }: SerializedError): Error {
  const error = isDatabase ? new DatabaseError(message, message.length, 'error') : new Error(message)
  return Object.assign(error, {
    name,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
  })
}
