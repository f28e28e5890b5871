/**
 * A number of slots that the holders of keys share, mostly companies by their ids. One with many jobs does not delay
 * another's first job.
 */
export interface FairQueue {
  /**
   * Runs a job when a slot is free for the company, at once where one is free now. Jobs of one key start in the order
   * of their arrival; keys take turns. A failed job releases its slot.
   * @throws the error of the job; the signal's reason if it is aborted before the job starts
   */
  run<Done>(key: string, job: () => Promise<Done>, signal?: AbortSignal): Promise<Done>
}

/** @param slots how many jobs run at once */
export function openFairQueue(slots: number): FairQueue {
  const waiting = openRoundRobinQueue<() => void>()
  let running = 0

  async function run<Done>(key: string, job: () => Promise<Done>, signal?: AbortSignal): Promise<Done> {
    signal?.throwIfAborted()
    if (running < slots) running++
    else await waitForSlot(key, signal)
    try {
      signal?.throwIfAborted()
      return await job()
    } finally {
      release()
    }
  }

  function waitForSlot(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.remove(key, resolve)) reject(signal?.reason)
    }
    waiting.add(key, resolve)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Passes the slot to the key whose turn it is. The slot becomes free only if no job waits. */
  function release(): void {
    const next = waiting.next()
    if (next) next()
    else running--
  }

  return { run }
}

/** The waiting jobs: the keys in turn, and each key's jobs in order. */
interface RoundRobinQueue<Job> {
  add(key: string, job: Job): void
  /** @returns whether the job waited */
  remove(key: string, job: Job): boolean
  /** Returns the oldest job of the key whose turn it is. The key then moves to the end of the line. */
  next(): Job | undefined
}

export function openRoundRobinQueue<Job>(): RoundRobinQueue<Job> {
  /** The next key first. It contains no key without a job. */
  const waiting = new Map<string, Job[]>()

  function add(key: string, job: Job): void {
    const own = waiting.get(key)
    if (own) own.push(job)
    else waiting.set(key, [job])
  }

  function remove(key: string, job: Job): boolean {
    const own = waiting.get(key) ?? []
    const at = own.indexOf(job)
    if (at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) waiting.delete(key)
    return true
  }

  function next(): Job | undefined {
    for (const [key, own] of waiting) {
      const job = own.shift()
      waiting.delete(key)
      if (own.length > 0) waiting.set(key, own)
      return job
    }
    return undefined
  }

  return { add, remove, next }
}
