interface SharedRun<Done, Result> {
  listeners: Set<(done: Done) => void>
  last?: Done
  result: Promise<Result>
  stop: AbortController
}

/**
 * Runs work once for all callers that arrive while it runs: a later caller receives its progress, and the work is
 * aborted when no caller waits for it any more.
 * @throws the signal's reason where it was aborted; the error of the work
 */
export function singleFlight<Done, Result>(
  work: (tell: (done: Done) => void, signal: AbortSignal) => Promise<Result>,
): (hear: (done: Done) => void, signal: AbortSignal) => Promise<Result> {
  let running: SharedRun<Done, Result> | undefined

  function begin(): SharedRun<Done, Result> {
    const stop = new AbortController()
    const listeners: SharedRun<Done, Result>['listeners'] = new Set()
    const tell = (done: Done) => {
      run.last = done
      for (const hear of listeners) hear(done)
    }
    const run: SharedRun<Done, Result> = { listeners, stop, result: work(tell, stop.signal) }
    // Where all callers have left, none receives the result.
    const end = () => {
      if (running === run) running = undefined
    }
    run.result.then(end, end)
    running = run
    return run
  }

  return async (hear, signal) => {
    signal.throwIfAborted()
    const run = running ?? begin()
    const own = (done: Done) => hear(done)
    run.listeners.add(own)
    if (run.last !== undefined) own(run.last)
    const gone = Promise.withResolvers<never>()
    const leave = () => gone.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([run.result, gone.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      run.listeners.delete(own)
      if (run.listeners.size === 0) {
        if (running === run) running = undefined
        run.stop.abort(new Error('No request waits for it any more'))
      }
    }
  }
}
