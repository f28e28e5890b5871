import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'

const HASH_WORKER_SCRIPT = new URL('./password-hash-worker.ts', import.meta.url)
/** Milliseconds after which an idle thread is ended: it holds 11 MB. */
const END_IDLE_AFTER_MS = 30_000

interface IdleWorker {
  worker: Worker
  /** Ends the thread. */
  ending: NodeJS.Timeout
}

/**
 * Runs Argon2id in threads of its own. The threads of Node's pool have the same priority as its event loop, so on two
 * cores two hashes at a time delay the loop and PostgreSQL. The caller limits how many hashes run at once.
 */
export function openPasswordHashWorkers(
  endIdleAfterMs = END_IDLE_AFTER_MS,
): (parameters: Argon2Parameters) => Promise<Buffer> {
  const idle: IdleWorker[] = []

  return async (parameters) => {
    const worker = takeIdle() ?? new Worker(HASH_WORKER_SCRIPT, { execArgv: [] })
    worker.ref()
    const tag = await hashInWorker(worker, parameters)
    // An idle thread does not keep the process alive.
    worker.unref()
    const ending = setTimeout(end, endIdleAfterMs, worker).unref()
    idle.push({ worker, ending })
    return tag
  }

  function takeIdle(): Worker | undefined {
    const last = idle.pop()
    clearTimeout(last?.ending)
    return last?.worker
  }

  /** The thread is forgotten first, so that no hash is given to one that ends. */
  function end(worker: Worker): void {
    idle.splice(
      idle.findIndex((one) => one.worker === worker),
      1,
    )
    void worker.terminate()
  }
}

/** @throws the error of the thread, which has ended then */
async function hashInWorker(worker: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const onMessage = (tag: Uint8Array) => resolve(Buffer.from(tag))
  const ended = () => reject(new Error('The thread ended'))
  worker.once('message', onMessage).once('error', reject).once('exit', ended)
  worker.postMessage(parameters)
  try {
    return await promise
  } finally {
    worker.off('message', onMessage).off('error', reject).off('exit', ended)
  }
}
