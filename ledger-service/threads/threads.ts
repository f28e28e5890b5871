import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { DatabaseError } from 'pg'
import { LedgerUnavailable } from '../event-store/submission.ts'
import type { Failure, FromThread, ThreadData, ToThread } from './messages.ts'
import type { InputOf, ResultOf, TaskName } from './tasks.ts'

/** The job ends with its signal. */
export interface Asking {
  signal: AbortSignal
  onProgress?: (done: object) => void
}

export interface Threads {
  /** @throws the signal's reason where it was aborted; what the task threw; LedgerUnavailable where the service stops */
  run<Name extends TaskName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<ResultOf<Name>>
  /** What the task writes. Its thread works no faster than the stream is read, and ends with it. */
  stream<Name extends TaskName>(name: Name, input: InputOf<Name>, onProgress?: Asking['onProgress']): Readable
  /** Ends every thread, and the jobs that are still under way. */
  close(): Promise<void>
}

const THREAD = new URL('./thread.ts', import.meta.url)
/** A thread takes a third of a second to begin: one that was used is kept for the next job. */
const KEPT_MS = 30_000
/** A task stands still for a message every few hundred milliseconds at most. */
const ENDS_WITHIN_MS = 2000

interface Job {
  worker?: Worker
}

/**
 * Threads for what would keep the API's loop from everybody else: `atOnce` of them, while other jobs wait in turn, each ended
 * with the request that it works for. How many may wait is the routes' to say (at-once.ts).
 */
export function openThreads(data: ThreadData, atOnce: number, onError: (error: Error) => void): Threads {
  const jobs = new Set<Job>()
  const waiting: (() => void)[] = []
  const idle = new Map<Worker, NodeJS.Timeout>()
  const ending = new AbortController()
  let running = 0

  /** Waits for a place, works in a thread, and gives both back. */
  async function work(message: ToThread, heard: Hearing, signal: AbortSignal, job: Job = {}): Promise<unknown> {
    jobs.add(job)
    const until = AbortSignal.any([signal, ending.signal])
    try {
      await place(until)
      try {
        return await inThread(job, message, heard, until)
      } finally {
        leavePlace()
      }
    } finally {
      jobs.delete(job)
    }
  }

  async function inThread(job: Job, message: ToThread, heard: Hearing, until: AbortSignal): Promise<unknown> {
    const worker = begin()
    job.worker = worker
    try {
      return await converse(worker, message, heard, until)
    } finally {
      // Nothing else stops what nobody wants any more.
      if (until.aborted) await end(worker)
      else if (worker.threadId > 0) keep(worker)
    }
  }

  async function place(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < atOnce) {
      running++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = waiting.indexOf(resolve)
      if (at < 0) return
      waiting.splice(at, 1)
      reject(signal.reason)
    }
    waiting.push(resolve)
    signal.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', leave))
    if (!signal.aborted) return
    leavePlace()
    throw signal.reason
  }

  /** The place goes to who waits longest, and is free only where nobody does. */
  function leavePlace(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  function begin(): Worker {
    for (const [worker, timer] of idle) {
      clearTimeout(timer)
      idle.delete(worker)
      worker.ref()
      return worker
    }
    const worker = new Worker(THREAD, { workerData: data, execArgv: [] })
    worker.on('message', (message: FromThread) => {
      if ('complaint' in message) onError(new Error(message.complaint))
    })
    // Heard by the job; one that dies between two jobs is forgotten.
    worker.on('error', () => idle.delete(worker))
    return worker
  }

  function keep(worker: Worker): void {
    worker.unref()
    const timer = setTimeout(() => {
      idle.delete(worker)
      void end(worker)
    }, KEPT_MS)
    idle.set(worker, timer.unref())
  }

  async function close(): Promise<void> {
    const workers = [...idle.keys(), ...[...jobs].flatMap(({ worker }) => worker ?? [])]
    ending.abort(new LedgerUnavailable('The service stops'))
    for (const timer of idle.values()) clearTimeout(timer)
    await Promise.all(workers.map(end))
  }

  return {
    async run<Name extends TaskName>(name: Name, input: InputOf<Name>, { signal, onProgress }: Asking) {
      const message = { run: { name, input } } as ToThread
      const heard = { progress: onProgress ?? (() => undefined), bytes: () => undefined }
      // What a thread gives back is what its task returned.
      return (await work(message, heard, signal)) as ResultOf<Name>
    },
    stream(name, input, onProgress = () => undefined) {
      const job: Job = {}
      const gone = new AbortController()
      const stream = new Readable({
        read() {
          job.worker?.postMessage({ more: true } satisfies ToThread)
        },
        destroy(error, done) {
          gone.abort(new Error('Nobody reads any more'))
          done(error)
        },
      })
      const message = { run: { name, input } } as ToThread
      const heard = { progress: onProgress, bytes: (bytes: Uint8Array) => void stream.push(bytes) }
      work(message, heard, gone.signal, job).then(
        () => stream.push(null),
        (error) => stream.destroy(error),
      )
      return stream
    },
    close,
  }
}

/**
 * Lets a thread end itself. One that is terminated in the middle of a database's answer can take the whole process with it
 * (nodejs/node issues 38418 and 60755), so that is for one which does not listen.
 */
async function end(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  worker.postMessage({ end: true } satisfies ToThread)
  const timer = setTimeout(() => void worker.terminate(), ENDS_WITHIN_MS)
  await ended.finally(() => clearTimeout(timer))
}

interface Hearing {
  progress: (done: object) => void
  bytes: (chunk: Uint8Array) => void
}

/** One job in a thread. @throws what its task threw, or why the thread ended */
async function converse(worker: Worker, message: ToThread, heard: Hearing, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const hear = (said: FromThread) => {
    if ('progress' in said) heard.progress(said.progress)
    else if ('bytes' in said) heard.bytes(said.bytes)
    else if ('done' in said) resolve(said.done)
    else if ('failed' in said) reject(asError(said.failed))
  }
  const ended = () => reject(new Error('The thread ended'))
  const abort = () => reject(signal.reason)
  worker.on('message', hear).once('error', reject).once('exit', ended)
  signal.addEventListener('abort', abort, { once: true })
  worker.postMessage(message)
  try {
    return await promise
  } finally {
    worker.off('message', hear).off('error', reject).off('exit', ended)
    signal.removeEventListener('abort', abort)
  }
}

/** The error as the thread told it: its code says what kind it is, as if it had been thrown here. */
function asError({ isDatabase, name, message, code, stack }: Failure): Error {
  const error = isDatabase ? new DatabaseError(message, message.length, 'error') : new Error(message)
  return Object.assign(error, {
    name,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
  })
}
