/**
 * A number of slots that companies share, or others that are named by a key. A company with many jobs does not delay
 * another company's first job.
 */
export interface FairQueue {
  /**
   * Runs a job when a slot is free for the company, at once where one is free now. Jobs of one company start in the
   * order of their arrival; companies take turns. A failed job releases its slot.
   * @throws the error of the job; the signal's reason if it is aborted before the job starts
   */
  run<Done>(companyId: string, job: () => Promise<Done>, signal?: AbortSignal): Promise<Done>
}

/** @param slots how many jobs run at once */
export function openFairQueue(slots: number): FairQueue {
  const waiting = openTurns<() => void>()
  let running = 0

  async function run<Done>(companyId: string, job: () => Promise<Done>, signal?: AbortSignal): Promise<Done> {
    signal?.throwIfAborted()
    if (running < slots) running++
    else await waitForSlot(companyId, signal)
    try {
      signal?.throwIfAborted()
      return await job()
    } finally {
      release()
    }
  }

  function waitForSlot(companyId: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.remove(companyId, resolve)) reject(signal?.reason)
    }
    waiting.add(companyId, resolve)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Passes the slot to the company whose turn it is. The slot becomes free only if no job waits. */
  function release(): void {
    const next = waiting.next()
    if (next) next()
    else running--
  }

  return { run }
}

/** The waiting jobs: the companies in turn, and each company's jobs in order. */
interface Turns<Job> {
  add(companyId: string, job: Job): void
  /** @returns whether the job waited */
  remove(companyId: string, job: Job): boolean
  /** Returns the oldest job of the company whose turn it is. The company then moves to the end of the line. */
  next(): Job | undefined
}

export function openTurns<Job>(): Turns<Job> {
  /** The next company first. It contains no company without a job. */
  const waiting = new Map<string, Job[]>()

  function add(companyId: string, job: Job): void {
    const own = waiting.get(companyId)
    if (own) own.push(job)
    else waiting.set(companyId, [job])
  }

  function remove(companyId: string, job: Job): boolean {
    const own = waiting.get(companyId) ?? []
    const at = own.indexOf(job)
    if (at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) waiting.delete(companyId)
    return true
  }

  function next(): Job | undefined {
    for (const [companyId, own] of waiting) {
      const job = own.shift()
      waiting.delete(companyId)
      if (own.length > 0) waiting.set(companyId, own)
      return job
    }
    return undefined
  }

  return { add, remove, next }
}
